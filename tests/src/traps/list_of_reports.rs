//! What users of attribute macros on `async fn` have reported, of this or another one.

use super::{Group, equal};

pub const GROUPS: &[Group] = &[
    Group {
        title: "Macros in the body",
        traps: &[
            equal(
                "`self` in the arguments of a format macro",
                &["reported::self_in_macros", "tests/attribute::receivers"],
            ),
            equal("`self` in a macro of the body", &["reported::self_in_macros"]),
            equal(
                "`Self` among the tokens of a macro, in all its roles",
                &["reported::self_type_in_macros", "items::impls"],
            ),
            equal(
                "`select!` as a statement, as a value and inside another",
                &[
                    "concurrency_macros::select_values",
                    "concurrency_macros::select_exits",
                    "concurrency_macros::nested_select",
                    "concurrency_macros::futures_select",
                ],
            ),
            equal(
                "functions that a macro made, with its fragments",
                &["tests/attribute::functions_that_macros_made", "tests/invisible_groups::fragments_are_operands"],
            ),
            equal(
                "awaits in arguments and arms of macros",
                &[
                    "macros::awaits_in_arguments",
                    "concurrency_macros::select_values",
                    "concurrency_macros::select_conditions",
                ],
            ),
            equal("a macro that puts an `async` block around its argument", &["reported::wrapping_macros"]),
            equal(
                "macros that leave the function, or a loop of it",
                &[
                    "macros::macros_that_return",
                    "macros::macros_that_break",
                    "macros::bail_and_ensure",
                    "macros::exits_in_std_macros",
                ],
            ),
        ],
    },
    Group {
        title: "Exits and results",
        traps: &[
            equal("`??`", &["exits::question_mark_on_others"]),
            equal("`let else` that leaves by `?`", &["exits::let_else_in_a_loop"]),
            equal(
                "a guard that lives while an error is on its way, and `Send`",
                &["tests/auto_traits::as_rustc_says", "drop_order::lock_guards"],
            ),
            equal("`return` in a closure is the closure's", &["exits::exits_of_nested_bodies"]),
            equal("`return` of a wrong type is an error where it stands", &["ui/errors_in_state_machine"]),
            equal("`-> !`, of a loop and of a panic", &["exits::never_returns", "tests/strict_crate::runs"]),
            equal(
                "`impl Trait` inside the result's type, and associated types",
                &["items::opaque_results", "items::traits"],
            ),
            equal(
                "a result that is coerced to a trait object or a static one",
                &["items::coerced_results", "coercions::results", "coercions::arms"],
            ),
            equal(
                "`?` in a block whose error type nothing names but its last line",
                &["reported::blocks_with_question_marks"],
            ),
            equal("an error in one `return` is reported there, and once", &["ui/errors_in_state_machine"]),
        ],
    },
    Group {
        title: "Signatures",
        traps: &[
            equal("`_` and `..` in parameters", &["drop_order::parameter_patterns"]),
            equal(
                "`mut self`, `mut self: &Self`, `mut` in parameters",
                &["borrows::self_forms", "tests/attribute::receivers"],
            ),
            equal(
                "`impl Fn(&str)`, `&impl Trait` and pointers to it",
                &["tests/signatures::signatures", "items::elided_lifetimes_in_impl_trait"],
            ),
            equal(
                "references hidden in other types, and lifetimes left out",
                &["tests/signatures::signatures", "borrows::returned_references"],
            ),
            equal("const generics beside others", &["items::generics", "tests/signatures::signatures"]),
            equal(
                "`#[cfg]` on parameters, patterns and generics",
                &["items::attributes", "tests/attribute::parameters_and_results", "reported::conditional_generics"],
            ),
            equal(
                "methods of an implementation of a foreign trait",
                &["items::traits", "tests/attribute::foreign_traits"],
            ),
            equal("`async Fn` bounds", &["tests/attribute::functions_as_values", "borrows::async_closures"]),
            equal(
                "a type parameter by the name of a type that generated code uses",
                &["reported::names_of_generics", "items::item_names"],
            ),
            equal(
                "functions inside the body, with generics of their own",
                &["items::statement_forms", "reported::names_of_generics"],
            ),
        ],
    },
    Group {
        title: "Lints, attributes and tools",
        traps: &[
            equal("lints that fire on generated code", &["tests/strict_crate::runs"]),
            equal("lints that no longer fire on the user's", &["ui/lints_fire_in_state_machine"]),
            equal("crates that forbid `unsafe`", &["tests/strict_crate::runs"]),
            equal("a comma behind a block with an attribute", &["reported::attributed_blocks"]),
            equal(
                "temporaries of tails and scrutinees, by edition",
                &["drop_order::tail_temporaries", "drop_order::if_let_temporaries"],
            ),
            equal(
                "`#[must_use]`, `#[inline]`, `#[doc]`, `#[deprecated]` on the function",
                &["reported::attributes_of_functions", "ui/lints_fire_in_state_machine"],
            ),
            equal("a body that is half typed", &["ui/the_item_survives_an_error"]),
        ],
    },
];
