//! Functions without awaits, and those with only one.

use crate::measure::any;
use crate::world::*;

both_ways! {
    {
        empty: empty(),
        sum_of_two: sum_of_two(any(), any()),
        request_checked: request_checked(any()),
        reference_only: reference_only(any()),
        one_tick: one_tick(),
        one_sleep: one_sleep(any()),
        one_question: one_question(any()),
        operands: operands(any()),
        awaits_in_arguments: awaits_in_arguments(any(), any()),
        condition: condition(any()),
    }

    async fn empty() {}

    async fn sum_of_two(a: u64, b: u64) -> u64 {
        a + b
    }

    async fn request_checked(request: Request) -> Result<Request, Error> {
        if request.path.starts_with('/') { Ok(request) } else { Err(Error(request.path)) }
    }

    async fn reference_only(config: &Config) -> usize {
        config.host.len()
    }

    async fn one_tick() {
        tick().await
    }

    async fn one_sleep(ms: u64) {
        sleep(ms * 1000).await
    }

    async fn one_question(conn: &mut Conn) -> Result<String, Error> {
        let line = conn.read_line().await?;
        Ok(line)
    }

    async fn value(n: u32) -> u32 {
        tick().await;
        n
    }

    async fn operands(n: u32) -> u32 {
        value(n).await + value(n + 1).await * value(n + 2).await
    }

    async fn awaits_in_arguments(conn: &mut Conn, n: u32) -> Result<u32, Error> {
        let text = format!("{}", value(n).await);
        conn.write(text.as_bytes()).await?;
        Ok(u32::max(value(n).await, value(text.len() as u32).await))
    }

    async fn condition(n: u32) -> &'static str {
        if value(n).await > 3 && value(n + 1).await < 10 { "between" } else { "outside" }
    }
}
