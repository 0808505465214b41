use resumable::resumable;
impl Source {
    #[inline]
    pub fn skip(
        &mut self,
        count: u64,
    ) -> ::resumable::__private::Machine<
        impl ::core::future::Future<Output = &mut Self>,
    > {
        const _: () = {
            #[codegen(state_machine, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct skip;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest021\tskip\texpand/state_machine/methods.rs\t3\tstate_machine\t1\t0\texplicit\n";
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
        struct Frame<T1, T2, T3, T4, A1> {
            pinned: machine::Pinned,
            state: State,
            this: machine::MaybeUninit<T1>,
            count: machine::MaybeUninit<T2>,
            iterator: machine::MaybeUninit<T3>,
            item_2: machine::MaybeUninit<T4>,
            await1: machine::MaybeUninit<A1>,
        }
        unsafe impl<T1, T2, T3, T4, A1> ::core::marker::Send
        for Frame<T1, T2, T3, T4, A1> {}
        unsafe impl<T1, T2, T3, T4, A1> ::core::marker::Sync
        for Frame<T1, T2, T3, T4, A1> {}
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
                    let iterator = machine::slot(&raw mut (*frame).iterator);
                    let item_2 = machine::slot(&raw mut (*frame).item_2);
                    let await1 = machine::slot(&raw mut (*frame).await1);
                    match at {
                        State::Returned | State::Panicked => return,
                        State::Run => {
                            return;
                        }
                        _ => {}
                    }
                    let iterator_guard = machine::Guard::maybe(
                        iterator,
                        #[allow(non_exhaustive_omitted_patterns)]
                        match at {
                            State::Await1 => true,
                            _ => false,
                        },
                    );
                    let item_2_guard = machine::Guard::maybe(
                        item_2,
                        #[allow(non_exhaustive_omitted_patterns)]
                        match at {
                            State::Await1 => true,
                            _ => false,
                        },
                    );
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
                        return (::resumable::__private::never::<&mut Self>)();
                    }
                    let _ = &self;
                    let count = count;
                    match () {
                        () => {
                            for _ in 0..count {
                                next(self).await;
                            }
                            self
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
                this: machine::MaybeUninit::new(self),
                count: machine::MaybeUninit::new(count),
                iterator: machine::empty(),
                item_2: machine::empty(),
                await1: machine::empty(),
            };
            machine::Framed::new(
                shadow,
                #[inline]
                move |cx| -> _ {
                    let frame = &raw mut value;
                    if false {
                        return (::resumable::__private::never::<
                            machine::Poll<&mut Self>,
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
                    let this = machine::slot(&raw mut (*frame).this);
                    let count = machine::copy_slot(&raw mut (*frame).count);
                    let iterator = machine::slot(&raw mut (*frame).iterator);
                    let item_2 = machine::slot(&raw mut (*frame).item_2);
                    let await1 = machine::slot(&raw mut (*frame).await1);
                    let output = {
                        let output: &mut Self = 'ret: {
                            {
                                {
                                    let mut iterator_guard = machine::Guard::dead(iterator);
                                    if let State::Run = at {
                                        iterator_guard
                                            .init(::core::iter::IntoIterator::into_iter(0..(*(count))));
                                    } else {
                                        iterator_guard.arm();
                                    }
                                    while (if let State::Run = at {
                                        match ::core::iter::Iterator::next(&mut *iterator) {
                                            ::core::option::Option::Some(item) => {
                                                machine::put(item_2, item);
                                                true
                                            }
                                            ::core::option::Option::None => false,
                                        }
                                    } else {
                                        true
                                    }) {
                                        let mut item_2_guard = machine::Guard::live(item_2);
                                        {
                                            let _ = {
                                                if let State::Run = at {
                                                    machine::start(await1, { next((&mut **(this))) });
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
                                                            machine::forget((iterator_guard, item_2_guard, awaiter));
                                                            return machine::Poll::Pending;
                                                        }
                                                    }
                                                }
                                            };
                                        }
                                    }
                                };
                                (&mut **(this))
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
    #[inline]
    pub fn into_sum(
        mut self,
    ) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
        const _: () = {
            #[codegen(
                state_machine,
                suspension_points = 2,
                leaves = 1,
                reason = "explicit"
            )]
            #[allow(non_camel_case_types, dead_code)]
            struct into_sum;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest021\tinto_sum\texpand/state_machine/methods.rs\t3\tstate_machine\t2\t1\texplicit\n";
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
        struct Scope1<T2, A2> {
            first: T2,
            await2: A2,
        }
        union Shared<A1, T2, A2> {
            none: (),
            await1: machine::ManuallyDrop<A1>,
            scope1: machine::ManuallyDrop<Scope1<T2, A2>>,
        }
        struct Frame<T1, A1, T2, A2> {
            pinned: machine::Pinned,
            state: State,
            this_live: ::core::primitive::bool,
            first_live: ::core::primitive::bool,
            this: machine::MaybeUninit<T1>,
            shared: Shared<A1, T2, A2>,
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
                    let this = machine::slot(&raw mut (*frame).this);
                    let await1 = machine::member(&raw mut (*frame).shared.await1);
                    let scope1 = machine::member(&raw mut (*frame).shared.scope1);
                    let first = &raw mut (*scope1).first;
                    let await2 = &raw mut (*scope1).await2;
                    let this_live = &raw mut (*frame).this_live;
                    let first_live = &raw mut (*frame).first_live;
                    match at {
                        State::Returned | State::Panicked => return,
                        State::Run => {
                            let this_guard = machine::Guard::live(this);
                            return;
                        }
                        _ => {}
                    }
                    let this_guard = machine::Guard::maybe(this, *this_live);
                    let first_guard = machine::Guard::maybe(first, *first_live);
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
                    let _ = &self;
                    match () {
                        () => {
                            let first = next(&mut self).await.unwrap_or(0);
                            first + drain(self).await
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
                this_live: true,
                first_live: false,
                this: machine::MaybeUninit::new(self),
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
                    let this = machine::slot(&raw mut (*frame).this);
                    let await1 = machine::member(&raw mut (*frame).shared.await1);
                    let scope1 = machine::member(&raw mut (*frame).shared.scope1);
                    let first = &raw mut (*scope1).first;
                    let await2 = &raw mut (*scope1).await2;
                    let this_live = &raw mut (*frame).this_live;
                    let first_live = &raw mut (*frame).first_live;
                    let output = {
                        let this_guard = machine::FlagGuard::new(this, this_live);
                        let output: u64 = 'ret: {
                            {
                                let first_guard = machine::FlagGuard::new(
                                    first,
                                    first_live,
                                );
                                if let State::Run | State::Await1 = at {
                                    machine::init(
                                        first,
                                        first_live,
                                        ({
                                            if let State::Run = at {
                                                machine::start(await1, { next(&mut (*(this))) });
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
                                                        machine::forget((this_guard, awaiter));
                                                        return machine::Poll::Pending;
                                                    }
                                                }
                                            }
                                        }
                                            .unwrap_or(0)),
                                    );
                                }
                                (match {
                                    if let State::Run = at {
                                        machine::start(
                                            await2,
                                            {
                                                async move {
                                                    let value: u64 = match () {
                                                        () => {
                                                            (((machine::Owned::of(first, first_live)).take())
                                                                + drain(((machine::Owned::of(this, this_live)).take()))
                                                                    .await)
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
                                                machine::forget((this_guard, first_guard, awaiter));
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
}
struct Source;
async fn next(from: &mut Source) -> Option<u64> {
    let _ = from;
    None
}
async fn drain(mut from: Source) -> u64 {
    next(&mut from).await.unwrap_or(0)
}
fn main() {}
