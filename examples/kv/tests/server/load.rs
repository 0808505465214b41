//! Many requests at once: in one connection, and in many.

use crate::running::Running;
use redis::AsyncCommands;
use tokio::task::JoinSet;

const CONNECTIONS: usize = 50;

#[test]
fn a_pipeline_is_answered_in_its_order() {
    let server = Running::default();
    let client = &mut server.client();
    let mut pipeline = redis::pipe();
    for n in 0..10_000 {
        pipeline.set(n, n * 2).ignore().get(n);
    }
    let answers: Vec<usize> = pipeline.query(client).unwrap();
    assert_eq!(answers, (0..10_000).map(|n| n * 2).collect::<Vec<_>>());
}

#[test]
fn a_pipeline_of_large_values_is_written_in_parts() {
    let server = Running::default();
    let client = &mut server.client();
    let value = vec![b'v'; 1 << 20];
    let mut pipeline = redis::pipe();
    pipeline.set("k", &value).ignore();
    (0..40).for_each(|_| _ = pipeline.get("k"));
    let answers: Vec<Vec<u8>> = pipeline.query(client).unwrap();
    assert!(answers.len() == 40 && answers.iter().all(|answer| *answer == value));
}

/// `INCR` from all connections at once: no increment is lost, none is made twice.
#[test]
fn concurrent_increments_add_up() {
    let server = Running::default();
    on_connections(&server, |mut client, _| async move {
        for _ in 0..20 {
            let mut pipeline = redis::pipe();
            (0..10).for_each(|_| _ = pipeline.cmd("INCR").arg("n"));
            let answers: Vec<i64> = pipeline.query_async(&mut client).await.unwrap();
            assert!(answers.is_sorted(), "{answers:?}");
        }
    });
    let total: i64 = redis::Commands::get(&mut server.client(), "n").unwrap();
    assert_eq!(total, CONNECTIONS as i64 * 20 * 10);
}

/// Every connection sees its own writes, whatever the others do on the same threads.
#[test]
fn connections_do_not_mix_their_answers() {
    let server = Running::default();
    on_connections(&server, |mut client, me| async move {
        for n in 0..200 {
            let (key, value) = (format!("{me}:{}", n % 7), format!("{me}-{n}"));
            let _: () = client.set(&key, &value).await.unwrap();
            assert_eq!(client.get(&key).await, Ok(value));
        }
    });
}

/// Runs `work` on each of 50 connections, all open at the same time.
fn on_connections<F>(server: &Running, work: impl Fn(redis::aio::MultiplexedConnection, usize) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let client = redis::Client::open(format!("redis://{}", server.address)).unwrap();
    runtime.block_on(async {
        let mut connections = Vec::new();
        for _ in 0..CONNECTIONS {
            connections.push(client.get_multiplexed_async_connection().await.unwrap());
        }
        let mut tasks: JoinSet<()> = connections.into_iter().zip(0..).map(|(client, me)| work(client, me)).collect();
        while let Some(ended) = tasks.join_next().await {
            ended.unwrap();
        }
    });
}
