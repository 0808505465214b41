//! The table of traps is complete and up to date.

#[test]
fn every_trap_is_tested_and_the_table_says_so() {
    resumable_tests::traps::table::check();
}
