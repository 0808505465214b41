use resumable::resumable;
fn greet(name: String) -> ::resumable::Call<impl ::resumable::Body<Output = usize>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct greet;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest013\tgreet\texpand/stackful/locals_with_destructors.rs\t3\tstackful\t2\t0\texplicit\n";
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
    | -> ::resumable::__private::Flow<usize> {
        let suspender = unsafe { suspender.reveal() };
        let name = name;
        let output: usize = match () {
            () => {
                let greeting = ::alloc::__export::must_use({
                    ::alloc::fmt::format(format_args!("hello {0}", name))
                });
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
                });
                let shout = greeting.to_uppercase();
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
                });
                shout.len() + name.len()
            }
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
async fn pause() {}
fn main() {}
