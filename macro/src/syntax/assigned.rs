//! Variables that an assignment gives a new value, whole or in a field, destructuring assignments included.

use crate::syntax::names::{Binding, Names};
use std::collections::HashSet;
use syn::Expr;
use syn::visit::{self, Visit};

/// Input: what stands left of `=`
pub fn targets(names: &Names, left: &Expr) -> HashSet<Binding> {
    let mut targets = Targets(names, HashSet::new());
    targets.visit_expr(left);
    targets.1
}

struct Targets<'t>(&'t Names, HashSet<Binding>);

impl<'a> Visit<'a> for Targets<'_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        match e {
            Expr::Path(_) => self.1.extend(self.0.variable(e)),
            Expr::Field(f) => self.visit_expr(&f.base),
            Expr::Tuple(_) | Expr::Array(_) | Expr::Paren(_) | Expr::Struct(_) | Expr::Call(_) => {
                visit::visit_expr(self, e)
            }
            _ => {}
        }
    }
}
