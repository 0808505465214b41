use resumable::resumable;
#[inline]
fn sum(
    __arg0: (u64, u64),
    __arg1: [u64; 3],
    n: u64,
    __arg3: String,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 1, leaves = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct sum;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest023\tsum\texpand/state_machine/patterns_in_parameters.rs\t3\tstate_machine\t1\t1\texplicit\n";
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
        let __arg0 = __arg0;
        let (a, b) = __arg0;
        let __arg1 = __arg1;
        let [first, ..] = __arg1;
        let mut n = n;
        let __arg3 = __arg3;
        let _ = __arg3;
        match () {
            () => {
                n += find(a).await.unwrap_or(b);
                n + first
            }
        }
    })
}
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
