//! Traits, type parameters and several lifetimes.

use crate::measure::any;
use crate::world::*;

/// What is called by name elsewhere, with a future of its own.
pub trait Service {
    fn call(&mut self, request: Request) -> impl Future<Output = Result<Response, Error>>;
}

pub struct Static(pub Response);

impl Service for Static {
    async fn call(&mut self, _: Request) -> Result<Response, Error> {
        sleep(1).await;
        Ok(self.0.clone())
    }
}

both_ways! {
    {
        generic_service: generic_service::<Static>(any(), any()),
        generic_by_value: generic_by_value::<String>(any()),
        generic_method: Cache::<u64, String>::get_or_wait(any(), any()),
        generic_method_with_a_closure: Cache::<u64, String>::insert_with(any(), any(), || String::new()),
        method: Session::run(any()),
        method_with_an_argument: Session::send_line(any(), any()),
        consuming_method: Session::close(any()),
        trait_method: <Session as Handler>::handle(any(), any()),
        generic_middleware: <Logged<Session> as Handler>::handle(any(), any()),
        impl_trait_arguments: impl_trait_arguments(["a"].into_iter(), |n: usize| n + 1),
        one_named_lifetime: one_named_lifetime(any(), any()),
        several_lifetimes: several_lifetimes(any(), any(), any()),
        borrowed_result: borrowed_result(any(), any()),
        associated_types: associated_types(["a".to_string()].into_iter()),
        constants: constants::<16>(any()),
    }

    async fn generic_service<S: Service>(service: &mut S, request: Request) -> Result<usize, Error> {
        let response = service.call(request).await?;
        tick().await;
        Ok(response.body.len())
    }

    async fn generic_by_value<T: ToString>(value: T) -> usize {
        tick().await;
        let text = value.to_string();
        sleep(1).await;
        text.len()
    }

    pub struct Cache<K, V> {
        entries: std::collections::HashMap<K, V>,
        misses: u64,
    }

    impl<K: std::hash::Hash + Eq + Clone, V: Clone + Default> Cache<K, V> {
        async fn get_or_wait(&mut self, key: K) -> V {
            if let Some(value) = self.entries.get(&key) {
                return value.clone();
            }
            self.misses += 1;
            sleep(self.misses).await;
            let value = V::default();
            self.entries.insert(key, value.clone());
            value
        }

        async fn insert_with<F: FnOnce() -> V>(&mut self, key: K, make: F) -> usize {
            tick().await;
            let value = make();
            self.entries.insert(key, value);
            tick().await;
            self.entries.len()
        }
    }

    pub struct Session {
        conn: Conn,
        name: String,
        sent: u64,
    }

    impl Session {
        async fn run(&mut self) -> Result<u64, Error> {
            loop {
                let line = self.conn.read_line().await?;
                if line == "quit" {
                    break;
                }
                self.send_line(&line).await?;
            }
            Ok(self.sent)
        }

        async fn send_line(&mut self, line: &str) -> Result<(), Error> {
            self.conn.write(self.name.as_bytes()).await?;
            self.conn.write(line.as_bytes()).await?;
            self.sent += 1;
            Ok(())
        }

        async fn close(mut self) -> Result<u64, Error> {
            self.conn.write(b"bye").await?;
            sleep(1).await;
            Ok(self.sent)
        }
    }

    pub trait Handler {
        async fn handle(&mut self, request: Request) -> Result<Response, Error>;
    }

    impl Handler for Session {
        async fn handle(&mut self, request: Request) -> Result<Response, Error> {
            self.conn.write(request.path.as_bytes()).await?;
            let line = self.conn.read_line().await?;
            Ok(Response { status: 200, headers: request.headers, body: line.into_bytes() })
        }
    }

    pub struct Logged<H> {
        inner: H,
        log: Vec<String>,
    }

    impl<H: Handler> Handler for Logged<H> {
        async fn handle(&mut self, request: Request) -> Result<Response, Error> {
            self.log.push(format!("-> {}", request.path));
            let response = self.inner.handle(request).await?;
            self.log.push(format!("<- {}", response.status));
            Ok(response)
        }
    }

    async fn impl_trait_arguments(words: impl Iterator<Item = &'static str>, then: impl Fn(usize) -> usize) -> usize {
        let mut total = 0;
        for word in words {
            tick().await;
            total += then(word.len());
        }
        total
    }

    async fn one_named_lifetime<'a>(conn: &'a mut Conn, text: &'a str) -> Result<&'a str, Error> {
        conn.write(text.as_bytes()).await?;
        tick().await;
        Ok(text)
    }

    async fn several_lifetimes<'a, 'b>(conn: &mut Conn, first: &'a str, second: &'b str) -> Result<(&'a str, &'b str), Error> {
        conn.write(first.as_bytes()).await?;
        conn.write(second.as_bytes()).await?;
        Ok((first, second))
    }

    async fn borrowed_result<'a>(lines: &'a [String], conn: &mut Conn) -> Option<&'a String> {
        let wanted = conn.read_line().await.ok()?;
        let found = lines.iter().find(|line| **line == wanted);
        tick().await;
        found
    }

    async fn associated_types<I: Iterator>(items: I) -> usize
    where
        I::Item: AsRef<str>,
    {
        let mut longest = 0;
        for item in items {
            tick().await;
            longest = longest.max(item.as_ref().len());
        }
        longest
    }

    async fn constants<const N: usize>(seed: u64) -> u64 {
        let numbers = [seed; N];
        tick().await;
        numbers.iter().sum()
    }
}
