//! Which variable a name means: every local binding, and each mention of one, gets a name of its own.
//!
//! Input:  `let x = 1; { let x = f(x); g(x) }`
//! Output: `let x__b0 = 1; { let x__b1 = f(x__b0m0); g(x__b1m1) }`
//!
//! Later stages then compare names without thinking of scopes, and [`Names::restore`] gives the user's names back at the end. Tokens of
//! macros are renamed as well, wherever a word is the name of a variable in scope: too much at times (a field of the same name), which is
//! harmless, since it is undone.

use crate::syntax::format_string;
use crate::syntax::macros::{self, Grammar};
use crate::syntax::select::Select;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprPath, ExprStruct, ExprWhile, Item, Local, Macro, Member,
    Pat, Stmt,
};

/// A local variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Binding(pub usize);

/// One place where a variable is mentioned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mention(pub usize);

/// All variables of a body.
#[derive(Default)]
pub struct Names {
    bindings: Vec<String>,
    mentions: Vec<Binding>,
    /// What each new name stands for.
    renamed: HashMap<String, Meaning>,
    /// Variables that string literals of a macro name, by the macro's tokens.
    captured: HashMap<String, Vec<Binding>>,
    /// Tokens of opaque macros as they were written, by the renamed ones. A macro may look at them, and they lose their spacing when they
    /// are taken apart.
    written: HashMap<String, TokenStream>,
    /// Variables declared with `mut`.
    mutable: HashSet<Binding>,
    /// A construct whose bindings can't be seen.
    pub opaque: bool,
}

#[derive(Clone, Copy)]
struct Meaning {
    binding: Binding,
    mention: Option<Mention>,
}

impl Names {
    /// Renames everything in `body`, which has `params` in scope: their names, and whether they are `mut`.
    pub fn resolve(params: &mut [(Ident, bool)], body: &mut Block) -> Names {
        let mut resolver = Resolver { names: Names::default(), scopes: vec![HashMap::new()] };
        for (param, is_mut) in params {
            resolver.bind_ident(param, *is_mut);
        }
        resolver.visit_block_mut(body);
        resolver.names
    }

    /// The variable that a renamed identifier mentions or binds.
    pub fn binding(&self, ident: &Ident) -> Option<Binding> {
        Some(self.renamed.get(&ident.to_string())?.binding)
    }

    pub fn mention(&self, ident: &Ident) -> Option<Mention> {
        self.renamed.get(&ident.to_string())?.mention
    }

    /// The variable that the expression is, if it is nothing else.
    pub fn variable(&self, e: &Expr) -> Option<Binding> {
        match e {
            Expr::Path(p) => self.binding(p.path.get_ident()?),
            Expr::Paren(p) => self.variable(&p.expr),
            Expr::Group(g) => self.variable(&g.expr),
            _ => None,
        }
    }

    /// The user's name.
    pub fn original(&self, binding: Binding) -> &str {
        &self.bindings[binding.0]
    }

    pub fn is_mutable(&self, binding: Binding) -> bool {
        self.mutable.contains(&binding)
    }

    /// Every variable that the string literals of a macro with these tokens mention.
    pub fn captured(&self, tokens: &TokenStream) -> Vec<Binding> {
        self.captured.get(&tokens.to_string()).cloned().unwrap_or_default()
    }

    /// Every variable that the tokens mention, string literals of macros included.
    pub fn in_tokens(&self, tokens: &TokenStream) -> Vec<Binding> {
        let mut found = Vec::new();
        self.collect(tokens.clone(), &mut found);
        found.sort();
        found.dedup();
        found
    }

    fn collect(&self, tokens: TokenStream, found: &mut Vec<Binding>) {
        if !self.captured.is_empty() {
            found.extend(self.captured.get(&tokens.to_string()).into_iter().flatten());
        }
        for token in tokens {
            match token {
                TokenTree::Ident(i) => found.extend(self.binding(&i)),
                TokenTree::Group(g) => self.collect(g.stream(), found),
                _ => {}
            }
        }
    }

    /// The words in the tokens that may mention a variable.
    pub fn mentions_in(&self, tokens: &TokenStream) -> Vec<(Mention, Binding)> {
        tokens
            .clone()
            .into_iter()
            .flat_map(|t| match t {
                TokenTree::Group(g) => self.mentions_in(&g.stream()),
                TokenTree::Ident(i) => self.mention(&i).zip(self.binding(&i)).into_iter().collect(),
                _ => Vec::new(),
            })
            .collect()
    }

    /// The word in the tokens that is this mention.
    pub fn mentioned(&self, tokens: &TokenStream, mention: Mention) -> Option<Ident> {
        tokens.clone().into_iter().find_map(|t| match t {
            TokenTree::Group(g) => self.mentioned(&g.stream(), mention),
            TokenTree::Ident(i) => (self.mention(&i) == Some(mention)).then_some(i),
            _ => None,
        })
    }

    /// The user's names again. `self` can't be the name of a variable; where it was hoisted it is called `this`.
    pub fn restore(&self, tokens: TokenStream) -> TokenStream {
        self.restored(&tokens).unwrap_or(tokens)
    }

    /// None: nothing in the tokens was renamed. (Each group is looked at once: this pass is much of what the macro costs.)
    fn restored(&self, tokens: &TokenStream) -> Option<TokenStream> {
        let mut has_renamed = false;
        let mut restore = |token: TokenTree| match self.restored_token(&token) {
            Some(restored) => {
                has_renamed = true;
                restored
            }
            None => token,
        };
        let restored: Vec<TokenTree> = tokens.clone().into_iter().map(&mut restore).collect();
        has_renamed.then(|| restored.into_iter().collect())
    }

    fn restored_token(&self, token: &TokenTree) -> Option<TokenTree> {
        match token {
            TokenTree::Group(g) => {
                let restored = self.restored(&g.stream())?;
                let mut group = Group::new(g.delimiter(), self.as_written(&g.stream()).unwrap_or(restored));
                group.set_span(g.span());
                Some(group.into())
            }
            TokenTree::Ident(i) => Some(original_ident(self.original(self.binding(i)?), i.span()).into()),
            _ => None,
        }
    }

    /// The tokens of an opaque macro, if that is what these are.
    fn as_written(&self, renamed: &TokenStream) -> Option<TokenStream> {
        if self.written.is_empty() { None } else { self.written.get(&renamed.to_string()).cloned() }
    }
}

impl Names {
    fn has_renamed(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|t| match t {
            TokenTree::Group(g) => self.has_renamed(g.stream()),
            TokenTree::Ident(i) => self.binding(&i).is_some(),
            _ => false,
        })
    }
}

fn original_ident(name: &str, span: Span) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None if name == "self" => Ident::new("this", Span::mixed_site().located_at(span)),
        None => Ident::new(name, span),
    }
}

struct Resolver {
    names: Names,
    scopes: Vec<HashMap<String, Binding>>,
}

impl Resolver {
    fn find(&self, name: &str) -> Option<Binding> {
        self.scopes.iter().rev().find_map(|s| s.get(name)).copied()
    }

    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(HashMap::new());
        inside(self);
        self.scopes.pop();
    }

    fn bind_ident(&mut self, ident: &mut Ident, is_mut: bool) {
        let binding = Binding(self.names.bindings.len());
        self.names.bindings.push(ident.to_string());
        if is_mut {
            self.names.mutable.insert(binding);
        }
        self.enter(ident, binding);
    }

    /// Puts the name in scope and renames this occurrence.
    fn enter(&mut self, ident: &mut Ident, binding: Binding) {
        let name = ident.to_string();
        let renamed = format!("{}__b{}", name.trim_start_matches("r#"), binding.0);
        self.scopes.last_mut().expect("the scope of the body").insert(name, binding);
        self.names.renamed.insert(renamed.clone(), Meaning { binding, mention: None });
        *ident = Ident::new(&renamed, ident.span());
    }

    fn mention(&mut self, ident: &mut Ident) -> bool {
        let Some(binding) = self.find(&ident.to_string()) else { return false };
        let mention = Mention(self.names.mentions.len());
        self.names.mentions.push(binding);
        let renamed = format!("{}__b{}m{}", ident.to_string().trim_start_matches("r#"), binding.0, mention.0);
        self.names.renamed.insert(renamed.clone(), Meaning { binding, mention: Some(mention) });
        *ident = Ident::new(&renamed, ident.span());
        true
    }

    /// Binds all names of one pattern; the alternatives of an or-pattern bind the same variables.
    fn bind(&mut self, pat: &mut Pat) {
        let mut binder = Binder { resolver: self, bound: HashMap::new() };
        binder.visit_pat_mut(pat);
        let bound = binder.bound;
        self.scopes.last_mut().expect("the scope of the body").extend(bound);
    }

    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        tokens.into_iter().map(|t| self.token(t)).collect()
    }

    fn token(&mut self, token: TokenTree) -> TokenTree {
        match token {
            TokenTree::Group(g) => {
                let mut group = Group::new(g.delimiter(), self.tokens(g.stream()));
                group.set_span(g.span());
                group.into()
            }
            TokenTree::Ident(mut i) => {
                self.mention(&mut i);
                i.into()
            }
            other => other,
        }
    }

    /// A macro whose grammar isn't known: every word and every `{name}` in a string may be a mention.
    fn opaque_macro(&mut self, mac: &mut Macro) {
        let captured = self.variables(&format_string::names_in_literals(&mac.tokens));
        let written = mac.tokens.clone();
        let renamed = self.tokens(written.clone());
        self.rename(mac, renamed, written);
        self.note_captures(&mac.tokens, captured);
    }

    fn variables(&self, names: &[String]) -> Vec<Binding> {
        names.iter().filter_map(|n| self.find(n)).collect()
    }

    fn rename(&mut self, mac: &mut Macro, renamed: TokenStream, written: TokenStream) {
        if self.names.has_renamed(renamed.clone()) {
            self.names.written.insert(renamed.to_string(), written);
            mac.tokens = renamed;
        }
    }

    fn note_captures(&mut self, tokens: &TokenStream, captured: Vec<Binding>) {
        if !captured.is_empty() {
            self.names.captured.entry(tokens.to_string()).or_default().extend(captured);
        }
    }

    /// What a branch's pattern binds is there in its handler.
    fn select(&mut self, mac: &mut Macro, mut select: Select) {
        for branch in &mut select.branches {
            branch.condition.iter_mut().for_each(|c| self.visit_expr_mut(c));
            self.visit_expr_mut(&mut branch.future);
            self.scoped(|me| {
                me.bind(&mut branch.pattern);
                me.visit_expr_mut(&mut branch.handler);
            });
        }
        select.others.iter_mut().for_each(|other| self.visit_expr_mut(&mut other.handler));
        mac.tokens = select.into_token_stream();
    }

    /// `"{x}"` becomes `"{x}", x = x`, where `x` is a variable and the macro takes named arguments.
    fn known_macro(&mut self, mac: &mut Macro, mut known: macros::Known) {
        let captures = known.captures();
        let captured = if known.takes_names { Vec::new() } else { self.variables(&captures) };
        if known.takes_names {
            captures.iter().filter(|n| self.find(n).is_some()).for_each(|n| known.push_named(n));
        }
        known.args.iter_mut().for_each(|arg| self.visit_expr_mut(&mut arg.value));
        known.suffix = self.tokens(known.suffix.clone());
        if known.grammar == Grammar::Log {
            let written = mac.tokens.clone();
            self.rename(mac, known.tokens(), written);
            self.note_captures(&mac.tokens, captured);
        } else {
            mac.tokens = known.tokens();
        }
    }
}

/// Renames the names that one pattern binds.
struct Binder<'r> {
    resolver: &'r mut Resolver,
    bound: HashMap<String, Binding>,
}

impl VisitMut for Binder<'_> {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        match pat {
            Pat::Ident(p) if binds(p) => {
                let name = p.ident.to_string();
                match self.bound.get(&name) {
                    Some(&binding) => {
                        let renamed = format!("{}__b{}", name.trim_start_matches("r#"), binding.0);
                        p.ident = Ident::new(&renamed, p.ident.span());
                    }
                    None => {
                        self.resolver.scopes.push(HashMap::new());
                        self.resolver.bind_ident(&mut p.ident, p.mutability.is_some());
                        self.bound.extend(self.resolver.scopes.pop().expect("pushed above"));
                    }
                }
                if let Some((_, sub)) = &mut p.subpat {
                    self.visit_pat_mut(sub);
                }
            }
            Pat::Struct(s) => {
                for field in &mut s.fields {
                    if field.colon_token.is_none() && matches!(field.member, Member::Named(_)) {
                        field.colon_token = Some(Default::default());
                    }
                    self.visit_pat_mut(&mut field.pat);
                }
            }
            Pat::Macro(_) => self.resolver.names.opaque = true,
            Pat::Const(_) | Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) => {}
            _ => visit_mut::visit_pat_mut(self, pat),
        }
    }
    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

/// Whether the identifier pattern binds. A capitalised name without `ref`, `mut` or `@` is taken for a constant or a unit variant, as by
/// every Rust reader; where it is a variable after all, the body that misses it doesn't compile.
pub fn binds(p: &syn::PatIdent) -> bool {
    p.by_ref.is_some()
        || p.mutability.is_some()
        || p.subpat.is_some()
        || !p.ident.to_string().trim_start_matches("r#").starts_with(char::is_uppercase)
}

/// Whether something in the pattern is taken for a constant.
fn names_constant(pat: &Pat) -> bool {
    struct NamesConstant(bool);
    impl<'a> Visit<'a> for NamesConstant {
        fn visit_pat_ident(&mut self, p: &'a syn::PatIdent) {
            self.0 |= !binds(p);
            visit::visit_pat_ident(self, p);
        }
        fn visit_expr(&mut self, _: &'a Expr) {}
    }
    let mut names = NamesConstant(false);
    names.visit_pat(pat);
    names.0
}

impl VisitMut for Resolver {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scoped(|me| visit_mut::visit_block_mut(me, block));
    }
    fn visit_local_mut(&mut self, local: &mut Local) {
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, diverge)) = &mut init.diverge {
                self.visit_expr_mut(diverge);
            }
        }
        // Only what binds can't fail to match.
        self.names.opaque |= local.init.as_ref().is_none_or(|i| i.diverge.is_none()) && names_constant(&local.pat);
        self.bind(&mut local.pat);
    }
    fn visit_expr_if_mut(&mut self, e: &mut ExprIf) {
        self.scoped(|me| {
            me.visit_expr_mut(&mut e.cond);
            me.visit_block_mut(&mut e.then_branch);
        });
        if let Some((_, otherwise)) = &mut e.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }
    fn visit_expr_let_mut(&mut self, e: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut e.expr);
        self.bind(&mut e.pat);
    }
    fn visit_expr_while_mut(&mut self, e: &mut ExprWhile) {
        self.scoped(|me| {
            me.visit_expr_mut(&mut e.cond);
            me.visit_block_mut(&mut e.body);
        });
    }
    fn visit_expr_for_loop_mut(&mut self, e: &mut ExprForLoop) {
        self.visit_expr_mut(&mut e.expr);
        self.scoped(|me| {
            me.bind(&mut e.pat);
            me.visit_block_mut(&mut e.body);
        });
    }
    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        self.scoped(|me| {
            me.bind(&mut arm.pat);
            if let Some((_, guard)) = &mut arm.guard {
                me.visit_expr_mut(guard);
            }
            me.visit_expr_mut(&mut arm.body);
        });
    }
    fn visit_expr_closure_mut(&mut self, e: &mut ExprClosure) {
        self.scoped(|me| {
            for input in &mut e.inputs {
                me.bind(input);
            }
            me.visit_expr_mut(&mut e.body);
        });
    }
    fn visit_expr_path_mut(&mut self, e: &mut ExprPath) {
        if e.qself.is_none()
            && e.path.leading_colon.is_none()
            && e.path.segments.len() == 1
            && e.path.segments[0].arguments.is_none()
        {
            self.mention(&mut e.path.segments[0].ident);
        }
    }
    fn visit_expr_struct_mut(&mut self, e: &mut ExprStruct) {
        for field in &mut e.fields {
            field.colon_token.get_or_insert_default();
        }
        visit_mut::visit_expr_struct_mut(self, e);
    }
    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if let Some(select) = Select::of(mac) {
            return self.select(mac, select);
        }
        match macros::parse(mac) {
            Some(known) if known.grammar != Grammar::Opaque => self.known_macro(mac, known),
            _ => self.opaque_macro(mac),
        }
    }
    fn visit_item_mut(&mut self, item: &mut Item) {
        // A local `macro_rules!` sees the variables where it is defined; other items see none.
        if let Item::Macro(m) = item {
            self.opaque_macro(&mut m.mac);
        }
    }
    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        visit_mut::visit_stmt_mut(self, stmt);
    }
}
