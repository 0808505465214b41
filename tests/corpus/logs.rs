//! Log macros: events and spans of `tracing`, whose fields name variables, and macros of the crate's own around them.

use resumable_tests::prelude::*;
use std::fmt::{Debug, Write};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Writes every event and span down as a step.
struct Recorder;

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).expect("a string takes all");
    }
    fn record_str(&mut self, field: &Field, value: &str) {
        write!(self.0, " {}=str {value}", field.name()).expect("a string takes all");
    }
    fn record_u64(&mut self, field: &Field, value: u64) {
        write!(self.0, " {}=u64 {value}", field.name()).expect("a string takes all");
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields(String::new());
        span.record(&mut fields);
        step(format!("span {}{}", span.metadata().name(), fields.0));
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        // Without a target it is that of the module, which each strategy has its own of.
        let target = Some(event.metadata().target()).filter(|t| !t.contains(':'));
        step(format!("{} {target:?}{}", event.metadata().level(), fields.0));
    }
    fn enter(&self, _: &Id) {
        step("enter");
    }
    fn exit(&self, _: &Id) {
        step("exit");
    }
}

/// Every test of the file is heard.
fn listen() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| tracing::subscriber::set_global_default(Recorder).expect("the only one"));
}

struct Frame {
    kind: &'static str,
    size: u64,
    body: Loud,
}

impl Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        step("Frame.fmt");
        write!(f, "{}:{}", self.kind, self.size)
    }
}

fn frame(kind: &'static str) -> Frame {
    Frame { kind, size: 3, body: Loud(kind) }
}

differential! {
    /// Fields: by name, by sigil, by a path, by the name of a variable, behind a target and before a message that captures.
    fields_of_events { body(frame("argument"), 7) }
    async fn body(first: Frame, n: u64) -> u64 {
        listen();
        let name = "name";
        let second = frame("local");
        tracing::debug!(request = ?first);
        later(1).await;
        use tracing::{debug, error, event, info, warn, Level};
        debug!(?first, n, name, "plain {}", second.size);
        info!(target: "elsewhere", size = second.size, second.kind, %second.body, "{name}: {n} {first:?}");
        warn!(first.size = first.size + n, "of.text" = %name, r#type = second.kind);
        later(2).await;
        event!(Level::ERROR, ?second, count = n, "{0} {m}", name.len(), m = { let _d = Loud("m"); n });
        error!("{second:?} {n:>4} {}", later(3).await);
        debug!(%name);
        info!(n = n + 1, empty = tracing::field::Empty);
        let moved = second;
        later(4).await;
        debug!(moved.kind, ?moved.size);
        first.size + moved.size
    }
}

differential! {
    /// Fields of the receiver, of `&mut` variables, and of what patterns bind; exits in fields.
    fields_of_borrowed_variables { body(false), body(true) }
    struct Client { id: u64, last: Option<Frame> }
    impl Client {
        async fn send(&mut self, frame: &mut Frame, fail: bool) -> Result<u64, Small> {
            tracing::info!(self.id, frame.size, last = ?self.last, "sending {}", frame.kind);
            let sent = later(frame.size).await;
            frame.size += sent;
            self.last = Some(Frame { kind: "copy", size: frame.size, body: Loud("copy") });
            if let Some(last) = &self.last {
                tracing::debug!(?last, code = later(2).await, id = %self.id);
            }
            later(3).await;
            tracing::warn!(checked = small(!fail, 4)?, ?self.last, frame.kind);
            match later(Some((1u64, "two"))).await {
                Some((a, b)) => {
                    later(a).await;
                    tracing::trace!(a, b, self.id, "{a} {b} {}", frame.size);
                    Ok(a)
                }
                None => Ok(0),
            }
        }
    }
    async fn body(fail: bool) -> Result<u64, Small> {
        listen();
        let mut client = Client { id: 5, last: None };
        let mut request = frame("request");
        let n = client.send(&mut request, fail).await?;
        Ok(n + request.size)
    }
}

differential! {
    /// Spans, entered and by a parent.
    spans { body(2) }
    async fn body(n: u64) -> u64 {
        listen();
        let peer = frame("peer");
        let city = "city";
        let span = tracing::info_span!("request", id = n, ?peer, city);
        later(1).await;
        let inner = tracing::span!(parent: &span, tracing::Level::DEBUG, "inner", peer.size, %city);
        later(2).await;
        let entered = inner.entered();
        tracing::debug!(parent: &span, n, "inside");
        drop(entered);
        later(peer.size).await
    }
}

differential! {
    /// A crate's own macros by such names: they get the tokens of the variables, where that is possible.
    wrappers { body("argument", 5) }
    except stackful("refused: an unknown macro may look at what an await or a `?` in its tokens is rewritten to")
    struct Inner { id: u32 }
    macro_rules! _debug { ($inner:tt, $($arg:tt)*) => {{ step(&format!("{}: {}", $inner.id, format!($($arg)*))); }} }
    macro_rules! log_error { ($inner:expr, $text:literal $(, $arg:expr)*) => { step(&format!(concat!("error {}: ", $text), $inner.id $(, $arg)*)) } }
    macro_rules! _warn {
        ($text:literal, $name:ident) => { step(&format!(concat!($text, " by name ", stringify!($name), " = {}"), 0, $name)) };
        ($text:literal, $value:expr) => { step(&format!(concat!($text, " by value ", stringify!($value), " = {}"), 0, $value)) };
    }
    async fn run(inner: &Inner, name: &str, n: u64) -> u64 {
        let _d = Loud("d");
        _debug!(inner, "start {} {name} {n}", name);
        let frame = frame("frame");
        later(1).await;
        _debug!(inner, "{:?} {}", frame, frame.size + n);
        log_error!(inner, "{}", name.len());
        _warn!("{}", n);
        _warn!("{}", n + 1);
        for i in 0..2u64 {
            _debug!(inner, "round {i} {} {n}", later(i).await);
            later(2).await;
            if i == 1 { _debug!(inner, "last {}", frame.kind); break; }
        }
        match later(n).await {
            5 => _debug!(inner, "{} {}", n, frame.kind),
            _ => log_error!(inner, "{} {}", n, { let _e = Loud("e"); frame.size }),
        }
        let show = |i: u64| { _debug!(inner, "{i} {n}"); i + n };
        later(show(2)).await
    }
    async fn body(name: &str, n: u64) -> u64 {
        let inner = Inner { id: 9 };
        run(&inner, name, n).await
    }
}

differential! {
    /// A wrapper that drops its tokens says nothing about the variables in them.
    wrappers_that_are_off { body() }
    macro_rules! _trace { ($($arg:tt)*) => {} }
    async fn body() -> u32 {
        let (a, b) = (Loud("a"), Loud("b"));
        later(1).await;
        drop(a);
        let n = b.by_value();
        _trace!("{} {}", a, b.0);
        _trace!("{a} {b}");
        later(n).await
    }
}

differential! {
    /// Variables that are copied and never change, in macros which may look at their tokens.
    fixed_variables_in_macros { body(1, 2) }
    macro_rules! name_and_value { ($x:ident) => { (stringify!($x), $x) } }
    macro_rules! kind { ($x:ident) => { "identifier" }; ($x:expr) => { "expression" } }
    macro_rules! count { ($t:tt $x:ident) => { $t.push($x) } }
    async fn body(a: u32, b: u32) -> (String, u32, Vec<u32>) {
        let loud = Loud("loud");
        run(a, b, &loud).await
    }
    async fn run(a: u32, mut b: u32, loud: &Loud) -> (String, u32, Vec<u32>) {
        let shout = &*loud;
        let late: u32;
        let text = stringify!(a + b);
        later(1).await;
        late = a + 1;
        let one: u32 = 1;
        let f = |x: u32| { let (n, v) = name_and_value!(a); x + v + n.len() as u32 };
        let n = f(one);
        let d = format!("{text} {} {:?}", concat!(line!(), stringify!(shout)).len() > 1, cfg!(test));
        later(2).await;
        b += late;
        let mut list = Vec::new();
        count!(list one);
        let (name, value) = name_and_value!(a);
        let k = kind!(shout);
        shout.by_ref();
        later(3).await;
        for one in [one, a] { count!(list one); later(b).await; }
        (format!("{d} {name} {k} {}", name_and_value!(loud).0), n + value + b, list)
    }
}
