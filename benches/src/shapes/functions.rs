//! The functions of the shapes, written once for both strategies.

/// A module `functions` in the strategy named.
macro_rules! shapes {
    ($strategy:ident) => {
        shapes!($strategy
            [0 1 2]
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19]
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44
             45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89
             90 91 92 93 94 95 96 97 98 99]
            [link1 far1 link0 far0, link2 far2 link1 far1, link3 far3 link2 far2, link4 far4 link3 far3, link5 far5 link4 far4,
             link6 far6 link5 far5, link7 far7 link6 far6, link8 far8 link7 far7, link9 far9 link8 far8, link10 far10 link9 far9,
             link11 far11 link10 far10]);
    };
    ($strategy:ident [$($few:tt)*] [$($some:tt)*] [$($many:tt)*]
     [$($link:ident $far:ident $link_callee:ident $far_callee:ident),*]) => {
        #[resumable::resumable($strategy)]
        pub mod functions {
            use crate::shapes::leaves::*;
            use std::cell::Cell;
            use std::sync::Arc;

            pub async fn ready_in_a_loop(c: &Cell<u64>, n: u64) -> u64 {
                let mut i = 0u64;
                let mut x = 0u64;
                while i < n {
                    let t = Tick(c).await;
                    x += t;
                    i += 1;
                }
                x
            }

            pub async fn pending_in_a_loop(n: u64) -> u64 {
                let mut i = 0u64;
                let mut x = 0u64;
                while i < n {
                    let t = After::polls(1, i).await;
                    x += t;
                    i += 1;
                }
                x
            }

            pub async fn three_ready(c: &Cell<u64>) -> u64 {
                let mut x = 0u64;
                $({ let t = Tick(c).await; x = (x << 1) ^ t ^ $few; })*
                x
            }

            pub async fn three_pending(n: u64) -> u64 {
                let mut x = n & 1;
                $({ let t = After::polls(1, $few).await; x = (x << 1) ^ t; })*
                x
            }

            pub async fn twenty_ready(c: &Cell<u64>) -> u64 {
                let mut x = 0u64;
                $({ let t = Tick(c).await; x = (x << 1) ^ t ^ $some; })*
                x
            }

            pub async fn twenty_pending(n: u64) -> u64 {
                let mut x = n & 1;
                $({ let t = After::polls(1, $some).await; x = (x << 1) ^ t; })*
                x
            }

            pub async fn hundred_ready(c: &Cell<u64>) -> u64 {
                let mut x = 0u64;
                $({ let t = Tick(c).await; x = (x << 1) ^ t ^ $many; })*
                x
            }

            pub async fn hundred_pending(n: u64) -> u64 {
                let mut x = n & 1;
                $({ let t = After::polls(1, $many).await; x = (x << 1) ^ t; })*
                x
            }

            pub async fn match_ready(c: &Cell<u64>, n: u64) -> u64 {
                let mut i = 0u64;
                let mut x = 0u64;
                while i < n {
                    match arm(i) {
                        0 => { let t = Tick(c).await; x += t; }
                        1 => { let t = Tick(c).await; x += t * 2; }
                        2 => { let t = Tick(c).await; x += t * 3; }
                        3 => { let t = Tick(c).await; x += t * 4; }
                        4 => { let t = Tick(c).await; x += t * 5; }
                        5 => { let t = Tick(c).await; x += t * 6; }
                        6 => { let t = Tick(c).await; x += t * 7; }
                        _ => { let t = Tick(c).await; x += t * 8; }
                    }
                    i += 1;
                }
                x
            }

            pub async fn match_pending(n: u64) -> u64 {
                let mut i = 0u64;
                let mut x = 0u64;
                while i < n {
                    match arm(i) {
                        0 => { let t = After::polls(1, i).await; x += t; }
                        1 => { let t = After::polls(1, i).await; x += t * 2; }
                        2 => { let t = After::polls(1, i).await; x += t * 3; }
                        3 => { let t = After::polls(1, i).await; x += t * 4; }
                        4 => { let t = After::polls(1, i).await; x += t * 5; }
                        5 => { let t = After::polls(1, i).await; x += t * 6; }
                        6 => { let t = After::polls(1, i).await; x += t * 7; }
                        _ => { let t = After::polls(1, i).await; x += t * 8; }
                    }
                    i += 1;
                }
                x
            }

            async fn link0(polls: u64, k: u64) -> u64 {
                let y = k + 1;
                let r = After::polls(polls, k).await;
                r + y
            }

            async fn far0(polls: u64, k: u64) -> u64 {
                let y = k + 1;
                let r = After::polls(polls, k).await;
                r + y
            }
            $(
                /// A chain that may be inlined.
                pub async fn $link(polls: u64, k: u64) -> u64 {
                    let y = k ^ 5;
                    let r = $link_callee(polls, k + 1).await;
                    r + y
                }

                /// A chain of separate functions.
                pub async fn $far(polls: u64, k: u64) -> u64 {
                    let y = k ^ 5;
                    let r = NotInlined($far_callee(polls, k + 1)).await;
                    r + y
                }
            )*

            /// Six variables with destructors, four awaits.
            pub async fn six_drops(c: &Cell<u64>, n: u64) -> u64 {
                let a = String::from("hello world, this is a");
                let b = vec![1u64, 2, n];
                let d = Arc::new(n);
                Tick(c).await;
                let e = a.clone();
                let g = vec![0u8; 16];
                let h = d.clone();
                Tick(c).await;
                let mut i = 0u64;
                let mut x = 0u64;
                while i < n {
                    let t = Tick(c).await;
                    x += sink(&e, t) + b[1] + *h;
                    i += 1;
                }
                Tick(c).await;
                x + sink(&a, g.len() as u64 + *d)
            }

            /// As above, without the copy of a string.
            pub async fn six_drops_apart(c: &Cell<u64>, n: u64) -> u64 {
                let a = String::from("hello world, this is a");
                let b = vec![1u64, 2, n];
                let d = Arc::new(n);
                Tick(c).await;
                let e = String::from("hello world, this is e");
                let g = vec![0u8; 16];
                let h = d.clone();
                Tick(c).await;
                let mut i = 0u64;
                let mut x = 0u64;
                while i < n {
                    let t = Tick(c).await;
                    x += sink(&e, t) + b[1] + *h;
                    i += 1;
                }
                Tick(c).await;
                x + sink(&a, g.len() as u64 + *d)
            }

            pub async fn twelve_strings(c: &Cell<u64>) -> u64 {
                let a0 = String::from("hello world, this is 0");
                Tick(c).await;
                let a1 = String::from("hello world, this is 1");
                Tick(c).await;
                let a2 = String::from("hello world, this is 2");
                Tick(c).await;
                let a3 = String::from("hello world, this is 3");
                Tick(c).await;
                let a4 = String::from("hello world, this is 4");
                Tick(c).await;
                let a5 = String::from("hello world, this is 5");
                Tick(c).await;
                let a6 = String::from("hello world, this is 6");
                Tick(c).await;
                let a7 = String::from("hello world, this is 7");
                Tick(c).await;
                let a8 = String::from("hello world, this is 8");
                Tick(c).await;
                let a9 = String::from("hello world, this is 9");
                Tick(c).await;
                let a10 = String::from("hello world, this is 10");
                Tick(c).await;
                let a11 = String::from("hello world, this is 11");
                Tick(c).await;
                sink(&a0, 1) + sink(&a1, 1) + sink(&a2, 1) + sink(&a3, 1) + sink(&a4, 1) + sink(&a5, 1) + sink(&a6, 1)
                    + sink(&a7, 1) + sink(&a8, 1) + sink(&a9, 1) + sink(&a10, 1) + sink(&a11, 1)
            }

            pub async fn twelve_calls(c: &Cell<u64>, n: u64) -> u64 {
                let a0 = returned(n);
                Tick(c).await;
                let a1 = returned(n);
                Tick(c).await;
                let a2 = returned(n);
                Tick(c).await;
                let a3 = returned(n);
                Tick(c).await;
                let a4 = returned(n);
                Tick(c).await;
                let a5 = returned(n);
                Tick(c).await;
                let a6 = returned(n);
                Tick(c).await;
                let a7 = returned(n);
                Tick(c).await;
                let a8 = returned(n);
                Tick(c).await;
                let a9 = returned(n);
                Tick(c).await;
                let a10 = returned(n);
                Tick(c).await;
                let a11 = returned(n);
                Tick(c).await;
                sink(&a0, 1) + sink(&a1, 1) + sink(&a2, 1) + sink(&a3, 1) + sink(&a4, 1) + sink(&a5, 1) + sink(&a6, 1)
                    + sink(&a7, 1) + sink(&a8, 1) + sink(&a9, 1) + sink(&a10, 1) + sink(&a11, 1)
            }

            async fn big(c: &Cell<u64>, s: u64) -> Big {
                Tick(c).await;
                big_of(s)
            }

            /// A buffer of 4 KiB, and results of 1 KiB.
            pub async fn big_results(c: &Cell<u64>, n: u64) -> u64 {
                let mut buffer = [0u8; 4096];
                let mut i = 0u64;
                let mut x = 0u64;
                while i < n {
                    let result = big(c, i).await;
                    let t = Tick(c).await;
                    fill(&mut buffer, t);
                    x += result.0[(t % 128) as usize] + u64::from(buffer[7]);
                    i += 1;
                }
                x
            }

            async fn big_frame(c: &Cell<u64>, n: u64) -> u64 {
                let mut buffer = [0u8; 4096];
                let t = Tick(c).await;
                fill(&mut buffer, t + n);
                let u = Tick(c).await;
                u64::from(buffer[7]) + u
            }

            /// Awaits a future of 4 KiB.
            pub async fn big_child(c: &Cell<u64>, n: u64) -> u64 {
                let mut i = 0u64;
                let mut x = 0u64;
                while i < n {
                    let t = big_frame(c, i).await;
                    x += t;
                    i += 1;
                }
                x
            }

            async fn atom(source: &Source) -> Result<u64, Malformed> {
                let first = Next(source).await?;
                match first {
                    b'(' => {
                        let value = boxed(expression(source)).await?;
                        let close = Next(source).await?;
                        if close != b')' {
                            return Err(Malformed::Unclosed);
                        }
                        Ok(value)
                    }
                    digit => Ok(u64::from(digit - b'0')),
                }
            }

            async fn term(source: &Source) -> Result<u64, Malformed> {
                let mut value = atom(source).await?;
                while source.peek() == b'*' {
                    Next(source).await?;
                    let other = atom(source).await?;
                    value *= other;
                }
                Ok(value)
            }

            async fn expression(source: &Source) -> Result<u64, Malformed> {
                let mut value = term(source).await?;
                while source.peek() == b'+' {
                    Next(source).await?;
                    let other = term(source).await?;
                    value += other;
                }
                Ok(value)
            }

            /// `?` and boxed recursion.
            pub async fn parse(source: &Source) -> u64 {
                let value = expression(source).await;
                value.unwrap_or(0)
            }
        }
    };
}
