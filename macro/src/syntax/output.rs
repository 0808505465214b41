//! The return type of an `async fn`, in the forms that emitted code needs.

use proc_macro2::Span;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{PathArguments, ReturnType, Type, TypeInfer, parse_quote, parse_quote_spanned};

/// Input: `-> Result<impl Iterator<Item = u8>, E>`
pub struct Output {
    /// `Result<impl Iterator<Item = u8>, E>`, for a position where `impl Trait` is allowed
    pub declared: Type,
    /// `Result<_, E>`, for a position where it isn't
    pub inferred: Type,
}

impl Output {
    pub fn of(output: &ReturnType) -> Self {
        let declared: Type = match output {
            ReturnType::Default => parse_quote!(()),
            // `!` as a type argument is unstable; as the return type of a function pointer it has a name.
            ReturnType::Type(_, t) if matches!(**t, Type::Never(_)) => {
                parse_quote_spanned!(Span::mixed_site()=> <fn() -> ! as ::resumable::__private::Returns>::Output)
            }
            ReturnType::Type(_, t) => (**t).clone(),
        };
        let mut inferred = declared.clone();
        InferOpaque.visit_type_mut(&mut inferred);
        Output { declared, inferred }
    }
}

/// Whether a closure in the result gets its signature from the declared type: `impl Fn(u32) -> u32`.
pub fn expects_closure(ty: &Type) -> bool {
    struct ExpectsClosure(bool);
    impl<'a> Visit<'a> for ExpectsClosure {
        fn visit_type_impl_trait(&mut self, t: &'a syn::TypeImplTrait) {
            self.0 |= t.bounds.iter().any(|b| match b {
                syn::TypeParamBound::Trait(t) => {
                    t.path.segments.last().is_some_and(|s| matches!(s.arguments, PathArguments::Parenthesized(_)))
                }
                _ => false,
            });
        }
    }
    let mut expects = ExpectsClosure(false);
    expects.visit_type(ty);
    expects.0
}

/// `impl Trait` -> `_`
struct InferOpaque;

impl VisitMut for InferOpaque {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::ImplTrait(_) => *ty = Type::Infer(TypeInfer { underscore_token: Default::default() }),
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }
}
