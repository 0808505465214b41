use resumable::resumable;
#[inline]
fn drain(
    from: &mut Source,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct drain;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest029\tdrain\texpand/state_machine/while_let.rs\t3\tstate_machine\t1\t0\texplicit\n";
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
        from: machine::MaybeUninit<T1>,
        sum: machine::MaybeUninit<T2>,
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
                let await1 = machine::slot(&raw mut (*frame).await1);
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
                let from = from;
                match () {
                    () => {
                        let mut sum = 0;
                        while let Some(n) = next(from).await {
                            sum += n;
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
            from: machine::MaybeUninit::new(from),
            sum: machine::empty(),
            await1: machine::empty(),
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
                let sum = machine::copy_slot(&raw mut (*frame).sum);
                let await1 = machine::slot(&raw mut (*frame).await1);
                let output = {
                    let output: u64 = 'ret: {
                        {
                            if let State::Run = at {
                                machine::put(sum, 0);
                            }
                            while let Some(n) = {
                                if let State::Run = at {
                                    machine::start(await1, { next((&mut **(from))) });
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
                            } {
                                (*(sum)) += n;
                            }
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
struct Source;
async fn next(from: &mut Source) -> Option<u64> {
    let _ = from;
    None
}
fn main() {}
