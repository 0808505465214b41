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
    let output = lab(&[&["--quick", "--rounds", "1", "--share", "0.01", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "no progress line where nobody sees it");
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// The line as text, without what was measured.
fn without(line: &Value, name: &str) -> String {
    let mut line = line.as_object().expect("an object").clone();
    line.remove(name);
    Value::from(line).to_string()
}

fn field<'a>(line: &'a Value, name: &str) -> &'a str {
    line[name].as_str().unwrap_or_else(|| panic!("no `{name}` in {line}"))
}

#[test]
fn every_experiment_reports_every_strategy_and_metric() {
    let with_plain = ["plain", "boxed", "native", "state_machine", "stackful"].as_slice();
    let peers = ["async-recursion", "reblessive", "corosensei"];
    let recursive = [with_plain, &peers].concat();
    let bare = [&with_plain[1..], &peers[1..]].concat();
    let on_a_stack = ["plain", "native", "state_machine", "stackful", "corosensei"];
    let experiments = [
        ("hot", "ns_per_op", with_plain),
        ("entry", "ns_per_op", &with_plain[1..]),
        ("wrapped", "ns_per_op", &with_plain[1..]),
        ("suspend", "msgs_per_s", &with_plain[1..]),
        ("recursion", "ns_per_op", &recursive),
        ("dyn", "ns_per_op", &["plain", "boxed", "native", "state_machine", "stackful", "async-trait"]),
        ("depth", "ns_per_op", &recursive[1..]),
        ("cancel", "ns_per_op", &bare),
        ("ffi", "ns_per_op", &on_a_stack),
    ];
    let expected: BTreeSet<_> = experiments
        .iter()
        .flat_map(|&(experiment, metric, strategies)| {
            let metrics = [metric, "bytes_per_op", "allocs_per_op"];
            strategies.iter().flat_map(move |&s| metrics.map(|m| (experiment.into(), s.into(), m.into())))
        })
        .collect();
    let is_timed = |line: &Value| experiments.iter().any(|e| e.0 == field(line, "experiment"));
    let optional = |line: &Value| ["go", "may"].contains(&field(line, "strategy"));
    let lines: Vec<Value> = measured(&[]).into_iter().filter(|l| is_timed(l) && !optional(l)).collect();
    let found: BTreeSet<(String, String, String)> =
        lines.iter().map(|l| ["experiment", "strategy", "metric"].map(|name| field(l, name).into()).into()).collect();
    assert_eq!(found, expected);
    let places: BTreeSet<_> = lines.iter().map(|l| without(l, "value")).collect();
    assert_eq!(lines.len(), places.len(), "each combination once");
}

#[test]
fn annotated_functions_allocate_nothing_and_boxes_do() {
    let with_own_schedulers = |line: &Value| ["may", "go"].contains(&field(line, "strategy"));
    for line in measured(&["--only", "hot", "--only", "suspend"]).into_iter().filter(|l| !with_own_schedulers(l)) {
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
    assert!(table.starts_with("Medians of 3 rounds after 1 warm-ups"), "{table}");
    assert!(table.contains("\n  compiler   rustc "), "{table}");
    let header = table.lines().find(|l| l.trim_start().starts_with("strategy")).expect("a header");
    let cells: Vec<&str> = header.split_whitespace().collect();
    let expected =
        ["strategy", "ns/op", "±", "min-max", "x", "plain", "x", "boxed", "x", "native", "bytes/op", "allocs/op"];
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
    assert!(text(&table.stdout).contains("\nsize: bytes of a function's future\n"), "{}", text(&table.stdout));
}

#[test]
fn an_unknown_experiment_is_refused_with_the_known_names() {
    let output = lab(&["--only", "cold"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("'cold'") && message.contains("hot, entry, wrapped, suspend"), "{message}");
}

#[test]
fn no_rounds_are_refused() {
    let output = lab(&["--rounds", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("'0'"), "{}", text(&output.stderr));
}

#[test]
fn help_tells_the_options() {
    let output = lab(&["--help"]);
    assert!(output.status.success());
    let help = text(&output.stdout);
    assert!(["--only", "--rounds", "--json", "--quick", "--list"].iter().all(|option| help.contains(option)), "{help}");
}

#[test]
fn the_list_names_every_experiment_and_runs_none() {
    let output = lab(&["--list"]);
    assert!(output.status.success());
    let list = text(&output.stdout);
    assert!(["hot", "suspend", "size"].iter().all(|e| list.lines().any(|l| l.starts_with(&format!("{e} ")))), "{list}");
    assert!(!list.contains("ns/op"), "{list}");
}

/// What the file says must be what the running program says, or the lab refuses.
#[test]
fn the_markers_on_disk_are_those_in_memory() {
    let lines = measured(&["--only", "verify"]);
    for strategy in ["native", "state_machine", "stackful"] {
        let count = |metric: &str| {
            let line = lines.iter().find(|l| field(l, "strategy") == strategy && field(l, "metric") == metric);
            line.unwrap_or_else(|| panic!("no {metric} of {strategy}"))["value"].as_u64().expect("a count")
        };
        assert!(count("functions_proved") >= 40, "{strategy}");
        assert_eq!(count("functions"), count("functions_on_disk"), "{strategy}");
    }
}

/// What allocates nothing goes by the name of what allocates at each level, and the other way round.
#[test]
fn a_swapped_strategy_is_a_breach_that_is_named() {
    let check = ["--quick", "--share", "0.01", "--rounds", "1", "--check", "--only", "alloc"];
    let sound = lab(&check);
    assert!(sound.status.success(), "{}", text(&sound.stderr));
    let swapped = lab(&[&check, ["--swap", "stackful", "boxed"].as_slice()].concat());
    assert_eq!(swapped.status.code(), Some(1));
    let message = text(&swapped.stderr);
    assert!(message.contains("alloc: BREACH  allocs_per_op of stackful <= 0.00: 13.00"), "{message}");
    assert!(message.contains("allocs_per_op of boxed >= 2.00: 0.00"), "{message}");
    assert!(!message.contains("state_machine"), "{message}");
}

#[test]
fn the_report_is_one_page_that_needs_nothing_else() {
    let directory = std::env::temp_dir().join(format!("lab-report-{}", std::process::id()));
    let arguments = ["--quick", "--share", "0.01", "--only", "recursion", "--only", "verify", "--report"];
    let output = lab(&[&arguments, [directory.to_str().expect("UTF-8")].as_slice()].concat());
    let page = std::fs::read_to_string(directory.join("index.html")).expect("a page");
    let picture = std::fs::read_to_string(directory.join("recursion.svg")).expect("a picture");
    let readme = std::fs::read_to_string(directory.join("README.md")).expect("the table of winners");
    std::fs::remove_dir_all(&directory).expect("it was made by the lab");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(page.matches("<svg").count(), 2, "a chart per experiment");
    assert!(
        page.contains("cargo run --release -p lab -- --only recursion")
            && page.contains("<td class=\"text\">reblessive</td>")
    );
    // The only addresses are those of the SVG's own name space.
    let addresses = page.matches("http").count();
    assert!(["src=", "<script", "<link"].iter().all(|part| !page.contains(part)) && addresses == 2, "{addresses}");
    assert!(picture.starts_with("<svg") && picture.contains("prefers-color-scheme:dark"));
    assert!(readme.contains("| `recursion` |"), "{readme}");
}
