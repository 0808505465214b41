use resumable::resumable;
#[inline]
fn or_default(
    key: u64,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 2, leaves = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct or_default;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest011\tor_default\texpand/state_machine/let_else.rs\t3\tstate_machine\t2\t1\texplicit\n";
            #[used]
            #[unsafe(link_section = "resumable")]
            static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                TEXT,
            );
        };
    };
    (::resumable::__private::Machine::new)(async move {
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        if false {
            return (::resumable::__private::never::<u64>)();
        }
        let key = key;
        match () {
            () => {
                let Some(value) = find(key).await else {
                    return find(0).await.unwrap_or_default();
                };
                value
            }
        }
    })
}
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
