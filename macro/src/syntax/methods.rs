//! Methods known to borrow their receiver.
//!
//! A heuristic that can't be silently wrong: a method of one of these names that takes `self` by value is then called on a place behind
//! a pointer, which rustc refuses to move out of.

/// By these names no well-known type has a method that takes `self`, and hardly any other has.
const BORROWING: &[&str] = &[
    "acquire",
    "advance",
    "as_bytes",
    "as_deref",
    "as_deref_mut",
    "as_mut",
    "as_mut_slice",
    "as_path",
    "as_ptr",
    "as_ref",
    "as_slice",
    "as_str",
    "back",
    "binary_search",
    "borrow",
    "borrow_mut",
    "by_ref",
    "capacity",
    "changed",
    "char_indices",
    "chars",
    "clear",
    "clone",
    "compare_exchange",
    "contains",
    "contains_key",
    "count_ones",
    "dedup",
    "drain",
    "elapsed",
    "ends_with",
    "entry",
    "extend_from_slice",
    "fetch_add",
    "fetch_sub",
    "fill_buf",
    "find",
    "first",
    "first_mut",
    "flush",
    "front",
    "get",
    "get_or_insert_with",
    "has_remaining",
    "is_alphabetic",
    "is_closed",
    "is_empty",
    "is_err",
    "is_finished",
    "is_none",
    "is_ok",
    "is_positive",
    "is_ready",
    "is_some",
    "iter",
    "iter_mut",
    "keys",
    "last_mut",
    "len",
    "load",
    "local_addr",
    "lock",
    "max_capacity",
    "next",
    "next_back",
    "notify_one",
    "notify_waiters",
    "now",
    "nth",
    "parse",
    "peek",
    "peek_mut",
    "peer_addr",
    "pop",
    "pop_back",
    "pop_front",
    "position",
    "put_slice",
    "put_u8",
    "read",
    "read_buf",
    "read_exact",
    "read_line",
    "read_to_end",
    "read_to_string",
    "readable",
    "recv",
    "recv_many",
    "remaining",
    "rsplit",
    "rsplit_once",
    "seek",
    "sort",
    "sort_by",
    "sort_unstable",
    "split_at",
    "split_at_mut",
    "split_off",
    "split_once",
    "split_to",
    "split_whitespace",
    "starts_with",
    "store",
    "strip_prefix",
    "strip_suffix",
    "swap",
    "tick",
    "to_ascii_lowercase",
    "to_ascii_uppercase",
    "to_be_bytes",
    "to_lowercase",
    "to_owned",
    "to_path_buf",
    "to_string",
    "to_uppercase",
    "to_vec",
    "trim",
    "trim_end",
    "trim_start",
    "truncate",
    "try_acquire",
    "try_lock",
    "try_next",
    "try_read",
    "try_recv",
    "try_send",
    "try_wait",
    "try_write",
    "values",
    "values_mut",
    "wake_by_ref",
    "windows",
    "writable",
    "write",
    "write_all",
    "write_buf",
    "write_fmt",
    "write_str",
    "write_u8",
];

/// These change their receiver, or, in builders, take it and return it. The latter is of use only where the result is.
const CHANGING: &[&str] = &[
    "append",
    "extend",
    "insert",
    "push",
    "push_back",
    "push_front",
    "push_str",
    "put",
    "remove",
    "replace",
    "reserve",
    "resize",
    "retain",
    "reverse",
];

/// Every type has these methods of the prelude's traits, so a call by one of these names finds them before anything that borrows.
const ALWAYS_TAKING: &[&str] = &["into", "try_into"];

/// By these names well-known types take `self`.
const TAKING: &[&str] = &[
    "and_then",
    "boxed",
    "collect",
    "err",
    "expect",
    "expect_err",
    "freeze",
    "into_boxed_slice",
    "into_boxed_str",
    "into_bytes",
    "into_inner",
    "into_iter",
    "into_keys",
    "into_parts",
    "into_string",
    "into_values",
    "into_vec",
    "map",
    "map_err",
    "map_or",
    "map_or_else",
    "ok",
    "ok_or",
    "ok_or_else",
    "or_else",
    "unwrap",
    "unwrap_err",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
];

/// Whether a method takes its receiver, whatever the receiver's type.
pub fn always_takes(method: &syn::Ident) -> bool {
    ALWAYS_TAKING.iter().any(|name| method == name)
}

/// Whether a method of this name takes its receiver, wherever a well-known type has one.
pub fn takes(method: &syn::Ident) -> bool {
    TAKING.binary_search(&method.to_string().as_str()).is_ok()
}

/// Whether a method of this name borrows its receiver, wherever a well-known type has one.
pub fn borrows(method: &syn::Ident, is_result_used: bool) -> bool {
    let is_one_of = |names: &[&str]| names.binary_search(&method.to_string().as_str()).is_ok();
    is_one_of(BORROWING) || !is_result_used && is_one_of(CHANGING)
}

#[cfg(test)]
mod tests {
    #[test]
    fn sorted_for_the_search() {
        for names in [super::BORROWING, super::CHANGING, super::TAKING] {
            assert!(names.is_sorted(), "{:?}", names.windows(2).find(|w| w[0] > w[1]));
        }
    }
}
