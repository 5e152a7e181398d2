//! Much work, so much of it at a time.

use std::time::{Duration, Instant};

use futures::future::{BoxFuture, join_all};
use futures::{StreamExt as _, TryStreamExt as _, stream};

use crate::spread::Spread;

/// Does `count` pieces of work, `width` at a time, and gives what came of each as it came.
pub(crate) async fn crowd<T>(
    count: u64,
    width: usize,
    work: impl Fn(u64) -> BoxFuture<'static, anyhow::Result<T>>,
) -> anyhow::Result<Vec<T>> {
    let work = stream::iter((0..count).map(work));
    work.buffer_unordered(width).try_collect().await
}

/// Does the same work again and again for a time, in `width` tasks that rest for a `pause` before
/// each; gives how long it took each time.
pub(crate) async fn repeat(
    span: Duration,
    width: u64,
    pause: Duration,
    work: impl Fn(u64) -> BoxFuture<'static, anyhow::Result<()>> + Clone + Send + 'static,
) -> anyhow::Result<Spread> {
    let end = Instant::now() + span;
    let tasks = (0..width).map(|number| {
        let work = work.clone();
        tokio::spawn(async move {
            let mut times = Vec::new();
            while Instant::now() < end {
                if !pause.is_zero() {
                    tokio::time::sleep(pause).await;
                }
                let begun = Instant::now();
                work(number).await?;
                times.push(begun.elapsed());
            }
            anyhow::Ok(times)
        })
    });
    let mut times = Vec::new();
    for task in join_all(tasks).await {
        times.extend(task??);
    }
    Ok(Spread::of(times))
}
