//! What the ratings service makes of a result.

use std::time::Duration;

use platform::Channel;
use proto::ratings::v1::ReportResultRequest;
use proto::ratings::v1::ratings_service_client::RatingsServiceClient;
use tonic::{Request, Status};

use crate::game::{Game, RatingChange, RatingChanges, Seat, Side};
use crate::wire;

/// How long a report may take. One that fails comes again as the job that it is.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The ratings service.
#[derive(Clone, Debug)]
pub(crate) struct Ratings(RatingsServiceClient<Channel>);

impl Ratings {
    pub(crate) fn new(channel: Channel) -> Self {
        Self(RatingsServiceClient::new(channel))
    }

    /// Reports the result of a rated game; a repeat is answered alike.
    pub(crate) async fn report(&self, id: &str, game: &Game) -> Result<RatingChanges, Status> {
        let beginning = game.beginning();
        let player = |side| match beginning.seats.of(side) {
            Seat::Player(id) => id.clone(),
            Seat::Bot(_) => String::new(),
        };
        let outcome = game.state().outcome.as_ref();
        let message = ReportResultRequest {
            game_id: id.to_owned(),
            pool: beginning.pool.clone().unwrap_or_default(),
            white: player(Side::White),
            black: player(Side::Black),
            result: outcome.map_or(0, |outcome| outcome.result),
            ended_at: game.ended_at().map(wire::time),
        };
        let mut request = Request::new(message);
        request.set_timeout(TIMEOUT);
        let answer = self.0.clone().report_result(request).await?.into_inner();
        let (Some(white), Some(black)) = (answer.white, answer.black) else {
            return Err(Status::internal("an answer without changes"));
        };
        let values = [white.before, white.after, black.before, black.after];
        if !values.into_iter().all(f64::is_finite) {
            return Err(Status::internal("a rating that is no number"));
        }
        let change = |before, after| RatingChange { before, after };
        Ok(RatingChanges {
            white: change(white.before, white.after),
            black: change(black.before, black.after),
        })
    }
}
