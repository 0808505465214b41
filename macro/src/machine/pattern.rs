//! What matching a value against a pattern leaves of that value.

use crate::syntax::names::binds;
use crate::syntax::temporaries::has_ref;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Pat, PatIdent, Path};

/// The names that a pattern binds, in order, each once, with whether it is `mut` or `ref`.
pub fn bindings(pat: &Pat) -> Vec<Ident> {
    struct Bindings(Vec<Ident>);
    impl<'a> Visit<'a> for Bindings {
        fn visit_pat_ident(&mut self, p: &'a PatIdent) {
            if binds(p) && !self.0.contains(&p.ident) {
                self.0.push(p.ident.clone());
            }
            visit::visit_pat_ident(self, p);
        }
        fn visit_expr(&mut self, _: &'a syn::Expr) {}
    }
    let mut found = Bindings(Vec::new());
    found.visit_pat(pat);
    found.0
}

/// Whether what the pattern is matched against owns nothing for sure: a literal or a range means numbers, characters and strings, and
/// references to them.
pub fn owns_nothing(pat: &Pat) -> bool {
    match pat {
        Pat::Lit(_) | Pat::Range(_) => true,
        Pat::Ident(p) => p.subpat.as_ref().is_some_and(|(_, sub)| owns_nothing(sub)),
        Pat::Or(o) => o.cases.iter().any(owns_nothing),
        Pat::Paren(p) => owns_nothing(&p.pat),
        _ => false,
    }
}

/// Whether the pattern takes something out of the matched value (or copies it).
pub fn binds_by_value(pat: &Pat) -> bool {
    struct ByValue(bool);
    impl<'a> Visit<'a> for ByValue {
        fn visit_pat_ident(&mut self, p: &'a PatIdent) {
            self.0 |= binds(p) && p.by_ref.is_none();
            visit::visit_pat_ident(self, p);
        }
        fn visit_expr(&mut self, _: &'a syn::Expr) {}
    }
    let mut found = ByValue(false);
    found.visit_pat(pat);
    found.0
}

/// Whether the bindings take everything that the matched value holds, so that nothing of it is left to be dropped later. Behind a
/// reference there is nothing to take.
pub fn takes_all(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(p) => p.by_ref.is_none() && p.subpat.is_none(),
        Pat::Tuple(t) => t.elems.iter().all(takes_all),
        Pat::TupleStruct(t) => t.elems.iter().all(takes_all),
        Pat::Struct(s) => s.rest.is_none() && s.fields.iter().all(|f| takes_all(&f.pat)),
        Pat::Or(o) => o.cases.iter().all(takes_all),
        Pat::Paren(p) => takes_all(&p.pat),
        Pat::Type(t) => takes_all(&t.pat),
        Pat::Slice(s) => s.elems.iter().all(takes_all),
        Pat::Reference(r) => !has_ref(&r.pat),
        Pat::Lit(_) | Pat::Range(_) | Pat::Path(_) | Pat::Const(_) => true,
        _ => false,
    }
}

/// Whether the pattern names a type that may have a destructor of its own: a struct or enum that isn't one of the prelude's.
pub fn names_user_type(pat: &Pat) -> bool {
    struct UserType(bool);
    impl<'a> Visit<'a> for UserType {
        fn visit_pat_tuple_struct(&mut self, p: &'a syn::PatTupleStruct) {
            self.0 |= !is_prelude(&p.path);
            visit::visit_pat_tuple_struct(self, p);
        }
        fn visit_pat_struct(&mut self, _: &'a syn::PatStruct) {
            self.0 = true;
        }
    }
    let mut found = UserType(false);
    found.visit_pat(pat);
    found.0
}

fn is_prelude(path: &Path) -> bool {
    path.get_ident().is_some_and(|i| ["Some", "Ok", "Err"].iter().any(|p| i == p))
}

/// The pattern in `pattern: T`.
pub fn untyped(pat: &Pat) -> &Pat {
    match pat {
        Pat::Type(t) => untyped(&t.pat),
        other => other,
    }
}
