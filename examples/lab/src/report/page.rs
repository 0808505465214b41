//! The page: what was found in short, then each experiment with its chart, its table, what was expected, and how to run it again.

use super::{chart, winners};
use crate::measure::{Method, machine};
use crate::run::Done;
use crate::show::preface;
use crate::show::table::Table;

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--grid:#d0d7de;--paper:#fff;--band:#f6f8fa;--good:#1a7f37;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--ink:#d7dde4;--soft:#9198a1;--grid:#3d444d;--paper:#0d1117;--band:#151b23;--good:#3fb950;--bad:#f47067}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.7rem;margin:.5rem 0}h2{font-size:1.3rem;margin:0}
section{border-top:1px solid var(--grid);padding:1.5rem 0}
p{margin:.5rem 0}.soft{color:var(--soft);font-size:.9rem}
nav{display:flex;flex-wrap:wrap;gap:.3rem .8rem;margin:1rem 0}a{color:inherit}
.chart svg{display:block;width:100%;max-width:620px;height:auto;margin:.75rem 0}
.table{overflow-x:auto}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{padding:.15rem .6rem;text-align:right;white-space:nowrap}
th{border-bottom:1px solid var(--grid);color:var(--soft);font-weight:600}
tr:nth-child(even) td{background:var(--band)}
td.text,th.text{text-align:left}td.wrap{white-space:normal;min-width:5.5rem}
ul{list-style:none;padding:0;margin:.5rem 0;font-size:.9rem}
.met::before{content:'met ';color:var(--good)}.missed::before,.breach::before{color:var(--bad)}
.missed::before{content:'missed '}.breach::before{content:'breach '}
code{background:var(--band);padding:.1rem .3rem;border-radius:.2rem;overflow-wrap:anywhere}
summary{cursor:pointer;color:var(--soft);font-size:.9rem}
";

pub fn page(runs: &[Done], method: &Method) -> String {
    let sections: String = runs.iter().map(section).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>The lab's report</title><style>{STYLE}</style></head>\n<body>\n{}{}{sections}</body></html>\n",
        head(runs, method),
        first_places(runs)
    )
}

fn head(runs: &[Done], method: &Method) -> String {
    let facts: String = machine::facts()
        .iter()
        .map(|(name, value)| {
            format!("<tr><th class=\"text\">{name}</th><td class=\"text wrap\">{}</td></tr>", escaped(value))
        })
        .collect();
    let links: String = runs.iter().map(|d| format!("<a href=\"#{0}\">{0}</a>", d.experiment.name)).collect();
    let sentences = preface::sentences(method).join(" ");
    format!(
        "<h1>What each way of compiling async code costs</h1>\n\
         <p>The same functions as rustc compiles them (<b>native</b>), as explicit state machines (<b>state_machine</b>), as coroutines on \
         stacks of their own (<b>stackful</b>), with a box per call (<b>boxed</b>), as ordinary functions that can't wait (<b>plain</b>), \
         and by what else a Rust program could use. One command prints all of it: <code>cargo run --release -p lab</code></p>\n\
         <p class=\"soft\">{}</p>\n<div class=\"table\"><table>{facts}</table></div>\n<nav>{links}</nav>\n",
        escaped(&sentences)
    )
}

/// The table of winners.
fn first_places(runs: &[Done]) -> String {
    let rows: String = winners::rows(runs).iter().map(first_place).collect();
    format!(
        "<section><h2>Who is first</h2><p class=\"soft\">Within 3 % of the best is first, too. A ratio is ours to the best of the others, in \
         the experiment's metric.</p><div class=\"table\"><table><tr><th class=\"text\">experiment</th><th class=\"text\">workload</th>\
         <th class=\"text\">first</th><th class=\"text\">ours beside the best of the others</th></tr>{rows}</table></div></section>\n"
    )
}

fn first_place(row: &winners::Row) -> String {
    let cells = [row.experiment, &row.workload, &row.first, &row.ours()];
    let cells: String = cells.iter().map(|c| format!("<td class=\"text wrap\">{}</td>", escaped(c))).collect();
    format!("<tr>{cells}</tr>")
}

fn section(done: &Done) -> String {
    let Done { experiment, findings, verdicts } = done;
    let published =
        experiment.published.map(|p| format!("<p class=\"soft\">Published for {}</p>", escaped(p))).unwrap_or_default();
    let chart =
        chart::of(&findings.readings).map(|svg| format!("<div class=\"chart\">{svg}</div>")).unwrap_or_default();
    let notes: String = findings.notes.iter().map(|n| format!("<p class=\"soft\">{}</p>", escaped(n))).collect();
    let verdicts: String = verdicts.iter().map(verdict).collect();
    format!(
        "<section id=\"{0}\"><h2>{0}</h2><p>{1}</p>{published}{chart}{2}{notes}<ul>{verdicts}</ul>\
         <p class=\"soft\">{3} <code>cargo run --release -p lab -- --only {0}</code></p></section>\n",
        experiment.name,
        escaped(experiment.about),
        table(done),
        escaped(experiment.method()),
    )
}

fn verdict(verdict: &crate::check::Verdict) -> String {
    let class = if verdict.is_breach {
        "breach"
    } else if verdict.is_met {
        "met"
    } else {
        "missed"
    };
    let found = verdict.found.map_or("nothing to compare".into(), |f| format!("{f:.3}"));
    format!("<li class=\"{class}\">{}: {found}</li>", escaped(&verdict.promise))
}

/// Long tables are folded away.
fn table(done: &Done) -> String {
    let Table { rows, doubtful } =
        if done.findings.readings.is_empty() { Table::default() } else { Table::of(&done.findings.readings) };
    let Some((header, body)) = rows.split_first() else { return String::new() };
    let is_text: Vec<bool> = header.iter().map(|h| ["case", "strategy", "function"].contains(&&**h)).collect();
    let row = |cells: &[String], tag: &str| {
        let cell = |(cell, is_text): (&String, &bool)| {
            format!("<{tag}{}>{}</{tag}>", if *is_text { " class=\"text\"" } else { "" }, escaped(cell))
        };
        format!("<tr>{}</tr>", cells.iter().zip(&is_text).map(cell).collect::<String>())
    };
    let body_rows: String = body.iter().map(|r| row(r, "td")).collect();
    let open = if body.len() > 16 { "" } else { " open" };
    let doubt = if doubtful { "<p class=\"soft\">~ the rounds differ too much for this ratio</p>" } else { "" };
    format!(
        "<details{open}><summary>Table</summary><div class=\"table\"><table>{}{body_rows}</table></div>{doubt}</details>",
        row(header, "th")
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a <= b & c"), "a &lt;= b &amp; c");
    }
}
