//! The return type of an `async fn`, in the forms that emitted code needs.

use proc_macro2::Span;
use syn::visit_mut::{self, VisitMut};
use syn::{ReturnType, Type, TypeInfer, parse_quote, parse_quote_spanned};

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
