//! Functions that await functions: twelve levels that do next to nothing, and layers of a real shape.

use crate::measure::any;
use crate::world::*;

both_ways! {
    {
        chain_of_1: c1(any()),
        chain_of_4: c4(any()),
        chain_of_12: c12(any()),
        chain_with_a_connection_of_12: d12(any(), any()),
        tail_call: tail_call(any()),
        tail_calls: tail_calls(any()),
        layers: layers(any(), any()),
        fan_out: fan_out(any()),
        called_twice: called_twice(any()),
        recursive: recursive(any()),
    }

    async fn c0(x: u64) -> u64 {
        tick().await;
        x * 3
    }
    async fn c1(x: u64) -> u64 { let y = x + 1; let r = c0(y).await; r ^ y }
    async fn c2(x: u64) -> u64 { let y = x + 1; let r = c1(y).await; r ^ y }
    async fn c3(x: u64) -> u64 { let y = x + 1; let r = c2(y).await; r ^ y }
    async fn c4(x: u64) -> u64 { let y = x + 1; let r = c3(y).await; r ^ y }
    async fn c5(x: u64) -> u64 { let y = x + 1; let r = c4(y).await; r ^ y }
    async fn c6(x: u64) -> u64 { let y = x + 1; let r = c5(y).await; r ^ y }
    async fn c7(x: u64) -> u64 { let y = x + 1; let r = c6(y).await; r ^ y }
    async fn c8(x: u64) -> u64 { let y = x + 1; let r = c7(y).await; r ^ y }
    async fn c9(x: u64) -> u64 { let y = x + 1; let r = c8(y).await; r ^ y }
    async fn c10(x: u64) -> u64 { let y = x + 1; let r = c9(y).await; r ^ y }
    async fn c11(x: u64) -> u64 { let y = x + 1; let r = c10(y).await; r ^ y }
    async fn c12(x: u64) -> u64 { let y = x + 1; let r = c11(y).await; r ^ y }

    async fn d0(conn: &mut Conn, text: &str) -> Result<usize, Error> {
        conn.write(text.as_bytes()).await?;
        Ok(text.len())
    }
    async fn d1(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d0(conn, text).await?; Ok(n + 1) }
    async fn d2(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d1(conn, text).await?; Ok(n + 1) }
    async fn d3(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d2(conn, text).await?; Ok(n + 1) }
    async fn d4(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d3(conn, text).await?; Ok(n + 1) }
    async fn d5(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d4(conn, text).await?; Ok(n + 1) }
    async fn d6(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d5(conn, text).await?; Ok(n + 1) }
    async fn d7(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d6(conn, text).await?; Ok(n + 1) }
    async fn d8(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d7(conn, text).await?; Ok(n + 1) }
    async fn d9(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d8(conn, text).await?; Ok(n + 1) }
    async fn d10(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d9(conn, text).await?; Ok(n + 1) }
    async fn d11(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d10(conn, text).await?; Ok(n + 1) }
    async fn d12(conn: &mut Conn, text: &str) -> Result<usize, Error> { let n = d11(conn, text).await?; Ok(n + 1) }

    async fn tail_call(x: u64) -> u64 {
        c0(x).await
    }

    async fn tail_calls(x: u64) -> u64 {
        tail_call(x + 1).await
    }

    async fn decode(frame: Vec<u8>) -> Result<Request, Error> {
        tick().await;
        Ok(Request { body: frame, ..Request::default() })
    }

    async fn route(request: Request) -> Result<Response, Error> {
        if request.path.is_empty() {
            sleep(1).await;
        }
        let status = 200 + request.method as u16;
        tick().await;
        Ok(Response { status, headers: request.headers, body: request.body })
    }

    async fn handle(frame: Vec<u8>) -> Result<Response, Error> {
        let request = decode(frame).await?;
        let response = route(request).await?;
        Ok(response)
    }

    async fn layers(conn: &mut Conn, limit: u32) -> Result<u32, Error> {
        let mut done = 0;
        while done < limit {
            let mut frame = vec![0u8; 64];
            let n = conn.read(&mut frame).await?;
            frame.truncate(n);
            let response = handle(frame).await?;
            conn.write(&response.body).await?;
            done += 1;
        }
        Ok(done)
    }

    async fn fan_out(x: u64) -> u64 {
        let a = c2(x).await;
        let b = c3(a).await;
        let c = c4(b).await;
        a ^ b ^ c
    }

    async fn called_twice(x: u64) -> u64 {
        c4(x).await + c4(x + 1).await
    }

    async fn recursive(n: u64) -> u64 {
        if n == 0 {
            tick().await;
            return 1;
        }
        let below = Box::pin(recursive(n - 1)).await;
        below * n
    }
}
