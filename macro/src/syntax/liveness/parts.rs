//! Which parts of a variable an expression uses: `x.a.b`, or what patterns look at where `x` is matched.

use crate::syntax::names::binds;
use quote::ToTokens;
use syn::{Member, Pat, Path};

/// `a`, `0`, `b` of `x.a.0.b`; nothing for `x`
pub type Part = Vec<String>;

/// What patterns do to the value that they are matched against.
#[derive(Clone, Default)]
pub struct Parts {
    /// What they surely look at: it can't have moved before.
    pub seen: Vec<Part>,
    /// What they bind by value, each for itself: it may move.
    pub taken: Vec<Part>,
}

/// An element whose position can't be seen: it is a part of the whole, and of nothing else that is known.
const SOMEWHERE: &str = "?";

impl Parts {
    pub fn of<'p>(pats: impl IntoIterator<Item = &'p Pat>) -> Self {
        let mut parts = Parts::default();
        pats.into_iter().for_each(|pat| parts.add(pat, &Part::new()));
        parts
    }

    fn add(&mut self, pat: &Pat, at: &Part) {
        match pat {
            Pat::Ident(p) => {
                self.seen.push(at.clone());
                if binds(p) && p.by_ref.is_none() {
                    self.taken.push(at.clone());
                }
                p.subpat.iter().for_each(|(_, sub)| self.add(sub, at));
            }
            Pat::Lit(_) | Pat::Range(_) | Pat::Path(_) | Pat::Const(_) | Pat::Reference(_) => {
                self.seen.push(at.clone())
            }
            Pat::Struct(s) => {
                self.looked_at(&s.path, at);
                s.fields.iter().for_each(|f| self.add(&f.pat, &inside(at, &name(&f.member))));
            }
            Pat::TupleStruct(t) => {
                self.looked_at(&t.path, at);
                self.add_each(t.elems.iter(), at);
            }
            Pat::Tuple(t) => self.add_each(t.elems.iter(), at),
            Pat::Slice(s) => s.elems.iter().for_each(|e| self.add_somewhere(e, at)),
            Pat::Or(o) => o.cases.iter().for_each(|case| self.add(case, at)),
            Pat::Paren(p) => self.add(&p.pat, at),
            Pat::Type(t) => self.add(&t.pat, at),
            Pat::Macro(_) | Pat::Verbatim(_) => self.taken.push(inside(at, SOMEWHERE)),
            _ => {}
        }
    }

    /// The elements of a tuple: which they are can be seen up to a `..`.
    fn add_each<'p>(&mut self, elems: impl Iterator<Item = &'p Pat>, at: &Part) {
        let mut is_behind_rest = false;
        for (i, elem) in elems.enumerate() {
            is_behind_rest |= matches!(elem, Pat::Rest(_));
            match is_behind_rest {
                true => self.add_somewhere(elem, at),
                false => self.add(elem, &inside(at, &i.to_string())),
            }
        }
    }

    fn add_somewhere(&mut self, elem: &Pat, at: &Part) {
        let taken = Parts::of([elem]).taken;
        self.taken.extend(taken.iter().map(|_| inside(at, SOMEWHERE)));
    }

    /// The pattern of a variant looks at which variant it is.
    fn looked_at(&mut self, path: &Path, at: &Part) {
        if names_variant(path) {
            self.seen.push(at.clone());
        }
    }
}

/// `Some`, `Kind::A`, and not `Pair`, `module::Pair`. A variant that was imported looks like a struct, which costs a leaf at most.
fn names_variant(path: &Path) -> bool {
    let is_prelude = path.get_ident().is_some_and(|i| ["Some", "None", "Ok", "Err"].iter().any(|p| i == p));
    let parent = path.segments.iter().rev().nth(1);
    is_prelude || parent.is_some_and(|s| s.ident.to_string().starts_with(char::is_uppercase))
}

fn inside(at: &Part, name: &str) -> Part {
    at.iter().cloned().chain([name.to_string()]).collect()
}

/// The name of a field.
pub fn name(member: &Member) -> String {
    member.to_token_stream().to_string()
}

/// Whether one is a part of the other.
pub fn overlap(a: &Part, b: &Part) -> bool {
    a.starts_with(b) || b.starts_with(a)
}
