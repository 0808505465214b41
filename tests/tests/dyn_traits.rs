//! `#[resumable(dyn)]`: the same trait makes objects in every strategy, and the marker says where it takes a box.

use resumable::{Codegen, block_on, codegen_of, resumable};
use std::fmt::Debug;
use std::future::ready;

macro_rules! in_strategy {
    ($strategy:ident, $codegen:ident, $reason:literal) => {
        mod $strategy {
            use super::*;

            #[resumable($strategy, dyn)]
            pub trait Store<K: ?Sized> {
                type Value;
                async fn get(&self, key: &K) -> Option<&Self::Value>;
                async fn put(&mut self, key: &K, value: Self::Value) -> Result<(), String>;
                /// Provided.
                async fn put_all(&mut self, keys: &[&K], (value, times): (Self::Value, usize)) -> Result<usize, String>
                where
                    Self::Value: Clone,
                {
                    for key in keys.iter().take(times) {
                        self.put(key, value.clone()).await?;
                    }
                    Ok(self.count().await)
                }
                async fn count(&self) -> usize;
                async fn each<F: FnMut(&Self::Value)>(&self, f: F)
                where
                    Self: Sized;
                async fn empty() -> Self
                where
                    Self: Sized;
            }

            pub struct List<'d, V>(Vec<(String, V)>, &'d str);

            #[resumable($strategy, dyn)]
            impl<V: Debug> Store<str> for List<'_, V> {
                type Value = V;
                async fn get(&self, key: &str) -> Option<&V> {
                    ready(()).await;
                    self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v)
                }
                async fn put(&mut self, key: &str, value: V) -> Result<(), String> {
                    if key == self.1 {
                        Err(format!("{key}: {value:?}"))?;
                    }
                    let key = ready(key.to_string()).await;
                    self.0.push((key, value));
                    Ok(())
                }
                async fn count(&self) -> usize {
                    ready(self.0.len()).await
                }
                async fn each<F: FnMut(&V)>(&self, mut f: F) {
                    for (_, v) in &self.0 {
                        ready(()).await;
                        f(v);
                    }
                }
                async fn empty() -> Self {
                    List(ready(Vec::new()).await, "")
                }
            }

            #[resumable($strategy)]
            async fn use_it(store: &mut dyn Store<str, Value = u32>) -> Result<(u32, usize), String> {
                store.put("a", 1).await?;
                let all = store.put_all(&["b", "c", "d"], (5, 2)).await?;
                Ok((*store.get("b").await.unwrap() + *store.get("a").await.unwrap(), all))
            }

            #[test]
            fn makes_objects() {
                let local = "not".to_string();
                let mut list = List(Vec::new(), &local);
                assert_eq!(block_on(use_it(&mut list)), Ok((6, 3)));
                assert_eq!(
                    block_on(async { (&mut list as &mut dyn Store<str, Value = u32>).put("not", 3).await }),
                    Err("not: 3".to_string())
                );
                let mut sum = 0;
                block_on(list.each(|v| sum += v));
                assert_eq!(sum, 11);
                let mut boxed: Box<dyn Store<str, Value = u32> + Send> = Box::new(block_on(List::empty()));
                assert_eq!(block_on(use_it(&mut *boxed)), Ok((6, 3)));
                assert_eq!(codegen_of(&boxed.count()), Codegen::$codegen);
            }

            #[test]
            fn the_marker_says_how() {
                let module = module_path!();
                let record = |function: &str| {
                    let found: Vec<_> =
                        resumable::registry().filter(|r| r.module == module && r.function == function).collect();
                    found.into_iter().map(|r| (r.codegen, r.reason)).collect::<Vec<_>>()
                };
                assert_eq!(record("count"), [(Codegen::$codegen, $reason)]);
            }
        }
    };
}

in_strategy!(state_machine, StateMachine, "explicit, boxed for `dyn`");
in_strategy!(stackful, Stackful, "explicit");
in_strategy!(native, Native, "explicit, boxed for `dyn`");
