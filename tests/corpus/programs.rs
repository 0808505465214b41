//! Code as it is written in services: connections, parsers, queues, retries.

use resumable_tests::prelude::*;
use std::collections::{BTreeMap, HashMap, VecDeque};

differential! {
    /// A connection that reads lines into its buffer.
    buffered_lines { body() }
    struct Wire { chunks: VecDeque<&'static str> }
    impl Wire {
        async fn read(&mut self, into: &mut [u8]) -> Result<usize, Small> {
            let Some(chunk) = self.chunks.pop_front() else { return Ok(0) };
            let chunk = later(chunk).await.as_bytes();
            if chunk == b"!" { return Err(Small); }
            into[..chunk.len()].copy_from_slice(chunk);
            Ok(chunk.len())
        }
    }
    struct Connection { wire: Wire, buffer: Vec<u8>, lines: u32, alive: Loud }
    impl Connection {
        async fn line(&mut self) -> Result<Option<String>, Big> {
            loop {
                if let Some(end) = self.buffer.iter().position(|b| *b == b'\n') {
                    let line: Vec<u8> = self.buffer.drain(..=end).collect();
                    self.lines += 1;
                    return Ok(Some(String::from_utf8_lossy(&line[..end]).into_owned()));
                }
                let mut chunk = [0; 16];
                let n = self.wire.read(&mut chunk).await?;
                if n == 0 {
                    return if self.buffer.is_empty() { Ok(None) } else { Err(Big) };
                }
                self.buffer.extend_from_slice(&chunk[..n]);
            }
        }
    }
    async fn serve(mut connection: Connection) -> (Vec<String>, u32, bool) {
        let mut seen = Vec::new();
        let outcome = loop {
            match connection.line().await {
                Ok(Some(line)) if line.is_empty() => continue,
                Ok(Some(line)) => {
                    let reply = later(format!("{line}{}", seen.len())).await;
                    seen.push(reply);
                }
                Ok(None) => break true,
                Err(_) => break false,
            }
        };
        connection.alive.by_ref();
        (seen, connection.lines, outcome)
    }
    async fn body() -> Vec<(Vec<String>, u32, bool)> {
        let inputs: [&[&'static str]; 4] = [&["ab\nc", "d\n\n"], &["x\ny"], &[], &["q\n", "!"]];
        let mut all = Vec::new();
        for chunks in inputs {
            let wire = Wire { chunks: chunks.iter().copied().collect() };
            all.push(serve(Connection { wire, buffer: Vec::new(), lines: 0, alive: Loud("alive") }).await);
        }
        all
    }
}

differential! {
    /// A recursive parser behind a cursor that waits for more.
    recursive_parser { body() }
    struct Cursor<'t> { rest: &'t str, waits: u32 }
    impl<'t> Cursor<'t> {
        async fn peek(&mut self) -> Option<char> {
            let c = self.rest.chars().next();
            if c == Some('(') { self.waits += later(1).await; }
            c
        }
        fn bump(&mut self) { self.rest = &self.rest[1..]; }
        fn number(&mut self) -> Result<u32, Small> {
            let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let (digits, rest) = self.rest.split_at(end);
            self.rest = rest;
            digits.parse().map_err(|_| Small)
        }
    }
    fn sum<'c, 't: 'c>(cursor: &'c mut Cursor<'t>) -> Pin<Box<dyn Future<Output = Result<u32, Big>> + 'c>> {
        Box::pin(async move {
            let mut total = product(cursor).await?;
            while let Some('+' | '-') = cursor.peek().await {
                let minus = cursor.rest.starts_with('-');
                cursor.bump();
                let next = product(cursor).await?;
                total = if minus { total.checked_sub(next).ok_or(Big)? } else { total + next };
            }
            Ok(total)
        })
    }
    async fn product(cursor: &mut Cursor<'_>) -> Result<u32, Big> {
        let _frame = Loud("product");
        let mut value = atom(cursor).await?;
        loop {
            match cursor.peek().await {
                Some('*') => {
                    cursor.bump();
                    value *= atom(cursor).await?;
                }
                _ => return Ok(value),
            }
        }
    }
    async fn atom(cursor: &mut Cursor<'_>) -> Result<u32, Big> {
        match cursor.peek().await {
            Some('(') => {
                cursor.bump();
                let inner = sum(cursor).await?;
                let Some(')') = cursor.peek().await else { return Err(Big) };
                cursor.bump();
                Ok(inner)
            }
            Some('0'..='9') => Ok(cursor.number()?),
            Some(_) | None => Err(Big),
        }
    }
    async fn body() -> Vec<Option<u32>> {
        let mut results = Vec::new();
        for text in ["1+2*3", "(1+2)*(3-1)", "2*(", "4-5", "x"] {
            let mut cursor = Cursor { rest: text, waits: 0 };
            let result = sum(&mut cursor).await.ok().filter(|_| cursor.rest.is_empty());
            results.push(result.map(|n| n * 10 + cursor.waits));
        }
        results
    }
}

differential! {
    /// Work is queued, handled, and retried with a delay that grows.
    retries { body() }
    struct Job { name: Loud, attempts: u32 }
    async fn attempt(job: &mut Job) -> Result<u32, Small> {
        job.attempts += 1;
        let n = later(job.attempts).await;
        small(n > 2 || job.name.0 == "easy", n)
    }
    async fn body() -> Result<u32, Big> {
        let mut queue = VecDeque::from([Job { name: Loud("easy"), attempts: 0 }, Job { name: Loud("hard"), attempts: 0 }]);
        let mut done: Vec<(Loud, u32)> = Vec::new();
        let mut delay = 1;
        while let Some(mut job) = queue.pop_front() {
            match attempt(&mut job).await {
                Ok(n) => {
                    delay = 1;
                    done.push((job.name, n));
                }
                Err(_) if job.attempts > 4 => return Err(Big),
                Err(e) => {
                    step(format!("{e:?}"));
                    later_by(delay as usize, delay).await;
                    delay *= 2;
                    queue.push_back(job);
                }
            }
        }
        let mut total = 0;
        for (name, n) in &done {
            total += later(*n).await + name.by_ref() as u32;
        }
        Ok(total)
    }
}

differential! {
    /// A state machine by hand, whose states own things and are replaced while it waits.
    states_that_own { body() }
    enum State { Idle, Connected { peer: Loud, sent: u32 }, Closing(Loud, &'static str), Closed }
    struct Session { state: State, log: Vec<String> }
    impl Session {
        async fn advance(&mut self) -> bool {
            self.state = match std::mem::replace(&mut self.state, State::Closed) {
                State::Idle => State::Connected { peer: later(Loud("peer")).await, sent: 0 },
                State::Connected { peer, sent } if sent < 2 => {
                    self.log.push(format!("sent {}", later(sent).await));
                    State::Connected { peer, sent: sent + 1 }
                }
                State::Connected { peer, .. } => State::Closing(peer, "done"),
                State::Closing(peer, why) => {
                    peer.by_ref();
                    later(why).await;
                    self.log.push(why.to_string());
                    State::Closed
                }
                State::Closed => return false,
            };
            true
        }
        async fn run(mut self) -> Vec<String> {
            while self.advance().await {
                if let State::Connected { ref peer, ref mut sent } = self.state {
                    *sent += later(0).await;
                    peer.by_ref();
                }
            }
            self.log
        }
    }
    async fn body() -> Vec<String> { Session { state: State::Idle, log: vec![] }.run().await }
}

differential! {
    /// A cache in front of a slow store.
    cache { body() }
    struct Store<'s> { slow: &'s BTreeMap<&'static str, u32>, cache: HashMap<String, u32>, misses: u32 }
    impl<'s> Store<'s> {
        async fn get(&mut self, key: &str) -> Option<&u32> {
            if !self.cache.contains_key(key) {
                self.misses += 1;
                let found = later(self.slow.get(key).copied()).await?;
                self.cache.insert(key.to_owned(), found);
            }
            self.cache.get(key)
        }
        async fn sum(&mut self, keys: &[&str]) -> Result<u32, String> {
            let mut sum = 0;
            for (i, key) in keys.iter().enumerate() {
                let value = match self.get(key).await {
                    Some(value) => *value,
                    None => return Err(format!("{i}: no {key} after {}", self.misses)),
                };
                sum += value;
            }
            Ok(sum)
        }
    }
    async fn body() -> (Result<u32, String>, Result<u32, String>, u32) {
        let _d = Loud("d");
        let slow = BTreeMap::from([("a", 1), ("b", 2)]);
        let mut store = Store { slow: &slow, cache: HashMap::new(), misses: 0 };
        let first = store.sum(&["a", "b", "a"]).await;
        let second = store.sum(&["b", "c"]).await;
        (first, second, store.misses)
    }
}

differential! {
    /// A tower of middleware: each layer owns the next one and calls it through a trait.
    middleware { body() }
    trait Service {
        async fn call(&mut self, request: Request) -> Result<Response, Big>;
    }
    struct Request { path: String, token: Option<Loud> }
    #[derive(Debug)]
    struct Response(u32, String);
    struct Handler;
    impl Service for Handler {
        async fn call(&mut self, request: Request) -> Result<Response, Big> {
            let body = later(request.path).await;
            match body.as_str() {
                "/fail" => Err(Small)?,
                _ => Ok(Response(200, body)),
            }
        }
    }
    struct Auth<S>(S);
    impl<S: Service> Service for Auth<S> {
        async fn call(&mut self, mut request: Request) -> Result<Response, Big> {
            let Some(token) = request.token.take() else { return Ok(Response(401, String::new())) };
            token.by_ref();
            let response = self.0.call(request).await?;
            drop(token);
            Ok(response)
        }
    }
    struct Count<S> { inner: S, calls: u32, failures: u32 }
    impl<S: Service> Service for Count<S> {
        async fn call(&mut self, request: Request) -> Result<Response, Big> {
            self.calls += 1;
            let result = self.inner.call(request).await;
            if result.is_err() { self.failures += later(1).await; }
            result.map(|Response(code, body)| Response(code + self.calls, body))
        }
    }
    async fn body() -> (Vec<String>, u32) {
        let mut service = Count { inner: Auth(Handler), calls: 0, failures: 0 };
        let mut replies = Vec::new();
        for (path, token) in [("/a", Some(Loud("t1"))), ("/b", None), ("/fail", Some(Loud("t2")))] {
            let request = Request { path: path.to_string(), token };
            replies.push(match service.call(request).await {
                Ok(Response(code, body)) => format!("{code}{body}"),
                Err(e) => format!("{e:?}"),
            });
        }
        (replies, service.failures)
    }
}

differential! {
    /// Slices of a buffer are filled by others, in parts.
    filling_buffers { body() }
    async fn fill(part: &mut [u32], with: u32) -> usize {
        for (i, cell) in part.iter_mut().enumerate() {
            *cell = later(with + i as u32).await;
        }
        part.len()
    }
    async fn body() -> Vec<u32> {
        let d = Loud("d");
        let mut buffer = vec![0; 6];
        let n = fill(&mut buffer[..2], 10).await;
        let (left, right) = buffer.split_at_mut(4);
        fill(&mut left[n..], 20).await;
        right[0] = later(30).await;
        let last = right.last_mut().unwrap();
        *last += fill(left, 40).await as u32;
        *last += d.by_ref() as u32;
        later(0).await;
        let at = buffer.len() - 1;
        buffer[at] *= 2;
        buffer.truncate(later(5usize).await + 1);
        buffer
    }
}

differential! {
    /// Text is built up between awaits, by every means.
    building_text { body(0), body(3) }
    async fn body(n: usize) -> Result<String, std::fmt::Error> {
        use std::fmt::Write;
        let mut text = String::with_capacity(8);
        let items = ["x", "y", "z"];
        for (i, item) in items.iter().enumerate().take(n) {
            if i > 0 { text.push_str(&later(", ").await); }
            write!(text, "{item}={}", later(i).await)?;
        }
        text += &format!("[{n}]");
        let upper = text.to_uppercase();
        later(()).await;
        text.insert(0, later('>').await);
        let parts: Vec<&str> = upper.split(", ").collect();
        let longest = parts.iter().copied().max_by_key(|p| p.len()).unwrap_or_default();
        later(longest.len()).await;
        Ok(text + longest)
    }
}

differential! {
    /// Iterators, options and results are passed along by value.
    passing_by_value { body(true), body(false) }
    #[derive(Debug)]
    struct Parts(Loud, Loud);
    impl Parts {
        fn into_parts(self) -> (Loud, Loud) { step("into_parts"); (self.0, self.1) }
        fn first(&self) -> &Loud { &self.0 }
        fn with(mut self, second: Loud) -> Self { self.1 = second; self }
    }
    async fn body(c: bool) -> Option<u32> {
        let parts = Parts(Loud("a"), Loud("b"));
        let len = parts.first().by_ref();
        later(len).await;
        let parts = parts.with(Loud("c"));
        later(1).await;
        let (a, b) = parts.into_parts();
        later(2).await;
        let kept = if c { Some(a) } else { drop(b); None };
        later(3).await;
        let d = kept?;
        later(4).await;
        let list = vec![d, Loud("e")];
        later(5).await;
        let mut names = list.into_iter().map(|d| d.by_value());
        let first = names.next();
        later(6).await;
        let rest: u32 = names.sum();
        later(7).await;
        first.map(|n| n + rest)
    }
}

differential! {
    /// Moves in conditions, in arguments and in struct literals with a base.
    moves_in_odd_places { body(0), body(1), body(2) }
    struct Pair { a: Loud, b: Loud, n: u32 }
    fn eat(d: Loud) -> bool { d.by_value() == 7 }
    async fn body(n: u32) -> u32 {
        let (d, e, f) = (Loud("d"), Loud("e"), Loud("f"));
        later(1).await;
        if n == 0 && eat(d) { later(2).await; }
        if n == 1 || eat(e) { later(3).await; }
        let pair = Pair { a: Loud("a"), b: f, n };
        later(4).await;
        let other = Pair { a: Loud("a2"), ..pair };
        later(5).await;
        let Pair { a, n, .. } = other;
        later(n).await + a.by_ref() as u32
    }
}

differential! {
    /// A value whose part is taken from an awaited one: the rest dies at the end of the statement.
    parts_of_awaited_values { body() }
    async fn body() -> u32 {
        let x = later((Loud("a"), Loud("b"))).await.0;
        step("after");
        let n = later((1, Loud("c"))).await.0 + v(2);
        step("and after");
        let len = later(vec![Loud("e"), Loud("f")]).await.len() as u32 + later(3).await;
        later(x.by_ref() as u32).await + n + len
    }
}

differential! {
    /// Functions over a generic transport, with errors of its own.
    generic_transport { body() }
    trait Transport {
        type Error: Into<Big>;
        async fn send(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;
        async fn receive(&mut self) -> Result<Vec<u8>, Self::Error>;
    }
    struct Loopback { queue: VecDeque<Vec<u8>>, broken: bool }
    impl Transport for Loopback {
        type Error = Small;
        async fn send(&mut self, bytes: &[u8]) -> Result<(), Small> {
            if self.broken { return Err(Small); }
            self.queue.push_back(later(bytes).await.to_vec());
            Ok(())
        }
        async fn receive(&mut self) -> Result<Vec<u8>, Small> {
            let front = self.queue.pop_front();
            later(front.is_some()).await;
            front.ok_or(Small)
        }
    }
    async fn exchange<T>(transport: &mut T, messages: &[&str]) -> Result<Vec<String>, Big>
    where
        T: Transport + ?Sized,
    {
        let mut replies = Vec::with_capacity(messages.len());
        for message in messages {
            transport.send(message.as_bytes()).await.map_err(Into::into)?;
            let reply = transport.receive().await.map_err(|e| -> Big { e.into() })?;
            replies.push(String::from_utf8(reply).map_err(|_| Big)?);
        }
        Ok(replies)
    }
    async fn body() -> (Option<Vec<String>>, bool) {
        let _d = Loud("d");
        let mut good = Loopback { queue: VecDeque::new(), broken: false };
        let mut bad = Loopback { queue: VecDeque::new(), broken: true };
        (exchange(&mut good, &["one", "two"]).await.ok(), exchange(&mut bad, &["three"]).await.is_err())
    }
}
