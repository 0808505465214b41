use resumable::resumable;
fn first_found() -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct first_found;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest015\tfirst_found\texpand/stackful/loop_with_break.rs\t3\tstackful\t1\t0\texplicit\n";
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
        let output: u64 = match () {
            () => {
                let mut key = 0;
                loop {
                    key += 1;
                    if let Some(value) = (match (find(key)) {
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
                    }) {
                        break value;
                    }
                }
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
