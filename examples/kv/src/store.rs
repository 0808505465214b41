//! What a key holds, and until when.
//!
//! [`Keyspace`] is a plain map with deadlines that is told the time, so that expiry is tested without waiting. [`Store`] shares several of
//! them between threads.

use crate::command::Only;
use crate::integer;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Keys, their values, and when they expire. A key whose deadline has come is gone for every operation, whether or not its memory has
/// been reclaimed: an operation does that for the key that it meets, [`sweep`](Self::sweep) for the others.
#[derive(Debug, Default)]
pub struct Keyspace {
    entries: HashMap<Arc<[u8]>, Entry>,
    /// The deadlines of `entries`, the next one first.
    deadlines: BTreeSet<(Instant, Arc<[u8]>)>,
}

#[derive(Debug)]
struct Entry {
    value: Arc<[u8]>,
    deadline: Option<Instant>,
}

/// How long a key will live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeToLive {
    /// There is no such key.
    Missing,
    Forever,
    Left(Duration),
}

/// Why a value can't be incremented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IncrementError {
    #[error("value is not an integer or out of range")]
    NotAnInteger,
    #[error("increment or decrement would overflow")]
    Overflow,
}

impl Keyspace {
    pub fn get(&mut self, key: &[u8], now: Instant) -> Option<Arc<[u8]>> {
        Some(Arc::clone(&self.live(key, now)?.value))
    }

    /// Replaces value and deadline, if the condition holds; says whether it did.
    pub fn set(&mut self, key: &[u8], value: Arc<[u8]>, deadline: Option<Instant>, only: Only, now: Instant) -> bool {
        match self.live(key, now) {
            Some(_) if only == Only::IfAbsent => return false,
            None if only == Only::IfPresent => return false,
            Some(entry) => entry.value = value,
            None => {
                self.entries.insert(key.into(), Entry { value, deadline: None });
            }
        }
        self.set_deadline(key, deadline);
        true
    }

    /// Says whether there was such a key.
    pub fn remove(&mut self, key: &[u8], now: Instant) -> bool {
        self.live(key, now).is_some() && self.reclaim(key)
    }

    /// Adds one to an integer; a missing key counts as 0. The deadline stays.
    ///
    /// # Errors
    /// The value isn't the decimal form of an `i64`, or is the largest one. It is then left as it was.
    pub fn increment(&mut self, key: &[u8], now: Instant) -> Result<i64, IncrementError> {
        let entry = self.live(key, now);
        let old = match &entry {
            Some(entry) => integer::parse(&entry.value).ok_or(IncrementError::NotAnInteger)?,
            None => 0,
        };
        let new = old.checked_add(1).ok_or(IncrementError::Overflow)?;
        let value = new.to_string().into_bytes().into();
        match entry {
            Some(entry) => entry.value = value,
            None => {
                self.entries.insert(key.into(), Entry { value, deadline: None });
            }
        }
        Ok(new)
    }

    /// Gives a key a new deadline; says whether there is such a key.
    pub fn expire(&mut self, key: &[u8], deadline: Instant, now: Instant) -> bool {
        let exists = self.live(key, now).is_some();
        if exists {
            self.set_deadline(key, Some(deadline));
        }
        exists
    }

    pub fn time_to_live(&mut self, key: &[u8], now: Instant) -> TimeToLive {
        match self.live(key, now).map(|entry| entry.deadline) {
            None => TimeToLive::Missing,
            Some(None) => TimeToLive::Forever,
            Some(Some(deadline)) => TimeToLive::Left(deadline - now),
        }
    }

    /// Reclaims keys whose deadline has come, at most so many; says how many it were.
    pub fn sweep(&mut self, now: Instant, at_most: usize) -> usize {
        let mut swept = 0;
        while swept < at_most
            && let Some((deadline, _)) = self.deadlines.first()
            && *deadline <= now
        {
            let (_, key) = self.deadlines.pop_first().expect("just seen");
            self.entries.remove(&key);
            swept += 1;
        }
        swept
    }

    /// Keys in memory, expired ones that aren't reclaimed yet included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry of a key that hasn't expired.
    fn live(&mut self, key: &[u8], now: Instant) -> Option<&mut Entry> {
        // Only where there are deadlines at all is the key looked up twice.
        if !self.deadlines.is_empty() && self.is_due(key, now) {
            self.reclaim(key);
        }
        self.entries.get_mut(key)
    }

    fn is_due(&self, key: &[u8], now: Instant) -> bool {
        self.entries.get(key).and_then(|entry| entry.deadline).is_some_and(|deadline| deadline <= now)
    }

    fn reclaim(&mut self, key: &[u8]) -> bool {
        let Some((key, entry)) = self.entries.remove_entry(key) else { return false };
        if let Some(deadline) = entry.deadline {
            self.deadlines.remove(&(deadline, key));
        }
        true
    }

    /// Keeps an entry and `deadlines` in step. The key exists.
    fn set_deadline(&mut self, key: &[u8], deadline: Option<Instant>) {
        if deadline.is_none() && self.deadlines.is_empty() {
            return;
        }
        let (shared, _) = self.entries.get_key_value(key).expect("the caller has seen the key");
        let shared = Arc::clone(shared);
        let entry = self.entries.get_mut(key).expect("the caller has seen the key");
        if let Some(old) = std::mem::replace(&mut entry.deadline, deadline) {
            self.deadlines.remove(&(old, Arc::clone(&shared)));
        }
        if let Some(new) = deadline {
            self.deadlines.insert((new, shared));
        }
    }
}

/// Keyspaces behind locks. A key lives in the one that its hash says, so threads seldom wait for each other.
///
/// An operation on one key is atomic; one on several keys is so for each of them.
#[derive(Debug)]
pub struct Store {
    shards: Box<[Mutex<Keyspace>]>,
    /// Seeded at random, so that clients can't aim at one shard.
    hasher: RandomState,
}

/// Keys reclaimed while a lock is held, so that a mass expiry doesn't stop the service.
const SWEEP_BATCH: usize = 256;

impl Store {
    /// # Panics
    /// If `shards` is 0.
    pub fn new(shards: usize) -> Self {
        assert!(shards > 0, "a store has at least one shard");
        Store { shards: (0..shards).map(|_| Mutex::default()).collect(), hasher: RandomState::new() }
    }

    /// The locked keyspace that a key lives in.
    pub fn shard(&self, key: &[u8]) -> MutexGuard<'_, Keyspace> {
        let index = self.hasher.hash_one(key) % self.shards.len() as u64;
        lock(&self.shards[index as usize])
    }

    /// Reclaims every key whose deadline has come; says how many it were.
    pub fn sweep(&self, now: Instant) -> usize {
        self.shards.iter().map(|shard| sweep(shard, now)).sum()
    }

    /// Keys in memory.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A keyspace is valid between any two of its operations, which don't panic midway: a poisoned lock costs nobody but the thread that
/// panicked.
fn lock(shard: &Mutex<Keyspace>) -> MutexGuard<'_, Keyspace> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// In batches, the lock released between them.
fn sweep(shard: &Mutex<Keyspace>, now: Instant) -> usize {
    let mut total = 0;
    loop {
        let swept = lock(shard).sweep(now, SWEEP_BATCH);
        total += swept;
        if swept < SWEEP_BATCH {
            return total;
        }
    }
}

#[cfg(test)]
mod tests;
