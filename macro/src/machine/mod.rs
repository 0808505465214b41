//! `#[resumable(state_machine)]`: an explicit state machine.
//!
//! [`body`] resolves names and sets items apart; [`emitter`] runs the emission until its plan is good: [`block`], [`control`] and [`arms`] keep the
//! user's control flow and find the way back into it, [`shape`] decides which awaits stand where they are ([`awaiting`]) and which are part
//! of a leaf, [`rewrite`] turns uses of variables into uses of their [`slots`], with the help of [`worlds`], [`exits`], [`macros`] and [`logs`].
//!
//! Where a use may move a variable, depending on its type: [`consuming`] takes it out for methods that take their receiver, [`deferred`] makes it a
//! real local where nothing is awaited any more, [`tail`] makes the rest of its block a leaf; [`relocation`] lets rustc check each such move.
//!
//! [`frame`] makes states, frame and drop of what was found.

mod arms;
mod awaiting;
mod block;
mod body;
mod brief;
mod consuming;
mod control;
mod deferred;
mod emitter;
mod exits;
mod frame;
mod hidden;
pub mod kind;
mod layout;
mod logs;
mod macros;
pub mod pattern;
mod places;
mod relocation;
mod rewrite;
mod shape;
mod slots;
mod tail;
mod taking;
mod temporaries;
mod undecided;
mod whole;
mod worlds;

use crate::choose::Choice;
use crate::item::{Function, Home};
use crate::lower::shell;
use crate::marker::marker;
use crate::syntax::awaits;
use crate::syntax::output::{Output, expects_closure};
use crate::syntax::params::Params;
use crate::syntax::tokens::any_word;
use crate::{native, object};
use body::Body;
use emitter::{Emitter, Idents, Plan};
use frame::{Emission, Value};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Result, Type, parse_quote_spanned};
use whole::whole;

pub fn lower(f: &Function, choice: Choice) -> Result<TokenStream> {
    let (params, output) = (Params::of(&f.sig), Output::of(&f.sig));
    let Some(block) = &f.block else {
        let ty = if object::is_boxed(f, choice) { object::ty(&output, choice) } else { native::future_type(&output) };
        return Ok(shell(f, params.inputs, ty, TokenStream::new()));
    };
    let points = awaits::count(block);
    let framed = if points == 0 || expects_closure(&output.declared) {
        None
    } else {
        Body::of(f, &output).and_then(|body| framed(f, body, &params, &output))
    };
    let (leaves, value) = framed.unwrap_or_else(|| (usize::from(points > 0), whole(f, &output, block)));
    let marker = marker(&f.sig.ident, choice, points, leaves);
    if object::is_boxed(f, choice) {
        let value = object::value(&value, choice);
        return Ok(shell(f, params.inputs, object::ty(&output, choice), quote!(#marker #value)));
    }
    let inline = makes_inline(&f.attrs);
    let function = shell(f, params.inputs, machine_type(f, &output), quote!(#marker #value));
    Ok(quote!(#inline #function))
}

/// `#[inline]`, so that what makes a machine is compiled beside what awaits it: LLVM then knows the state of one that was just made before it looks at
/// the code that continues it. (rustc does so by itself with what makes a future of an `async fn`, which is smaller.)
fn makes_inline(attrs: &[Attribute]) -> Option<TokenStream> {
    let decides = |word: &str| matches!(word, "inline" | "no_mangle" | "export_name" | "naked");
    let is_decided = attrs.iter().any(|a| any_word(&a.meta.to_token_stream(), &decides));
    (!is_decided).then(|| quote_spanned!(Span::mixed_site()=> #[inline]))
}

fn machine_type(f: &Function, output: &Output) -> Type {
    let declared = &output.declared;
    match f.home {
        Home::TraitDefinition(_) => native::future_type(output),
        _ => {
            parse_quote_spanned!(Span::mixed_site()=> ::resumable::__private::Machine<impl ::core::future::Future<Output = #declared>>)
        }
    }
}

/// Items and value of a machine with a frame. None: all of the body would be one leaf.
fn framed(f: &Function, body: Body, params: &Params, output: &Output) -> Option<(usize, TokenStream)> {
    let mut plan = Plan { tail_from: body.first_obscure(), ..Plan::default() };
    let emission = loop {
        if plan.tail_from == 0 {
            return None;
        }
        let mut emitter = Emitter::new(&body, &plan, output);
        let emission = emitter.emit();
        match plan.improved(&emitter.found) {
            Some(better) => plan = better,
            None => break emission,
        }
    };
    if emission.is_one_leaf {
        return None;
    }
    Some((emission.leaves, assemble(f, &body, &emission, params, output)))
}

fn assemble(f: &Function, body: &Body, emission: &Emission, params: &Params, output: &Output) -> TokenStream {
    let rt = Idents::of(body).rt;
    let block = body.original(f);
    let relocation = (!emission.relocated.is_empty()).then(|| {
        let block = relocation::relocated(body, &rt, &emission.relocated);
        native::async_block(f, params, output, &block)
    });
    let value = Value {
        relocation,
        emission,
        rt: &rt,
        shadow: native::async_block(f, params, output, &block),
        hidden: body.hidden,
    };
    let (items, machine_items) = (&body.items, &emission.items);
    let value = value.tokens();
    let machine = quote_spanned! {Span::mixed_site()=>
        use ::resumable::__private::machine as #rt;
        #machine_items
        #value
    };
    let machine = body.names.restore(machine);
    quote!(#(#items)* #machine)
}
