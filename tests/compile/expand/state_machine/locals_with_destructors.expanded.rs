use resumable::resumable;
fn greet(
    name: String,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = usize>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct greet;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest013\tgreet\texpand/state_machine/locals_with_destructors.rs\t3\tstate_machine\t2\t0\texplicit\n";
            #[used]
            #[unsafe(link_section = "resumable")]
            static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                TEXT,
            );
        };
    };
    use ::resumable::__private::machine as machine;
    enum State {
        Run,
        Await1,
        Await2,
        Returned,
        Panicked,
    }
    union Awaiter<A1, A2> {
        none: (),
        await1: machine::ManuallyDrop<A1>,
        await2: machine::ManuallyDrop<A2>,
    }
    struct Frame<A, T1, T2, T3> {
        state: State,
        awaiter: A,
        name: machine::MaybeUninit<T1>,
        greeting: machine::MaybeUninit<T2>,
        shout: machine::MaybeUninit<T3>,
    }
    unsafe impl<A, T1, T2, T3> ::core::marker::Send for Frame<A, T1, T2, T3> {}
    unsafe impl<A, T1, T2, T3> ::core::marker::Sync for Frame<A, T1, T2, T3> {}
    impl<A, T1, T2, T3> ::core::marker::Unpin for Frame<A, T1, T2, T3> {}
    let shadow = machine::Shadow::new();
    if false {
        shadow
            .is(async move {
                #[allow(unreachable_code, clippy::diverging_sub_expression)]
                if false {
                    return (::resumable::__private::never::<usize>)();
                }
                let name = name;
                match () {
                    () => {
                        let greeting = ::alloc::__export::must_use({
                            ::alloc::fmt::format(format_args!("hello {0}", name))
                        });
                        pause().await;
                        let shout = greeting.to_uppercase();
                        pause().await;
                        shout.len() + name.len()
                    }
                }
            });
    }
    #[allow(
        warnings,
        unused,
        deprecated,
        nonstandard_style,
        future_incompatible,
        rust_2018_idioms,
        dangerous_implicit_autorefs,
        clippy::all,
        clippy::pedantic,
        reason = "rustc has checked the shadow"
    )]
    let value = unsafe {
        machine::Framed::new(
            shadow,
            Frame {
                state: State::Run,
                awaiter: Awaiter { none: () },
                name: machine::MaybeUninit::new(name),
                greeting: machine::MaybeUninit::uninit(),
                shout: machine::MaybeUninit::uninit(),
            },
            |frame, cx| -> _ {
                if false {
                    return (::resumable::__private::never::<machine::Step<usize>>)();
                }
                let mut at = machine::copied(&raw const (*frame).state);
                match at {
                    State::Returned | State::Panicked => {
                        machine::resumed_after_end(
                            #[allow(non_exhaustive_omitted_patterns)]
                            match at {
                                State::Panicked => true,
                                _ => false,
                            },
                        )
                    }
                    _ => (*frame).state = State::Panicked,
                }
                let output = {
                    let name = machine::slot(&raw mut (*frame).name);
                    let mut name_guard = machine::Guard::live(name);
                    let output: usize = 'ret: {
                        {
                            let greeting = machine::slot(&raw mut (*frame).greeting);
                            let mut greeting_guard = machine::Guard::dead(greeting);
                            if let State::Run = at {
                                greeting_guard
                                    .init(
                                        ::alloc::__export::must_use({
                                            ::alloc::fmt::format(format_args!("hello {0}", (* (name))))
                                        }),
                                    );
                            } else {
                                greeting_guard.arm();
                            }
                            if let State::Run | State::Await1 = at {
                                let _ = {
                                    if let State::Run = at {
                                        machine::start(
                                            &raw mut (*frame).awaiter.await1,
                                            { pause() },
                                        );
                                    }
                                    loop {
                                        match machine::poll(
                                            { &raw mut (*frame).awaiter.await1 },
                                            cx,
                                        ) {
                                            machine::Poll::Ready(value) => {
                                                at = State::Run;
                                                break (value).0;
                                            }
                                            machine::Poll::Pending => {
                                                (*frame).state = State::Await1;
                                                machine::forget((name_guard, greeting_guard));
                                                return machine::Step::pending();
                                            }
                                        }
                                    }
                                };
                            }
                            let shout = machine::slot(&raw mut (*frame).shout);
                            let mut shout_guard = machine::Guard::dead(shout);
                            if let State::Run = at {
                                shout_guard.init((*(greeting)).to_uppercase());
                            } else {
                                shout_guard.arm();
                            }
                            let _ = {
                                if let State::Run = at {
                                    machine::start(
                                        &raw mut (*frame).awaiter.await2,
                                        { pause() },
                                    );
                                }
                                loop {
                                    match machine::poll(
                                        { &raw mut (*frame).awaiter.await2 },
                                        cx,
                                    ) {
                                        machine::Poll::Ready(value) => {
                                            at = State::Run;
                                            break (value).0;
                                        }
                                        machine::Poll::Pending => {
                                            (*frame).state = State::Await2;
                                            machine::forget((name_guard, greeting_guard, shout_guard));
                                            return machine::Step::pending();
                                        }
                                    }
                                }
                            };
                            (*(shout)).len() + (*(name)).len()
                        }
                    };
                    output
                };
                (*frame).state = State::Returned;
                machine::Step::ready(output)
            },
            |frame| {
                let at = machine::copied(&raw const (*frame).state);
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        let name_guard = machine::Guard::of_slot(
                            &raw mut (*frame).name,
                            true,
                        );
                        return;
                    }
                    _ => {}
                }
                let name_guard = machine::Guard::of_slot(&raw mut (*frame).name, true);
                let greeting_guard = machine::Guard::of_slot(
                    &raw mut (*frame).greeting,
                    #[allow(non_exhaustive_omitted_patterns)]
                    match at {
                        State::Await1 | State::Await2 => true,
                        _ => false,
                    },
                );
                let shout_guard = machine::Guard::of_slot(
                    &raw mut (*frame).shout,
                    #[allow(non_exhaustive_omitted_patterns)]
                    match at {
                        State::Await2 => true,
                        _ => false,
                    },
                );
                match at {
                    State::Await1 => {
                        machine::drop_awaiter(&raw mut (*frame).awaiter.await1)
                    }
                    State::Await2 => {
                        machine::drop_awaiter(&raw mut (*frame).awaiter.await2)
                    }
                    _ => {}
                }
            },
        )
    };
    machine::Machine::new(value)
}
async fn pause() {}
fn main() {}
