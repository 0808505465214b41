use resumable::resumable;
fn checked(
    key: u64,
) -> ::resumable::Call<impl ::resumable::Body<Output = Result<u64, String>>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct checked;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest025\tchecked\texpand/stackful/question_mark_and_return.rs\t3\tstackful\t2\t0\texplicit\n";
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
    | -> ::resumable::__private::Flow<Result<u64, String>> {
        let suspender = unsafe { suspender.reveal() };
        let key = key;
        let output: Result<u64, String> = match () {
            () => {
                if key == 0 {
                    return ::resumable::__private::Flow::Done(Err("zero".to_string()));
                }
                let value = (match ::resumable::__private::Try::branch(
                    (match (try_find(key)) {
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
                    }),
                ) {
                    ::core::ops::ControlFlow::Continue(value) => value,
                    ::core::ops::ControlFlow::Break(residual) => {
                        return ::resumable::__private::Flow::Done(
                            ::resumable::__private::FromResidual::from_residual(residual),
                        );
                    }
                });
                Ok(
                    (match ::resumable::__private::Try::branch(
                        (match (try_find(value)) {
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
                        }),
                    ) {
                        ::core::ops::ControlFlow::Continue(value) => value,
                        ::core::ops::ControlFlow::Break(residual) => {
                            return ::resumable::__private::Flow::Done(
                                ::resumable::__private::FromResidual::from_residual(
                                    residual,
                                ),
                            );
                        }
                    }) + 1,
                )
            }
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
async fn try_find(key: u64) -> Result<u64, String> {
    Ok(key)
}
fn main() {}
