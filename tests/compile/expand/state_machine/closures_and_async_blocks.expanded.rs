use resumable::resumable;
#[inline]
fn nested(
    keys: &[u64],
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 2, leaves = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct nested;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest003\tnested\texpand/state_machine/closures_and_async_blocks.rs\t3\tstate_machine\t2\t2\texplicit\n";
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
    union Shared<A1, A2> {
        none: (),
        await1: machine::ManuallyDrop<A1>,
        await2: machine::ManuallyDrop<A2>,
    }
    struct Frame<T1, T2, T3, A1, A2> {
        pinned: machine::Pinned,
        state: State,
        keys: machine::MaybeUninit<T1>,
        sum: machine::MaybeUninit<T2>,
        add: machine::MaybeUninit<T3>,
        shared: Shared<A1, A2>,
    }
    unsafe impl<T1, T2, T3, A1, A2> ::core::marker::Send for Frame<T1, T2, T3, A1, A2> {}
    unsafe impl<T1, T2, T3, A1, A2> ::core::marker::Sync for Frame<T1, T2, T3, A1, A2> {}
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
    impl<T1, T2, T3, A1, A2> ::core::ops::Drop for Frame<T1, T2, T3, A1, A2> {
        #[inline]
        fn drop(&mut self) {
            let frame: *mut Self = self;
            unsafe {
                let at = machine::copied(&raw const (*frame).state);
                let add = machine::slot(&raw mut (*frame).add);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let await2 = machine::member(&raw mut (*frame).shared.await2);
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        return;
                    }
                    _ => {}
                }
                let add_guard = machine::Guard::maybe(
                    add,
                    #[allow(non_exhaustive_omitted_patterns)]
                    match at {
                        State::Await1 | State::Await2 => true,
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
                    return (::resumable::__private::never::<u64>)();
                }
                let keys = keys;
                match () {
                    () => {
                        let mut sum = 0;
                        let mut add = |n: u64| sum += n;
                        add(find(keys[0]).await.unwrap_or(1));
                        add(async { find(keys[1]).await.unwrap_or(2) }.await);
                        sum
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
            keys: machine::MaybeUninit::new(keys),
            sum: machine::empty(),
            add: machine::empty(),
            shared: machine::empty(),
        };
        machine::Framed::new(
            shadow,
            #[inline]
            move |cx| -> _ {
                let frame = &raw mut value;
                if false {
                    return (::resumable::__private::never::<machine::Poll<u64>>)();
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
                let keys = machine::copy_slot(&raw mut (*frame).keys);
                let sum = machine::copy_slot(&raw mut (*frame).sum);
                let add = machine::slot(&raw mut (*frame).add);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let await2 = machine::member(&raw mut (*frame).shared.await2);
                let output = {
                    let output: u64 = 'ret: {
                        {
                            let mut add_guard = machine::Guard::dead(add);
                            if let State::Run = at {
                                machine::put(sum, 0);
                                add_guard
                                    .init({
                                        let sum = machine::lend(sum);
                                        |n: u64| ((sum).value) += n
                                    });
                            } else {
                                add_guard.arm();
                            }
                            if let State::Run | State::Await1 = at {
                                (match {
                                    if let State::Run = at {
                                        machine::start(
                                            await1,
                                            {
                                                async move {
                                                    let value: _ = {
                                                        (*(add))(find((*(keys))[0]).await.unwrap_or(1));
                                                    };
                                                    (machine::Leaf::<_, u64>::Value)(value)
                                                }
                                            },
                                        );
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
                                                machine::forget((add_guard, awaiter));
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
                                        await2,
                                        {
                                            async move {
                                                let value: _ = {
                                                    (*(add))(
                                                        {
                                                            let keys = machine::lend(keys);
                                                            async { find(((keys).value)[1]).await.unwrap_or(2) }
                                                        }
                                                            .await,
                                                    );
                                                };
                                                (machine::Leaf::<_, u64>::Value)(value)
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
                                            machine::forget((add_guard, awaiter));
                                            return machine::Poll::Pending;
                                        }
                                    }
                                }
                            } {
                                machine::Leaf::Value(value) => value,
                                machine::Leaf::Left(value) => break 'ret value,
                            });
                            (*(sum))
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
