use resumable::resumable;
#[inline]
fn copy(
    from: &mut Source,
    limit: u64,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct copy;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest001\tcopy\texpand/state_machine/await_in_sequence.rs\t3\tstate_machine\t2\t0\texplicit\n";
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
        first: T3,
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
        first_live: ::core::primitive::bool,
        from: machine::MaybeUninit<T1>,
        limit: machine::MaybeUninit<T2>,
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
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let scope1 = machine::member(&raw mut (*frame).shared.scope1);
                let first = &raw mut (*scope1).first;
                let await2 = &raw mut (*scope1).await2;
                let first_live = &raw mut (*frame).first_live;
                match at {
                    State::Returned | State::Panicked => return,
                    State::Run => {
                        return;
                    }
                    _ => {}
                }
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
                let from = from;
                let limit = limit;
                match () {
                    () => {
                        let first = read(from, limit).await;
                        let second = read(from, limit - first).await;
                        first + second
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
            first_live: false,
            from: machine::MaybeUninit::new(from),
            limit: machine::MaybeUninit::new(limit),
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
                let from = machine::slot(&raw mut (*frame).from);
                let limit = machine::copy_slot(&raw mut (*frame).limit);
                let await1 = machine::member(&raw mut (*frame).shared.await1);
                let scope1 = machine::member(&raw mut (*frame).shared.scope1);
                let first = &raw mut (*scope1).first;
                let await2 = &raw mut (*scope1).await2;
                let first_live = &raw mut (*frame).first_live;
                let output = {
                    let output: u64 = 'ret: {
                        {
                            let first_guard = machine::FlagGuard::new(first, first_live);
                            if let State::Run | State::Await1 = at {
                                {
                                    if let State::Run = at {
                                        machine::start(
                                            await1,
                                            { read((&mut **(from)), (*(limit))) },
                                        );
                                    }
                                    loop {
                                        let awaiter = machine::awaiter(await1);
                                        match machine::poll({ await1 }, cx) {
                                            machine::Poll::Ready(value) => {
                                                at = State::Run;
                                                machine::init(first, first_live, (awaiter.done(value)).0);
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
                            }
                            let second = ({
                                if let State::Run = at {
                                    machine::start(
                                        await2,
                                        {
                                            read((&mut **(from)), (*(limit)) - ((first_guard).again()))
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
                                            machine::forget((first_guard, awaiter));
                                            return machine::Poll::Pending;
                                        }
                                    }
                                }
                            });
                            ((first_guard).take()) + second
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
struct Source;
async fn read(from: &mut Source, limit: u64) -> u64 {
    let _ = from;
    limit
}
fn main() {}
