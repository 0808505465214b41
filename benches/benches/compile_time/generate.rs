//! A crate of ordinary async functions: requests and replies on a connection, with locals, loops, matches and `?`, three to eight awaits each.
//!
//! The same text for each strategy but for the attribute on its modules. The program runs every function and prints what they computed, so
//! that nothing is dead code and strategies can be compared.

use std::fmt::Write;
use std::path::Path;

/// How the functions are annotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Annotation {
    /// Not at all.
    None,
    Native,
    StateMachine,
}

impl Annotation {
    pub const ALL: [Annotation; 3] = [Annotation::None, Annotation::Native, Annotation::StateMachine];

    pub fn name(self) -> &'static str {
        match self {
            Annotation::None => "none",
            Annotation::Native => "native",
            Annotation::StateMachine => "state_machine",
        }
    }

    fn attribute(self) -> String {
        match self {
            Annotation::None => String::new(),
            _ => format!("#[resumable::resumable({})]\n", self.name()),
        }
    }
}

/// Functions per module.
const PER_MODULE: usize = 30;

/// Writes the sources of a crate with so many functions.
pub fn write_sources(src: &Path, functions: usize, annotation: Annotation) -> std::io::Result<()> {
    std::fs::create_dir_all(src)?;
    std::fs::write(src.join("support.rs"), include_str!("support.rs.txt"))?;
    let modules = functions.div_ceil(PER_MODULE);
    let mut main = include_str!("main.rs.txt").to_string();
    for module in 0..modules {
        let numbers = module * PER_MODULE..functions.min((module + 1) * PER_MODULE);
        std::fs::write(src.join(format!("requests_{module}.rs")), module_text(numbers.clone(), annotation))?;
        writeln!(main, "mod requests_{module};").unwrap();
    }
    main += "\npub fn all(session: &mut Session) {\n";
    for number in 0..functions {
        writeln!(main, "    session.run(|conn| requests_{}::boxed_{number}(conn));", number / PER_MODULE).unwrap();
    }
    main += "}\n";
    std::fs::write(src.join("main.rs"), main)
}

fn module_text(numbers: std::ops::Range<usize>, annotation: Annotation) -> String {
    let mut functions = String::new();
    let mut boxes = String::new();
    for number in numbers.clone() {
        let function =
            Function { number, first: numbers.start, random: Random(number as u64 + 1), text: String::new() };
        let (text, call) = function.written();
        functions += &text;
        writeln!(
            boxes,
            "pub fn boxed_{number}(conn: &mut Conn) -> Pin<Box<dyn Future<Output = Result<u64, Error>> + '_>> {{\n    Box::pin({call})\n}}\n"
        )
        .unwrap();
    }
    let attribute = annotation.attribute();
    format!(
        "use crate::support::{{Conn, Error}};\nuse std::future::Future;\nuse std::pin::Pin;\n\npub use functions::*;\n\n{attribute}mod functions {{\nuse crate::support::*;\n\n{functions}}}\n\n{boxes}"
    )
}

/// splitmix64
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }
}

struct Function {
    number: usize,
    /// The first function of the module.
    first: usize,
    random: Random,
    text: String,
}

impl Function {
    /// The function, and a call of it.
    fn written(mut self) -> (String, String) {
        let number = self.number;
        let (parameters, arguments) = match self.random.below(4) {
            0 | 1 => ("conn: &mut Conn, n: u64", format!("conn, {number}")),
            2 => ("conn: &mut Conn, name: &str, n: u64", format!("conn, \"client\", {number}")),
            _ => ("conn: &mut Conn, name: String, n: u64", format!("conn, String::from(\"client\"), {number}")),
        };
        let is_named = parameters.contains("name");
        let target = 3 + self.random.below(6);
        let mut awaits = 0;
        self.line(if is_named { "let mut total = n + name.len() as u64;" } else { "let mut total = n;" });
        let mut step = 0;
        while awaits < target {
            awaits += self.step(step);
            step += 1;
        }
        let text = format!(
            "pub async fn request_{number}({parameters}) -> Result<u64, Error> {{\n{}    Ok(total)\n}}\n\n",
            self.text
        );
        (text, format!("request_{number}({arguments})"))
    }

    fn line(&mut self, line: impl AsRef<str>) {
        for line in line.as_ref().lines() {
            writeln!(self.text, "    {line}").unwrap();
        }
    }

    /// One piece of work; how many awaits it has.
    fn step(&mut self, k: usize) -> u64 {
        let (text, awaits) = match self.random.below(12) {
            0 => (format!("let value_{k} = conn.read(total).await?;\ntotal ^= value_{k} * {k};"), 1),
            1 => (format!("let line_{k} = conn.line().await?;\ntotal += line_{k}.len() as u64;"), 1),
            2 => (format!("let text_{k} = format!(\"put {{total}} {k}\");\nconn.send(&text_{k}).await?;"), 1),
            3 => (
                format!(
                    "let mut left_{k} = total % 4;\nwhile left_{k} > 0 {{\n    let chunk = conn.read(left_{k}).await?;\n    total ^= chunk;\n    left_{k} -= 1;\n}}"
                ),
                1,
            ),
            4 => (
                format!(
                    "let kind_{k} = conn.read({k}).await? % 4;\nmatch kind_{k} {{\n    0 => {{\n        let line = conn.line().await?;\n        total += line.len() as u64;\n    }}\n    1 => {{\n        let value = conn.read(total).await?;\n        conn.note(value);\n    }}\n    2 => conn.note(total),\n    _ => conn.flush().await,\n}}"
                ),
                4,
            ),
            5 => (
                "if let Some(found) = conn.lookup(total).await {\n    total += found;\n} else {\n    return Err(Error::Missing(total));\n}".to_string(),
                1,
            ),
            6 => (
                format!(
                    "let mut values_{k} = Vec::new();\nfor i in 0..3 {{\n    let value = conn.read(i).await?;\n    values_{k}.push(value + {k});\n}}\ntotal += values_{k}.iter().sum::<u64>();"
                ),
                1,
            ),
            7 => (
                format!(
                    "let Some(found_{k}) = conn.lookup(total ^ {k}).await else {{\n    return Ok(total);\n}};\ntotal = total * 31 % 1009 + found_{k};"
                ),
                1,
            ),
            8 => (
                "loop {\n    let size = conn.read(total).await?;\n    if size % 3 == 0 {\n        break;\n    }\n    total += size;\n    conn.flush().await;\n}".to_string(),
                2,
            ),
            9 => (
                format!(
                    "let request_{k} = Request {{ id: total, body: format!(\"get {k}\") }};\nconn.send(&request_{k}.body).await?;\nlet reply_{k} = conn.line().await?;\nlet parsed_{k}: u64 = reply_{k}.trim().parse()?;\ntotal += parsed_{k} + request_{k}.body.len() as u64;"
                ),
                2,
            ),
            10 if self.number > self.first => {
                let callee = self.first + self.random.below((self.number - self.first) as u64) as usize;
                (format!("let part_{k} = {};\ntotal += part_{k};", self.call(callee)), 1)
            }
            _ => (
                "if total % 2 == 0 {\n    let value = conn.read(total).await?;\n    total += value;\n} else {\n    conn.flush().await;\n}".to_string(),
                2,
            ),
        };
        self.line(text);
        awaits
    }

    /// Of an earlier function of the module.
    fn call(&self, callee: usize) -> String {
        let arguments = match Random(callee as u64 + 1).below(4) {
            0 | 1 => "conn, total",
            2 => "conn, \"inner\", total",
            _ => "conn, String::from(\"inner\"), total",
        };
        format!("request_{callee}({arguments}).await?")
    }
}
