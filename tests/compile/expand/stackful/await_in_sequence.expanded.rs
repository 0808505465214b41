use resumable::resumable;
fn copy(
    from: &mut Source,
    limit: u64,
) -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct copy;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest001\tcopy\texpand/stackful/await_in_sequence.rs\t3\tstackful\t2\t0\texplicit\n";
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
        let limit = limit;
        let output: u64 = match () {
            () => {
                let first = (match (read(from, limit)) {
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
                });
                let second = (match (read(from, limit - first)) {
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
                });
                first + second
            }
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
struct Source;
async fn read(from: &mut Source, limit: u64) -> u64 {
    let _ = from;
    limit
}
fn main() {}
