use resumable::resumable;
#[inline]
fn checked(
    key: u64,
) -> ::resumable::__private::Machine<
    impl ::core::future::Future<Output = Result<u64, String>>,
> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct checked;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest025\tchecked\texpand/state_machine/question_mark_and_return.rs\t3\tstate_machine\t2\t0\texplicit\n";
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
    union Shared<T1, A1, T2, A2> {
        none: (),
        key: machine::ManuallyDrop<T1>,
        await1: machine::ManuallyDrop<A1>,
        value_2: machine::ManuallyDrop<T2>,
        await2: machine::ManuallyDrop<A2>,
    }
    struct Frame<T1, A1, T2, A2> {
        pinned: machine::Pinned,
        state: State,
        value_2_live: ::core::primitive::bool,
        shared: Shared<T1, A1, T2, A2>,
    }
    unsafe impl<T1, A1, T2, A2> ::core::marker::Send for Frame<T1, A1, T2, A2> {}
    unsafe impl<T1, A1, T2, A2> ::core::marker::Sync for Frame<T1, A1, T2, A2> {}
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
    impl<T1, A1, T2, A2> ::core::ops::Drop for Frame<T1, A1, T2, A2> {
        #[inline]
        fn drop(&mut self) {
            let frame: *mut Self = self;
            unsafe {
                let at = machine::copied(&raw const (*frame).state);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let value_2 = machine::member(&raw mut (*frame).shared.value_2);
                let await2 = machine::member(&raw mut (*frame).shared.await2);
                let value_2_live = &raw mut (*frame).value_2_live;
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        return;
                    }
                    _ => {}
                }
                let value_2_guard = machine::Guard::maybe(value_2, *value_2_live);
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
                    return (::resumable::__private::never::<Result<u64, String>>)();
                }
                let key = key;
                match () {
                    () => {
                        if key == 0 {
                            return Err("zero".to_string());
                        }
                        let value = try_find(key).await?;
                        Ok(try_find(value).await? + 1)
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
        let mut value = {
            let mut value = Frame {
                pinned: machine::Pinned::HERE,
                state: State::Run,
                value_2_live: false,
                shared: machine::empty(),
            };
            let frame = &raw mut value;
            let key = machine::copy_place(machine::member(&raw mut (*frame).shared.key));
            machine::put(key, key);
            value
        };
        machine::Framed::new(
            shadow,
            #[inline]
            move |cx| -> _ {
                let frame = &raw mut value;
                if false {
                    return (::resumable::__private::never::<
                        machine::Poll<Result<u64, String>>,
                    >)();
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
                let key = machine::copy_place(
                    machine::member(&raw mut (*frame).shared.key),
                );
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let value_2 = machine::member(&raw mut (*frame).shared.value_2);
                let await2 = machine::member(&raw mut (*frame).shared.await2);
                let value_2_live = &raw mut (*frame).value_2_live;
                let output = {
                    let output: Result<u64, String> = 'ret: {
                        {
                            if let State::Run = at {
                                if (*(key)) == 0 {
                                    break 'ret ({ Err("zero".to_string()) });
                                }
                            }
                            let value_2_guard = machine::FlagGuard::new(
                                value_2,
                                value_2_live,
                            );
                            if let State::Run | State::Await1 = at {
                                machine::init(
                                    value_2,
                                    value_2_live,
                                    (match (machine::Question {
                                        operand: {
                                            if let State::Run = at {
                                                machine::start(await1, { try_find((*(key))) });
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
                                        },
                                    })
                                        .branch()
                                    {
                                        machine::ControlFlow::Continue(value) => value,
                                        machine::ControlFlow::Break(residual) => {
                                            break 'ret ({
                                                (machine::Residual {
                                                    residual,
                                                    result: machine::PhantomData::<Result<u64, String>>,
                                                })
                                                    .value()
                                            });
                                        }
                                    }),
                                );
                            }
                            (Ok(
                                ((match (machine::Question {
                                    operand: {
                                        if let State::Run = at {
                                            machine::start(
                                                await2,
                                                { try_find(((value_2_guard).take())) },
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
                                    },
                                })
                                    .branch()
                                {
                                    machine::ControlFlow::Continue(value) => value,
                                    machine::ControlFlow::Break(residual) => {
                                        break 'ret ({
                                            (machine::Residual {
                                                residual,
                                                result: machine::PhantomData::<Result<u64, String>>,
                                            })
                                                .value()
                                        });
                                    }
                                }) + 1),
                            ))
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
async fn try_find(key: u64) -> Result<u64, String> {
    Ok(key)
}
fn main() {}
