//! Every command and option, through the `redis` crate.

use crate::running::Running;
use redis::{Commands, Connection, ErrorKind, ExistenceCheck, RedisResult, SetExpiry, SetOptions, Value, cmd};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What the server answers to a command that it refuses.
#[track_caller]
fn refusal(client: &mut Connection, words: &[&str]) -> String {
    let (name, arguments) = words.split_first().expect("a command");
    let mut command = cmd(name);
    arguments.iter().for_each(|argument| _ = command.arg(argument));
    match command.query::<Value>(client) {
        Ok(value) => panic!("{words:?} is answered with {value:?}"),
        Err(error) => format!("{} {}", error.code().unwrap_or("-"), error.detail().unwrap_or("")),
    }
}

#[test]
fn ping_and_echo() {
    let server = Running::default();
    let client = &mut server.client();
    assert_eq!(cmd("PING").query(client), Ok("PONG".to_string()));
    assert_eq!(cmd("ping").arg("a b").query(client), Ok("a b".to_string()));
    assert_eq!(cmd("ECHO").arg(b"\r\n\0\xff").query(client), Ok(b"\r\n\0\xff".to_vec()));
}

#[test]
fn set_get_del() {
    let server = Running::default();
    let client = &mut server.client();
    assert_eq!(client.get("k"), Ok(None::<String>));
    assert_eq!(client.set("k", "v"), Ok("OK".to_string()));
    assert_eq!(client.get("k"), Ok(Some("v".to_string())));
    assert_eq!(client.set("k", ""), Ok("OK".to_string()));
    assert_eq!(client.get("k"), Ok(Some(String::new())));
    let _: () = client.set("l", 2).unwrap();
    assert_eq!(client.del(&["k", "missing", "l", "k"]), Ok(2));
    assert_eq!(client.get("k"), Ok(None::<String>));
}

#[test]
fn keys_and_values_are_any_bytes() {
    let server = Running::default();
    let client = &mut server.client();
    let (key, value) = (b"\r\n$1\r\n\xff".to_vec(), vec![0xfe; 3 << 20]);
    let _: () = client.set(&key, &value).unwrap();
    assert_eq!(client.get(&key), Ok(value));
}

#[test]
fn set_under_a_condition() {
    let server = Running::default();
    let client = &mut server.client();
    let set = |client: &mut Connection, check, value: &str| -> RedisResult<Option<String>> {
        client.set_options("k", value, SetOptions::default().conditional_set(check))
    };
    assert_eq!(set(client, ExistenceCheck::XX, "1"), Ok(None));
    assert_eq!(set(client, ExistenceCheck::NX, "2"), Ok(Some("OK".to_string())));
    assert_eq!(set(client, ExistenceCheck::NX, "3"), Ok(None));
    assert_eq!(client.get("k"), Ok("2".to_string()));
    assert_eq!(set(client, ExistenceCheck::XX, "4"), Ok(Some("OK".to_string())));
    assert_eq!(client.get("k"), Ok("4".to_string()));
}

#[test]
fn set_with_a_time_to_live() {
    let server = Running::default();
    let client = &mut server.client();
    let _: () = client.set_options("ex", "v", SetOptions::default().with_expiration(SetExpiry::EX(100))).unwrap();
    let _: () = client.set_options("px", "v", SetOptions::default().with_expiration(SetExpiry::PX(100_000))).unwrap();
    for key in ["ex", "px"] {
        let ttl: i64 = client.ttl(key).unwrap();
        assert!((95..=100).contains(&ttl), "{key}: {ttl}");
    }
    let _: () = client.set("ex", "w").unwrap();
    assert_eq!(client.ttl("ex"), Ok(-1), "a plain SET lets the key live for ever");
}

#[test]
fn a_key_is_gone_when_its_time_is_over() {
    let server = Running::default();
    let client = &mut server.client();
    let set_at = Instant::now();
    let _: () = client.set_options("k", "v", SetOptions::default().with_expiration(SetExpiry::PX(300))).unwrap();
    loop {
        let value: Option<String> = client.get("k").unwrap();
        match value {
            Some(_) => assert!(set_at.elapsed() < Duration::from_secs(10), "still there"),
            None => break,
        }
        sleep(Duration::from_millis(10));
    }
    assert!(set_at.elapsed() >= Duration::from_millis(300), "gone after {:?}", set_at.elapsed());
    assert_eq!(client.ttl("k"), Ok(-2));
}

/// Nobody asks for the keys; `DBSIZE` counts what is in memory.
#[test]
fn memory_of_expired_keys_is_reclaimed_by_itself() {
    let server = Running::default();
    let client = &mut server.client();
    let mut pipeline = redis::pipe();
    (0..1000).for_each(|n| _ = pipeline.cmd("SET").arg(n).arg("v").arg("PX").arg(1));
    let _: () = pipeline.cmd("SET").arg("stays").arg("v").query(client).unwrap();
    let deadline = Instant::now() + Duration::from_secs(10);
    while cmd("DBSIZE").query::<usize>(client).unwrap() > 1 {
        assert!(Instant::now() < deadline, "not swept");
        sleep(Duration::from_millis(10));
    }
    assert_eq!(client.get("stays"), Ok("v".to_string()));
}

#[test]
fn expire_and_ttl() {
    let server = Running::default();
    let client = &mut server.client();
    assert_eq!(client.expire("k", 100), Ok(0));
    assert_eq!(client.ttl("k"), Ok(-2));
    let _: () = client.set("k", "v").unwrap();
    assert_eq!(client.ttl("k"), Ok(-1));
    assert_eq!(client.expire("k", 100), Ok(1));
    let ttl: i64 = client.ttl("k").unwrap();
    assert!((95..=100).contains(&ttl), "{ttl}");
    assert_eq!(client.expire("k", -1), Ok(1), "a time in the past deletes");
    assert_eq!(client.get("k"), Ok(None::<String>));
}

#[test]
fn incr() {
    let server = Running::default();
    let client = &mut server.client();
    let incr = |client: &mut Connection, key: &str| cmd("INCR").arg(key).query::<i64>(client);
    assert_eq!(incr(client, "n"), Ok(1));
    assert_eq!(incr(client, "n"), Ok(2));
    assert_eq!(client.get("n"), Ok("2".to_string()));
    let _: () = client.set("n", i64::MAX).unwrap();
    assert_eq!(refusal(client, &["incr", "n"]), "ERR increment or decrement would overflow");
    let _: () = client.set("n", "ten").unwrap();
    assert_eq!(refusal(client, &["incr", "n"]), "ERR value is not an integer or out of range");
    assert_eq!(client.get("n"), Ok("ten".to_string()));
}

#[test]
fn refusals_are_worded_as_by_redis_and_cost_nothing() {
    let server = Running::default();
    let client = &mut server.client();
    for (words, expected) in [
        (&["GET"][..], "ERR wrong number of arguments for 'get' command"),
        (&["SET", "k", "v", "EX"], "ERR syntax error"),
        (&["SET", "k", "v", "NX", "XX"], "ERR syntax error"),
        (&["SET", "k", "v", "EX", "0"], "ERR invalid expire time in 'set' command"),
        (&["SET", "k", "v", "EX", "ten"], "ERR value is not an integer or out of range"),
        (&["LPUSH", "k", "v"], "ERR unknown command 'LPUSH', with args beginning with: 'k' 'v' "),
        (&["HELLO", "3"], "ERR unknown command 'HELLO', with args beginning with: '3' "),
        (&["SELECT", "1"], "ERR DB index is out of range"),
        (&["CLIENT", "LIST"], "ERR unknown subcommand 'LIST'. Try CLIENT HELP."),
    ] {
        assert_eq!(refusal(client, words).trim_end(), expected.trim_end());
    }
    assert_eq!(client.get("k"), Ok(None::<String>));
}

#[test]
fn what_clients_send_when_they_connect() {
    let server = Running::default();
    let client = &mut server.client();
    let ok = Ok("OK".to_string());
    assert_eq!(cmd("CLIENT").arg("SETINFO").arg("LIB-NAME").arg("x").query(client), ok);
    assert_eq!(cmd("CLIENT").arg("SETNAME").arg("x").query(client), ok);
    assert_eq!(cmd("SELECT").arg(0).query(client), ok);
    assert_eq!(cmd("COMMAND").arg("DOCS").query(client), Ok(Vec::<String>::new()));
    assert_eq!(cmd("CONFIG").arg("GET").arg("save").query(client), Ok(["save".to_string(), String::new()].to_vec()));
    assert_eq!(cmd("CONFIG").arg("GET").arg("maxmemory").query(client), Ok(Vec::<String>::new()));
}

#[test]
fn an_error_in_a_pipeline_is_the_answer_to_its_command_alone() {
    let server = Running::default();
    let client = &mut server.client();
    let mut pipeline = redis::pipe();
    pipeline.cmd("SET").arg("k").arg("v").cmd("INCR").arg("k").cmd("GET").arg("k").ignore_errors();
    let answers: Vec<RedisResult<Value>> = pipeline.query(client).unwrap();
    let [Ok(Value::Okay), Err(error), Ok(Value::BulkString(value))] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(
        (error.kind(), value.as_slice()),
        (ErrorKind::Server(redis::ServerErrorKind::ResponseError), b"v".as_slice())
    );
}
