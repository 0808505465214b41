//! The same function under each strategy: it gives the same result, and the binary says how each was compiled.
//!
//! `cargo run -p resumable --example strategies`

use resumable::{block_on, registry, resumable};
use std::future::ready;

macro_rules! under {
    ($strategy:ident) => {
        #[resumable($strategy)]
        mod $strategy {
            use super::ready;

            pub async fn sum(numbers: &[u32]) -> u32 {
                let mut total = 0;
                for number in numbers {
                    total += double(*number).await;
                }
                total
            }

            async fn double(x: u32) -> u32 {
                ready(x * 2).await
            }
        }
    };
}

under!(state_machine);
under!(stackful);
under!(native);

/// Recursion needs a box in the other strategies.
#[resumable(stackful)]
async fn countdown(from: u32) -> u32 {
    if from == 0 { ready(0).await } else { 1 + countdown(from - 1).await }
}

fn main() {
    let numbers = [1, 2, 3];
    let results =
        (block_on(state_machine::sum(&numbers)), block_on(stackful::sum(&numbers)), block_on(native::sum(&numbers)));
    println!("{results:?}, and {} levels deep", block_on(countdown(100_000)));
    println!("{} and {} bytes", size_of_val(&state_machine::sum(&numbers)), size_of_val(&native::sum(&numbers)));

    for record in registry() {
        let at = format!("{}:{}", record.file, record.line);
        println!(
            "{:14} {:28} {} awaits, {} leaves, {at}",
            record.codegen,
            format!("{}::{}", record.module, record.function),
            record.suspension_points,
            record.leaves
        );
    }
}
