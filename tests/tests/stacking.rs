//! `#[resumable]` together with the attributes that stand on `async fn`s most often.

// A test whose attribute got lost is a function that nobody calls.
#![deny(dead_code)]

use resumable::{Codegen, registry, resumable};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// How the functions with this name, in modules that end in `module`, were compiled.
fn codegens(module: &str, function: &str) -> Vec<Codegen> {
    registry().filter(|r| r.module.ends_with(module) && r.function == function).map(|r| r.codegen).collect()
}

async fn sleep() {
    tokio::time::sleep(Duration::from_millis(1)).await
}

/// `#[tokio::main]` and `#[tokio::test]` below `#[resumable]`. (Above it they are refused, see `ui/`.)
mod tokio_entry {
    use super::*;

    #[resumable(state_machine)]
    #[tokio::main]
    async fn machine() -> Result<u32, String> {
        sleep().await;
        Ok(1)
    }

    #[resumable(stackful)]
    #[tokio::main(flavor = "current_thread")]
    async fn stackful() -> u32 {
        sleep().await;
        let rc = std::rc::Rc::new(2);
        sleep().await;
        *rc
    }

    #[resumable(native)]
    #[tokio::main(flavor = "multi_thread", worker_threads = 1)]
    async fn native() -> u32 {
        sleep().await;
        3
    }

    #[resumable]
    #[tokio::main]
    async fn by_default() -> u32 {
        sleep().await;
        4
    }

    #[test]
    fn main() {
        assert_eq!((machine(), stackful(), native(), by_default()), (Ok(1), 2, 3, 4));
        assert_eq!(codegens("tokio_entry", "machine"), [Codegen::StateMachine]);
        assert_eq!(codegens("tokio_entry", "stackful"), [Codegen::Stackful]);
        assert_eq!(codegens("tokio_entry", "native"), [Codegen::Native]);
        assert_eq!(codegens("tokio_entry", "by_default").len(), 1);
    }

    #[resumable(state_machine)]
    #[tokio::test]
    async fn test_of_a_machine() {
        sleep().await;
        assert_eq!(codegens("tokio_entry", "test_of_a_machine"), [Codegen::StateMachine]);
    }

    #[resumable(stackful)]
    #[tokio::test]
    async fn test_of_a_coroutine() {
        sleep().await;
        assert_eq!(codegens("tokio_entry", "test_of_a_coroutine"), [Codegen::Stackful]);
    }

    #[resumable(stackful)]
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn test_of_a_coroutine_on_threads() -> Result<(), std::num::ParseIntError> {
        sleep().await;
        let n: u32 = "5".parse()?;
        assert_eq!(n, 5);
        Ok(())
    }

    #[resumable(state_machine)]
    #[tokio::test(start_paused = true)]
    #[should_panic = "on purpose"]
    async fn test_that_panics() {
        tokio::time::sleep(Duration::from_secs(3600)).await;
        panic!("on purpose");
    }

    #[resumable]
    #[tokio::test]
    async fn test_by_default() {
        sleep().await;
        assert_eq!(codegens("tokio_entry", "test_by_default").len(), 1);
    }
}

/// `#[tracing::instrument]` above and below: the span covers the whole run, and is entered and left around each poll.
mod tracing_spans {
    use super::*;
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    /// Logs what happens to spans.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<State>>);

    #[derive(Default)]
    struct State {
        events: Vec<String>,
        spans: u64,
        inside: Vec<u64>,
    }

    impl Log {
        fn add(&self, event: String) {
            self.0.lock().unwrap().events.push(event);
        }
    }

    impl Subscriber for Log {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }
        fn new_span(&self, span: &Attributes<'_>) -> Id {
            let mut state = self.0.lock().unwrap();
            state.spans += 1;
            let fields: Vec<&str> = span.metadata().fields().iter().map(|f| f.name()).collect();
            let (id, text) = (state.spans, format!("new {} {fields:?}", span.metadata().name()));
            state.events.push(text);
            Id::from_u64(id)
        }
        fn record(&self, span: &Id, _: &Record<'_>) {
            self.add(format!("record {}", span.into_u64()));
        }
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, event: &Event<'_>) {
            let inside = self.0.lock().unwrap().inside.clone();
            self.add(format!("event {} in {inside:?}", event.metadata().level()));
        }
        fn enter(&self, span: &Id) {
            self.0.lock().unwrap().inside.push(span.into_u64());
            self.add(format!("enter {}", span.into_u64()));
        }
        fn exit(&self, span: &Id) {
            self.0.lock().unwrap().inside.retain(|inside| *inside != span.into_u64());
            self.add(format!("exit {}", span.into_u64()));
        }
        fn try_close(&self, span: Id) -> bool {
            self.add(format!("close {}", span.into_u64()));
            false
        }
    }

    /// Suspends once.
    async fn pause() {
        let mut paused = false;
        std::future::poll_fn(|_| if std::mem::replace(&mut paused, true) { Poll::Ready(()) } else { Poll::Pending })
            .await
    }

    /// What the subscriber sees of one call, completed, or dropped after some polls.
    fn observe<F: Future<Output: std::fmt::Debug>>(call: impl FnOnce() -> F, polls: usize) -> Vec<String> {
        let log = Log::default();
        tracing::subscriber::with_default(log.clone(), || {
            let mut future = Box::pin(call());
            log.add("created".to_string());
            for _ in 0..polls {
                match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    Poll::Ready(output) => {
                        log.add(format!("ready {output:?}"));
                        break;
                    }
                    Poll::Pending => log.add("pending".to_string()),
                }
            }
            drop(future);
            log.add("dropped".to_string());
        });
        std::mem::take(&mut log.0.lock().unwrap().events)
    }

    /// The same functions under the given attributes.
    macro_rules! instrumented {
        ($module:ident [$($above:tt)*] [$($below:tt)*]) => {
            mod $module {
                #[allow(unused_imports, reason = "without `#[resumable]` there is nothing to import")]
                use super::*;

                $($above)*
                #[tracing::instrument(skip(text), fields(extra = n + 1))]
                $($below)*
                pub async fn work(n: u32, text: &str) -> Result<u32, String> {
                    tracing::info!("started");
                    for _ in 0..n {
                        super::pause().await;
                        tracing::debug!(n, "resumed");
                    }
                    if text.is_empty() {
                        return Err("empty".to_string());
                    }
                    inner(n).await
                }

                $($above)*
                #[tracing::instrument(name = "renamed", level = "debug", ret, err, skip_all)]
                $($below)*
                pub async fn inner(mut n: u32) -> Result<u32, String> {
                    super::pause().await;
                    n += 1;
                    tracing::warn!("inside");
                    if n > 3 { Err(format!("{n}")) } else { Ok(n) }
                }

                pub struct Who(pub u32);

                impl Who {
                    $($above)*
                    #[tracing::instrument(skip(self), fields(who = self.0))]
                    $($below)*
                    pub async fn method(&mut self, by: u32) -> &mut u32 {
                        super::pause().await;
                        self.0 += by;
                        tracing::trace!("done");
                        &mut self.0
                    }
                }

                pub fn observations() -> Vec<Vec<String>> {
                    let mut all = Vec::new();
                    for polls in [0, 1, 2, 3, 100] {
                        all.push(super::observe(|| work(2, "text"), polls));
                        all.push(super::observe(|| work(1, ""), polls));
                        all.push(super::observe(|| work(4, "fails"), polls));
                        all.push(super::observe(|| async { *Who(1).method(2).await }, polls));
                    }
                    all
                }
            }
        };
    }

    instrumented!(unannotated [] []);

    macro_rules! same_spans {
        ($($test:ident: $module:ident [$($above:tt)*] [$($below:tt)*], $codegen:ident;)*) => { $(
            instrumented!($module [$($above)*] [$($below)*]);
            #[test]
            fn $test() {
                let expected = unannotated::observations();
                assert!(expected.iter().flatten().any(|event| event.starts_with("enter")));
                for (expected, found) in expected.iter().zip($module::observations()) {
                    assert_eq!(*expected, found);
                }
                let module = concat!("tracing_spans::", stringify!($module));
                for function in ["work", "inner", "method"] {
                    assert_eq!(codegens(module, function), [Codegen::$codegen], "{function}");
                }
            }
        )* };
    }

    same_spans! {
        native_above: above_native [#[resumable(native)]] [], Native;
        native_below: below_native [] [#[resumable(native)]], Native;
        machine_above: above_machine [#[resumable(state_machine)]] [], StateMachine;
        machine_below: below_machine [] [#[resumable(state_machine)]], StateMachine;
        stackful_above: above_stackful [#[resumable(stackful)]] [], Stackful;
        stackful_below: below_stackful [] [#[resumable(stackful)]], Stackful;
    }
}

/// `#[async_trait]` above and below, on traits, on implementations and on single methods.
mod async_traits {
    use super::*;
    use async_trait::async_trait;

    #[async_trait]
    #[resumable]
    trait Below: Send + Sync {
        async fn required(&self, key: &str) -> Option<u32>;
        async fn provided(&self, key: &str) -> u32 {
            sleep().await;
            self.required(key).await.unwrap_or(100)
        }
    }

    #[resumable]
    #[async_trait]
    trait Above: Send + Sync {
        async fn required(&mut self, by: u32) -> &mut u32;
        async fn provided(&mut self) -> u32 {
            *self.required(1).await += 1;
            *self.required(0).await
        }
    }

    struct Thing(u32);

    #[async_trait]
    #[resumable(state_machine)]
    impl Below for Thing {
        async fn required(&self, key: &str) -> Option<u32> {
            sleep().await;
            let len: u32 = key.len().try_into().ok()?;
            Some(self.0 + len)
        }
    }

    #[resumable(state_machine)]
    #[async_trait]
    impl Above for Thing {
        async fn required(&mut self, by: u32) -> &mut u32 {
            sleep().await;
            self.0 += by;
            &mut self.0
        }
    }

    struct Other;

    #[async_trait]
    impl Below for Other {
        #[resumable]
        async fn required(&self, key: &str) -> Option<u32> {
            sleep().await;
            (!key.is_empty()).then_some(7)
        }
        #[resumable(native)]
        async fn provided(&self, _: &str) -> u32 {
            sleep().await;
            8
        }
    }

    #[async_trait(?Send)]
    trait Local {
        async fn get(&self) -> u32;
    }

    struct Coroutine;

    #[async_trait(?Send)]
    #[resumable(stackful)]
    impl Local for Coroutine {
        async fn get(&self) -> u32 {
            let rc = std::rc::Rc::new(9);
            sleep().await;
            *rc
        }
    }

    struct Coroutine2;

    #[resumable(stackful)]
    #[async_trait(?Send)]
    impl Local for Coroutine2 {
        async fn get(&self) -> u32 {
            sleep().await;
            10
        }
    }

    fn on_threads<F: Future<Output: Send> + Send + 'static>(future: F) -> F::Output {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async { tokio::spawn(future).await.unwrap() })
    }

    #[test]
    fn objects_work_and_their_futures_are_send() {
        let result = on_threads(async {
            let things: Vec<Box<dyn Below>> = vec![Box::new(Thing(1)), Box::new(Other)];
            let mut results = Vec::new();
            for thing in &things {
                results.push(thing.required("ab").await.unwrap());
                results.push(thing.provided("").await);
            }
            let mut above: Box<dyn Above> = Box::new(Thing(5));
            results.push(above.provided().await);
            results
        });
        assert_eq!(result, [3, 1, 7, 8, 7]);
    }

    #[test]
    fn futures_that_are_not_send() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let locals: [Box<dyn Local>; 2] = [Box::new(Coroutine), Box::new(Coroutine2)];
        assert_eq!(runtime.block_on(async { locals[0].get().await + locals[1].get().await }), 19);
        assert_eq!(codegens("async_traits", "get"), [Codegen::Stackful; 2]);
    }

    #[test]
    fn methods_are_lowered() {
        let mut required = codegens("async_traits", "required");
        required.sort_by_key(|c| c.name());
        assert_eq!(
            required,
            [Codegen::StateMachine; 3],
            "the default is the state machine: the trait wants `Send` futures"
        );
        let mut provided = codegens("async_traits", "provided");
        provided.sort_by_key(|c| c.name());
        assert_eq!(provided, [Codegen::Native, Codegen::StateMachine, Codegen::StateMachine]);
    }
}
