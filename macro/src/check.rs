//! What no strategy can lower, refused on its token.

use crate::error::refuse;
use crate::item::Function;
use syn::Result;

pub fn function(f: &Function) -> Result<()> {
    let sig = &f.sig;
    if sig.asyncness.is_none() {
        return Err(refuse(
            sig.fn_token,
            "only an `async fn` can be lowered",
            "write `async fn`, or remove `#[resumable]`",
        ));
    }
    if let Some(token) = sig.constness {
        return Err(refuse(token, "an `async fn` can't be `const`", "remove `const`"));
    }
    if let Some(variadic) = &sig.variadic {
        return Err(refuse(variadic, "an `async fn` can't be variadic", "take a slice"));
    }
    Ok(())
}
