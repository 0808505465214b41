// A machine lives as long as what it was made of, whatever lifetimes its frame has.
use resumable::resumable;
use std::fmt::Debug;

async fn pause() {}

#[resumable(state_machine)]
mod lowered {
    use super::*;

    pub async fn two(x: &String, y: &str) -> usize {
        pause().await;
        x.len() + y.len()
    }

    pub async fn generic<T: Debug>(x: T, y: &mut Vec<T>) {
        pause().await;
        y.push(x);
    }

    pub async fn owned<T: Debug>(x: T) -> String {
        pause().await;
        format!("{x:?}")
    }

    pub async fn stored<'a>(list: &mut Vec<&'a str>, text: &'a str) {
        pause().await;
        list.push(text);
    }

    pub async fn stored_too_long(list: &mut Vec<&str>, text: &str) {
        pause().await;
        list.push(text);
    }

    pub async fn for_ever(x: &str, y: &str) {
        pause().await;
        std::thread::spawn(move || println!("{x}{y}"));
    }
}
use lowered::*;

fn outlive() {
    let (a, b, c);
    {
        let (x, y, z) = (String::from("x"), String::from("y"), String::from("z"));
        a = two(&x, "long");
        b = generic(&y, &mut Vec::new());
        c = owned(z.as_str());
    }
    drop((a, b, c));
}

fn sent() {
    let text = String::from("short");
    fn forever<T: 'static>(_: T) {}
    forever(two(&text, "long"));
    forever(owned(text.as_str()));
}

fn main() {
    outlive();
    sent();
}
