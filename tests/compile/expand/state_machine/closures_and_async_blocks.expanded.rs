use resumable::resumable;
fn nested(
    keys: &[u64],
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 2, leaves = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct nested;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest003\tnested\texpand/state_machine/closures_and_async_blocks.rs\t3\tstate_machine\t2\t1\texplicit\n";
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
            return (::resumable::__private::never::<u64>)();
        }
        let keys = keys;
        match () {
            () => {
                let mut sum = 0;
                let mut add = |n: u64| sum += n;
                add(find(keys[0]).await.unwrap_or(1));
                add(async { find(keys[1]).await.unwrap_or(2) }.await);
                sum
            }
        }
    })
}
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
