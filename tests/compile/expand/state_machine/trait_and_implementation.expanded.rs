use resumable::resumable;
trait Store {
    fn get(&self, key: u64) -> impl ::core::future::Future<Output = Option<u64>>;
    #[inline]
    fn get_or(
        &self,
        key: u64,
        default: u64,
    ) -> impl ::core::future::Future<Output = u64> {
        const _: () = {
            #[codegen(state_machine, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct get_or;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest027\tget_or\texpand/state_machine/trait_and_implementation.rs\t3\tstate_machine\t1\t0\texplicit\n";
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
        union Shared<T2, A1> {
            none: (),
            key: machine::ManuallyDrop<T2>,
            await1: machine::ManuallyDrop<A1>,
        }
        struct Frame<T1, T3, T2, A1> {
            pinned: machine::Pinned,
            state: State,
            this: machine::MaybeUninit<T1>,
            default: machine::MaybeUninit<T3>,
            shared: Shared<T2, A1>,
        }
        unsafe impl<T1, T3, T2, A1> ::core::marker::Send for Frame<T1, T3, T2, A1> {}
        unsafe impl<T1, T3, T2, A1> ::core::marker::Sync for Frame<T1, T3, T2, A1> {}
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
        impl<T1, T3, T2, A1> ::core::ops::Drop for Frame<T1, T3, T2, A1> {
            #[inline]
            fn drop(&mut self) {
                let frame: *mut Self = self;
                unsafe {
                    let at = machine::copied(&raw const (*frame).state);
                    let await1 = machine::member(&raw mut (*frame).shared.await1);
                    match at {
                        State::Returned | State::Panicked => return,
                        State::Run => {
                            return;
                        }
                        _ => {}
                    }
                    match at {
                        State::Await1 => machine::drop_awaiter(await1),
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
                    let _ = &self;
                    let key = key;
                    let default = default;
                    match () {
                        () => self.get(key).await.unwrap_or(default),
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
                    this: machine::MaybeUninit::new(self),
                    default: machine::MaybeUninit::new(default),
                    shared: machine::empty(),
                };
                let frame = &raw mut value;
                let key = machine::copy_place(
                    machine::member(&raw mut (*frame).shared.key),
                );
                machine::put(key, key);
                value
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
                    let this = machine::copy_slot(&raw mut (*frame).this);
                    let default = machine::copy_slot(&raw mut (*frame).default);
                    let key = machine::copy_place(
                        machine::member(&raw mut (*frame).shared.key),
                    );
                    let await1 = machine::member(&raw mut (*frame).shared.await1);
                    let output = {
                        let output: u64 = 'ret: {
                            {
                                ({
                                    if let State::Run = at {
                                        machine::start(await1, { (*(this)).get((*(key))) });
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
                                    .unwrap_or((*(default))))
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
}
impl Store for Source {
    #[inline]
    #[allow(refining_impl_trait)]
    fn get(
        &self,
        key: u64,
    ) -> ::resumable::__private::Machine<
        impl ::core::future::Future<Output = Option<u64>>,
    > {
        const _: () = {
            #[codegen(state_machine, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct get;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest027\tget\texpand/state_machine/trait_and_implementation.rs\t11\tstate_machine\t1\t0\texplicit\n";
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
        union Shared<T2, A1> {
            none: (),
            key: machine::ManuallyDrop<T2>,
            await1: machine::ManuallyDrop<A1>,
        }
        struct Frame<T1, T2, A1> {
            pinned: machine::Pinned,
            state: State,
            this: machine::MaybeUninit<T1>,
            shared: Shared<T2, A1>,
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
                    let await1 = machine::member(&raw mut (*frame).shared.await1);
                    match at {
                        State::Returned | State::Panicked => return,
                        State::Run => {
                            return;
                        }
                        _ => {}
                    }
                    match at {
                        State::Await1 => machine::drop_awaiter(await1),
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
                        return (::resumable::__private::never::<Option<u64>>)();
                    }
                    let _ = &self;
                    let key = key;
                    match () {
                        () => find(key).await,
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
                    this: machine::MaybeUninit::new(self),
                    shared: machine::empty(),
                };
                let frame = &raw mut value;
                let key = machine::copy_place(
                    machine::member(&raw mut (*frame).shared.key),
                );
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
                            machine::Poll<Option<u64>>,
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
                    let this = machine::copy_slot(&raw mut (*frame).this);
                    let key = machine::copy_place(
                        machine::member(&raw mut (*frame).shared.key),
                    );
                    let await1 = machine::member(&raw mut (*frame).shared.await1);
                    let output = {
                        let output: Option<u64> = 'ret: {
                            {
                                {
                                    if let State::Run = at {
                                        machine::start(await1, { find((*(key))) });
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
}
struct Source;
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
