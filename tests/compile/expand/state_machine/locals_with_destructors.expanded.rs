use resumable::resumable;
#[inline]
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
    struct Scope1<T3, A2> {
        shout: T3,
        await2: A2,
    }
    union Shared<A1, T3, A2> {
        none: (),
        await1: machine::ManuallyDrop<A1>,
        scope1: machine::ManuallyDrop<Scope1<T3, A2>>,
    }
    struct Frame<T1, T2, A1, T3, A2> {
        pinned: machine::Pinned,
        state: State,
        name: machine::MaybeUninit<T1>,
        greeting: machine::MaybeUninit<T2>,
        shared: Shared<A1, T3, A2>,
    }
    unsafe impl<T1, T2, A1, T3, A2> ::core::marker::Send for Frame<T1, T2, A1, T3, A2> {}
    unsafe impl<T1, T2, A1, T3, A2> ::core::marker::Sync for Frame<T1, T2, A1, T3, A2> {}
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
        reason = "emitted"
    )]
    impl<T1, T2, A1, T3, A2> ::core::ops::Drop for Frame<T1, T2, A1, T3, A2> {
        #[inline]
        fn drop(&mut self) {
            let frame: *mut Self = self;
            unsafe {
                let at = machine::copied(&raw const (*frame).state);
                let name = machine::slot(&raw mut (*frame).name);
                let greeting = machine::slot(&raw mut (*frame).greeting);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let scope1 = machine::member(&raw mut (*frame).shared.scope1);
                let shout = &raw mut (*scope1).shout;
                let await2 = &raw mut (*scope1).await2;
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        let name_guard = machine::Guard::live(name);
                        return;
                    }
                    _ => {}
                }
                let name_guard = machine::Guard::maybe(name, true);
                let greeting_guard = machine::Guard::maybe(
                    greeting,
                    #[allow(non_exhaustive_omitted_patterns)]
                    match at {
                        State::Await1 | State::Await2 => true,
                        _ => false,
                    },
                );
                let shout_guard = machine::Guard::maybe(
                    shout,
                    #[allow(non_exhaustive_omitted_patterns)]
                    match at {
                        State::Await2 => true,
                        _ => false,
                    },
                );
                match at {
                    State::Await1 => machine::drop_awaiter(await1),
                    State::Await2 => machine::drop_awaiter(await2),
                    _ => {}
                }
            }
        }
    }
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
        let mut value = Frame {
            pinned: machine::Pinned::HERE,
            state: State::Run,
            name: machine::MaybeUninit::new(name),
            greeting: machine::empty(),
            shared: machine::empty(),
        };
        machine::Framed::new(
            shadow,
            #[inline]
            move |cx| -> _ {
                let frame = &raw mut value;
                if false {
                    return (::resumable::__private::never::<machine::Poll<usize>>)();
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
                let name = machine::slot(&raw mut (*frame).name);
                let greeting = machine::slot(&raw mut (*frame).greeting);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let scope1 = machine::member(&raw mut (*frame).shared.scope1);
                let shout = &raw mut (*scope1).shout;
                let await2 = &raw mut (*scope1).await2;
                let output = {
                    let mut name_guard = machine::Guard::live(name);
                    let output: usize = 'ret: {
                        {
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
                                        machine::start(await1, { pause() });
                                    }
                                    loop {
                                        let awaiter = machine::awaiter(await1);
                                        match machine::poll({ await1 }, cx) {
                                            machine::Poll::Ready(value) => {
                                                at = State::Run;
                                                break (awaiter.done(value)).0;
                                            }
                                            machine::Poll::Pending => {
                                                (*frame).state = State::Await1;
                                                machine::forget((name_guard, greeting_guard, awaiter));
                                                return machine::Poll::Pending;
                                            }
                                        }
                                    }
                                };
                            }
                            let mut shout_guard = machine::Guard::dead(shout);
                            if let State::Run = at {
                                shout_guard.init((*(greeting)).to_uppercase());
                            } else {
                                shout_guard.arm();
                            }
                            let _ = {
                                if let State::Run = at {
                                    machine::start(await2, { pause() });
                                }
                                loop {
                                    let awaiter = machine::awaiter(await2);
                                    match machine::poll({ await2 }, cx) {
                                        machine::Poll::Ready(value) => {
                                            at = State::Run;
                                            break (awaiter.done(value)).0;
                                        }
                                        machine::Poll::Pending => {
                                            (*frame).state = State::Await2;
                                            machine::forget((
                                                name_guard,
                                                greeting_guard,
                                                shout_guard,
                                                awaiter,
                                            ));
                                            return machine::Poll::Pending;
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
                machine::Poll::Ready(output)
            },
        )
    };
    machine::Machine::new(value)
}
async fn pause() {}
fn main() {}
