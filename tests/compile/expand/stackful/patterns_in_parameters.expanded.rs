use resumable::resumable;
fn sum(
    __arg0: (u64, u64),
    __arg1: [u64; 3],
    n: u64,
    __arg3: String,
) -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct sum;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest023\tsum\texpand/stackful/patterns_in_parameters.rs\t3\tstackful\t1\t0\texplicit\n";
            #[used]
            #[unsafe(link_section = "resumable")]
            static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                TEXT,
            );
        };
    };
    #[allow(unused_imports)]
    use ::resumable::__private::{ViaCall as _, ViaFuture as _};
    ::resumable::__private::call(move |
        suspender: ::resumable::__private::Hidden<'_>,
    | -> ::resumable::__private::Flow<u64> {
        let suspender = unsafe { suspender.reveal() };
        let __arg0 = __arg0;
        let (a, b) = __arg0;
        let __arg1 = __arg1;
        let [first, ..] = __arg1;
        let mut n = n;
        let __arg3 = __arg3;
        let _ = __arg3;
        let output: u64 = match () {
            () => {
                n
                    += (match (find(a)) {
                        operand => {
                            match (&&::resumable::__private::operand(&operand))
                                .await_strategy()
                            {
                                strategy => {
                                    match unsafe { strategy.run(operand, suspender) } {
                                        ::resumable::__private::Flow::Done(value) => value,
                                        ::resumable::__private::Flow::Cancelled => {
                                            return ::resumable::__private::cancelled();
                                        }
                                    }
                                }
                            }
                        }
                    })
                        .unwrap_or(b);
                n + first
            }
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
