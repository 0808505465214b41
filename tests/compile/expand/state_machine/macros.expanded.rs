use resumable::resumable;
#[inline]
fn report(
    key: u64,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = String>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 3, leaves = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct report;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest017\treport\texpand/state_machine/macros.rs\t3\tstate_machine\t3\t2\texplicit\n";
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
        Await3,
        Returned,
        Panicked,
    }
    union Shared1<A2, A3> {
        none: (),
        await2: machine::ManuallyDrop<A2>,
        await3: machine::ManuallyDrop<A3>,
    }
    struct Scope1<T2, A2, A3> {
        value_2: T2,
        shared: Shared1<A2, A3>,
    }
    union Shared<A1, T2, A2, A3> {
        none: (),
        await1: machine::ManuallyDrop<A1>,
        scope1: machine::ManuallyDrop<Scope1<T2, A2, A3>>,
    }
    struct Frame<T1, A1, T2, A2, A3> {
        pinned: machine::Pinned,
        state: State,
        key: machine::MaybeUninit<T1>,
        shared: Shared<A1, T2, A2, A3>,
    }
    unsafe impl<T1, A1, T2, A2, A3> ::core::marker::Send for Frame<T1, A1, T2, A2, A3> {}
    unsafe impl<T1, A1, T2, A2, A3> ::core::marker::Sync for Frame<T1, A1, T2, A2, A3> {}
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
    impl<T1, A1, T2, A2, A3> ::core::ops::Drop for Frame<T1, A1, T2, A2, A3> {
        #[inline]
        fn drop(&mut self) {
            let frame: *mut Self = self;
            unsafe {
                let at = machine::copied(&raw const (*frame).state);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let scope1 = machine::member(&raw mut (*frame).shared.scope1);
                let value_2 = &raw mut (*scope1).value_2;
                let await2 = machine::member(&raw mut (*scope1).shared.await2);
                let await3 = machine::member(&raw mut (*scope1).shared.await3);
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        return;
                    }
                    _ => {}
                }
                let value_2_guard = machine::Guard::maybe(
                    value_2,
                    #[allow(non_exhaustive_omitted_patterns)]
                    match at {
                        State::Await2 | State::Await3 => true,
                        _ => false,
                    },
                );
                match at {
                    State::Await1 => machine::drop_awaiter(await1),
                    State::Await2 => machine::drop_awaiter(await2),
                    State::Await3 => machine::drop_awaiter(await3),
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
                    return (::resumable::__private::never::<String>)();
                }
                let key = key;
                match () {
                    () => {
                        let value = find(key).await;
                        {
                            ::std::io::_print(format_args!("found {0:?}\n", value));
                        };
                        if !find(key).await.is_some() {
                            {
                                ::core::panicking::panic_fmt(
                                    format_args!("{0} is gone", key),
                                );
                            }
                        }
                        ::alloc::__export::must_use({
                            ::alloc::fmt::format(
                                format_args!("{1}: {0:?}", find(key). await, key),
                            )
                        })
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
            key: machine::MaybeUninit::new(key),
            shared: machine::empty(),
        };
        machine::Framed::new(
            shadow,
            #[inline]
            move |cx| -> _ {
                let frame = &raw mut value;
                if false {
                    return (::resumable::__private::never::<machine::Poll<String>>)();
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
                let key = machine::copy_slot(&raw mut (*frame).key);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let scope1 = machine::member(&raw mut (*frame).shared.scope1);
                let value_2 = &raw mut (*scope1).value_2;
                let await2 = machine::member(&raw mut (*scope1).shared.await2);
                let await3 = machine::member(&raw mut (*scope1).shared.await3);
                let output = {
                    let output: String = 'ret: {
                        {
                            let mut value_2_guard = machine::Guard::dead(value_2);
                            if let State::Run | State::Await1 = at {
                                {
                                    if let State::Run = at {
                                        machine::start(await1, { find((*(key))) });
                                    }
                                    loop {
                                        let awaiter = machine::awaiter(await1);
                                        match machine::poll({ await1 }, cx) {
                                            machine::Poll::Ready(value) => {
                                                at = State::Run;
                                                value_2_guard.init((awaiter.done(value)).0);
                                                break;
                                            }
                                            machine::Poll::Pending => {
                                                (*frame).state = State::Await1;
                                                machine::forget((awaiter,));
                                                return machine::Poll::Pending;
                                            }
                                        }
                                    }
                                }
                            } else {
                                value_2_guard.arm();
                            }
                            if let State::Run = at {
                                {
                                    ::std::io::_print(
                                        format_args!("found {0:?}\n", (* (value_2))),
                                    );
                                };
                            }
                            if let State::Run | State::Await2 = at {
                                (match {
                                    if let State::Run = at {
                                        machine::start(
                                            await2,
                                            {
                                                async move {
                                                    let value: _ = {
                                                        if !find((*(key))).await.is_some() {
                                                            {
                                                                ::core::panicking::panic_fmt(
                                                                    format_args!("{0} is gone", (* (key))),
                                                                );
                                                            }
                                                        }
                                                    };
                                                    (machine::Leaf::<_, String>::Value)(value)
                                                }
                                            },
                                        );
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
                                                machine::forget((value_2_guard, awaiter));
                                                return machine::Poll::Pending;
                                            }
                                        }
                                    }
                                } {
                                    machine::Leaf::Value(value) => value,
                                    machine::Leaf::Left(value) => break 'ret value,
                                });
                            }
                            (match {
                                if let State::Run = at {
                                    machine::start(
                                        await3,
                                        {
                                            async move {
                                                let value: String = match () {
                                                    () => {
                                                        (::alloc::__export::must_use({
                                                            ::alloc::fmt::format(
                                                                format_args!(
                                                                    "{1}: {0:?}", find((* (key))). await, (* (key))
                                                                ),
                                                            )
                                                        }))
                                                    }
                                                };
                                                (machine::Leaf::<String, String>::Value)(value)
                                            }
                                        },
                                    );
                                }
                                loop {
                                    let awaiter = machine::awaiter(await3);
                                    match machine::poll({ await3 }, cx) {
                                        machine::Poll::Ready(value) => {
                                            at = State::Run;
                                            break (awaiter.done(value)).0;
                                        }
                                        machine::Poll::Pending => {
                                            (*frame).state = State::Await3;
                                            machine::forget((value_2_guard, awaiter));
                                            return machine::Poll::Pending;
                                        }
                                    }
                                }
                            } {
                                machine::Leaf::Value(value) => value,
                                machine::Leaf::Left(value) => break 'ret value,
                            })
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
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
