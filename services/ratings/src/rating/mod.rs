//! What a result makes of two ratings. Pure: times are passed in, nothing is stored here.

mod glicko;
mod place;
#[cfg(test)]
mod tests;

use serde::Deserialize;

use self::glicko::{SETTLED, WIDENED};
pub use self::place::Place;

/// The most a pool's points can count for one result.
const MOST_POINTS: u32 = 1_000_000;

/// How results count in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Rule {
    /// By Glicko-2, each game a rating period of its own.
    Glicko2 {
        /// The rating everybody begins with.
        rating: f64,
        /// The deviation everybody begins with; none grows beyond it.
        deviation: f64,
        /// The volatility everybody begins with.
        volatility: f64,
    },
    /// By points, which begin at 0 and never fall below.
    Points {
        /// What a win adds.
        win: u32,
        /// What a loss takes.
        loss: u32,
        /// What a draw adds.
        draw: u32,
    },
}

/// How a rated game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
}

/// What a game was for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    Win,
    Draw,
    Loss,
}

/// When a player's rated games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// When the first did, in Unix milliseconds.
    pub first_ms: i64,
    /// When the last did.
    pub last_ms: i64,
}

/// What a player has in a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The rating or the points.
    pub value: f64,
    /// The deviation at `as_of_ms`; 0 for points.
    pub deviation: f64,
    /// The volatility; 0 for points.
    pub volatility: f64,
    /// When the deviation was what it says.
    pub as_of_ms: i64,
    /// The highest value so far, provisional ones left out; 0 while there is none.
    pub peak: f64,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Wins in a row if positive, losses in a row if negative.
    pub streak: i32,
    /// The longest row of wins.
    pub best_streak: u32,
    /// `None` before the first rated game.
    pub rated: Option<Rated>,
}

impl Rule {
    /// Checks that it can be rated by.
    ///
    /// # Errors
    /// What is out of bounds, in words.
    pub fn check(self) -> Result<(), &'static str> {
        match self {
            Self::Glicko2 { rating, .. } if !(0.0..=10_000.0).contains(&rating) => {
                Err("a rating is between 0 and 10000")
            }
            Self::Glicko2 { deviation, .. } if !(1.0..=1000.0).contains(&deviation) => {
                Err("a deviation is between 1 and 1000")
            }
            Self::Glicko2 { volatility, .. } if !(0.001..=1.0).contains(&volatility) => {
                Err("a volatility is between 0.001 and 1")
            }
            Self::Points { win, loss, draw } if win.max(loss).max(draw) > MOST_POINTS => {
                Err("a result counts for a million points at most")
            }
            _ => Ok(()),
        }
    }

    /// What everybody begins with.
    #[must_use]
    pub const fn start(self) -> Standing {
        let (value, deviation, volatility) = match self {
            Self::Glicko2 {
                rating,
                deviation,
                volatility,
            } => (rating, deviation, volatility),
            Self::Points { .. } => (0.0, 0.0, 0.0),
        };
        Standing {
            value,
            deviation,
            volatility,
            as_of_ms: 0,
            peak: 0.0,
            wins: 0,
            draws: 0,
            losses: 0,
            streak: 0,
            best_streak: 0,
            rated: None,
        }
    }

    /// What a game that ended at `at_ms` makes of both players, White first.
    #[must_use]
    pub fn rate(
        self,
        white: &Standing,
        black: &Standing,
        outcome: Outcome,
        at_ms: i64,
    ) -> (Standing, Standing) {
        let (for_white, for_black) = match outcome {
            Outcome::WhiteWins => (Score::Win, Score::Loss),
            Outcome::BlackWins => (Score::Loss, Score::Win),
            Outcome::Draw => (Score::Draw, Score::Draw),
        };
        let (mut new_white, mut new_black) = (white.clone(), black.clone());
        match self {
            Self::Glicko2 { deviation, .. } => {
                let (one, other) = (
                    glicko::grown(white, at_ms, deviation),
                    glicko::grown(black, at_ms, deviation),
                );
                let (one, other) = glicko::rate(one, other, for_white, deviation);
                new_white.set(one);
                new_black.set(other);
            }
            Self::Points { win, loss, draw } => {
                for (standing, score) in [(&mut new_white, for_white), (&mut new_black, for_black)]
                {
                    let by = match score {
                        Score::Win => f64::from(win),
                        Score::Draw => f64::from(draw),
                        Score::Loss => -f64::from(loss),
                    };
                    standing.value = (standing.value + by).max(0.0);
                }
            }
        }
        for (standing, score) in [(&mut new_white, for_white), (&mut new_black, for_black)] {
            standing.count(score, at_ms);
            if !self.is_provisional(standing, standing.as_of_ms) {
                standing.peak = standing.peak.max(standing.value);
            }
        }
        (new_white, new_black)
    }

    /// What a player of a season that was closed at `closed_ms` has in the next: points and their
    /// record begin anew; a Glicko-2 rating goes on with a deviation that has to settle again.
    #[must_use]
    pub fn carry(self, standing: &Standing, closed_ms: i64) -> Standing {
        match self {
            Self::Points { .. } => self.start(),
            Self::Glicko2 { .. } => Standing {
                deviation: self.deviation_at(standing, closed_ms).max(WIDENED),
                as_of_ms: closed_ms.max(standing.as_of_ms),
                ..standing.clone()
            },
        }
    }

    /// The deviation at a time: it has grown since the last game. 0 for points.
    #[must_use]
    pub fn deviation_at(self, standing: &Standing, now_ms: i64) -> f64 {
        match self {
            Self::Glicko2 { deviation, .. } => glicko::grown(standing, now_ms, deviation).deviation,
            Self::Points { .. } => 0.0,
        }
    }

    /// Whether a rating is too uncertain for the leaderboard at a time. Points never are.
    #[must_use]
    pub fn is_provisional(self, standing: &Standing, now_ms: i64) -> bool {
        self.deviation_at(standing, now_ms) > SETTLED
    }

    /// Until when a player who plays no more has a place on the leaderboard.
    #[must_use]
    pub fn on_board_until(self, standing: &Standing) -> i64 {
        match self {
            Self::Glicko2 { deviation, .. } => glicko::settled_until(standing, deviation),
            Self::Points { .. } => i64::MAX,
        }
    }
}

impl Standing {
    fn set(&mut self, rating: skillratings::glicko2::Glicko2Rating) {
        self.value = rating.rating;
        self.deviation = rating.deviation;
        self.volatility = rating.volatility;
    }

    /// Counts a game. One that ended before another that is counted already turns no time back.
    fn count(&mut self, score: Score, at_ms: i64) {
        let (games, streak) = match score {
            Score::Win => (&mut self.wins, self.streak.max(0).saturating_add(1)),
            Score::Draw => (&mut self.draws, 0),
            Score::Loss => (&mut self.losses, self.streak.min(0).saturating_sub(1)),
        };
        *games = games.saturating_add(1);
        self.streak = streak;
        self.best_streak = self.best_streak.max(u32::try_from(streak).unwrap_or(0));
        self.as_of_ms = self.as_of_ms.max(at_ms);
        let rated = self.rated.get_or_insert(Rated {
            first_ms: at_ms,
            last_ms: at_ms,
        });
        rated.last_ms = rated.last_ms.max(at_ms);
    }
}
