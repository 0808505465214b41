use resumable::resumable;
fn execute(command: Command) -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct execute;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest019\texecute\texpand/stackful/match_arms.rs\t3\tstackful\t2\t0\texplicit\n";
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
        let command = command;
        let output: u64 = match () {
            () => {
                match command {
                    Command::Get(key) => {
                        let found = (match (find(key)) {
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
                        found.unwrap_or(key)
                    }
                    Command::Put { key, value } if value > 0 => {
                        (match (find(key)) {
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
                            .map_or(0, |old| old + value)
                    }
                    Command::Put { .. } | Command::Quit => 0,
                }
            }
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
enum Command {
    Get(u64),
    Put { key: u64, value: u64 },
    Quit,
}
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
