//! The program, with its command line.

use crate::codegen::default_codegen;
use crate::running::Raw;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// Kills the program if a test fails before its end.
struct Program(Child);

impl Program {
    fn start(arguments: &[&str]) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kv"));
        Program(command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started"))
    }

    fn first_line(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.0.stdout.as_mut().expect("piped")).read_line(&mut line).expect("text");
        line
    }

    /// Waits for its end: whether it was a good one, and what it complained of.
    fn end(&mut self) -> (bool, String) {
        let mut complaint = String::new();
        self.0.stderr.take().expect("piped").read_to_string(&mut complaint).expect("text");
        (self.0.wait().expect("a child").success(), complaint)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Fails if it has ended already.
        let _ = self.0.kill();
    }
}

#[cfg(unix)]
#[test]
fn it_says_where_it_listens_and_how_it_was_compiled_and_ends_on_a_signal() {
    let mut program = Program::start(&["--port", "0", "--json"]);
    let line: serde_json::Value = serde_json::from_str(&program.first_line()).expect("JSON");
    let codegen = line["codegen"].as_object().expect("counts by name");
    assert_eq!(codegen.keys().collect::<Vec<_>>(), [default_codegen().name()]);
    let address = line["address"].as_str().expect("an address").parse().expect("an address");
    let mut raw = Raw::connect(address);
    raw.send("PING\r\n");
    raw.expect("+PONG\r\n");
    let signal = Command::new("kill").args(["-TERM", &program.0.id().to_string()]).status();
    assert!(signal.expect("sent").success());
    assert_eq!(raw.rest(), "", "the idle client is hung up on");
    assert_eq!(program.end(), (true, String::new()));
}

#[test]
fn the_start_line_for_people() {
    let line = Program::start(&["--port", "0"]).first_line();
    assert!(line.starts_with("kv listens on 127.0.0.1:"), "{line}");
    assert!(line.trim_end().ends_with(&format!(" async functions as {}", default_codegen())), "{line}");
}

#[test]
fn a_port_that_is_taken() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("bound").port().to_string();
    let (success, complaint) = Program::start(&["--port", &port]).end();
    assert!(!success);
    assert!(complaint.starts_with(&format!("kv: can't serve on 127.0.0.1 port {port}: ")), "{complaint}");
}
