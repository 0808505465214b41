//! What no strategy can lower, refused on its token.

use crate::args::{Args, Strategy};
use crate::error::{refuse, refuse_at};
use crate::item::Function;
use quote::ToTokens;
use syn::{Error, Result};

pub fn options(args: &Args) -> Result<()> {
    match args.strategy {
        Some((Strategy::Stackful, option)) if !cfg!(feature = "std") => Err(refuse_at(
            option,
            "coroutines need the standard library, and this build of `resumable` does without it",
            "enable the feature `std` of `resumable`, or write `state_machine`",
        )),
        _ => Ok(()),
    }
}

pub fn function(f: &Function) -> Result<()> {
    let sig = &f.sig;
    if sig.asyncness.is_none() {
        return Err(not_async(f));
    }
    if let Some(token) = sig.constness {
        return Err(refuse(token, "an `async fn` can't be `const`", "remove `const`"));
    }
    if let Some(variadic) = &sig.variadic {
        return Err(refuse(variadic, "an `async fn` can't be variadic", "take a slice"));
    }
    Ok(())
}

fn not_async(f: &Function) -> Error {
    let wrong = "only an `async fn` can be lowered";
    if f.block.to_token_stream().to_string().contains("block_on") {
        return refuse(
            f.sig.fn_token,
            format!("{wrong}, and another attribute has made an ordinary function of this one"),
            "put `#[resumable]` above the other attribute",
        );
    }
    refuse(f.sig.fn_token, wrong, "write `async fn`, or remove `#[resumable]`")
}
