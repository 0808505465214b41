use resumable::resumable;

#[resumable(state_machine)]
async fn checked(key: u64) -> Result<u64, String> {
    if key == 0 {
        return Err("zero".to_string());
    }
    let value = try_find(key).await?;
    Ok(try_find(value).await? + 1)
}

async fn try_find(key: u64) -> Result<u64, String> {
    Ok(key)
}

fn main() {}
