//! A function body made ready for lowering: its parameters as variables, its items apart, every name resolved.

use super::brief::Brief;
use super::hidden::{Hidden, taking};
use super::kind::{Kind, is_small_type};
use super::pattern::bindings;
use crate::item::Function;
use crate::syntax::callable::Calls;
use crate::syntax::conditional;
use crate::syntax::hidden_exits::may_be_hidden;
use crate::syntax::liveness::Liveness;
use crate::syntax::names::{Binding, Names};
use crate::syntax::output::Output;
use crate::syntax::params::simple_name;
use crate::syntax::pins;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use std::collections::{HashMap, HashSet};
use syn::token::Brace;
use syn::{Block, FnArg, Generics, Item, Pat, Stmt};

/// Input: a function. Output: what the emission works on.
pub struct Body {
    pub params: Vec<Param>,
    /// Without the items that stand at the top level.
    pub stmts: Vec<Stmt>,
    pub braces: Brace,
    /// Items of the top level, apart from macros: they are emitted once and serve the shadow and the machine.
    pub items: Vec<Item>,
    pub names: Names,
    pub liveness: Liveness,
    pub brief: Brief,
    pub hidden: Hidden,
    /// Identifiers that the function mentions anywhere.
    pub words: HashSet<String>,
    /// Macros may hold exits in their own text.
    pub hides_exits: bool,
    /// The body may rely on the address of a variable where no borrow shows it.
    pub observes_addresses: bool,
}

/// A parameter, as a variable of the frame.
pub struct Param {
    /// Its resolved name.
    pub name: Ident,
    /// The argument as the outer function calls it: `self`, `x` or `__arg2`.
    pub argument: Ident,
    pub kind: Kind,
    /// A few bytes, by its type.
    pub is_small: bool,
    /// How the frame takes it, if not as it is.
    pub taking: Option<TokenStream>,
    pub calls: Option<Calls>,
}

/// Words of code that may keep a raw pointer, or promise that something isn't moved.
const ADDRESSES: &[&str] = &[
    "unsafe",
    "raw",
    "addr_of",
    "addr_of_mut",
    "as_ptr",
    "as_mut_ptr",
    "as_ptr_range",
    "new_unchecked",
    "pin_mut",
    "NonNull",
    "from_ref",
    "from_mut",
];

impl Body {
    /// None: parameters that only rustc's own desugaring takes apart in the right order.
    pub fn of(f: &Function, output: &Output) -> Option<Body> {
        let mut block = f.block.clone()?;
        let items = take_items(&mut block.stmts);
        let pins = pins::write_out(&mut block);
        if !is_hygienic(f) {
            return None;
        }
        let each = f.sig.inputs.iter().enumerate();
        let mut params = each.map(|(i, p)| param(i, p, &f.sig.generics)).collect::<Option<Vec<_>>>()?;
        let is_mut = f.sig.inputs.iter().map(is_mutable);
        let mut idents: Vec<(Ident, bool)> = params.iter().map(|p| p.name.clone()).zip(is_mut).collect();
        let hidden = Hidden::of(f);
        if let Some(lifetime) = hidden.lifetime() {
            params.iter_mut().zip(&f.sig.inputs).for_each(|(p, input)| p.taking = taking(input, &lifetime));
        }
        let names = Names::resolve(&mut idents, &mut block);
        if names.opaque {
            return None;
        }
        params.iter_mut().zip(idents).for_each(|(p, (name, _))| p.name = name);
        let liveness = Liveness::of(&names, &block);
        let brief = Brief::of(&names, &block);
        let mut words = HashSet::new();
        collect_words(f.sig.to_token_stream(), &mut words);
        let code = f.block.to_token_stream();
        let hides_exits = may_be_hidden(code.clone(), &output.declared);
        collect_words(code, &mut words);
        let observes_addresses = pins || ADDRESSES.iter().any(|word| words.contains(*word));
        Some(Body {
            params,
            hides_exits,
            observes_addresses,
            braces: block.brace_token,
            stmts: block.stmts,
            items,
            names,
            liveness,
            brief,
            hidden,
            words,
        })
    }

    /// The body as written, without the items that are emitted apart.
    pub fn original(&self, f: &Function) -> Block {
        let mut block = f.block.clone().expect("lowered functions have a body");
        take_items(&mut block.stmts);
        block
    }

    /// What the statements themselves declare.
    pub fn declared_by(&self, stmts: &[Stmt]) -> Vec<Binding> {
        let locals = stmts.iter().filter_map(|s| match s {
            Stmt::Local(local) => Some(bindings(&local.pat)),
            _ => None,
        });
        locals.flatten().filter_map(|i| self.names.binding(&i)).collect()
    }

    /// The first statement with conditionally compiled parts that can't be followed, or that declares what such a part may shadow.
    pub fn first_obscure(&self) -> usize {
        let first = conditional::first_obscure(&self.stmts).unwrap_or(self.stmts.len());
        let bound = conditional::bound(&self.stmts[first..]);
        let shadowing: HashSet<&str> = bound.iter().filter_map(|i| self.user_name(i)).collect();
        let is_shadowed = |ident: &Ident| self.user_name(ident).is_some_and(|name| shadowing.contains(name));
        if self.params.iter().any(|p| is_shadowed(&p.name)) {
            return 0;
        }
        let declares = |s: &Stmt| matches!(s, Stmt::Local(l) if bindings(&l.pat).iter().any(is_shadowed));
        self.stmts[..first].iter().position(declares).unwrap_or(first)
    }

    fn user_name(&self, ident: &Ident) -> Option<&str> {
        Some(self.names.original(self.names.binding(ident)?))
    }

    /// A name for an emitted item: `name`, unless the function mentions it.
    pub fn item_name(&self, name: &str) -> Ident {
        let mut name = name.to_string();
        while self.words.contains(&name) {
            name.push('_');
        }
        Ident::new(&name, Span::mixed_site())
    }
}

/// Whether words that look the same are the same: in a function that a macro made, `x` of the macro and `x` of its caller are two variables.
/// Stable Rust doesn't compare the contexts of spans, but prints them (`#0 bytes(1..2)`); where it doesn't, there is nothing to see.
fn is_hygienic(f: &Function) -> bool {
    fn agree(tokens: TokenStream, contexts: &mut HashMap<String, String>) -> bool {
        tokens.into_iter().all(|t| match t {
            TokenTree::Group(g) => agree(g.stream(), contexts),
            TokenTree::Ident(i) => {
                let span = format!("{:?}", i.span());
                let context = span.split_once(' ').map_or("", |(context, _)| context).to_string();
                *contexts.entry(i.to_string()).or_insert_with(|| context.clone()) == context
            }
            _ => true,
        })
    }
    agree(f.to_token_stream(), &mut HashMap::new())
}

fn take_items(stmts: &mut Vec<Stmt>) -> Vec<Item> {
    let mut items = Vec::new();
    stmts.retain(|stmt| match stmt {
        Stmt::Item(Item::Macro(_)) => true,
        Stmt::Item(item) => {
            items.push(item.clone());
            false
        }
        _ => true,
    });
    items
}

fn param(index: usize, input: &FnArg, generics: &Generics) -> Option<Param> {
    match input {
        FnArg::Receiver(r) => {
            let name = Ident::new("self", r.self_token.span);
            let kind = if r.colon_token.is_some() { Kind::of_type(&r.ty) } else { receiver_kind(r) };
            conditional::is_certain(&r.attrs).then(|| Param {
                argument: name.clone(),
                name,
                kind,
                calls: None,
                is_small: false,
                taking: None,
            })
        }
        FnArg::Typed(t) => {
            let (name, argument) = match (&*t.pat, simple_name(&t.pat)) {
                (_, Some(name)) => (name.clone(), name.clone()),
                (Pat::Wild(_), None) => {
                    let name = format_ident!("__arg{index}", span = Span::mixed_site());
                    (name.clone(), name)
                }
                _ => return None,
            };
            let (kind, calls) = (Kind::of_type(&t.ty), Calls::of(&t.ty, generics));
            conditional::is_certain(&t.attrs).then_some(Param {
                name,
                argument,
                kind,
                calls,
                is_small: is_small_type(&t.ty),
                taking: None,
            })
        }
    }
}

fn is_mutable(input: &FnArg) -> bool {
    match input {
        FnArg::Receiver(r) => r.reference.is_none() && r.mutability.is_some(),
        FnArg::Typed(t) => matches!(&*t.pat, Pat::Ident(p) if p.mutability.is_some()),
    }
}

fn receiver_kind(r: &syn::Receiver) -> Kind {
    match (&r.reference, r.mutability) {
        (Some(_), Some(_)) => Kind::Unique,
        (Some(_), None) => Kind::Plain,
        (None, _) => Kind::Owned,
    }
}

fn collect_words(tokens: TokenStream, words: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(i) => {
                words.insert(i.to_string());
            }
            TokenTree::Group(g) => collect_words(g.stream(), words),
            _ => {}
        }
    }
}
