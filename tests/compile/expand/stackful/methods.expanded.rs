use resumable::resumable;
impl Source {
    pub fn skip(
        &mut self,
        count: u64,
    ) -> ::resumable::Call<impl ::resumable::Body<Output = &mut Self>> {
        const _: () = {
            #[codegen(stackful, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct skip;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest021\tskip\texpand/stackful/methods.rs\t3\tstackful\t1\t0\texplicit\n";
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
        | -> ::resumable::__private::Flow<&mut Self> {
            let suspender = unsafe { suspender.reveal() };
            let _ = &self;
            let count = count;
            let output: &mut Self = match () {
                () => {
                    for _ in 0..count {
                        (match (next(self)) {
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
                    }
                    self
                }
            };
            #[allow(unreachable_code, clippy::diverging_sub_expression)]
            ::resumable::__private::Flow::Done(output)
        })
    }
    pub fn into_sum(
        mut self,
    ) -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
        const _: () = {
            #[codegen(stackful, suspension_points = 2, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct into_sum;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest021\tinto_sum\texpand/stackful/methods.rs\t3\tstackful\t2\t0\texplicit\n";
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
            let _ = &self;
            let output: u64 = match () {
                () => {
                    let first = (match (next(&mut self)) {
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
                        .unwrap_or(0);
                    first
                        + (match (drain(self)) {
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
                }
            };
            #[allow(unreachable_code, clippy::diverging_sub_expression)]
            ::resumable::__private::Flow::Done(output)
        })
    }
}
struct Source;
async fn next(from: &mut Source) -> Option<u64> {
    let _ = from;
    None
}
async fn drain(mut from: Source) -> u64 {
    next(&mut from).await.unwrap_or(0)
}
fn main() {}
