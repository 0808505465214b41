use resumable::resumable;
fn report(key: u64) -> ::resumable::Call<impl ::resumable::Body<Output = String>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 3, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct report;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest017\treport\texpand/stackful/macros.rs\t3\tstackful\t3\t0\texplicit\n";
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
    | -> ::resumable::__private::Flow<String> {
        let suspender = unsafe { suspender.reveal() };
        let key = key;
        let output: String = match () {
            () => {
                let value = (match (find(key)) {
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
                {
                    ::std::io::_print(format_args!("found {0:?}\n", value));
                };
                if !(match (find(key)) {
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
                    .is_some()
                {
                    {
                        ::core::panicking::panic_fmt(format_args!("{0} is gone", key));
                    }
                }
                ::alloc::__export::must_use({
                    ::alloc::fmt::format(
                        format_args!(
                            "{1}: {0:?}", (match (find(key)) { operand => { match
                            (&&::resumable::__private::operand(& operand))
                            .await_strategy() { strategy => { match unsafe { strategy
                            .run(operand, suspender) } {
                            ::resumable::__private::Flow::Done(value) => value,
                            ::resumable::__private::Flow::Cancelled => { return
                            ::resumable::__private::cancelled(); } } } } } }), key,
                        ),
                    )
                })
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
