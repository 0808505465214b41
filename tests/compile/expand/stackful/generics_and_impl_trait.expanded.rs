use resumable::resumable;
fn apply<T: Clone, F>(
    value: &T,
    f: F,
) -> ::resumable::Call<
    impl ::resumable::Body<Output = Result<impl Iterator<Item = T>, String>>,
>
where
    F: Fn(&T) -> bool,
{
    const _: () = {
        #[codegen(stackful, suspension_points = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct apply;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest007\tapply\texpand/stackful/generics_and_impl_trait.rs\t3\tstackful\t1\t0\texplicit\n";
            #[used]
            #[unsafe(link_section = "resumable")]
            static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                TEXT,
            );
        };
    };
    #[allow(unused_imports)]
    use ::resumable::__private::{ViaCall as _, ViaFuture as _};
    ::resumable::__private::call(move |
        suspender: ::resumable::__private::Hidden<'_>,
    | -> ::resumable::__private::Flow<Result<_, String>> {
        let suspender = unsafe { suspender.reveal() };
        let value = value;
        let f = f;
        let output: Result<_, String> = match () {
            () => {
                (match (pause()) {
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
                });
                if !f(value) {
                    return ::resumable::__private::Flow::Done(
                        Err("refused".to_string()),
                    );
                }
                Ok(std::iter::repeat_n(value.clone(), 2))
            }
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
async fn pause() {}
fn main() {}
