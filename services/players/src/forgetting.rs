//! A deleted player leaves the ratings too. That it is still to do stands in the records, so it is
//! done however often a process or the ratings service is away meanwhile.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use platform::Channel;
use proto::ratings::v1::ForgetPlayerRequest;
use proto::ratings::v1::ratings_service_client::RatingsServiceClient;
use store::records::Error;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status};

use crate::roster::Roster;

/// How often to look for what was left undone.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Tells the ratings service. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Forgetting {
    roster: Roster,
    ratings: RatingsServiceClient<Channel>,
    nudge: Arc<Notify>,
}

impl Forgetting {
    pub(crate) fn new(roster: Roster, ratings: Channel) -> Self {
        Self {
            roster,
            ratings: RatingsServiceClient::new(ratings),
            nudge: Arc::default(),
        }
    }

    /// Somebody was just deleted.
    pub(crate) fn nudge(&self) {
        self.nudge.notify_one();
    }

    pub(crate) async fn run(self, shutdown: CancellationToken) {
        let pause = || async {
            tokio::select! {
                () = self.nudge.notified() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        };
        loop {
            if let Err(error) = self.catch_up().await {
                let passes = is_away(&error);
                let error = format!("{error:#}");
                if passes {
                    tracing::debug!(error, "the ratings have not forgotten everybody yet");
                } else {
                    tracing::warn!(error, "the ratings do not forget everybody");
                }
            }
            if shutdown.run_until_cancelled(pause()).await.is_none() {
                return;
            }
        }
    }

    async fn catch_up(&self) -> anyhow::Result<()> {
        for id in self.roster.to_forget().await? {
            let mut request = tonic::Request::new(ForgetPlayerRequest {
                player_id: id.clone(),
            });
            request.set_timeout(TIMEOUT);
            let answer = self.ratings.clone().forget_player(request).await;
            answer.context("the ratings service")?;
            self.roster.forgotten(&id).await?;
        }
        Ok(())
    }
}

/// Whether it failed because the ratings or the records are away, which passes.
fn is_away(error: &anyhow::Error) -> bool {
    let status = error.downcast_ref::<Status>();
    status.is_some_and(|status| status.code() == Code::Unavailable)
        || matches!(error.downcast_ref(), Some(Error::Unavailable(_)))
}
