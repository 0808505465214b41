//! What a command does to the store, and its answer.

use crate::command::{Command, CommandError, Set};
use crate::reply::Reply;
use crate::resp::Request;
use crate::store::{Store, TimeToLive};
use std::time::{Duration, Instant};

/// Carries a command out at the time `now`.
pub fn execute<'a>(command: Command<'a>, store: &Store, now: Instant) -> Reply<'a> {
    match command {
        Command::Ping(None) => Reply::Simple("PONG"),
        Command::Ping(Some(message)) | Command::Echo(message) => Reply::Bulk(message),
        Command::Get(key) => store.shard(key).get(key, now).map_or(Reply::Null, Reply::Value),
        Command::Set(set) => self::set(set, store, now),
        Command::Del(keys) => del(keys, store, now),
        Command::Incr(key) => match store.shard(key).increment(key, now) {
            Ok(n) => Reply::Integer(n),
            Err(e) => Reply::Error(format!("ERR {e}")),
        },
        Command::Expire(key, after) => expire(key, after, store, now),
        Command::Ttl(key) => Reply::Integer(seconds(store.shard(key).time_to_live(key, now))),
        Command::Size => Reply::Integer(store.len() as i64),
        Command::CommandTable => Reply::Array(&[]),
        Command::ConfigGet(patterns) => Reply::Array(config(patterns)),
        Command::Select | Command::Introduce | Command::Quit => Reply::OK,
    }
}

fn set<'a>(set: Set<'_>, store: &Store, now: Instant) -> Reply<'a> {
    let Ok(deadline) = deadline(set.expire, now) else { return CommandError::ExpireTime("set").into() };
    // Copied: an argument borrows the connection's input buffer.
    let done = store.shard(set.key).set(set.key, set.value.into(), deadline, set.only, now);
    if done { Reply::OK } else { Reply::Null }
}

/// Err: the clock can't express it.
fn deadline(after: Option<Duration>, now: Instant) -> Result<Option<Instant>, ()> {
    after.map(|after| now.checked_add(after).ok_or(())).transpose()
}

fn del<'a>(keys: Request<'_>, store: &Store, now: Instant) -> Reply<'a> {
    Reply::Integer(keys.iter().filter(|key| store.shard(key).remove(key, now)).count() as i64)
}

fn expire<'a>(key: &[u8], after: Option<Duration>, store: &Store, now: Instant) -> Reply<'a> {
    let mut shard = store.shard(key);
    let exists = match deadline(after, now) {
        Ok(Some(deadline)) => shard.expire(key, deadline, now),
        Ok(None) => shard.remove(key, now),
        Err(()) => return CommandError::ExpireTime("expire").into(),
    };
    Reply::Integer(exists.into())
}

/// As `TTL` says it, rounded to the nearest second.
fn seconds(ttl: TimeToLive) -> i64 {
    match ttl {
        TimeToLive::Missing => -2,
        TimeToLive::Forever => -1,
        TimeToLive::Left(left) => i64::try_from((left.as_millis() + 500) / 1000).unwrap_or(i64::MAX),
    }
}

/// The two settings that `redis-benchmark` asks for, with what is true of this server; it has no others.
fn config(patterns: Request<'_>) -> &'static [&'static str] {
    match patterns.exactly() {
        Some([b"save"]) => &["save", ""],
        Some([b"appendonly"]) => &["appendonly", "no"],
        _ => &[],
    }
}

impl From<CommandError> for Reply<'_> {
    fn from(error: CommandError) -> Self {
        Reply::Error(format!("ERR {error}"))
    }
}
