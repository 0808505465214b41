use resumable::resumable;

#[resumable(state_machine)]
async fn apply<T: Clone, F>(value: &T, f: F) -> Result<impl Iterator<Item = T>, String>
where
    F: Fn(&T) -> bool,
{
    pause().await;
    if !f(value) {
        return Err("refused".to_string());
    }
    Ok(std::iter::repeat_n(value.clone(), 2))
}

async fn pause() {}

fn main() {}
