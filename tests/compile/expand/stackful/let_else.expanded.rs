use resumable::resumable;
fn or_default(key: u64) -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct or_default;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest011\tor_default\texpand/stackful/let_else.rs\t3\tstackful\t2\t0\texplicit\n";
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
        let key = key;
        let output: u64 = match () {
            () => {
                let Some(value) = (match (find(key)) {
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
                }) else {
                    return ::resumable::__private::Flow::Done(
                        (match (find(0)) {
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
                            .unwrap_or_default(),
                    );
                };
                value
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
