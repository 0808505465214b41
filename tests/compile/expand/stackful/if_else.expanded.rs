use resumable::resumable;
fn either(first: bool) -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 3, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct either;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest009\teither\texpand/stackful/if_else.rs\t3\tstackful\t3\t0\texplicit\n";
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
        let first = first;
        let output: u64 = match () {
            () => {
                if first {
                    (match (pause()) {
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
                } else {
                    0
                };
                if let Some(n) = (match (find(1)) {
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
                    n
                } else {
                    (match (find(2)) {
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
                        .unwrap_or(0)
                }
            }
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
async fn pause() {}
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
