//! The return type of an `async fn`, in the forms that emitted code needs.

use crate::spans::{call_over, ends, parenthesised};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{PathArguments, ReturnType, Signature, Type, TypeInfer, parse_quote, parse_quote_spanned};

/// Input: `-> Result<impl Iterator<Item = u8>, E>`
pub struct Output {
    /// `Result<impl Iterator<Item = u8>, E>`, for a position where `impl Trait` is allowed
    pub declared: Type,
    /// `Result<_, E>`, for a position where it isn't
    pub inferred: Type,
    /// Where it stands, or could.
    pub place: (Span, Span),
}

impl Output {
    pub fn of(sig: &Signature) -> Self {
        let declared: Type = match &sig.output {
            ReturnType::Default => parse_quote!(()),
            // `!` as a type argument is unstable; as the return type of a function pointer it has a name.
            ReturnType::Type(_, t) if matches!(**t, Type::Never(_)) => {
                parse_quote_spanned!(Span::mixed_site()=> <fn() -> ! as ::resumable::__private::Returns>::Output)
            }
            ReturnType::Type(_, t) => (**t).clone(),
        };
        let mut inferred = declared.clone();
        InferOpaque.visit_type_mut(&mut inferred);
        let after_arguments = sig.paren_token.span.close();
        let place = match &sig.output {
            ReturnType::Default => (after_arguments, after_arguments),
            ReturnType::Type(_, ty) => ends(ty),
        };
        Output { declared, inferred, place }
    }

    /// `new(future)`, in the place of the declared type: there rustc reports a future that isn't one of it.
    pub fn wrapped(&self, new: TokenStream, future: &TokenStream) -> TokenStream {
        let (new, future) = (parenthesised(self.place.0, new), parenthesised(self.place.1, future));
        quote!(#new #future)
    }

    /// A `return` of a value that `of` the result, which is never run. It tells rustc the type of a body; of a value of another type rustc then
    /// says that this is where the type comes from.
    pub fn never_returned(&self, of: impl FnOnce(&Type) -> TokenStream) -> TokenStream {
        let (ty, sp) = (of(&self.inferred), Span::mixed_site());
        let never = call_over(self.place, quote_spanned!(sp=> ::resumable::__private::never::<#ty>));
        quote_spanned!(sp=> if false { return #never; })
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

/// Whether what the function returns may be a future in its turn.
pub fn may_be_future(output: &ReturnType) -> bool {
    let ReturnType::Type(_, ty) = output else { return false };
    match &**ty {
        Type::Path(p) => p.path.segments.last().is_some_and(|s| {
            let name = s.ident.to_string();
            name.starts_with(char::is_uppercase)
                && !["Result", "Option", "Vec", "String", "Self"].contains(&name.as_str())
        }),
        Type::Tuple(_) | Type::Array(_) | Type::Reference(_) | Type::Ptr(_) | Type::BareFn(_) | Type::Never(_) => false,
        _ => true,
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
