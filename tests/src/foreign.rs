//! Traits as other crates declare them, without `#[resumable]`.

use std::future::Future;

/// Declares `async fn`.
#[allow(async_fn_in_trait, reason = "that is what it is here for")]
pub trait Fetch {
    type Error;
    async fn fetch(&self, key: &str) -> Result<String, Self::Error>;
    async fn fetch_all<'k>(&mut self, keys: &[&'k str]) -> Vec<(&'k str, String)>;
    /// Provided, in rustc's own lowering.
    async fn fetch_twice(&self, key: &str) -> Result<(String, String), Self::Error> {
        Ok((self.fetch(key).await?, self.fetch(key).await?))
    }
}

/// Declares what `async fn` stands for, with the promise that the future is `Send`.
pub trait Serve {
    fn serve(&self, request: u32) -> impl Future<Output = u32> + Send;
}
