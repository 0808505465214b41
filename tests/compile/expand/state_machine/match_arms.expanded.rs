use resumable::resumable;
#[inline]
fn execute(
    command: Command,
) -> ::resumable::__private::Machine<impl ::core::future::Future<Output = u64>> {
    const _: () = {
        #[codegen(state_machine, suspension_points = 2, leaves = 1, reason = "explicit")]
        #[allow(non_camel_case_types, dead_code)]
        struct execute;
        const _: () = {
            const TEXT: &::core::primitive::str = "macrotest019\texecute\texpand/state_machine/match_arms.rs\t3\tstate_machine\t2\t1\texplicit\n";
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
        let _ = &command;
        match () {
            () => {
                match command {
                    Command::Get(key) => {
                        let found = find(key).await;
                        found.unwrap_or(key)
                    }
                    Command::Put { key, value } if value > 0 => {
                        find(key).await.map_or(0, |old| old + value)
                    }
                    Command::Put { .. } | Command::Quit => 0,
                }
            }
        }
    })
}
enum Command {
    Get(u64),
    Put { key: u64, value: u64 },
    Quit,
}
async fn find(key: u64) -> Option<u64> {
    Some(key)
}
fn main() {}
