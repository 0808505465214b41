//! Conditional compilation inside a body: what it may take away, and where that can be followed.

use super::awaits;
use crate::machine::pattern::bindings;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Arm, Attribute, Block, Expr, FieldPat, FieldValue, Local, Meta, Stmt, Token};

/// Whether the attribute decides if what it stands on is compiled, or may. A `cfg_attr` that only adds lints doesn't.
pub fn decides(attr: &Attribute) -> bool {
    attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") && !adds_lints(attr)
}

fn adds_lints(attr: &Attribute) -> bool {
    let lints = ["allow", "expect", "warn", "deny", "forbid"];
    attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        .is_ok_and(|metas| metas.iter().skip(1).all(|m| lints.iter().any(|l| m.path().is_ident(l))))
}

/// Whether it is always compiled.
pub fn is_certain(attrs: &[Attribute]) -> bool {
    !attrs.iter().any(decides)
}

/// Input: `#[cfg(a)] #[cfg(b)]`, output: `all(a, b)`
pub fn condition(attrs: &[Attribute]) -> TokenStream {
    let conditions = attrs.iter().filter_map(|a| a.meta.require_list().ok()).map(|list| &list.tokens);
    quote!(all(#(#conditions),*))
}

/// Takes the attributes of a statement that is an expression or a macro: those that decide. The others don't matter to code that rustc has
/// checked in the shadow.
pub fn take(stmt: &mut Stmt) -> Vec<Attribute> {
    let attrs = match stmt {
        Stmt::Expr(e, _) => attributes(e).map(std::mem::take),
        Stmt::Macro(m) => Some(std::mem::take(&mut m.attrs)),
        Stmt::Local(_) | Stmt::Item(_) => None,
    };
    attrs.unwrap_or_default().into_iter().filter(decides).collect()
}

/// Whether the statement itself may not be compiled.
pub fn is_conditional(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Local(l) => !is_certain(&l.attrs),
        Stmt::Macro(m) => !is_certain(&m.attrs),
        Stmt::Expr(e, _) => attributes(&mut e.clone()).is_some_and(|attrs| !is_certain(attrs)),
        Stmt::Item(_) => false,
    }
}

/// The first statement of a block with conditional parts that the machine can't follow: what it declares, binds or awaits isn't known.
pub fn first_obscure(stmts: &[Stmt]) -> Option<usize> {
    (0..stmts.len()).find(|&i| {
        let mut found = Obscure { is_found: has_obscure_tail(&stmts[i..]) };
        found.statement(&stmts[i]);
        found.is_found
    })
}

/// Whether it depends on conditions if the first statement is the value of the block, where it matters: with awaits there or behind.
fn has_obscure_tail(stmts: &[Stmt]) -> bool {
    let (first, rest) = (&stmts[0], &stmts[1..]);
    let may_be_tail = matches!(first, Stmt::Expr(_, None)) && rest.iter().all(is_conditional);
    may_be_tail && (is_conditional(first) || !rest.is_empty()) && stmts.iter().any(awaits::in_stmt)
}

struct Obscure {
    is_found: bool,
}

impl Obscure {
    /// A conditional statement is followed if it declares nothing.
    fn statement(&mut self, stmt: &Stmt) {
        let mut stmt = stmt.clone();
        if take(&mut stmt).iter().any(|a| !a.path().is_ident("cfg")) {
            self.is_found = true;
        }
        self.visit_stmt(&stmt);
    }
}

impl<'a> Visit<'a> for Obscure {
    fn visit_block(&mut self, b: &'a Block) {
        self.is_found |= first_obscure(&b.stmts).is_some();
    }
    fn visit_arm(&mut self, a: &'a Arm) {
        let mut arm = a.clone();
        arm.attrs.retain(|a| !a.path().is_ident("cfg"));
        visit::visit_arm(self, &arm);
    }
    fn visit_field_value(&mut self, f: &'a FieldValue) {
        let mut field = f.clone();
        field.attrs.retain(|a| !a.path().is_ident("cfg"));
        self.is_found |= !is_certain(&f.attrs) && awaits::has(&f.expr);
        visit::visit_field_value(self, &field);
    }
    fn visit_attribute(&mut self, a: &'a Attribute) {
        self.is_found |= decides(a);
    }
    fn visit_item(&mut self, _: &'a syn::Item) {}
}

/// The names that are bound by a `let` or a part of a pattern which may not be compiled.
pub fn bound(stmts: &[Stmt]) -> Vec<Ident> {
    let mut found = Bound(Vec::new());
    stmts.iter().for_each(|s| found.visit_stmt(s));
    found.0
}

struct Bound(Vec<Ident>);

impl<'a> Visit<'a> for Bound {
    fn visit_local(&mut self, l: &'a Local) {
        if !is_certain(&l.attrs) {
            self.0.extend(bindings(&l.pat));
        }
        visit::visit_local(self, l);
    }
    fn visit_field_pat(&mut self, f: &'a FieldPat) {
        if !is_certain(&f.attrs) {
            self.0.extend(bindings(&f.pat));
        }
        visit::visit_field_pat(self, f);
    }
}

macro_rules! attributes_of {
    ($e:expr, $($variant:ident)*) => {
        match $e {
            $(Expr::$variant(e) => Some(&mut e.attrs),)*
            _ => None,
        }
    };
}

/// The attributes in front of an expression.
pub fn attributes(e: &mut Expr) -> Option<&mut Vec<Attribute>> {
    attributes_of!(e, Array Assign Async Await Binary Block Break Call Cast Closure Const Continue Field ForLoop Group If Index Infer Let Lit
        Loop Macro Match MethodCall Paren Path Range Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe While Yield)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn is_obscure(block: Block) -> bool {
        first_obscure(&block.stmts).is_some()
    }

    #[test]
    fn what_can_be_followed() {
        assert!(!is_obscure(parse_quote!({
            #[cfg(a)]
            f(x);
        })));
        assert!(!is_obscure(parse_quote!({
            #[cfg(a)]
            f(x).await;
        })));
        assert!(!is_obscure(parse_quote!({
            #[cfg(a)]
            if c {
                f(x).await
            }
            g()
        })));
        assert!(!is_obscure(parse_quote!({
            let x = S {
                #[cfg(a)]
                y: 1,
                z: f().await,
            };
        })));
        assert!(!is_obscure(parse_quote!({
            match x {
                #[cfg(a)]
                A(y) => f(y).await,
                _ => f().await,
            };
        })));
        assert!(!is_obscure(parse_quote!({
            #[cfg_attr(a, allow(unused))]
            let x = 1;
        })));
        assert!(!is_obscure(parse_quote!({
            f().await;
            #[cfg(a)]
            {
                f()
            }
            #[cfg(not(a))]
            {
                g()
            }
        })));
    }

    #[test]
    fn what_can_not() {
        assert!(is_obscure(parse_quote!({
            #[cfg(a)]
            let x = 1;
        })));
        assert!(is_obscure(parse_quote!({
            {
                #[cfg(a)]
                let x = 1;
            };
        })));
        assert!(is_obscure(parse_quote!({
            let x = S {
                #[cfg(a)]
                y: f().await,
            };
        })));
        assert!(is_obscure(parse_quote!({
            match x {
                #[cfg_attr(a, cfg(b))]
                A(y) => f(y).await,
                _ => {}
            };
        })));
        assert!(is_obscure(parse_quote!({
            let S {
                #[cfg(a)]
                y,
                ..
            } = x;
        })));
        assert!(is_obscure(parse_quote!({
            f(
                #[cfg(a)]
                1,
            );
        })));
        assert!(is_obscure(parse_quote!({
            #[cfg_attr(a, cfg(b))]
            f();
        })));
        assert!(is_obscure(parse_quote!({
            #[cfg(a)]
            {
                f().await
            }
            #[cfg(not(a))]
            {
                g()
            }
        })));
        assert!(is_obscure(parse_quote!({
            if c {
                f().await
            }
            #[cfg(a)]
            {
                g()
            }
        })));
        assert!(is_obscure(parse_quote!({
            if c {
                #[cfg(a)]
                {
                    f().await
                }
            }
        })));
    }
}
