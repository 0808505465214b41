//! Whether the machine's type can be the function's hidden type as it is.
//!
//! The types in a frame have lifetimes that the function doesn't name: of borrows between its variables. As a hidden type they must all be
//! lifetimes of the signature, which rustc finds only if there is one to choose. An `async` block around the machine has none of this
//! trouble: rustc erases the lifetimes of what lives in it. It costs a second copy of the arguments.

use crate::item::{Function, Home};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{FnArg, GenericParam, Generics, Lifetime, Type, TypeImplTrait, TypePath, TypeReference};

pub fn is_needed(f: &Function) -> bool {
    has_unseen_generics(f)
        || f.home.generics().is_some_and(is_generic)
        || types(&f.sig.generics) > 0
        || lifetimes(f) > 1
        || may_recurse(f)
}

/// A method's `impl` may be generic, and it is out of sight.
fn has_unseen_generics(f: &Function) -> bool {
    matches!(f.home, Home::Unseen)
        && (f.sig.receiver().is_some()
            || mentions(&f.sig.to_token_stream(), &["Self"])
            || mentions(&f.block.to_token_stream(), &["Self"]))
}

fn is_generic(generics: &Generics) -> bool {
    !generics.params.is_empty()
}

fn types(generics: &Generics) -> usize {
    generics.params.iter().filter(|p| matches!(p, GenericParam::Type(_))).count()
}

/// How many lifetimes the arguments may have, hidden ones of paths included.
fn lifetimes(f: &Function) -> usize {
    let mut count = CountLifetimes(0);
    f.sig.inputs.iter().for_each(|input| match input {
        FnArg::Receiver(r) => count.0 += usize::from(r.reference.is_some()) + 1, // and those of `Self`
        FnArg::Typed(t) => count.visit_type(&t.ty),
    });
    count.0
}

struct CountLifetimes(usize);

impl<'a> Visit<'a> for CountLifetimes {
    fn visit_type_reference(&mut self, r: &'a TypeReference) {
        if r.lifetime.is_none() {
            self.0 += 1;
        }
        visit::visit_type_reference(self, r);
    }
    fn visit_lifetime(&mut self, l: &'a Lifetime) {
        self.0 += usize::from(l.ident != "static");
    }
    fn visit_type_impl_trait(&mut self, _: &'a TypeImplTrait) {
        self.0 += 2; // a type parameter
    }
    fn visit_type_path(&mut self, p: &'a TypePath) {
        let last = p.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        self.0 += usize::from(!OWNS_ITSELF.contains(&last.as_str()));
        visit::visit_type_path(self, p);
    }
    fn visit_type(&mut self, t: &'a Type) {
        if matches!(t, Type::Macro(_) | Type::Verbatim(_)) {
            self.0 += 2;
        }
        visit::visit_type(self, t);
    }
}

/// Types without hidden lifetimes, of which the arguments may have any number.
const OWNS_ITSELF: &[&str] = &[
    "bool",
    "char",
    "str",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "String",
    "Vec",
    "Option",
    "Result",
    "Box",
    "Rc",
    "Arc",
    "Cell",
    "RefCell",
    "Mutex",
    "HashMap",
    "BTreeMap",
    "HashSet",
    "Duration",
    "Instant",
    "PathBuf",
    "Path",
    "TcpStream",
    "TcpListener",
    "Bytes",
    "BytesMut",
];

/// A named type can't hold itself, not even behind a box.
fn may_recurse(f: &Function) -> bool {
    let body = f.block.to_token_stream();
    mentions(&body, &[&f.sig.ident.to_string(), "Box", "boxed", "boxed_local"])
}

fn mentions(tokens: &TokenStream, words: &[&str]) -> bool {
    tokens.clone().into_iter().any(|t| match t {
        TokenTree::Ident(i) => words.iter().any(|w| i == w),
        TokenTree::Group(g) => mentions(&g.stream(), words),
        _ => false,
    })
}
