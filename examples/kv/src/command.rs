//! Which command a request means: its name, its number of arguments, its options, and the error where it is none.
//!
//! The texts of the errors are those of Redis, since clients look at them.

use crate::integer;
use crate::resp::Request;
use std::time::Duration;
use thiserror::Error;

/// A request that is understood.
#[derive(Clone, Copy, Debug)]
pub enum Command<'a> {
    Ping(Option<&'a [u8]>),
    Echo(&'a [u8]),
    Get(&'a [u8]),
    Set(Set<'a>),
    /// At least one key.
    Del(Request<'a>),
    Incr(&'a [u8]),
    /// The time to live; `None` is in the past.
    Expire(&'a [u8], Option<Duration>),
    Ttl(&'a [u8]),
    /// `DBSIZE`: how many keys are in memory.
    Size,
    /// There is one database, number 0.
    Select,
    /// `CLIENT SETINFO` and `CLIENT SETNAME`: what a client says of itself when it connects.
    Introduce,
    /// `COMMAND`, whose table this server doesn't have.
    CommandTable,
    /// `CONFIG GET` of so many patterns.
    ConfigGet(Request<'a>),
    Quit,
}

/// `SET key value [NX | XX] [EX seconds | PX milliseconds]`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set<'a> {
    pub key: &'a [u8],
    pub value: &'a [u8],
    pub only: Only,
    pub expire: Option<Duration>,
}

/// When a `SET` is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Only {
    #[default]
    Always,
    /// `NX`
    IfAbsent,
    /// `XX`
    IfPresent,
}

/// Why a request is not a command, in Redis' words without the leading `ERR`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    #[error("unknown command '{name}', with args beginning with: {arguments}")]
    Unknown { name: String, arguments: String },
    #[error("unknown subcommand '{subcommand}'. Try {command} HELP.")]
    UnknownSubcommand { command: &'static str, subcommand: String },
    #[error("wrong number of arguments for '{0}' command")]
    Arity(&'static str),
    #[error("syntax error")]
    Syntax,
    #[error("value is not an integer or out of range")]
    NotAnInteger,
    #[error("invalid expire time in '{0}' command")]
    ExpireTime(&'static str),
    #[error("Unsupported option {0}")]
    UnsupportedOption(String),
    #[error("DB index is out of range")]
    Database,
}

/// A request that isn't empty becomes a command.
///
/// # Errors
/// The name isn't known, or the arguments don't fit it.
pub fn parse(request: Request<'_>) -> Result<Command<'_>, CommandError> {
    let (name, arguments) = request.split_first().ok_or_else(|| unknown(b"", request))?;
    match upper_case(name).as_slice() {
        b"PING" => ping(arguments),
        b"ECHO" => exactly("echo", arguments).map(|[message]| Command::Echo(message)),
        b"GET" => exactly("get", arguments).map(|[key]| Command::Get(key)),
        b"SET" => set(arguments).map(Command::Set),
        b"DEL" if arguments.is_empty() => Err(CommandError::Arity("del")),
        b"DEL" => Ok(Command::Del(arguments)),
        b"INCR" => exactly("incr", arguments).map(|[key]| Command::Incr(key)),
        b"EXPIRE" => expire(arguments),
        b"TTL" => exactly("ttl", arguments).map(|[key]| Command::Ttl(key)),
        b"DBSIZE" => exactly("dbsize", arguments).map(|[]| Command::Size),
        b"SELECT" => select(arguments),
        b"CLIENT" => client(arguments),
        b"COMMAND" => Ok(Command::CommandTable),
        b"CONFIG" => config(arguments),
        b"QUIT" => Ok(Command::Quit),
        _ => Err(unknown(name, arguments)),
    }
}

/// The longest name of a command or option.
const LONGEST: usize = 8;

/// A name in capitals, in a buffer of its own: names of commands and options have no case. Longer than any name: cut, and so no name.
#[derive(Clone, Copy)]
struct Name {
    bytes: [u8; LONGEST + 1],
    len: usize,
}

impl Name {
    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

fn upper_case(word: &[u8]) -> Name {
    let mut name = Name { bytes: [0; LONGEST + 1], len: word.len().min(LONGEST + 1) };
    name.bytes[..name.len].copy_from_slice(&word[..name.len]);
    name.bytes.make_ascii_uppercase();
    name
}

fn exactly<'a, const N: usize>(name: &'static str, arguments: Request<'a>) -> Result<[&'a [u8]; N], CommandError> {
    arguments.exactly().ok_or(CommandError::Arity(name))
}

fn integer(text: &[u8]) -> Result<i64, CommandError> {
    integer::parse(text).ok_or(CommandError::NotAnInteger)
}

fn ping(arguments: Request<'_>) -> Result<Command<'_>, CommandError> {
    let mut messages = arguments.iter();
    match (messages.next(), messages.next()) {
        (message, None) => Ok(Command::Ping(message)),
        _ => Err(CommandError::Arity("ping")),
    }
}

fn set(arguments: Request<'_>) -> Result<Set<'_>, CommandError> {
    let mut words = arguments.iter();
    let (Some(key), Some(value)) = (words.next(), words.next()) else { return Err(CommandError::Arity("set")) };
    let mut set = Set { key, value, only: Only::Always, expire: None };
    while let Some(option) = words.next() {
        match upper_case(option).as_slice() {
            b"NX" if set.only != Only::IfPresent => set.only = Only::IfAbsent,
            b"XX" if set.only != Only::IfAbsent => set.only = Only::IfPresent,
            b"EX" if set.expire.is_none() => set.expire = Some(set_expire(words.next(), 1000)?),
            b"PX" if set.expire.is_none() => set.expire = Some(set_expire(words.next(), 1)?),
            _ => return Err(CommandError::Syntax),
        }
    }
    Ok(set)
}

/// The time to live that a `SET` gives, from a number whose unit is so many milliseconds.
fn set_expire(number: Option<&[u8]>, milliseconds: i64) -> Result<Duration, CommandError> {
    let number = integer(number.ok_or(CommandError::Syntax)?)?;
    positive(number, milliseconds).ok_or(CommandError::ExpireTime("set"))
}

/// None: zero, negative, or beyond what is counted in milliseconds.
fn positive(number: i64, milliseconds: i64) -> Option<Duration> {
    let total = number.checked_mul(milliseconds).filter(|&total| total > 0)?;
    Some(Duration::from_millis(total.unsigned_abs()))
}

/// `EXPIRE key seconds`. A time in the past deletes the key; only one that can't be counted is an error.
fn expire(arguments: Request<'_>) -> Result<Command<'_>, CommandError> {
    let mut words = arguments.iter();
    let (Some(key), Some(seconds)) = (words.next(), words.next()) else { return Err(CommandError::Arity("expire")) };
    let seconds = integer(seconds)?;
    if let Some(option) = words.next() {
        return Err(CommandError::UnsupportedOption(printable(option)));
    }
    if seconds.checked_mul(1000).is_none() {
        return Err(CommandError::ExpireTime("expire"));
    }
    Ok(Command::Expire(key, positive(seconds, 1000)))
}

fn select(arguments: Request<'_>) -> Result<Command<'_>, CommandError> {
    let [index] = exactly("select", arguments)?;
    match integer(index)? {
        0 => Ok(Command::Select),
        _ => Err(CommandError::Database),
    }
}

fn client(arguments: Request<'_>) -> Result<Command<'_>, CommandError> {
    let (subcommand, rest) = arguments.split_first().ok_or(CommandError::Arity("client"))?;
    match upper_case(subcommand).as_slice() {
        b"SETINFO" => exactly("client|setinfo", rest).map(|[_, _]| Command::Introduce),
        b"SETNAME" => exactly("client|setname", rest).map(|[_]| Command::Introduce),
        _ => Err(CommandError::UnknownSubcommand { command: "CLIENT", subcommand: printable(subcommand) }),
    }
}

fn config(arguments: Request<'_>) -> Result<Command<'_>, CommandError> {
    let (subcommand, patterns) = arguments.split_first().ok_or(CommandError::Arity("config"))?;
    match upper_case(subcommand).as_slice() {
        b"GET" if patterns.is_empty() => Err(CommandError::Arity("config|get")),
        b"GET" => Ok(Command::ConfigGet(patterns)),
        _ => Err(CommandError::UnknownSubcommand { command: "CONFIG", subcommand: printable(subcommand) }),
    }
}

fn unknown(name: &[u8], arguments: Request<'_>) -> CommandError {
    let mut quoted = String::new();
    for argument in arguments.iter() {
        if quoted.len() >= ECHOED {
            break;
        }
        quoted += &format!("'{}' ", printable(argument));
    }
    CommandError::Unknown { name: printable(name), arguments: quoted }
}

/// How much of a request an error repeats, in bytes.
const ECHOED: usize = 128;

/// The beginning of an argument, fit for an error.
fn printable(argument: &[u8]) -> String {
    String::from_utf8_lossy(&argument[..argument.len().min(ECHOED)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resp::{Limits, Parser};

    /// What `check` sees of an inline command.
    fn with<R>(line: &str, check: impl FnOnce(Result<Command<'_>, CommandError>) -> R) -> R {
        let (mut parser, line) = (Parser::new(Limits::default()), format!("{line}\n"));
        assert!(parser.advance(line.as_bytes()).expect("well-formed").is_some());
        check(parse(parser.request(line.as_bytes())))
    }

    fn error(line: &str) -> String {
        with(line, |command| command.expect_err(line).to_string())
    }

    fn set_options(line: &str) -> (Only, Option<u64>) {
        with(line, |command| match command {
            Ok(Command::Set(set)) => (set.only, set.expire.map(|d| d.as_millis() as u64)),
            other => panic!("{line}: {other:?}"),
        })
    }

    #[test]
    fn names_have_no_case() {
        for line in ["get k", "GET k", "gEt k"] {
            with(line, |command| assert!(matches!(command, Ok(Command::Get(b"k"))), "{command:?}"));
        }
    }

    #[test]
    fn options_of_set_in_any_order() {
        assert_eq!(set_options("set k v"), (Only::Always, None));
        assert_eq!(set_options("set k v ex 2 nx"), (Only::IfAbsent, Some(2000)));
        assert_eq!(set_options("set k v XX px 2"), (Only::IfPresent, Some(2)));
        assert_eq!(set_options("set k v nx nx"), (Only::IfAbsent, None));
    }

    #[test]
    fn options_of_set_that_exclude_each_other_or_miss_something() {
        for options in ["nx xx", "xx nx", "ex 1 px 1", "ex 1 ex 1", "ex", "foo", "px"] {
            assert_eq!(error(&format!("set k v {options}")), "syntax error", "{options}");
        }
    }

    #[test]
    fn times_to_live() {
        for (line, expected) in [
            ("set k v ex x", "value is not an integer or out of range"),
            ("set k v ex 1.5", "value is not an integer or out of range"),
            ("set k v ex 9223372036854775808", "value is not an integer or out of range"),
            ("set k v ex 0", "invalid expire time in 'set' command"),
            ("set k v px -1", "invalid expire time in 'set' command"),
            ("set k v ex 9223372036854775807", "invalid expire time in 'set' command"),
            ("expire k 9223372036854775807", "invalid expire time in 'expire' command"),
            ("expire k soon", "value is not an integer or out of range"),
            ("expire k 1 gt", "Unsupported option gt"),
        ] {
            assert_eq!(error(line), expected, "{line}");
        }
        with("expire k -1", |command| assert!(matches!(command, Ok(Command::Expire(b"k", None))), "{command:?}"));
    }

    #[test]
    fn wrong_numbers_of_arguments() {
        for line in [
            "ping a b", "echo", "echo a b", "get", "get a b", "set k", "del", "incr", "incr a b", "expire k", "ttl",
            "ttl a b", "select", "client", "config",
        ] {
            let name = line.split(' ').next().expect("a name");
            assert_eq!(error(line), format!("wrong number of arguments for '{name}' command"), "{line}");
        }
        assert_eq!(error("client setname"), "wrong number of arguments for 'client|setname' command");
        assert_eq!(error("config get"), "wrong number of arguments for 'config|get' command");
    }

    #[test]
    fn unknown_commands_are_repeated_in_part() {
        assert_eq!(error("foo"), "unknown command 'foo', with args beginning with: ");
        assert_eq!(error("getset a b"), "unknown command 'getset', with args beginning with: 'a' 'b' ");
        assert_eq!(error("commandos"), "unknown command 'commandos', with args beginning with: ");
        assert_eq!(error("client kill x"), "unknown subcommand 'kill'. Try CLIENT HELP.");
        let long = error(&format!("{} {}", "x".repeat(1000), "y ".repeat(1000)));
        assert!(long.len() < 400, "{long}");
    }

    #[test]
    fn the_only_database_is_0() {
        with("select 0", |command| assert!(matches!(command, Ok(Command::Select)), "{command:?}"));
        assert_eq!(error("select 1"), "DB index is out of range");
        assert_eq!(error("select x"), "value is not an integer or out of range");
    }
}
