//! A message of rustc as text that can be compared: every span by its line and columns, every label, note and suggestion.
//!
//! ```text
//! error[E0382]: borrow of moved value: `text`
//!   14:16-14:22 ^ value borrowed here after move
//!   11:10-11:14 - value moved here
//!   help: consider cloning the value
//!     11:14-11:14 `.clone()`
//! ```

use crate::source::Source;
use serde_json::Value;
use std::fmt::Write;

/// The line that the message is about, and its text. None: a message about the crate as a whole.
pub fn read(message: &Value, source: &Source) -> Option<(usize, String)> {
    let spans = message["spans"].as_array()?;
    let line = spans.iter().find(|s| s["is_primary"] == true).map(|s| number(s, "line_start"))?;
    let mut text = String::new();
    let code = message["code"]["code"].as_str().map_or(String::new(), |code| format!("[{code}]"));
    let _ = writeln!(text, "{}{code}: {}", str(message, "level"), str(message, "message"));
    write_spans(spans, source, "  ", &mut text);
    for child in message["children"].as_array()?.iter().filter(|c| !is_about_the_message(c)) {
        let _ = writeln!(text, "  {}: {}", str(child, "level"), str(child, "message"));
        write_spans(child["spans"].as_array()?, source, "    ", &mut text);
    }
    Some((line, without_names(&text, source)))
}

/// The types that strategies return and the folders in which variants stand are called differently.
fn without_names(text: &str, source: &Source) -> String {
    let text = text.replace("__private::Native", "__private::Machine");
    let file = format!("{}.rs", source.name);
    let mut parts = text.split(&file);
    let mut short = parts.next().unwrap_or_default().to_string();
    for part in parts {
        short.truncate(short.rfind(['@', ' ', '`']).map_or(0, |i| i + 1));
        short.push_str(&file);
        short.push_str(part);
    }
    short
}

/// Said once per lint and crate, with whichever message comes first; or where a type was too long.
fn is_about_the_message(child: &Value) -> bool {
    let text = str(child, "message");
    text.starts_with("`#[") && text.ends_with("on by default")
        || text.starts_with("the full name for the type has been written")
        || text.starts_with("consider using `--verbose`")
}

fn write_spans(spans: &[Value], source: &Source, indent: &str, text: &mut String) {
    let mut lines: Vec<(bool, String)> = spans
        .iter()
        .map(|span| {
            let is_primary = span["is_primary"] == true;
            let mark = if is_primary { '^' } else { '-' };
            (!is_primary, format!("{indent}{} {mark} {}", place(span, source), said_there(span)).trim_end().to_string())
        })
        .collect();
    lines.sort();
    lines.iter().for_each(|(_, line)| writeln!(text, "{line}").unwrap());
}

fn said_there(span: &Value) -> String {
    let replacement = span["suggested_replacement"].as_str().map(|r| format!("`{r}`"));
    replacement.or_else(|| span["label"].as_str().map(str::to_string)).unwrap_or_default()
}

/// `2:3-2:7`, and whether these are tokens of an expansion of ours.
fn place(span: &Value, source: &Source) -> String {
    let is_here = str(span, "file_name").ends_with(&format!("{}.rs", source.name));
    if !is_here {
        return "elsewhere".to_string();
    }
    let (from, to) = (number(span, "line_start"), number(span, "line_end"));
    let expanded = if is_expanded(span) { " expanded" } else { "" };
    if source.is_attribute(from) && from == to {
        return format!("{from}:attribute{expanded}");
    }
    format!("{from}:{}-{to}:{}{expanded}", number(span, "column_start"), number(span, "column_end"))
}

fn is_expanded(span: &Value) -> bool {
    let expansion = &span["expansion"];
    !expansion.is_null() && (str(expansion, "macro_decl_name").contains("resumable") || is_expanded(&expansion["span"]))
}

fn str<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn number(value: &Value, key: &str) -> usize {
    value[key].as_u64().unwrap_or_default() as usize
}
