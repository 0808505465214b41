use resumable::resumable;
#[inline]
fn apply<T: Clone, F>(
    value: &T,
    f: F,
) -> ::resumable::__private::Machine<
    impl ::core::future::Future<Output = Result<impl Iterator<Item = T>, String>>,
>
where
    F: Fn(&T) -> bool,
{
    const _: () = {
        #[codegen(state_machine, suspension_points = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct apply;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest007\tapply\texpand/state_machine/generics_and_impl_trait.rs\t3\tstate_machine\t1\t0\texplicit\n";
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
        Returned,
        Panicked,
    }
    struct Frame<T1, T2, A1> {
        pinned: machine::Pinned,
        state: State,
        value_2: machine::MaybeUninit<T1>,
        f: machine::MaybeUninit<T2>,
        await1: machine::MaybeUninit<A1>,
    }
    unsafe impl<T1, T2, A1> ::core::marker::Send for Frame<T1, T2, A1> {}
    unsafe impl<T1, T2, A1> ::core::marker::Sync for Frame<T1, T2, A1> {}
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
    impl<T1, T2, A1> ::core::ops::Drop for Frame<T1, T2, A1> {
        #[inline]
        fn drop(&mut self) {
            let frame: *mut Self = self;
            unsafe {
                let at = machine::copied(&raw const (*frame).state);
                let f = machine::slot(&raw mut (*frame).f);
                let await1 = machine::slot(&raw mut (*frame).await1);
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        let f_guard = machine::Guard::live(f);
                        return;
                    }
                    _ => {}
                }
                let f_guard = machine::Guard::maybe(f, true);
                match at {
                    State::Await1 => machine::drop_awaiter(await1),
                    _ => {}
                }
            }
        }
    }
    machine::Machine::new(async move {
        let shadow = machine::Shadow::new();
        if false {
            shadow
                .is(async move {
                    #[allow(unreachable_code, clippy::diverging_sub_expression)]
                    if false {
                        return (::resumable::__private::never::<Result<_, String>>)();
                    }
                    let value = value;
                    let f = f;
                    match () {
                        () => {
                            pause().await;
                            if !f(value) {
                                return Err("refused".to_string());
                            }
                            Ok(std::iter::repeat_n(value.clone(), 2))
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
                value_2: machine::MaybeUninit::new(value),
                f: machine::MaybeUninit::new(f),
                await1: machine::empty(),
            };
            machine::Framed::new(
                shadow,
                #[inline]
                move |cx| -> _ {
                    let frame = &raw mut value;
                    if false {
                        return (::resumable::__private::never::<
                            machine::Poll<Result<_, String>>,
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
                    let value_2 = machine::copy_slot(&raw mut (*frame).value_2);
                    let f = machine::slot(&raw mut (*frame).f);
                    let await1 = machine::slot(&raw mut (*frame).await1);
                    let output = {
                        let mut f_guard = machine::Guard::live(f);
                        let output: Result<_, String> = 'ret: {
                            {
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
                                                machine::forget((f_guard, awaiter));
                                                return machine::Poll::Pending;
                                            }
                                        }
                                    }
                                };
                                if !(*(f))((*(value_2))) {
                                    break 'ret ({ Err("refused".to_string()) });
                                }
                                Ok(std::iter::repeat_n((*(value_2)).clone(), 2))
                            }
                        };
                        output
                    };
                    (*frame).state = State::Returned;
                    machine::Poll::Ready(output)
                },
            )
        };
        #[allow(unreachable_code)] value.await
    })
}
async fn pause() {}
fn main() {}
