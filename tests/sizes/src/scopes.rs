//! Variables and awaiters whose scopes don't meet.

use crate::measure::any;
use crate::world::*;

both_ways! {
    {
        blocks_in_turn: blocks_in_turn(),
        branches: branches(any()),
        arms_of_different_sizes: arms_of_different_sizes(any(), any()),
        many_locals: many_locals(any()),
        small_locals: small_locals(any()),
        awaits_in_sequence: awaits_in_sequence(any()),
        results_in_sequence: results_in_sequence(any()),
        read_buffer: read_buffer(any()),
        two_buffers: two_buffers(any()),
        nested_blocks: nested_blocks(any()),
        early_returns: early_returns(any()),
        locked: locked(any()),
        retry_with_backoff: retry_with_backoff(any()),
        shadowed: shadowed(any()),
        let_else: let_else(any()),
    }

    async fn blocks_in_turn() -> u64 {
        let mut sum = 0;
        {
            let block = Block::filled(1);
            tick().await;
            sum += block.sum();
        }
        {
            let block = Block::filled(2);
            tick().await;
            sum += block.sum();
        }
        {
            let block = Block::filled(3);
            tick().await;
            sum += block.sum();
        }
        sum
    }

    async fn branches(n: u32) -> u64 {
        if n == 0 {
            let block = Block::filled(1);
            tick().await;
            block.sum()
        } else if n == 1 {
            let text = "one".to_string();
            sleep(1).await;
            text.len() as u64
        } else {
            let numbers = [u64::from(n); 32];
            sleep(2).await;
            numbers.iter().sum()
        }
    }

    async fn arms_of_different_sizes(conn: &mut Conn, command: Command) -> Result<(), Error> {
        match command {
            Command::Get(key) => {
                let found = format!("value of {key}");
                conn.write(found.as_bytes()).await
            }
            Command::Set { key, value } => {
                conn.write(key.as_bytes()).await?;
                conn.write(&value).await
            }
            Command::Delete(key) => {
                sleep(1).await;
                conn.write(key.as_bytes()).await
            }
            Command::Ping => conn.write(b"pong").await,
            Command::Quit => Ok(()),
        }
    }

    async fn many_locals(seed: u64) -> u64 {
        let a = seed.wrapping_mul(3);
        let b = seed.rotate_left(7);
        let name = format!("{a}-{b}");
        let list: Vec<u64> = (0..seed).collect();
        let map: std::collections::HashMap<u64, String> = list.iter().map(|n| (*n, n.to_string())).collect();
        sleep(1).await;
        let c = a ^ b;
        let longest = map.values().map(|s| s.len()).max();
        let total: u64 = list.iter().sum();
        sleep(2).await;
        let label = format!("{name}: {c} {longest:?}");
        sleep(3).await;
        total + label.len() as u64
    }

    async fn small_locals(conn: &mut Conn) -> Result<bool, Error> {
        let mut found = false;
        let mut lines: u16 = 0;
        let mut level = 0u8;
        loop {
            let line = conn.read_line().await?;
            lines += 1;
            if line.starts_with('{') {
                level += 1;
            }
            if line.is_empty() {
                break;
            }
            found |= line.contains("needle");
            tick().await;
        }
        Ok(found && lines > 3 && level == 0)
    }

    async fn awaits_in_sequence(conn: &mut Conn) -> Result<(), Error> {
        conn.write(b"one").await?;
        conn.write(b"two").await?;
        sleep(10).await;
        conn.write(b"three").await?;
        conn.write(b"four").await
    }

    async fn results_in_sequence(conn: &mut Conn) -> Result<usize, Error> {
        let first = conn.read_line().await?;
        let second = conn.read_line().await?;
        let third = conn.read_line().await?;
        Ok(first.len() + second.len() + third.len())
    }

    async fn read_buffer(conn: &mut Conn) -> Result<u64, Error> {
        let mut buffer = [0u8; 2048];
        let n = conn.read(&mut buffer).await?;
        Ok(checksum(&buffer[..n]))
    }

    async fn two_buffers(conn: &mut Conn) -> Result<u64, Error> {
        let header = {
            let mut header = [0u8; 256];
            let n = conn.read(&mut header).await?;
            checksum(&header[..n])
        };
        let mut body = [0u8; 1024];
        let n = conn.read(&mut body).await?;
        Ok(header ^ checksum(&body[..n]))
    }

    async fn nested_blocks(conn: &mut Conn) -> Result<usize, Error> {
        let mut total = 0;
        {
            let line = conn.read_line().await?;
            {
                let copy = line.clone();
                conn.write(copy.as_bytes()).await?;
                total += copy.len();
            }
            sleep(line.len() as u64).await;
        }
        {
            let line = conn.read_line().await?;
            total += line.len();
            conn.write(b"bye").await?;
        }
        Ok(total)
    }

    async fn early_returns(conn: &mut Conn) -> Result<Option<String>, Error> {
        let greeting = conn.read_line().await?;
        if greeting.is_empty() {
            return Ok(None);
        }
        let number: u32 = greeting.trim().parse()?;
        if number > 10 {
            conn.write(b"too many").await?;
            return Err(Error(greeting));
        }
        let answer = conn.read_line().await?;
        Ok(Some(answer))
    }

    async fn locked(lock: &Lock<Vec<String>>) -> usize {
        {
            let mut list = lock.lock().await;
            list.push("first".to_string());
            tick().await;
            list.push("second".to_string());
        }
        sleep(1).await;
        lock.lock().await.len()
    }

    async fn retry_with_backoff(conn: &mut Conn) -> Result<String, Error> {
        let mut delay = 10;
        let mut last = None;
        for attempt in 0..5u32 {
            match conn.read_line().await {
                Ok(line) => return Ok(line),
                Err(e) => {
                    last = Some(e);
                    sleep(delay * u64::from(attempt)).await;
                    delay *= 2;
                }
            }
        }
        Err(last.unwrap())
    }

    async fn shadowed(conn: &mut Conn) -> Result<usize, Error> {
        let line = conn.read_line().await?;
        let line = line.trim().to_string();
        conn.write(line.as_bytes()).await?;
        let line = line.len();
        sleep(line as u64).await;
        Ok(line)
    }

    async fn let_else(conn: &mut Conn) -> Result<usize, Error> {
        let line = conn.read_line().await?;
        let Some((key, value)) = line.split_once('=') else {
            conn.write(b"what?").await?;
            return Ok(0);
        };
        conn.write(key.as_bytes()).await?;
        conn.write(value.as_bytes()).await?;
        Ok(value.len())
    }
}
