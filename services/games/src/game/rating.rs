//! What a rated game makes of its players' ratings. The ratings service works it out.

use proto::rules::v1::{Outcome, Result as GameResult};

/// Whether a result counts for the ratings: whatever was not taken back or abandoned.
#[must_use]
pub fn counts(outcome: &Outcome) -> bool {
    outcome.result() != GameResult::Aborted
}

/// What a game made of both ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChanges {
    /// White's.
    pub white: RatingChange,
    /// Black's.
    pub black: RatingChange,
}

/// What a game made of one rating or of one player's points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The value before it.
    pub before: f64,
    /// The value after it.
    pub after: f64,
}

#[cfg(test)]
mod tests {
    use store::Timestamp;

    use super::super::tests::{changed, rating, start, two_players};
    use super::super::{Beginning, Command, Decision, Game, Refusal, decide};

    #[test]
    fn a_result_that_counts_is_rated_once_and_nothing_comes_after_it() {
        let rated = |pool: Option<&str>| {
            let beginning = Beginning {
                pool: pool.map(str::to_owned),
                ..two_players(None).beginning().clone()
            };
            Game::new(beginning, start())
        };
        let end = |game: &Game, command| changed(decide(game, command, Timestamp(2_000)).unwrap());
        let resign = Command::Resign {
            player: "ann",
            side: None,
        };
        let rate = |game: &Game, by| decide(game, Command::Rate(rating(by)), Timestamp(3_000));

        let game = rated(Some("russian"));
        assert_eq!(rate(&game, 5.0), Err(Refusal::NotRated), "it is not over");
        let over = end(&game, resign.clone());
        assert!(over.awaits_rating() && !over.is_settled());
        let settled = changed(rate(&over, 5.0).unwrap());
        assert!(settled.is_settled());
        assert_eq!(settled.state().rating, Some(rating(5.0)));
        assert_eq!(settled.ended_at(), Some(Timestamp(2_000)));
        let version = settled.version();
        assert_eq!(rate(&settled, 7.0), Ok(Decision::Repeat { version }));

        let casual = end(&rated(None), resign);
        assert!(casual.is_settled());
        assert_eq!(rate(&casual, 5.0), Err(Refusal::NotRated));
        let aborted = end(&rated(Some("russian")), Command::Abort { player: "bob" });
        assert!(aborted.is_settled());
        assert_eq!(rate(&aborted, 5.0), Err(Refusal::NotRated));
    }
}
