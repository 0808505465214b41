use resumable::resumable;
#[inline]
fn total(
    keys: Vec<u64>,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct total;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest005\ttotal\texpand/state_machine/for_loop.rs\t3\tstate_machine\t1\t0\texplicit\n";
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
    union Shared<T4, A1> {
        none: (),
        key: machine::ManuallyDrop<T4>,
        await1: machine::ManuallyDrop<A1>,
    }
    struct Frame<T1, T2, T3, T4, A1> {
        pinned: machine::Pinned,
        state: State,
        keys_live: ::core::primitive::bool,
        key_live: ::core::primitive::bool,
        keys: machine::MaybeUninit<T1>,
        sum: machine::MaybeUninit<T2>,
        iterator: machine::MaybeUninit<T3>,
        shared: Shared<T4, A1>,
    }
    unsafe impl<T1, T2, T3, T4, A1> ::core::marker::Send for Frame<T1, T2, T3, T4, A1> {}
    unsafe impl<T1, T2, T3, T4, A1> ::core::marker::Sync for Frame<T1, T2, T3, T4, A1> {}
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
    impl<T1, T2, T3, T4, A1> ::core::ops::Drop for Frame<T1, T2, T3, T4, A1> {
        #[inline]
        fn drop(&mut self) {
            let frame: *mut Self = self;
            unsafe {
                let at = machine::copied(&raw const (*frame).state);
                let keys = machine::slot(&raw mut (*frame).keys);
                let iterator = machine::slot(&raw mut (*frame).iterator);
                let key = machine::member(&raw mut (*frame).shared.key);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let keys_live = &raw mut (*frame).keys_live;
                let key_live = &raw mut (*frame).key_live;
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        let keys_guard = machine::Guard::live(keys);
                        return;
                    }
                    _ => {}
                }
                let keys_guard = machine::Guard::maybe(keys, *keys_live);
                let iterator_guard = machine::Guard::maybe(
                    iterator,
                    #[allow(non_exhaustive_omitted_patterns)]
                    match at {
                        State::Await1 => true,
                        _ => false,
                    },
                );
                let key_guard = machine::Guard::maybe(key, *key_live);
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
                let keys = keys;
                match () {
                    () => {
                        let mut sum = 0;
                        for key in keys {
                            sum += find(key).await.unwrap_or(0);
                        }
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
            keys_live: true,
            key_live: false,
            keys: machine::MaybeUninit::new(keys),
            sum: machine::empty(),
            iterator: machine::empty(),
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
                let keys = machine::slot(&raw mut (*frame).keys);
                let sum = machine::copy_slot(&raw mut (*frame).sum);
                let iterator = machine::slot(&raw mut (*frame).iterator);
                let key = machine::member(&raw mut (*frame).shared.key);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let keys_live = &raw mut (*frame).keys_live;
                let key_live = &raw mut (*frame).key_live;
                let output = {
                    let keys_guard = machine::FlagGuard::new(keys, keys_live);
                    let output: u64 = 'ret: {
                        {
                            if let State::Run = at {
                                machine::put(sum, 0);
                            }
                            {
                                let mut iterator_guard = machine::Guard::dead(iterator);
                                if let State::Run = at {
                                    iterator_guard
                                        .init(
                                            ::core::iter::IntoIterator::into_iter(((keys_guard).take())),
                                        );
                                } else {
                                    iterator_guard.arm();
                                }
                                while (if let State::Run = at {
                                    match ::core::iter::Iterator::next(&mut *iterator) {
                                        ::core::option::Option::Some(key) => {
                                            machine::put(key, key);
                                            *key_live = true;
                                            true
                                        }
                                        ::core::option::Option::None => false,
                                    }
                                } else {
                                    true
                                }) {
                                    let key_guard = machine::FlagGuard::new(key, key_live);
                                    {
                                        let _ = ((*(sum))
                                            += ({
                                                if let State::Run = at {
                                                    machine::start(await1, { find(((key_guard).take())) });
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
                                                            machine::forget((
                                                                keys_guard,
                                                                iterator_guard,
                                                                key_guard,
                                                                awaiter,
                                                            ));
                                                            return machine::Poll::Pending;
                                                        }
                                                    }
                                                }
                                            }
                                                .unwrap_or(0)));
                                    }
                                }
                            };
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
