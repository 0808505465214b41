//! Arguments: rustc stores one twice that lives across an await, once as it was captured and once as a variable (rust-lang/rust#62958).

use crate::measure::any;
use crate::world::*;

both_ways! {
    {
        buffer_by_value: buffer_by_value(any()),
        buffer_passed_on: buffer_passed_on(any()),
        buffer_passed_on_twice: buffer_passed_on_twice(any()),
        block_used_between: block_used_between(any()),
        three_scalars: three_scalars(any(), any(), any()),
        request_handled: request_handled(any()),
        config_by_value: config_by_value(any()),
        config_by_reference: config_by_reference(any()),
        strings: strings(any(), any()),
        unused_arguments: unused_arguments(any(), any()),
        two_references: two_references(any(), any()),
        four_references: four_references(any(), any(), any(), any()),
        pair_in_a_pattern: pair_in_a_pattern(any()),
        moved_on_one_path: moved_on_one_path(any(), any()),
        destination: destination(any(), any(), any()),
    }

    async fn buffer_by_value(buffer: [u8; 1024]) -> u64 {
        tick().await;
        checksum(&buffer)
    }

    async fn buffer_passed_on(buffer: [u8; 1024]) -> u64 {
        buffer_by_value(buffer).await
    }

    async fn buffer_passed_on_twice(buffer: [u8; 1024]) -> u64 {
        let sum = buffer_passed_on(buffer).await;
        sleep(sum).await;
        sum
    }

    async fn block_used_between(block: Block) -> u64 {
        tick().await;
        let first = block.sum();
        sleep(first).await;
        first + block.sum()
    }

    async fn three_scalars(a: u64, b: u64, c: u64) -> u64 {
        tick().await;
        let sum = a + b;
        tick().await;
        sum * c
    }

    async fn request_handled(request: Request) -> Response {
        sleep(1).await;
        if request.path == "/" {
            return Response { status: 200, headers: request.headers, body: request.body };
        }
        sleep(2).await;
        Response { status: 404, ..Response::default() }
    }

    async fn config_by_value(config: Config) -> Result<Conn, Error> {
        let mut conn = Conn::default();
        conn.write(config.host.as_bytes()).await?;
        for _ in 0..config.retries {
            let line = conn.read_line().await?;
            if line == config.database {
                return Ok(conn);
            }
            sleep(config.timeout_ms).await;
        }
        Err(Error(config.host))
    }

    async fn config_by_reference(config: &Config) -> Result<u64, Error> {
        let mut conn = Conn::default();
        conn.write(config.host.as_bytes()).await?;
        let line = conn.read_line().await?;
        Ok(line.len() as u64 + config.timeout_ms)
    }

    async fn strings(key: String, value: String) -> usize {
        tick().await;
        let entry = format!("{key}={value}");
        sleep(entry.len() as u64).await;
        entry.len() + key.len()
    }

    async fn unused_arguments(_request: Request, _: Config) {
        sleep(1).await;
    }

    async fn two_references(conn: &mut Conn, text: &str) -> Result<(), Error> {
        conn.write(text.as_bytes()).await?;
        conn.write(b"\r\n").await
    }

    async fn four_references(from: &mut Conn, to: &mut Conn, log: &mut Vec<String>, name: &str) -> Result<(), Error> {
        let line = from.read_line().await?;
        log.push(format!("{name}: {line}"));
        to.write(line.as_bytes()).await?;
        log.push(format!("{name}: sent"));
        Ok(())
    }

    async fn pair_in_a_pattern((mut left, mut right): (Conn, Conn)) -> Result<usize, Error> {
        let line = left.read_line().await?;
        right.write(line.as_bytes()).await?;
        Ok(left.bytes.len() + right.bytes.len())
    }

    async fn moved_on_one_path(request: Request, keep: bool) -> usize {
        if !keep {
            drop(request);
            sleep(1).await;
            return 0;
        }
        sleep(2).await;
        request.body.len()
    }

    async fn destination(host: String, port: u16, config: Config) -> Result<Conn, Error> {
        let mut conn = Conn::default();
        let hello = format!("{}:{port}", host);
        conn.write(hello.as_bytes()).await?;
        if let Some(user) = &config.user {
            conn.write(user.as_bytes()).await?;
        }
        if let Some(password) = &config.password {
            conn.write(password.as_bytes()).await?;
            sleep(config.timeout_ms).await;
        }
        Ok(conn)
    }
}
