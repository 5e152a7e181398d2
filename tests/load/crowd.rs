//! Much work, so much of it at a time.

use std::time::Duration;

use futures::{StreamExt as _, TryStreamExt as _, stream};
use tokio::time::Instant;

/// Does `count` pieces of work, `width` at a time, and gives what came of each as it came.
pub(crate) async fn crowd<T>(
    count: u64,
    width: usize,
    work: impl Fn(u64) -> futures::future::BoxFuture<'static, anyhow::Result<T>>,
) -> anyhow::Result<Vec<T>> {
    let work = stream::iter((0..count).map(work));
    work.buffer_unordered(width).try_collect().await
}

/// Does the same work again and again for a time, in `width` tasks; gives how often it was done.
pub(crate) async fn repeat(
    span: Duration,
    width: u64,
    work: impl Fn(u64) -> futures::future::BoxFuture<'static, anyhow::Result<()>>
    + Clone
    + Send
    + 'static,
) -> anyhow::Result<u64> {
    let end = Instant::now() + span;
    let tasks = (0..width).map(|number| {
        let work = work.clone();
        tokio::spawn(async move {
            let mut done = 0;
            while Instant::now() < end {
                work(number).await?;
                done += 1;
            }
            anyhow::Ok(done)
        })
    });
    let mut done = 0;
    for task in futures::future::join_all(tasks).await {
        done += task??;
    }
    Ok(done)
}
