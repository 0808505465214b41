//! Makes a failing body smaller as long as it fails in the same way.
//!
//! [`edits`] proposes smaller trees without knowing whether they make sense; rustc knows.

mod edits;

use crate::batch::{Batch, Body};
use crate::outcome::Outcome;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use quote::ToTokens;
use std::collections::HashSet;
use syn::File;

/// How many edits are tried in one program.
const AT_ONCE: usize = 48;

/// A minimised failure.
pub struct Smallest {
    pub body: Body,
    pub outcome: Outcome,
}

/// The smallest body that was found. `failed` is how `body` fails.
pub fn smallest(batch: &Batch<'_>, body: Body, failed: &Outcome) -> Result<Smallest> {
    let mut best = Smallest { body: formatted(body)?, outcome: failed.clone() };
    let progress =
        ProgressBar::new_spinner().with_style(ProgressStyle::with_template("minimising: {msg}").expect("a constant"));
    fewer_calls(batch, &mut best)?;
    let mut tried = HashSet::new();
    while let Some(smaller) = smaller(batch, &best, &mut tried)? {
        best = smaller;
        progress.set_message(format!("{} tokens", size(&best.body.items)));
        progress.tick();
    }
    progress.finish_and_clear();
    Ok(best)
}

/// The text as it will be printed.
fn formatted(body: Body) -> Result<Body> {
    let file: File = syn::parse_str(&body.items).context("the body has been parsed by rustc")?;
    Ok(Body { items: prettyplease::unparse(&file), ..body })
}

/// One call is enough.
fn fewer_calls(batch: &Batch<'_>, best: &mut Smallest) -> Result<()> {
    for call in best.body.calls.clone() {
        let body = Body { calls: vec![call], ..best.body.clone() };
        let outcome = batch.outcomes(std::slice::from_ref(&body))?.remove(0);
        if outcome.is_like(&best.outcome) {
            *best = Smallest { body, outcome };
            return Ok(());
        }
    }
    Ok(())
}

/// A smaller body that fails in the same way.
fn smaller(batch: &Batch<'_>, best: &Smallest, tried: &mut HashSet<String>) -> Result<Option<Smallest>> {
    let file: File = syn::parse_str(&best.body.items)?;
    let edits = edits::of(&file);
    let fresh = edits.iter().map(prettyplease::unparse).filter(|text| tried.insert(text.clone()));
    let candidates: Vec<Body> = fresh.map(|items| Body { items, ..best.body.clone() }).collect();
    for some in candidates.chunks(AT_ONCE) {
        let outcomes = batch.outcomes(some)?;
        let alike = some.iter().zip(outcomes).filter(|(_, o)| o.is_like(&best.outcome));
        if let Some((body, outcome)) = alike.min_by_key(|(body, _)| size(&body.items)) {
            // What wasn't tried yet may be tried on the smaller one.
            return Ok(Some(Smallest { body: body.clone(), outcome }));
        }
    }
    Ok(None)
}

fn size(items: &str) -> usize {
    syn::parse_str::<File>(items).map_or(usize::MAX, |f| tokens(f.to_token_stream()))
}

fn tokens(stream: proc_macro2::TokenStream) -> usize {
    let of = |tree| match tree {
        proc_macro2::TokenTree::Group(g) => 2 + tokens(g.stream()),
        _ => 1,
    };
    stream.into_iter().map(of).sum()
}
