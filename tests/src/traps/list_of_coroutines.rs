//! What has gone wrong in runtimes whose coroutines have stacks of their own.

use super::{Group, Trap, equal};

pub const GROUPS: &[Group] = &[
    Group {
        title: "Reports against coroutines with stacks",
        traps: &[
            equal(
                "what the thread knows of panics, after a coroutine was dropped",
                &["tests/stackful_traps::panics_of_the_thread_are_counted_right"],
            ),
            equal(
                "a cancellation that code around the await catches",
                &["tests/stackful_cancel::catch_unwind_can_not_swallow_a_cancellation"],
            ),
            equal(
                "a leaked coroutine that borrows, and threads that share what it borrowed",
                &[
                    "tests/stackful_traps::a_forgotten_call_touches_nothing_any_more",
                    "tests/stackful_cancel::a_forgotten_call_leaks_its_stack_and_nothing_else",
                ],
            ),
            Trap {
                title: "something of the thread, held across an await, on another thread",
                cases: &[
                    "ui/not_send_in_stackful",
                    "ui/migrating",
                    "tests/stackful_spawn::locals_need_not_be_send_and_the_thread_stays",
                ],
                refused: Some("`resumable::spawn`, or `#[resumable(send)]`"),
            },
            Trap {
                title: "thread-locals before and after an await, under executors that steal",
                cases: &["ui/migrating", "tests/stackful_send::locals_need_not_be_send_under_load"],
                refused: Some("`#[resumable(send)]`"),
            },
            equal(
                "a timeout, or the error path of an owner, that drops what is suspended",
                &[
                    "tests/executors::tokio_timeouts_cancel",
                    "tests/stackful_send::a_timeout_cancels",
                    "tests/stackful_traps::an_error_path_drops_suspended_calls",
                ],
            ),
            equal(
                "a hundred thousand coroutines, and no memory or mappings for more",
                &[
                    "tests/stackful_memory::memory_is_used_by_page_and_returned",
                    "tests/stackful_stacks::no_memory",
                    "tests/stackful_stacks::a_ceiling",
                ],
            ),
            equal("an await outside of any coroutine", &["ui/awaits_out_of_place"]),
            equal(
                "a coroutine in a future in a coroutine",
                &["tests/stackful_traps::coroutines_in_futures_in_coroutines"],
            ),
            equal(
                "a destructor that awaits during a cancellation",
                &[
                    "tests/stackful_traps::destructors_run_coroutines_during_a_cancellation",
                    "tests/stackful_cancel::a_destructor_blocks_on_another_call",
                ],
            ),
            equal(
                "code that changes stacks by itself, on a coroutine and below one",
                &["tests/stackful_traps::other_stacks_below_and_above"],
            ),
            equal("a profiler's signals", &["tests/stackful_traps::signals_and_registers"]),
        ],
    },
    Group {
        title: "Holes of coroutines with stacks",
        traps: &[
            Trap {
                title: "the address of a thread-local, kept across a change of threads",
                cases: &[
                    "ui/migrating",
                    "ui/send_in_stackful",
                    "tests/stackful_migrate::it_works_on_runtimes_that_steal",
                ],
                refused: Some("`unsafe(migrate)`, whose author vouches for it"),
            },
            equal(
                "a reference from `LocalKey::with`, held across a suspension",
                &["ui/awaits_out_of_place", "ui/suspenders"],
            ),
            equal("a suspender in the hands of others", &["ui/suspenders"]),
            equal(
                "a stack that is freed under what is on it",
                &[
                    "tests/stackful_cancel::a_forgotten_call_leaks_its_stack_and_nothing_else",
                    "tests/stackful_cancel::cancelling_while_a_panic_unwinds",
                    "tests/stackful_stacks::a_call_that_has_a_stack_and_was_not_polled_drops_its_arguments",
                ],
            ),
            equal(
                "a call that outlives what it borrows",
                &["ui/dyn_traits", "tests/stackful_dyn::arguments_are_dropped_once_and_in_order"],
            ),
            equal(
                "an unwinding for the cancellation, which code can see or stop",
                &[
                    "tests/stackful_cancel::frames_drop_from_the_inside_and_nothing_panics",
                    "tests/stackful_cancel::catch_unwind_can_not_swallow_a_cancellation",
                    "tests/stackful_cancel::a_mutex_is_unlocked_and_not_poisoned",
                ],
            ),
            equal(
                "a coroutine that is started, resumed or dropped while the thread panics",
                &[
                    "tests/stackful_traps::coroutines_run_while_the_thread_panics",
                    "tests/stackful_cancel::cancelling_while_a_panic_unwinds",
                ],
            ),
            equal(
                "a panic that crosses the first frame, or a change of stacks",
                &[
                    "tests/stackful_traps::panics_of_the_thread_are_counted_right",
                    "tests/stackful_growth::a_panic_crosses_segments",
                ],
            ),
            equal(
                "a panicking destructor in a cancellation",
                &["tests/stackful_cancel::a_panicking_destructor_leaves_the_rest_dropped"],
            ),
            equal(
                "what an executor sets up for its thread, below a suspension",
                &["tests/stackful_traps::block_on_in_a_coroutine", "tests/executors::executors_nest"],
            ),
            equal(
                "guards of locks and cells across an await",
                &["tests/stackful_traps::a_borrow_held_across_an_await", "borrows::cells", "drop_order::lock_guards"],
            ),
            equal(
                "the context of an earlier poll",
                &[
                    "tests/stackful_cancel::each_poll_uses_its_own_waker",
                    "tests/stackful_traps::wakers_called_after_the_drop",
                ],
            ),
            equal(
                "many coroutines of one thread, polled and dropped in any order",
                &[
                    "tests/stackful_cancel::calls_are_polled_and_dropped_in_any_order",
                    "tests/stackful_traps::combinators_and_streams",
                    "tests/stackful_traps::races",
                ],
            ),
            equal(
                "an end at any await, by a panic or a cancellation",
                &["tests/stackful_traps::panics_and_cancellations_everywhere"],
            ),
            equal(
                "a signal amid a switch, and registers that it doesn't restore",
                &["tests/stackful_traps::signals_and_registers"],
            ),
            equal(
                "a stack that isn't enough",
                &[
                    "tests/stackful_growth::an_overflow_names_the_function",
                    "tests/stackful_growth::recursion_suspends_at_any_depth_on_one_coroutine",
                    "tests/stackful_growth::large_arguments_and_results",
                ],
            ),
        ],
    },
];
