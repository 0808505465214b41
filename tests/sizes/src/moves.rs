//! Variables and futures that are moved before an await: rustc keeps some of them, and futures that hold futures grow
//! (rust-lang/rust#59087, rust-lang/rust#108906).

use crate::measure::any;
use crate::world::*;

both_ways! {
    {
        local_moved_into_a_call: local_moved_into_a_call(any()),
        local_looked_at_then_moved: local_looked_at_then_moved(any()),
        local_dropped_early: local_dropped_early(),
        local_in_a_block: local_in_a_block(),
        one_of_two_moves: one_of_two_moves(any()),
        moved_in_a_match: moved_in_a_match(any()),
        future_in_a_variable: future_in_a_variable(any()),
        two_futures_in_variables: two_futures_in_variables(any()),
        future_through_a_function: future_through_a_function(),
        futures_in_futures: futures_in_futures(),
        results_replaced: results_replaced(any()),
        built_up: built_up(any()),
        boxed_payload: boxed_payload(any()),
        async_block_awaited: async_block_awaited(any(), any()),
        drop_flags: drop_flags(any()),
        sent_in_turn: sent_in_turn(any()),
    }

    async fn store(block: Block) -> u64 {
        tick().await;
        block.sum()
    }

    async fn local_moved_into_a_call(byte: u8) -> u64 {
        let block = Block::filled(byte);
        store(block).await
    }

    async fn local_looked_at_then_moved(byte: u8) -> u64 {
        let block = Block::filled(byte);
        let before = block.sum();
        let after = store(block).await;
        sleep(after).await;
        before + after
    }

    async fn local_dropped_early() -> u64 {
        let block = Block::filled(1);
        tick().await;
        let sum = block.sum();
        drop(block);
        sleep(sum).await;
        sum
    }

    async fn local_in_a_block() -> u64 {
        let sum = {
            let block = Block::filled(1);
            tick().await;
            block.sum()
        };
        sleep(sum).await;
        sum
    }

    async fn one_of_two_moves(first: bool) -> u64 {
        let a = Block::filled(1);
        let b = Block::filled(2);
        tick().await;
        if first { store(a).await } else { store(b).await }
    }

    async fn moved_in_a_match(command: Command) -> usize {
        match command {
            Command::Get(key) => {
                sleep(1).await;
                key.len()
            }
            Command::Set { key, value } => {
                sleep(2).await;
                key.len() + value.len()
            }
            Command::Delete(key) => {
                tick().await;
                key.len()
            }
            Command::Ping | Command::Quit => 0,
        }
    }

    async fn future_in_a_variable(byte: u8) -> u64 {
        let future = store(Block::filled(byte));
        let n = u64::from(byte);
        future.await + n
    }

    async fn two_futures_in_variables(byte: u8) -> u64 {
        let first = store(Block::filled(byte));
        let second = store(Block::filled(byte));
        let a = first.await;
        let b = second.await;
        a + b
    }

    async fn timed<F: Future>(future: F) -> F::Output {
        tick().await;
        future.await
    }

    async fn future_through_a_function() -> u64 {
        timed(store(Block::filled(1))).await
    }

    async fn futures_in_futures() -> u64 {
        timed(timed(timed(timed(store(Block::filled(1)))))).await
    }

    async fn results_replaced(conn: &mut Conn) -> Result<usize, Error> {
        let mut line = conn.read_line().await?;
        while line.is_empty() {
            line = conn.read_line().await?;
        }
        conn.write(line.as_bytes()).await?;
        Ok(line.len())
    }

    async fn send(request: Request) -> Result<Response, Error> {
        sleep(request.body.len() as u64).await;
        Ok(Response { status: 200, headers: request.headers, body: request.body })
    }

    async fn built_up(path: &str) -> Result<Vec<u8>, Error> {
        let mut request = Request { path: path.to_string(), ..Request::default() };
        request.headers.push(("accept".to_string(), "*/*".to_string()));
        let response = send(request).await?;
        if response.status != 200 {
            return Err(Error(format!("status {}", response.status)));
        }
        Ok(response.body)
    }

    async fn boxed_payload(payload: Box<[u8; 4096]>) -> u64 {
        tick().await;
        let sum = checksum(&*payload);
        drop(payload);
        sleep(sum).await;
        sum
    }

    async fn async_block_awaited(conn: &mut Conn, request: Request) -> Result<usize, Error> {
        let text = request.path.clone();
        let written = async {
            conn.write(text.as_bytes()).await?;
            conn.write(&request.body).await?;
            Ok::<usize, Error>(text.len())
        };
        let n = written.await?;
        Ok(n + request.headers.len())
    }

    async fn drop_flags(early: bool) -> u64 {
        let a = Block::filled(1);
        let b = Block::filled(2);
        if early {
            drop(a);
        }
        tick().await;
        let sum = b.sum();
        if !early {
            drop(b);
        }
        sleep(sum).await;
        sum
    }

    async fn sent_in_turn(queue: &mut Queue<Request>) -> Result<u32, Error> {
        let mut sent = 0;
        while let Some(request) = queue.receive().await {
            let response = send(request).await?;
            if response.status == 200 {
                sent += 1;
            }
        }
        Ok(sent)
    }
}
