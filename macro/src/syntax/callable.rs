//! How often a parameter can be called, by what is written of its type.

use syn::{GenericArgument, GenericParam, Generics, PathArguments, Type, TypeParamBound, TypePath, WherePredicate};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Calls {
    /// A call takes it.
    Once,
    /// A call borrows it.
    Many,
}

impl Calls {
    /// `impl FnMut()`, `F` where `F: Fn()`, `Box<dyn FnOnce()>`
    pub fn of(ty: &Type, generics: &Generics) -> Option<Calls> {
        match ty {
            Type::ImplTrait(t) => of_bounds(&t.bounds),
            Type::Paren(t) => Calls::of(&t.elem, generics),
            Type::Group(t) => Calls::of(&t.elem, generics),
            Type::Path(p) => of_parameter(p, generics).or_else(|| of_box(p)),
            _ => None,
        }
    }
}

fn of_parameter(path: &TypePath, generics: &Generics) -> Option<Calls> {
    let name = path.path.get_ident()?;
    let in_list = generics.params.iter().filter_map(|p| match p {
        GenericParam::Type(t) if t.ident == *name => of_bounds(&t.bounds),
        _ => None,
    });
    let is_of = |ty: &Type| matches!(ty, Type::Path(p) if p.path.is_ident(name));
    let in_where = generics.where_clause.iter().flat_map(|w| &w.predicates).filter_map(|p| match p {
        WherePredicate::Type(t) if is_of(&t.bounded_ty) => of_bounds(&t.bounds),
        _ => None,
    });
    in_list.chain(in_where).max()
}

fn of_box(path: &TypePath) -> Option<Calls> {
    let last = path.path.segments.last().filter(|s| s.ident == "Box")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    args.args.iter().find_map(|a| match a {
        GenericArgument::Type(Type::TraitObject(t)) => of_bounds(&t.bounds),
        _ => None,
    })
}

fn of_bounds<'b>(bounds: impl IntoIterator<Item = &'b TypeParamBound>) -> Option<Calls> {
    let names = bounds.into_iter().filter_map(|b| match b {
        TypeParamBound::Trait(t) => t.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    });
    let calls = names.filter_map(|name| match name.as_str() {
        "Fn" | "FnMut" | "AsyncFn" | "AsyncFnMut" => Some(Calls::Many),
        "FnOnce" | "AsyncFnOnce" => Some(Calls::Once),
        _ => None,
    });
    calls.max()
}
