//! Runs a program that reports line by line, and notices when it ends too early or not at all.

use anyhow::{Context, Result};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// How a program ended.
pub enum End {
    Good,
    Bad(String),
}

/// All lines of the program's output, and how it ended. It must not be silent for longer than `patience`.
pub fn run(program: &Path, arguments: &[String], patience: Duration) -> Result<(Vec<String>, End)> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{} doesn't start", program.display()))?;
    let lines = lines_of(&mut child);
    let mut all = Vec::new();
    loop {
        match lines.recv_timeout(patience) {
            Ok(line) => all.push(line),
            Err(RecvTimeoutError::Disconnected) => return Ok((all, end(child.wait()?))),
            Err(RecvTimeoutError::Timeout) => {
                child.kill()?;
                child.wait()?;
                return Ok((all, End::Bad("it doesn't end".to_string())));
            }
        }
    }
}

fn lines_of(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    let output = BufReader::new(child.stdout.take().expect("piped"));
    std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    receiver
}

fn end(status: ExitStatus) -> End {
    if status.success() { End::Good } else { End::Bad(status.to_string()) }
}
