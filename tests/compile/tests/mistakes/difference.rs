//! What two lists of messages don't have in common.

use std::fmt::Write;

/// Lines that only the second has, after `+`, or only the first, after `-`, with the other lines of the same messages. Empty: none.
pub fn difference(before: &[String], after: &[String]) -> String {
    let (mut only_before, mut only_after) = (before.to_vec(), Vec::new());
    for message in after {
        match only_before.iter().position(|m| m == message) {
            Some(i) => drop(only_before.remove(i)),
            None => only_after.push(message.clone()),
        }
    }
    of_lines(&only_before.concat(), &only_after.concat())
}

/// Two texts, line by line.
pub fn of_lines(before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let common = common_after(&before, &after);
    let (mut i, mut j, mut text) = (0, 0, String::new());
    while i < before.len() || j < after.len() {
        let (mark, line) = if i < before.len() && j < after.len() && before[i] == after[j] {
            (i, j) = (i + 1, j + 1);
            (' ', before[i - 1])
        } else if j == after.len() || i < before.len() && common[i + 1][j] >= common[i][j + 1] {
            i += 1;
            ('-', before[i - 1])
        } else {
            j += 1;
            ('+', after[j - 1])
        };
        let _ = writeln!(text, "{mark} {line}");
    }
    text
}

/// At `[i][j]`: how many lines the texts have in common from there on.
fn common_after(before: &[&str], after: &[&str]) -> Vec<Vec<usize>> {
    let mut common = vec![vec![0; after.len() + 1]; before.len() + 1];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            common[i][j] = match before[i] == after[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    common
}
