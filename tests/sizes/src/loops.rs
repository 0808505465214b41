//! Loops.

use crate::measure::any;
use crate::world::*;

both_ways! {
    {
        counted: counted(any()),
        over_a_vector: over_a_vector(any(), any()),
        over_a_range: over_a_range(any(), any()),
        echo: echo(any()),
        until_empty: until_empty(any()),
        drained: drained(any()),
        nested_loops: nested_loops(any()),
        labelled: labelled(any()),
        accumulated: accumulated(any()),
        command_loop: command_loop(any()),
        polled_with_a_limit: polled_with_a_limit(any(), any()),
        batches: batches(any(), any()),
    }

    async fn counted(n: u32) -> u32 {
        let mut sum = 0;
        for i in 0..n {
            tick().await;
            sum += i;
        }
        sum
    }

    async fn over_a_vector(conn: &mut Conn, lines: Vec<String>) -> Result<usize, Error> {
        let mut written = 0;
        for line in lines {
            conn.write(line.as_bytes()).await?;
            written += line.len();
        }
        Ok(written)
    }

    async fn over_a_range(conn: &mut Conn, to: u8) -> Result<(), Error> {
        for n in 0..to {
            let text = n.to_string();
            conn.write(text.as_bytes()).await?;
            if n % 10 == 0 {
                sleep(1).await;
            }
        }
        Ok(())
    }

    async fn echo(conn: &mut Conn) -> Result<(), Error> {
        let mut buffer = [0u8; 512];
        loop {
            let n = conn.read(&mut buffer).await?;
            if n == 0 {
                return Ok(());
            }
            conn.write(&buffer[..n]).await?;
        }
    }

    async fn until_empty(conn: &mut Conn) -> Result<Vec<String>, Error> {
        let mut lines = Vec::new();
        loop {
            let line = conn.read_line().await?;
            if line.is_empty() {
                break;
            }
            lines.push(line);
        }
        Ok(lines)
    }

    async fn drained(queue: &mut Queue<u64>) -> u64 {
        let mut sum = 0;
        while let Some(n) = queue.receive().await {
            sum += n;
            tick().await;
        }
        sum
    }

    async fn nested_loops(rows: Vec<Vec<u32>>) -> u32 {
        let mut sum = 0;
        for row in &rows {
            for cell in row {
                tick().await;
                sum += *cell;
            }
            sleep(1).await;
        }
        sum
    }

    async fn labelled(conn: &mut Conn) -> Result<u32, Error> {
        let mut rounds = 0u32;
        'rounds: loop {
            rounds += 1;
            for _ in 0..3 {
                let line = conn.read_line().await?;
                match line.as_str() {
                    "again" => continue 'rounds,
                    "stop" => break 'rounds,
                    _ => {}
                }
            }
            sleep(u64::from(rounds)).await;
        }
        Ok(rounds)
    }

    async fn accumulated(conn: &mut Conn) -> Result<Request, Error> {
        let mut request = Request::default();
        request.path = conn.read_line().await?;
        loop {
            let line = conn.read_line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            request.headers.push((name.to_string(), value.to_string()));
        }
        let mut chunk = [0u8; 1024];
        loop {
            let n = conn.read(&mut chunk).await?;
            if n == 0 {
                break;
            }
            request.body.extend_from_slice(&chunk[..n]);
        }
        Ok(request)
    }

    async fn command_loop(conn: &mut Conn) -> Result<u32, Error> {
        let mut served = 0;
        loop {
            let line = conn.read_line().await?;
            let Some(command) = parse(&line) else {
                conn.write(b"?").await?;
                continue;
            };
            match command {
                Command::Get(key) => {
                    let value = format!("value of {key}");
                    conn.write(value.as_bytes()).await?;
                }
                Command::Set { key, value } => {
                    conn.write(key.as_bytes()).await?;
                    conn.write(&value).await?;
                }
                Command::Delete(key) => conn.write(key.as_bytes()).await?,
                Command::Ping => conn.write(b"pong").await?,
                Command::Quit => return Ok(served),
            }
            served += 1;
        }
    }

    async fn polled_with_a_limit(conn: &mut Conn, limit: usize) -> Result<String, Error> {
        let mut text = String::new();
        while text.len() < limit {
            let line = conn.read_line().await?;
            if line.is_empty() {
                sleep(5).await;
                continue;
            }
            text.push_str(&line);
        }
        Ok(text)
    }

    async fn batches(queue: &mut Queue<u64>, size: usize) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        let mut batch = Vec::with_capacity(size);
        while let Some(n) = queue.receive().await {
            batch.push(n);
            if batch.len() == size {
                let full = std::mem::take(&mut batch);
                all.push(full);
                sleep(1).await;
            }
        }
        all.push(batch);
        all
    }
}
