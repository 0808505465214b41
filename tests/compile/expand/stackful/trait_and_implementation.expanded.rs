use resumable::resumable;
trait Store {
    fn get<'elided0>(
        &'elided0 self,
        key: u64,
    ) -> ::resumable::Call<
        ::resumable::Method<
            (::resumable::__private::Receiver<'elided0>, u64),
            Option<u64>,
        >,
    >;
    fn get_or<'elided0>(
        &'elided0 self,
        key: u64,
        default: u64,
    ) -> ::resumable::Call<
        ::resumable::Method<(::resumable::__private::Receiver<'elided0>, u64, u64), u64>,
    > {
        const _: () = {
            #[codegen(stackful, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct get_or;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest027\tget_or\texpand/stackful/trait_and_implementation.rs\t3\tstackful\t1\t0\texplicit\n";
                #[used]
                #[unsafe(link_section = "resumable")]
                static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                    TEXT,
                );
            };
        };
        #[allow(unused_imports)]
        use ::resumable::__private::{ViaCall as _, ViaFuture as _};
        let captured = unsafe { ::resumable::__private::Captured::new() };
        if false {
            return captured.are((::resumable::__private::receiver(self), key, default));
        }
        captured
            .method(move |
                suspender: ::resumable::__private::Hidden<'_>,
            | -> ::resumable::__private::Flow<u64> {
                let suspender = unsafe { suspender.reveal() };
                let _ = &self;
                let key = key;
                let default = default;
                let output: u64 = match () {
                    () => {
                        (match (self.get(key)) {
                            operand => {
                                match (&&::resumable::__private::operand(&operand))
                                    .await_strategy()
                                {
                                    strategy => {
                                        match unsafe { strategy.run(operand, suspender) } {
                                            ::resumable::__private::Flow::Done(value) => value,
                                            ::resumable::__private::Flow::Cancelled => {
                                                return ::resumable::__private::cancelled();
                                            }
                                        }
                                    }
                                }
                            }
                        })
                            .unwrap_or(default)
                    }
                };
                #[allow(unreachable_code, clippy::diverging_sub_expression)]
                ::resumable::__private::Flow::Done(output)
            })
    }
}
impl Store for Source {
    #[allow(refining_impl_trait)]
    fn get<'elided0>(
        &'elided0 self,
        key: u64,
    ) -> ::resumable::Call<
        ::resumable::Method<
            (::resumable::__private::Receiver<'elided0>, u64),
            Option<u64>,
        >,
    > {
        const _: () = {
            #[codegen(stackful, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct get;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest027\tget\texpand/stackful/trait_and_implementation.rs\t11\tstackful\t1\t0\texplicit\n";
                #[used]
                #[unsafe(link_section = "resumable")]
                static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                    TEXT,
                );
            };
        };
        #[allow(unused_imports)]
        use ::resumable::__private::{ViaCall as _, ViaFuture as _};
        let captured = unsafe { ::resumable::__private::Captured::new() };
        if false {
            return captured.are((::resumable::__private::receiver(self), key));
        }
        captured
            .method(move |
                suspender: ::resumable::__private::Hidden<'_>,
            | -> ::resumable::__private::Flow<Option<u64>> {
                let suspender = unsafe { suspender.reveal() };
                let _ = &self;
                let key = key;
                let output: Option<u64> = match () {
                    () => {
                        (match (find(key)) {
                            operand => {
                                match (&&::resumable::__private::operand(&operand))
                                    .await_strategy()
                                {
                                    strategy => {
                                        match unsafe { strategy.run(operand, suspender) } {
                                            ::resumable::__private::Flow::Done(value) => value,
                                            ::resumable::__private::Flow::Cancelled => {
                                                return ::resumable::__private::cancelled();
                                            }
                                        }
                                    }
                                }
                            }
                        })
                    }
                };
                #[allow(unreachable_code, clippy::diverging_sub_expression)]
                ::resumable::__private::Flow::Done(output)
            })
    }
}
struct Source;
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
