//! The lab as it is called: what it prints, and with which exit code.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Output};

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lab")).args(arguments).output().expect("the lab starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The lines of a short run.
fn measured(arguments: &[&str]) -> Vec<Value> {
    let output = lab(&[&["--quick", "--rounds", "1", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "no progress line where nobody sees it");
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

fn field<'a>(line: &'a Value, name: &str) -> &'a str {
    line[name].as_str().unwrap_or_else(|| panic!("no `{name}` in {line}"))
}

#[test]
fn every_experiment_reports_every_strategy_and_metric() {
    let with_plain = ["plain", "boxed", "native", "state_machine", "stackful"].as_slice();
    let experiments = [
        ("hot", "ns_per_op", with_plain),
        ("entry", "ns_per_op", &with_plain[1..]),
        ("wrapped", "ns_per_op", &with_plain[1..]),
        ("suspend", "msgs_per_s", &with_plain[1..]),
    ];
    let expected: BTreeSet<_> = experiments
        .iter()
        .flat_map(|&(experiment, metric, strategies)| {
            let metrics = [metric, "bytes_per_op", "allocs_per_op"];
            strategies.iter().flat_map(move |&s| metrics.map(|m| (experiment.into(), s.into(), m.into())))
        })
        .collect();
    let (sizes, lines): (Vec<Value>, Vec<Value>) =
        measured(&[]).into_iter().partition(|line| field(line, "experiment") == "size");
    assert!(sizes.len() >= 80 && sizes.len() % 2 == 0, "two lines for each of forty functions");
    let found: Vec<(String, String, String)> =
        lines.iter().map(|l| ["experiment", "strategy", "metric"].map(|name| field(l, name).into()).into()).collect();
    assert_eq!(found.len(), expected.len(), "each combination once");
    assert_eq!(BTreeSet::from_iter(found), expected);
}

#[test]
fn annotated_functions_allocate_nothing_and_boxes_do() {
    for line in measured(&["--only", "hot", "--only", "suspend"]) {
        let (strategy, value) = (field(&line, "strategy"), line["value"].as_f64().expect("a number"));
        match (field(&line, "metric"), strategy) {
            ("allocs_per_op", "boxed") => assert!((13.0..14.0).contains(&value), "{line}"),
            ("bytes_per_op", "boxed") => assert!(value > 13.0, "{line}"),
            ("allocs_per_op" | "bytes_per_op", _) => assert_eq!(value, 0.0, "{line}"),
            _ => assert!(value > 0.0 && value.is_finite(), "{line}"),
        }
        assert_eq!(line["depth"], 12);
    }
}

#[test]
fn the_table_names_its_method_and_its_bases() {
    let output = lab(&["--quick", "--rounds", "3", "--only", "hot"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.starts_with("Medians of 3 rounds after 2 warm-ups"), "{table}");
    let header = table.lines().find(|l| l.trim_start().starts_with("strategy")).expect("a header");
    let cells: Vec<&str> = header.split_whitespace().collect();
    let expected = ["strategy", "ns/op", "spread", "x", "plain", "x", "boxed", "x", "native", "allocs/op", "bytes/op"];
    assert_eq!(cells, expected);
}

#[test]
fn sizes_are_compared_without_a_clock() {
    for pair in measured(&["--only", "size"]).chunks(2) {
        assert_eq!([field(&pair[0], "strategy"), field(&pair[1], "strategy")], ["native", "state_machine"]);
        assert_eq!(field(&pair[0], "function"), field(&pair[1], "function"));
        assert!(pair.iter().all(|line| field(line, "metric") == "bytes" && line["value"].is_u64()), "{pair:?}");
    }
    let table = lab(&["--only", "size"]);
    assert!(text(&table.stdout).starts_with("\nsize: bytes of a function's future\n"), "{}", text(&table.stdout));
}

#[test]
fn an_unknown_experiment_is_refused_with_the_known_names() {
    let output = lab(&["--only", "cold"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("'cold'") && message.contains("hot, entry, wrapped, suspend, size"), "{message}");
}

#[test]
fn no_rounds_are_refused() {
    let output = lab(&["--rounds", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("'0'"), "{}", text(&output.stderr));
}

#[test]
fn help_tells_the_options_and_hides_the_quick_one() {
    let output = lab(&["--help"]);
    assert!(output.status.success());
    let help = text(&output.stdout);
    assert!(["--only", "--rounds", "--json"].iter().all(|option| help.contains(option)), "{help}");
    assert!(!help.contains("--quick"), "{help}");
}
