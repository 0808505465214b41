use resumable::resumable;
trait Store {
    fn get(&self, key: u64) -> impl ::core::future::Future<Output = Option<u64>>;
    fn get_or(
        &self,
        key: u64,
        default: u64,
    ) -> impl ::core::future::Future<Output = u64> {
        const _: () = {
            #[codegen(native, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct get_or;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest009\tget_or\texpand/native/trait_and_implementation.rs\t3\tnative\t1\t0\texplicit\n";
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
            let _ = &self;
            let key = key;
            let default = default;
            match () {
                () => self.get(key).await.unwrap_or(default),
            }
        })
    }
}
impl Store for Source {
    #[allow(refining_impl_trait)]
    fn get(
        &self,
        key: u64,
    ) -> ::resumable::__private::Native<
        impl ::core::future::Future<Output = Option<u64>>,
    > {
        const _: () = {
            #[codegen(native, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct get;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest009\tget\texpand/native/trait_and_implementation.rs\t11\tnative\t1\t0\texplicit\n";
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
                return (::resumable::__private::never::<Option<u64>>)();
            }
            let _ = &self;
            let key = key;
            match () {
                () => find(key).await,
            }
        })
    }
}
struct Source;
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
