//! Macros that pin a variable where it is, by declaring one of the same name: `tokio::pin!(x);` and `pin_mut!(x);`.
//!
//! Input: `tokio::pin!(sleep);`
//! Output: `let mut sleep = sleep; let mut sleep = unsafe { Pin::new_unchecked(&mut sleep) };`, as the macro itself does.

use crate::syntax::tokens::any_word;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Item, Macro, Stmt, StmtMacro, Token, parse_quote_spanned};

/// Writes them out in the whole body. Returns whether there was one.
pub fn write_out(body: &mut Block) -> bool {
    let mut pins = Pins(false);
    pins.visit_block_mut(body);
    pins.0
}

struct Pins(bool);

impl VisitMut for Pins {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let stmts = std::mem::take(&mut block.stmts);
        for (i, stmt) in stmts.iter().enumerate() {
            match pinned(stmt, &stmts[i + 1..]) {
                Some(names) => {
                    self.0 = true;
                    block.stmts.extend(names.iter().flat_map(declarations));
                }
                None => block.stmts.push(stmt.clone()),
            }
        }
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The variables that the statement pins.
fn pinned(stmt: &Stmt, rest: &[Stmt]) -> Option<Vec<Ident>> {
    let Stmt::Macro(StmtMacro { attrs, mac, semi_token: Some(_) }) = stmt else { return None };
    let names = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(mac.tokens.clone()).ok()?;
    let names: Vec<Ident> = names.into_iter().collect();
    (attrs.is_empty() && !names.is_empty() && declares(mac, &names, rest)).then_some(names)
}

/// `std::pin::pin!(x)`, which declares nothing, moves `x` away: then nothing mentions it any more.
fn declares(mac: &Macro, names: &[Ident], rest: &[Stmt]) -> bool {
    let (first, last) = (&mac.path.segments[0].ident, &mac.path.segments[mac.path.segments.len() - 1].ident);
    let rest: TokenStream = rest.iter().map(ToTokens::to_token_stream).collect();
    match (first == last, last.to_string().as_str()) {
        (_, "pin_mut") => true,
        (false, "pin") => first == "tokio",
        (true, "pin") => names.iter().all(|name| any_word(&rest, &|word| name == word)),
        _ => false,
    }
}

fn declarations(name: &Ident) -> [Stmt; 2] {
    let sp = Span::mixed_site().located_at(name.span());
    // SAFETY: of the emitted block: the variable that is pinned is shadowed by the next `let`, so nothing can move it.
    let pinned = quote_spanned!(sp=> unsafe { ::core::pin::Pin::new_unchecked(&mut #name) });
    [parse_quote_spanned!(sp=> let mut #name = #name;), parse_quote_spanned!(sp=> let mut #name = #pinned;)]
}
