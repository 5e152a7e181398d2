//! How strong players are, as the ratings service says.

use std::time::Duration;

use platform::Channel;
use proto::ratings::v1::GetRatingsRequest;
use proto::ratings::v1::ratings_service_client::RatingsServiceClient;
use tonic::Request;

use crate::error::Error;
use crate::queue::Queue;

/// How long an answer may take, a second try included.
const TIMEOUT: Duration = Duration::from_secs(2);

/// What everybody has where nobody is rated.
const UNRATED: Strength = Strength {
    rating: 1500,
    uncertainty: 0,
};

/// The ratings service.
#[derive(Clone)]
pub(crate) struct Strengths(RatingsServiceClient<Channel>);

/// A player's rating, and how far it may be off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    pub(crate) rating: i32,
    pub(crate) uncertainty: u32,
}

impl Strengths {
    pub(crate) fn new(channel: Channel) -> Self {
        Self(RatingsServiceClient::new(channel))
    }

    /// What a player has in the pool of a queue's mode. Casual queues do without, if ratings is
    /// away.
    pub(crate) async fn of(
        &self,
        player: &str,
        queue: &Queue,
        pool: Option<&str>,
    ) -> Result<Strength, Error> {
        let Some(pool) = pool else {
            return Ok(UNRATED);
        };
        let mut request = Request::new(GetRatingsRequest {
            pool: pool.to_owned(),
            player_ids: vec![player.to_owned()],
        });
        request.set_timeout(TIMEOUT);
        match self.0.clone().get_ratings(request).await {
            Ok(answer) => {
                let ratings = answer.into_inner().ratings;
                Ok(ratings.first().map_or(UNRATED, |rating| Strength {
                    rating: rating.value.round() as i32,
                    uncertainty: match rating.deviation {
                        Some(deviation) if rating.provisional => deviation.round() as u32,
                        _ => 0,
                    },
                }))
            }
            Err(status) if !queue.rated => {
                let message = status.message();
                tracing::warn!(message, "no rating: a casual game will do without");
                Ok(UNRATED)
            }
            Err(status) => Err(status.into()),
        }
    }
}
