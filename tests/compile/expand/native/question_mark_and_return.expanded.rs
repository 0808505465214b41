use resumable::resumable;
fn checked(
    key: u64,
) -> ::resumable::__private::Native<
    impl ::core::future::Future<Output = Result<u64, String>>,
> {
    const _: () = {
        #[codegen(native, suspension_points = 2, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct checked;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest007\tchecked\texpand/native/question_mark_and_return.rs\t3\tnative\t2\t0\texplicit\n";
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
            return (::resumable::__private::never::<Result<u64, String>>)();
        }
        let key = key;
        match () {
            () => {
                if key == 0 {
                    return Err("zero".to_string());
                }
                let value = try_find(key).await?;
                Ok(try_find(value).await? + 1)
            }
        }
    })
}
async fn try_find(key: u64) -> Result<u64, String> {
    Ok(key)
}
fn main() {}
