//! Traps of the language.

use super::{Group, Trap, equal};

pub const GROUPS: &[Group] = &[
    Group {
        title: "Order of evaluation, and what waits",
        traps: &[
            equal(
                "arguments on both sides of an await in a call",
                &["evaluation_order::call_arguments", "evaluation_order::owned_arguments"],
            ),
            equal(
                "a copied operand, changed by the operand behind it",
                &["evaluation_order::copied_operands_are_snapshots"],
            ),
            equal(
                "the target of an assignment is looked at after its right side",
                &["evaluation_order::assignment_to_an_index"],
            ),
            equal(
                "`+=` orders its sides by their types",
                &[
                    "evaluation_order::compound_assignment_of_primitives",
                    "evaluation_order::compound_assignment_of_others",
                    "evaluation_order::overloaded_compound_assignment",
                ],
            ),
            equal("overflow behind an await", &["evaluation_order::overflow_after_the_await"]),
            equal("a left operand that panics", &["evaluation_order::left_operand_first"]),
            equal("an index with an await, of an element with an index", &["evaluation_order::nested_index"]),
            equal(
                "an element out of bounds as argument or receiver, beside an await",
                &["evaluation_order::indexed_arguments"],
            ),
            equal(
                "fields of a struct in the order of the source, and its base",
                &["evaluation_order::struct_literal", "programs::moves_in_odd_places"],
            ),
            equal(
                "awaits amid tuples, arrays, `vec!` and ranges",
                &["evaluation_order::literals", "macros::vec_in_operands"],
            ),
            equal("a computed callee", &["evaluation_order::callee_first"]),
            equal("a receiver borrowed in two phases", &["evaluation_order::two_phase_borrow"]),
            equal("a guard made for the receiver", &["evaluation_order::guard_in_the_receiver", "borrows::cells"]),
            equal(
                "a method that takes, borrows or changes its receiver, by a name that doesn't say it",
                &[
                    "evaluation_order::receivers",
                    "receivers::after_the_last_await",
                    "receivers::arguments",
                    "receivers::in_arms",
                    "receivers::in_operands",
                    "receivers::into",
                    "receivers::on_the_way_out",
                    "receivers::receivers_of_methods",
                    "receivers::replaced",
                    "receivers::results_that_borrow",
                    "receivers::spent_in_a_loop",
                    "receivers::still_borrowed",
                    "receivers::well_known",
                    "types::consuming_methods_with_borrowing_names",
                ],
            ),
            Trap {
                title: "a method that takes its receiver by a name that well-known methods borrow by",
                cases: &[
                    "ui/refused_in_rustc_words",
                    "remedies::taken_by_a_borrowing_name",
                    "types::consuming_methods_with_borrowing_names",
                ],
                refused: Some("write `{ x }.first()`"),
            },
            equal(
                "a mutable reference as an argument, twice",
                &["evaluation_order::implicit_reborrow", "types::mutable_references"],
            ),
            equal("a closure whose signature comes from what expects it", &["evaluation_order::higher_ranked_closure"]),
            equal(
                "temporaries of arguments until the end of the statement",
                &["evaluation_order::temporaries_in_arguments"],
            ),
            equal(
                "coercions of arguments and results",
                &[
                    "evaluation_order::coercions",
                    "coercions::deref",
                    "coercions::unsizing",
                    "coercions::function_pointers",
                    "coercions::mutable_to_shared",
                    "types::coerced",
                ],
            ),
            equal(
                "types of literals, `into` and `Default` across an await",
                &["evaluation_order::inference", "types::inferred_later"],
            ),
            equal("`&&` and `||` that skip an await", &["evaluation_order::short_circuit"]),
            equal(
                "an await in the operand of an await",
                &["evaluation_order::nested_awaits", "poll_protocol::calls_in_arguments"],
            ),
            equal(
                "operators, casts and references around an await",
                &["evaluation_order::unary_and_cast", "items::await_positions"],
            ),
            equal(
                "a field that is moved, a sibling that is read, a box that is emptied",
                &[
                    "evaluation_order::moved_field_and_sibling",
                    "evaluation_order::moves_among_operands",
                    "pointees::boxes",
                ],
            ),
            equal("assignment to several places at once", &["evaluation_order::destructuring_assignment"]),
            equal(
                "a future that is made and not polled",
                &["evaluation_order::created_then_polled", "types::kept_futures"],
            ),
            equal("everything that can be awaited", &["evaluation_order::awaitables"]),
            equal("an operand that never gets a value", &["evaluation_order::diverging_operands"]),
            equal(
                "awaits among the tokens of a macro",
                &[
                    "macros::awaits_in_arguments",
                    "items::format_family",
                    "items::assertions",
                    "items::other_std_macros",
                    "macros::text_of_awaits",
                    "macros::nested_macros",
                ],
            ),
            equal(
                "conversions, indices and calls on an awaited value",
                &["evaluation_order::chains_on_awaited_values"],
            ),
        ],
    },
    Group {
        title: "Ways through a body",
        traps: &[
            equal("an await in the condition of a loop", &["loops::while_condition"]),
            equal(
                "`while let` on an await: temporaries of each round, `break`, `continue`",
                &["loops::while_let", "loops::while_let_by_value"],
            ),
            equal("`for` over awaited bounds, with awaits in its body", &["loops::for_loops", "loops::for_patterns"]),
            equal(
                "an outer loop left or continued from the inner one",
                &["loops::labelled_loops", "loops::loop_with_value"],
            ),
            equal("a labelled block, and plain `break` in loops inside it", &["loops::labelled_block"]),
            equal("`return` of an awaited value from deep inside", &["exits::early_return"]),
            equal("`?` among operands, with a conversion", &["exits::question_mark", "exits::boxed_errors"]),
            equal(
                "exits of closures, blocks, functions and constants inside the body",
                &["exits::exits_of_nested_bodies"],
            ),
            equal("`let else`, with awaits on both sides", &["exits::let_else"]),
            equal(
                "chains of `let`, with awaits at several links",
                &["if_let_chains::if_let_chains", "if_let_chains::moving_links", "if_let_chains::while_let_chains"],
            ),
            equal(
                "guards that await, move, or change what is matched",
                &["control_flow::match_guards", "reported::guards_that_assign"],
            ),
            equal(
                "a matched place is neither moved nor copied",
                &["control_flow::match_on_a_place", "control_flow::match_patterns"],
            ),
            equal("initialised later, on some paths, in a loop", &["control_flow::deferred_initialisation"]),
            equal(
                "an await that is reached with different variables initialised",
                &["loops::drop_flags", "drop_order::moved_parameters"],
            ),
            equal("values that can't exist", &["exits::never_typed"]),
            equal(
                "results that are `()`, `!`, opaque, or end in a semicolon",
                &["exits::unit", "exits::never_returns", "items::opaque_results"],
            ),
            equal(
                "branches with and without awaits, as statements and as values",
                &[
                    "control_flow::if_else",
                    "control_flow::if_let",
                    "control_flow::match_arms",
                    "control_flow::match_as_operand",
                ],
            ),
        ],
    },
    Group {
        title: "Temporaries and the order of drops",
        traps: &[
            equal(
                "the awaited future goes first, its operand's temporaries at the end",
                &["drop_order::awaitee_before_temporaries"],
            ),
            equal("temporaries of what is matched", &["drop_order::scrutinee_temporaries", "drop_order::lock_guards"]),
            equal("temporaries of `if let`, by edition", &["drop_order::if_let_temporaries"]),
            equal("temporaries of a condition", &["drop_order::condition_temporaries"]),
            equal("temporaries of the tail, by edition", &["drop_order::tail_temporaries"]),
            equal(
                "temporaries that live as long as a variable",
                &["drop_order::extended_temporaries", "borrows::pinned"],
            ),
            equal(
                "constants behind references are `'static`",
                &["drop_order::promoted_constants", "macros::borrowed_constants"],
            ),
            equal("`_` takes nothing", &["drop_order::wildcards"]),
            equal("the old value of a variable until its new one is there", &["drop_order::assignment"]),
            equal("several variables of one name", &["drop_order::shadowing"]),
            equal("variables of one pattern", &["drop_order::bindings_of_one_pattern"]),
            equal("what remains after a move of a part", &["drop_order::partial_moves"]),
            equal(
                "moved and filled again, as a whole and in parts",
                &["drop_order::reinitialised", "loops::moves_in_loops"],
            ),
            equal(
                "parameters, among their patterns' variables",
                &["drop_order::parameters", "drop_order::parameter_patterns"],
            ),
            equal("arguments of a function that is never polled", &["drop_order::unpolled"]),
            equal("parameters that nothing names", &["drop_order::parameters", "drop_order::parameter_patterns"]),
            equal("operands and variables at a cancellation", &["drop_order::operands_when_cancelled"]),
            equal(
                "a call that is never polled, or dropped after its end, does nothing more",
                &["drop_order::unpolled", "tests/harness::a_trace_holds_what_happened"],
            ),
            equal("taken or moved on the way around a loop, then cancelled", &["loops::moves_in_loops"]),
        ],
    },
    Group {
        title: "Panics and polls",
        traps: &[
            equal(
                "a panic after a resumption drops everything and poisons",
                &["poll_protocol::panics_in_the_body", "poll_protocol::panic_after_the_await"],
            ),
            equal(
                "polled after its end, it panics in rustc's words",
                &["poll_protocol::panics_in_the_body", "tests/harness::a_trace_holds_what_happened"],
            ),
            equal(
                "a panic amid operands",
                &["evaluation_order::owned_arguments", "drop_order::operands_when_cancelled"],
            ),
            equal("a panic inside of what is awaited", &["poll_protocol::panicking_awaitees"]),
            equal("a destructor that panics at a cancellation", &["poll_protocol::panicking_destructors"]),
            equal(
                "a destructor that panics on the way out: what becomes of the result",
                &["poll_protocol::returned_value_when_a_destructor_panics"],
            ),
            equal(
                "a destructor that panics in an assignment",
                &["poll_protocol::panicking_destructors", "drop_order::assignment"],
            ),
            equal("a waker of its own in each poll", &["poll_protocol::wakers"]),
            equal(
                "no destructor is lost while the state says *poisoned*",
                &["poll_protocol::panics_in_the_body", "poll_protocol::deep_chain"],
            ),
            equal(
                "an assignment whose right side fails leaves the old value",
                &["drop_order::assignment", "poll_protocol::errors_through_levels"],
            ),
            equal("a destructor that waits for a future", &["drop_order::destructor_that_waits"]),
        ],
    },
    Group {
        title: "Borrows, addresses and layout",
        traps: &[
            equal(
                "a variable stays where it is",
                &["borrows::stable_addresses", "borrows::references_by_patterns", "borrows::references_to_locals"],
            ),
            equal(
                "a borrow of a parameter, and of a part of it",
                &["borrows::references_to_parameters", "borrows::returned_references"],
            ),
            Trap {
                title: "a variable whose type has the lifetime of a temporary",
                cases: &["ui/refused_in_rustc_words", "remedies::borrowed_from_a_temporary"],
                refused: Some("bind the temporary first"),
            },
            equal("a borrow of a temporary", &["borrows::borrowed_temporaries"]),
            equal(
                "closures that capture variables in every way",
                &[
                    "borrows::closures",
                    "borrows::closures_between_awaits",
                    "borrows::stored_closures",
                    "borrows::closures_of_awaited_values",
                    "closures::kept_closures",
                    "closures::captured_parts",
                    "closures::exits_of_their_own",
                    "closures::in_operands",
                ],
            ),
            equal(
                "`async` blocks and closures that borrow variables",
                &["borrows::nested_async_blocks", "borrows::async_closures"],
            ),
            equal("a borrowed variable whose type has a niche", &["reported::niches"]),
            equal("over-aligned, empty and large variables", &["borrows::layouts", "borrows::large_arrays"]),
            equal("`Send`, as rustc decides", &["tests/auto_traits::as_rustc_says", "ui/not_send_in_state_machine"]),
            equal(
                "not `Unpin`, and sound to drop with borrows inside",
                &["tests/auto_traits::as_rustc_says", "reported::drop_check", "ui/borrows_in_state_machine"],
            ),
            equal("variables that share a place, one with a drop flag", &["borrows::disjoint_scopes"]),
            equal("every form of `self`", &["borrows::self_forms", "tests/attribute::receivers"]),
        ],
    },
    Group {
        title: "Items, syntax and types",
        traps: &[
            equal(
                "generics, `impl Trait`, `dyn`, lifetimes, `Self`",
                &[
                    "items::generics",
                    "items::impls",
                    "items::traits",
                    "tests/signatures::signatures",
                    "types::generic_variables",
                    "programs::generic_transport",
                ],
            ),
            equal("recursion through boxes", &["poll_protocol::boxed_recursion", "programs::recursive_parser"]),
            equal(
                "patterns as parameters",
                &["drop_order::parameter_patterns", "tests/attribute::parameters_and_results"],
            ),
            equal("`unsafe` around awaits, and `async unsafe fn`", &["items::unsafe_code"]),
            equal("items in the body, before they are declared", &["items::items_in_the_body"]),
            equal("macros of the body", &["items::local_macros", "macros::macros_that_declare"]),
            equal("`#[cfg]` and `#[allow]` everywhere", &["items::attributes"]),
            equal(
                "constants, lengths and functions inside, which await nothing of the body's",
                &["exits::exits_of_nested_bodies", "items::statement_forms"],
            ),
            equal("names that generated code has, too", &["items::names", "items::item_names"]),
            equal(
                "no lint of ours, none of the user's lost, lines unchanged",
                &["tests/strict_crate::runs", "ui/lints_fire_in_state_machine", "items::other_std_macros"],
            ),
            equal("very large and very deep bodies", &["items::large", "items::nesting"]),
        ],
    },
];
