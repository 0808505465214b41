use resumable::resumable;
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
        #[codegen(state_machine, suspension_points = 1, leaves = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct apply;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest007\tapply\texpand/state_machine/generics_and_impl_trait.rs\t3\tstate_machine\t1\t1\texplicit\n";
            #[used]
            #[unsafe(link_section = "resumable")]
            static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                TEXT,
            );
        };
    };
    ::resumable::__private::Machine::new(async move {
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        if false {
            return ::resumable::__private::never::<Result<_, String>>();
        }
        let value = value;
        let f = f;
        #[allow(clippy::diverging_sub_expression, reason = "an `async fn` may diverge")]
        let output: Result<_, String> = {
            pause().await;
            if !f(value) {
                return Err("refused".to_string());
            }
            Ok(std::iter::repeat_n(value.clone(), 2))
        };
        #[allow(unreachable_code)] output
    })
}
async fn pause() {}
fn main() {}
