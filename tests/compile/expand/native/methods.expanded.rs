use resumable::resumable;
impl Source {
    pub fn skip(
        &mut self,
        count: u64,
    ) -> ::resumable::__private::Native<
        impl ::core::future::Future<Output = &mut Self>,
    > {
        const _: () = {
            #[codegen(native, suspension_points = 1, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct skip;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest003\tskip\texpand/native/methods.rs\t3\tnative\t1\t0\texplicit\n";
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
                return (::resumable::__private::never::<&mut Self>)();
            }
            let _ = &self;
            let count = count;
            match () {
                () => {
                    for _ in 0..count {
                        next(self).await;
                    }
                    self
                }
            }
        })
    }
    pub fn into_sum(
        mut self,
    ) -> ::resumable::__private::Native<impl ::core::future::Future<Output = u64>> {
        const _: () = {
            #[codegen(native, suspension_points = 2, reason = "explicit")]
            #[allow(non_camel_case_types, dead_code)]
            struct into_sum;
            const _: () = {
                const TEXT: &::core::primitive::str = "macrotest003\tinto_sum\texpand/native/methods.rs\t3\tnative\t2\t0\texplicit\n";
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
            match () {
                () => {
                    let first = next(&mut self).await.unwrap_or(0);
                    first + drain(self).await
                }
            }
        })
    }
}
struct Source;
async fn next(from: &mut Source) -> Option<u64> {
    let _ = from;
    None
}
async fn drain(mut from: Source) -> u64 {
    next(&mut from).await.unwrap_or(0)
}
fn main() {}
