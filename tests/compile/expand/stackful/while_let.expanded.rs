use resumable::resumable;
fn drain(from: &mut Source) -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct drain;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest029\tdrain\texpand/stackful/while_let.rs\t3\tstackful\t1\t0\texplicit\n";
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
        let from = from;
        let output: u64 = match () {
            () => {
                let mut sum = 0;
                while let Some(n) = (match (next(from)) {
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
                    sum += n;
                }
                sum
            }
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
struct Source;
async fn next(from: &mut Source) -> Option<u64> {
    let _ = from;
    None
}
fn main() {}
