use resumable::resumable;
#[inline]
fn identity(
    n: u64,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 0, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct identity;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest031\tidentity\texpand/state_machine/without_an_await.rs\t3\tstate_machine\t0\t0\texplicit\n";
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
        let n = n;
        match () {
            () => n,
        }
    })
}
fn main() {}
