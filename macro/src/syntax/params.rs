//! The parameters of an `async fn`, as rustc desugars them: every argument is captured whole, patterns are matched at the first poll.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{Attribute, FnArg, Pat, PatIdent, PatType, Receiver, Signature};

/// Input: `(&self, mut x: T, (p, q): (A, B), _: C)`
pub struct Params {
    /// `(&self, x: T, __arg2: (A, B), __arg3: C)`
    pub inputs: Vec<FnArg>,
    /// `let _ = &self; let mut x = x; let __arg2 = __arg2; let (p, q) = __arg2; let __arg3 = __arg3; let _ = __arg3;`
    ///
    /// The first statements of the body. Each mentions its argument whole, hence captures it whole, in declaration order.
    pub prologue: TokenStream,
}

impl Params {
    pub fn of(sig: &Signature) -> Self {
        Params::keeping(sig, None)
    }

    /// As [`of`](Self::of), where the argument with the index given stays as it was captured and isn't moved to a variable.
    pub fn keeping(sig: &Signature, kept: Option<usize>) -> Self {
        let mut params = Params { inputs: Vec::new(), prologue: TokenStream::new() };
        for (i, input) in sig.inputs.iter().enumerate() {
            match input {
                FnArg::Receiver(r) => params.receiver(r),
                FnArg::Typed(t) if kept == Some(i) => params.kept(t),
                FnArg::Typed(t) => params.typed(i, t),
            }
        }
        params
    }

    fn receiver(&mut self, receiver: &Receiver) {
        let this = &receiver.self_token; // with its own span: `self` is hygienic
        self.prologue.extend(quote_spanned!(Span::mixed_site()=> let _ = &#this;));
        self.inputs.push(FnArg::Receiver(receiver.clone()));
    }

    fn kept(&mut self, param: &PatType) {
        let pat = &param.pat;
        self.prologue.extend(quote_spanned!(Span::mixed_site()=> let _ = &#pat;));
        self.inputs.push(FnArg::Typed(param.clone()));
    }

    fn typed(&mut self, index: usize, param: &PatType) {
        let sp = Span::mixed_site();
        let (pat, attrs) = (&param.pat, &param.attrs);
        let name = match simple_name(pat) {
            Some(name) => {
                self.prologue.extend(quote_spanned!(sp=> #(#attrs)* let #pat = #name;));
                name.clone()
            }
            None => {
                let name = format_ident!("__arg{index}", span = sp);
                let cfgs: Vec<&Attribute> = attrs.iter().filter(|a| a.path().is_ident("cfg")).collect();
                self.prologue.extend(quote_spanned!(sp=> #(#cfgs)* let #name = #name; #(#attrs)* let #pat = #name;));
                name
            }
        };
        self.inputs.push(FnArg::Typed(PatType { pat: Box::new(plain_pattern(name)), ..param.clone() }));
    }
}

/// `x` or `mut x`
pub fn simple_name(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() => Some(&p.ident),
        _ => None,
    }
}

fn plain_pattern(ident: Ident) -> Pat {
    Pat::Ident(PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident, subpat: None })
}
