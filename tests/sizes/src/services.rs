//! Longer functions, of the kind that servers and clients consist of.

use crate::measure::any;
use crate::world::*;

both_ways! {
    {
        handshake: handshake(any(), any()),
        parsed_message: parsed_message(any()),
        transaction: transaction(any(), any()),
        proxied: proxied(any(), any()),
        connection_task: connection_task(any(), any()),
        supervised: supervised(any()),
        paged: paged(any(), any()),
        published: published(any(), any(), any()),
        migrated: migrated(any(), any()),
        uploaded: uploaded(any(), any()),
    }

    async fn handshake(conn: &mut Conn, config: &Config) -> Result<u64, Error> {
        let banner = conn.read_line().await?;
        let version: u32 = banner.trim().parse()?;
        if version < 3 {
            return Err(Error(format!("version {version}")));
        }
        if let Some(user) = &config.user {
            let login = format!("user {user}");
            conn.write(login.as_bytes()).await?;
            let answer = conn.read_line().await?;
            if answer != "ok" {
                return Err(Error(answer));
            }
        }
        let mut nonce = [0u8; 32];
        conn.read(&mut nonce).await?;
        let proof = checksum(&nonce) ^ config.timeout_ms;
        conn.write(&proof.to_be_bytes()).await?;
        Ok(proof)
    }

    async fn read_exact(conn: &mut Conn, mut buffer: &mut [u8]) -> Result<(), Error> {
        while !buffer.is_empty() {
            let n = conn.read(buffer).await?;
            if n == 0 {
                return Err(Error("the connection was closed".to_string()));
            }
            buffer = &mut buffer[n..];
        }
        Ok(())
    }

    async fn parsed_message(conn: &mut Conn) -> Result<(u8, Vec<u8>), Error> {
        let mut header = [0u8; 5];
        read_exact(conn, &mut header).await?;
        let length = u32::from_be_bytes([header[1], header[2], header[3], header[4]]);
        if length > 1 << 20 {
            return Err(Error(format!("a message of {length} bytes")));
        }
        let mut body = vec![0; length as usize];
        read_exact(conn, &mut body).await?;
        Ok((header[0], body))
    }

    async fn execute(conn: &mut Conn, statement: &str) -> Result<u64, Error> {
        conn.write(statement.as_bytes()).await?;
        let answer = conn.read_line().await?;
        Ok(answer.trim().parse::<u32>()?.into())
    }

    async fn transaction(conn: &mut Conn, statements: &[String]) -> Result<u64, Error> {
        execute(conn, "begin").await?;
        let mut rows = 0;
        for statement in statements {
            match execute(conn, statement).await {
                Ok(n) => rows += n,
                Err(e) => {
                    execute(conn, "rollback").await?;
                    return Err(e);
                }
            }
        }
        execute(conn, "commit").await?;
        Ok(rows)
    }

    async fn proxied(client: &mut Conn, upstream: &mut Conn) -> Result<u64, Error> {
        let mut total = 0u64;
        let mut buffer = [0u8; 1024];
        loop {
            let n = client.read(&mut buffer).await?;
            if n == 0 {
                break;
            }
            upstream.write(&buffer[..n]).await?;
            total += n as u64;
            let m = upstream.read(&mut buffer).await?;
            client.write(&buffer[..m]).await?;
            total += m as u64;
        }
        upstream.write(b"bye").await?;
        Ok(total)
    }

    async fn respond(request: Request, greeting: &str) -> Response {
        sleep(request.body.len() as u64).await;
        let body = format!("{greeting}, {}", request.path).into_bytes();
        Response { status: 200, headers: request.headers, body }
    }

    async fn connection_task(mut conn: Conn, greeting: String) {
        let mut served = 0u64;
        while let Ok(line) = conn.read_line().await {
            if line.is_empty() {
                break;
            }
            let request = Request { path: line, ..Request::default() };
            let response = respond(request, &greeting).await;
            if conn.write(&response.body).await.is_err() {
                return;
            }
            served += 1;
        }
        let farewell = format!("{served} served by {}", conn.peer());
        let _ = conn.write(farewell.as_bytes()).await;
    }

    async fn supervised(config: Config) -> Result<(), Error> {
        let mut failures = 0;
        loop {
            let mut conn = Conn::default();
            match handshake(&mut conn, &config).await {
                Ok(_) => {
                    failures = 0;
                    connection_task(conn, config.host.clone()).await;
                }
                Err(e) if failures >= config.retries => return Err(e),
                Err(_) => {
                    failures += 1;
                    sleep(config.timeout_ms << failures).await;
                }
            }
        }
    }

    async fn page(conn: &mut Conn, cursor: Option<u64>) -> Result<(Vec<String>, Option<u64>), Error> {
        let question = match cursor {
            Some(n) => format!("page {n}"),
            None => "first page".to_string(),
        };
        conn.write(question.as_bytes()).await?;
        let mut rows = Vec::new();
        loop {
            let row = conn.read_line().await?;
            if row.is_empty() {
                break;
            }
            rows.push(row);
        }
        let next = if rows.is_empty() { None } else { Some(cursor.unwrap_or(0) + 1) };
        Ok((rows, next))
    }

    async fn paged(conn: &mut Conn, limit: usize) -> Result<Vec<String>, Error> {
        let mut all = Vec::new();
        let mut cursor = None;
        loop {
            let (rows, next) = page(conn, cursor).await?;
            all.extend(rows);
            if all.len() >= limit || next.is_none() {
                break;
            }
            cursor = next;
            sleep(50).await;
        }
        all.truncate(limit);
        Ok(all)
    }

    async fn published(topic: &Lock<Vec<Request>>, request: Request, attempts: u32) -> Result<usize, Error> {
        for attempt in 0..attempts {
            let mut queue = topic.lock().await;
            if queue.len() < 100 {
                queue.push(request.clone());
                return Ok(queue.len());
            }
            drop(queue);
            sleep(u64::from(attempt) * 10).await;
        }
        Err(Error(request.path))
    }

    async fn migrated(from: &mut Queue<Config>, conn: &mut Conn) -> Result<u32, Error> {
        let mut moved = 0;
        while let Some(config) = from.receive().await {
            let line = format!("{}:{}", config.host, config.port);
            conn.write(line.as_bytes()).await?;
            let Config { user, password, .. } = config;
            if let Some(user) = user {
                conn.write(user.as_bytes()).await?;
            }
            if let Some(password) = password {
                conn.write(password.as_bytes()).await?;
            }
            moved += 1;
        }
        Ok(moved)
    }

    async fn uploaded(conn: &mut Conn, file: Vec<u8>) -> Result<u64, Error> {
        let mut sum = 0;
        for chunk in file.chunks(4096) {
            let header = format!("{} bytes", chunk.len());
            conn.write(header.as_bytes()).await?;
            conn.write(chunk).await?;
            sum ^= checksum(chunk);
            let answer = conn.read_line().await?;
            if answer != "ok" {
                return Err(Error(answer));
            }
        }
        conn.write(&sum.to_be_bytes()).await?;
        Ok(sum)
    }
}
