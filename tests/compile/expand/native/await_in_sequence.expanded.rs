use resumable::resumable;
fn copy(
    from: &mut Source,
    limit: u64,
) -> ::resumable::__private::Native<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(native, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct copy;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest001\tcopy\texpand/native/await_in_sequence.rs\t3\tnative\t2\t0\texplicit\n";
            #[used]
            #[unsafe(link_section = "resumable")]
            static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(
                TEXT,
            );
        };
    };
    (::resumable::__private::Native::new)(async move {
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
    })
}
struct Source;
async fn read(from: &mut Source, limit: u64) -> u64 {
    let _ = from;
    limit
}
fn main() {}
