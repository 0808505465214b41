//! The store under a clock that the test turns.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn value(text: &str) -> Arc<[u8]> {
    text.as_bytes().into()
}

fn set(keys: &mut Keyspace, key: &str, text: &str, deadline: Option<Instant>, now: Instant) {
    assert!(keys.set(key.as_bytes(), value(text), deadline, Only::Always, now));
}

/// Entries and deadlines say the same.
fn assert_in_step(keys: &Keyspace) {
    let mut expected: Vec<_> =
        keys.entries.iter().filter_map(|(key, entry)| Some((entry.deadline?, Arc::clone(key)))).collect();
    expected.sort();
    assert_eq!(keys.deadlines.iter().cloned().collect::<Vec<_>>(), expected);
}

#[test]
fn a_value_is_what_was_set_last() {
    let (mut keys, now) = (Keyspace::default(), Instant::now());
    assert_eq!(keys.get(b"k", now), None);
    set(&mut keys, "k", "1", None, now);
    set(&mut keys, "k", "2", None, now);
    assert_eq!(keys.get(b"k", now), Some(value("2")));
    assert!(keys.remove(b"k", now));
    assert!(!keys.remove(b"k", now));
    assert!(keys.is_empty());
}

#[test]
fn conditions() {
    let (mut keys, now) = (Keyspace::default(), Instant::now());
    assert!(!keys.set(b"k", value("1"), None, Only::IfPresent, now));
    assert!(keys.set(b"k", value("2"), None, Only::IfAbsent, now));
    assert!(!keys.set(b"k", value("3"), None, Only::IfAbsent, now));
    assert_eq!(keys.get(b"k", now), Some(value("2")));
    assert!(keys.set(b"k", value("4"), None, Only::IfPresent, now));
    assert_eq!(keys.get(b"k", now), Some(value("4")));
}

#[test]
fn a_key_is_gone_at_its_deadline() {
    let (mut keys, now) = (Keyspace::default(), Instant::now());
    set(&mut keys, "k", "v", Some(now + SECOND), now);
    let before = now + SECOND - Duration::from_nanos(1);
    assert_eq!(keys.time_to_live(b"k", before), TimeToLive::Left(Duration::from_nanos(1)));
    assert_eq!(keys.time_to_live(b"k", now + SECOND), TimeToLive::Missing);
    assert!(keys.is_empty(), "reclaimed by the operation that met it");
    assert_in_step(&keys);
}

#[test]
fn an_expired_key_is_absent_for_every_operation() {
    type Operation = fn(&mut Keyspace, Instant) -> bool;
    let sees_nothing: [(&str, Operation); 6] = [
        ("get", |keys, now| keys.get(b"k", now).is_none()),
        ("remove", |keys, now| !keys.remove(b"k", now)),
        ("expire", |keys, now| !keys.expire(b"k", now + SECOND, now)),
        ("increment", |keys, now| keys.increment(b"k", now) == Ok(1)),
        ("set nx", |keys, now| keys.set(b"k", value("1"), None, Only::IfAbsent, now)),
        ("set xx", |keys, now| !keys.set(b"k", value("1"), None, Only::IfPresent, now)),
    ];
    for (name, operation) in sees_nothing {
        let (mut keys, now) = (Keyspace::default(), Instant::now());
        set(&mut keys, "k", "41", Some(now + SECOND), now);
        assert!(operation(&mut keys, now + SECOND), "{name}");
        assert_in_step(&keys);
    }
}

#[test]
fn set_replaces_the_deadline_and_increment_keeps_it() {
    let (mut keys, now) = (Keyspace::default(), Instant::now());
    set(&mut keys, "k", "1", Some(now + SECOND), now);
    assert_eq!(keys.increment(b"k", now), Ok(2));
    assert_eq!(keys.time_to_live(b"k", now), TimeToLive::Left(SECOND));
    set(&mut keys, "k", "1", Some(now + 2 * SECOND), now);
    assert_eq!(keys.time_to_live(b"k", now), TimeToLive::Left(2 * SECOND));
    assert_in_step(&keys);
    set(&mut keys, "k", "1", None, now);
    assert_eq!(keys.time_to_live(b"k", now), TimeToLive::Forever);
    assert_in_step(&keys);
}

#[test]
fn increments() {
    let (mut keys, now) = (Keyspace::default(), Instant::now());
    assert_eq!(keys.increment(b"n", now), Ok(1));
    assert_eq!(keys.get(b"n", now), Some(value("1")));
    set(&mut keys, "n", "-1", None, now);
    assert_eq!(keys.increment(b"n", now), Ok(0));
    for (text, expected) in [("x", IncrementError::NotAnInteger), ("9223372036854775807", IncrementError::Overflow)] {
        set(&mut keys, "n", text, None, now);
        assert_eq!(keys.increment(b"n", now), Err(expected));
        assert_eq!(keys.get(b"n", now), Some(value(text)), "left as it was");
    }
}

#[test]
fn a_sweep_reclaims_what_is_due_and_no_more_than_asked() {
    let (mut keys, now) = (Keyspace::default(), Instant::now());
    for n in 0..10 {
        set(&mut keys, &n.to_string(), "v", Some(now + n * SECOND), now - SECOND);
    }
    set(&mut keys, "forever", "v", None, now);
    assert_eq!(keys.sweep(now + 5 * SECOND, 4), 4);
    assert_eq!(keys.sweep(now + 5 * SECOND, 4), 2);
    assert_eq!(keys.sweep(now + 5 * SECOND, 4), 0);
    assert_eq!(keys.len(), 5);
    assert_in_step(&keys);
}

#[test]
fn a_store_sweeps_every_shard() {
    let (store, now) = (Store::new(4), Instant::now());
    for n in 0..2000 {
        let key = n.to_string();
        store.shard(key.as_bytes()).set(key.as_bytes(), value("v"), Some(now + SECOND), Only::Always, now);
    }
    assert_eq!((store.sweep(now), store.len()), (0, 2000));
    assert_eq!((store.sweep(now + SECOND), store.len()), (2000, 0));
}
