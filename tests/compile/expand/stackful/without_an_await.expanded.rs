use resumable::resumable;
fn identity(n: u64) -> ::resumable::Call<impl ::resumable::Body<Output = u64>> {
    const _: () = {
        #[codegen(stackful, suspension_points = 0, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct identity;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest031\tidentity\texpand/stackful/without_an_await.rs\t3\tstackful\t0\t0\texplicit\n";
            #[used]
            #[unsafe(link_section = "resumable")]
            static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                TEXT,
            );
        };
    };
    ::resumable::__private::call(move |
        _: ::resumable::__private::Hidden<'_>,
    | -> ::resumable::__private::Flow<u64> {
        let n = n;
        let output: u64 = match () {
            () => n,
        };
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        ::resumable::__private::Flow::Done(output)
    })
}
fn main() {}
