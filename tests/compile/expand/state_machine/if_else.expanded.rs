use resumable::resumable;
#[inline]
fn either(
    first: bool,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 3, leaves = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct either;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest009\teither\texpand/state_machine/if_else.rs\t3\tstate_machine\t3\t1\texplicit\n";
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
    struct Frame<T1, A1, A2> {
        pinned: machine::Pinned,
        state: State,
        first: machine::MaybeUninit<T1>,
        shared: Shared<A1, A2>,
    }
    unsafe impl<T1, A1, A2> ::core::marker::Send for Frame<T1, A1, A2> {}
    unsafe impl<T1, A1, A2> ::core::marker::Sync for Frame<T1, A1, A2> {}
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
    impl<T1, A1, A2> ::core::ops::Drop for Frame<T1, A1, A2> {
        #[inline]
        fn drop(&mut self) {
            let frame: *mut Self = self;
            unsafe {
                let at = machine::copied(&raw const (*frame).state);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let await2 = machine::member(&raw mut (*frame).shared.await2);
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        return;
                    }
                    _ => {}
                }
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
                let first = first;
                match () {
                    () => {
                        if first { pause().await } else { 0 };
                        if let Some(n) = find(1).await {
                            n
                        } else {
                            find(2).await.unwrap_or(0)
                        }
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
            first: machine::MaybeUninit::new(first),
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
                let first = machine::copy_slot(&raw mut (*frame).first);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let await2 = machine::member(&raw mut (*frame).shared.await2);
                let output = {
                    let output: u64 = 'ret: {
                        {
                            if let State::Run | State::Await1 = at {
                                if match at {
                                    State::Run => (*(first)),
                                    _ => true,
                                } {
                                    {
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
                                                    machine::forget((awaiter,));
                                                    return machine::Poll::Pending;
                                                }
                                            }
                                        }
                                    }
                                } else {
                                    { 0 }
                                };
                            }
                            (match {
                                if let State::Run = at {
                                    machine::start(
                                        await2,
                                        {
                                            async move {
                                                let value: u64 = match () {
                                                    () => {
                                                        (if let Some(n) = find(1).await {
                                                            n
                                                        } else {
                                                            find(2).await.unwrap_or(0)
                                                        })
                                                    }
                                                };
                                                (machine::Leaf::<u64, u64>::Value)(value)
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
                                            machine::forget((awaiter,));
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
async fn pause() {}
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
