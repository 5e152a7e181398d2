//! Cases that hold wherever the state lies.

/// Runs each case on a real Redis and on a file.
macro_rules! on_both {
    ($($case:ident)*) => {
        mod on_redis {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    super::$case(crate::harness::World::on_redis().await).await;
                }
            )*
        }
        mod on_a_file {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    super::$case(crate::harness::World::on_a_file().await).await;
                }
            )*
        }
    };
}

pub(crate) use on_both;
