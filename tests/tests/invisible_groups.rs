//! A fragment of a `macro_rules!` macro is one operand, however the function that holds it is compiled.

use resumable::{block_on, resumable};
use std::future::ready;

/// Defines `$name` with the attributes given. `$sum` has an operator that binds less than those around it.
macro_rules! define {
    ($(#[$attribute:meta])* $name:ident, $sum:expr, $reference:expr, $type:ty, $block:block, $pattern:pat, $literal:literal) => {
        $(#[$attribute])*
        async fn $name(p: $type) -> $type {
            let doubled: $type = $sum * 2;
            let awaited = ready($sum * 2).await;
            let closure = |x: $type| x + $sum * 2;
            if -$sum == p || $sum as u8 == 99 {
                return 2 * $sum;
            }
            let $pattern = Some(doubled) else { panic!("not some") };
            let in_block = async { $sum * 3 }.await;
            assert!($sum * 2 == 6);
            let texts = format!("{} {}", $sum * 2, ready($sum * 2).await);
            let list = vec![$sum * 2; 2];
            let length = $reference.len() as $type;
            doubled + awaited * 10 + closure(1) * 100 + $block + p + in_block + list[0] * 1000 + length
                + $literal * texts.len() as $type
        }
    };
}

macro_rules! define_all {
    ($($rest:tt)*) => {
        define!(plain, $($rest)*);
        define!(#[resumable(native)] native, $($rest)*);
        define!(#[resumable(state_machine)] state_machine, $($rest)*);
        define!(#[resumable(stackful)] stackful, $($rest)*);
    };
}

define_all!(1 + 2, &[7, 8], i32, { 3 + 4 }, Some(_), -7);

#[test]
fn fragments_are_operands() {
    let expected = block_on(plain(5));
    assert_eq!(block_on(native(5)), expected);
    assert_eq!(block_on(state_machine(5)), expected);
    assert_eq!(block_on(stackful(5)), expected);
}
