//! One await, and the leaf that stands for a statement with awaits that can't be taken apart.
//!
//! Input: `conn.read().await`, output:
//! ```text
//! {
//!     if let State::Run = at { machine::start(await1, (*(conn)).read()); }
//!     loop {
//!         let awaiter = machine::awaiter(await1);
//!         match machine::poll(await1, cx) {
//!             Poll::Ready(value) => { at = State::Run; break (awaiter.done(value)).0; }
//!             Poll::Pending => { (*frame).state = State::Await1; machine::forget((name_guard, awaiter)); return Poll::Pending; }
//!         }
//!     }
//! }
//! ```

use super::emitter::{Emitter, Exits, Idents, await_field, await_name};
use super::exits::Jumps;
use super::rewrite::Use;
use crate::spans::{block_at, ends, parenthesised};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, Stmt, StmtMacro, Type};

/// What has the value of some code when the temporaries of that code die. If the destructor of one of them panics, rustc drops what has an owner
/// and leaks what has none.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Owner {
    /// A variable, or the temporary that an operand is
    #[default]
    Variable,
    /// The code is the tail of a block: up to edition 2021 as outside of the block, since then no one.
    Block,
    /// No one: it lies in its place already, which may be the function's result.
    Nobody,
}

/// An await in place, but for what becomes of its value.
pub struct Awaited {
    place: (Span, Span),
    /// The value. It is the operand of a `break`, as in rustc's own lowering, and an expression from the one end of `place` to the other: if its
    /// type is wrong, the message is the same that the shadow gets.
    pub output: TokenStream,
    started: TokenStream,
    polled: TokenStream,
    ready: TokenStream,
    run: TokenStream,
    pending: TokenStream,
}

impl Awaited {
    /// The await, as an expression.
    pub fn value(&self) -> TokenStream {
        let output = &self.output;
        self.then(&quote_spanned!(self.place.1=> break #output;))
    }

    /// The await, where `then` uses the value and leaves the loop.
    ///
    /// What is done there is done while the result of the poll is in its place: LLVM then copies a large value once.
    pub fn then(&self, then: &TokenStream) -> TokenStream {
        let Awaited { place, started, polled, ready, run, pending, .. } = self;
        let sp = Span::mixed_site().located_at(place.1);
        quote_spanned! {sp=>
            {
                #started
                loop {
                    #polled {
                        #ready => { #run #then }
                        #pending
                    }
                }
            }
        }
    }
}

impl Emitter<'_> {
    /// Polls the future that `operand` makes; `inside` are the awaits of the operand itself, `place` is where all of it stands.
    pub fn awaited(
        &mut self,
        operand: &TokenStream,
        inside: std::ops::RangeInclusive<usize>,
        place: (Span, Span),
    ) -> Awaited {
        self.awaits += 1;
        let moment = self.moment();
        self.moments.push(moment);
        let n = self.awaits;
        let (name, field) = (await_name(n), await_field(n));
        let Idents { f, at, cx, rt, state, step, .. } = &self.ids;
        let sp = Span::mixed_site().located_at(place.1);
        let (value, awaiter) = (Ident::new("value", Span::mixed_site()), Ident::new("awaiter", Span::mixed_site()));
        let open = &self.open;
        let suspends = self.plan.holds.then(|| quote_spanned!(sp=> suspends.set(true);));
        let entered = self.entered(inside);
        // What isn't a future is reported where the shadow awaits it.
        let operand = block_at(place.1, operand);
        let place_of_it = block_at(place.1, quote_spanned!(sp=> #field));
        let (output, mut field_0) = (quote_spanned!(sp=> #awaiter.done(#value)), Literal::usize_unsuffixed(0));
        let output = parenthesised(place.0, output);
        field_0.set_span(place.1);
        Awaited {
            place,
            output: quote_spanned!(place.1=> #output.#field_0),
            started: quote_spanned!(sp=> if #entered { #rt::start(#field, #operand); }),
            polled: quote_spanned! {sp=>
                let #awaiter = #rt::awaiter(#field);
                match #rt::poll(#place_of_it, #cx)
            },
            ready: quote_spanned!(sp=> #rt::Poll::Ready(#value)),
            run: quote_spanned!(sp=> #at = #state::Run;),
            pending: quote_spanned! {sp=>
                #rt::Poll::Pending => {
                    (*#f).state = #state::#name;
                    #suspends
                    #rt::forget((#(#open,)* #awaiter,));
                    return #step::Pending;
                }
            },
        }
    }

    /// An expression with awaits as an awaiter of its own: rustc lowers it, with the slots reached by pointer.
    pub fn leaf_value(&mut self, e: &Expr, expected: Option<Type>, owner: Owner) -> TokenStream {
        self.leaf(expected, owner, ends(e), |me| {
            let e = me.rewritten(e, Use::Value);
            quote!(#e)
        })
    }

    pub fn leaf_of_macro(&mut self, m: &StmtMacro, owner: Owner) -> TokenStream {
        let stmt = [Stmt::Macro(m.clone())];
        self.leaf(None, owner, ends(m), |me| {
            let stmts = me.rewritten_stmts(&stmt);
            quote!({ #(#stmts)* })
        })
    }

    /// Input: `code`, which stands at `place` and may leave the function.
    /// Output: `async move { let value = code; Leaf::Value(value) }`, awaited and, if it left, left.
    ///
    /// A leaf that jumps to a loop or block around it returns where to, as a `JumpingLeaf`.
    pub fn leaf(
        &mut self,
        expected: Option<Type>,
        owner: Owner,
        place: (Span, Span),
        code: impl Fn(&mut Self) -> TokenStream,
    ) -> TokenStream {
        self.leaves += 1;
        let sp = Span::mixed_site();
        let (kept, code, jumps) = self.in_leaf(&code);
        let result = &self.output.inferred;
        let rt = self.ids.rt.clone();
        let expected = expected.map_or_else(|| quote!(_), |ty| quote!(#ty));
        let (leaf, more) = match jumps.is_empty() {
            true => (Ident::new("Leaf", sp), TokenStream::new()),
            false => (Ident::new("JumpingLeaf", sp), jumps.types(&rt)),
        };
        let value = Ident::new("value", sp);
        // As the result of the `async` block the value would leak, whatever owns it.
        let code = owned(owner, place.1, code);
        // If it borrows from a temporary, it can't leave the block, and rustc points to the code.
        let whole = parenthesised(place.0, quote_spanned!(sp=> #rt::#leaf::<#expected, #result #more>::Value));
        let argument = parenthesised(place.1, &value);
        let operand = quote_spanned!(sp=> async move { #kept let #value: #expected = #code; #whole #argument });
        #[allow(clippy::reversed_empty_ranges)] // no await of the machine inside
        let awaited = self.awaited(&operand, 1..=0, (sp, sp)).value();
        let jumps = jumps.arms(&rt);
        quote_spanned! {sp=>
            (match #awaited {
                #rt::#leaf::Value(#value) => #value,
                #rt::#leaf::Left(#value) => break 'ret #value,
                #jumps
            })
        }
    }

    /// The code, rewritten as that of a leaf, behind its registers, and where it jumps to. If it jumps, all ways out of it must say so.
    fn in_leaf(&mut self, code: &impl Fn(&mut Self) -> TokenStream) -> (TokenStream, TokenStream, Jumps) {
        let outer = std::mem::replace(&mut self.exits, Exits::Leaf);
        let targets = std::mem::take(&mut self.inner_targets);
        let registers = std::mem::take(&mut self.registers);
        let jumps = std::mem::take(&mut self.jumps);
        let mut rewritten = code(self);
        if !self.jumps.is_empty() {
            self.jumps = Jumps::expected();
            self.registers.clear();
            rewritten = code(self);
        }
        let kept = self.registers();
        (self.exits, self.inner_targets, self.registers) = (outer, targets, registers);
        (kept, rewritten, std::mem::replace(&mut self.jumps, jumps))
    }
}

/// The code, as the initial value of a variable that owns its value when the temporaries die only if the `owner` does.
fn owned(owner: Owner, at: Span, code: TokenStream) -> TokenStream {
    let inner = parenthesised(at, &code);
    match owner {
        Owner::Variable => code,
        Owner::Block => block_at(at, inner),
        Owner::Nobody => quote!(match () { () => #inner }),
    }
}
