//! `shashki match`: two levels of the bots play each other, to see by how much one is stronger.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use anyhow::Context as _;
use bots::levels::{Choice, Level, choose};
use clap::ValueEnum;
use draughts::{Game, Ruleset, Side};
use engine::Boosts;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use serde::Serialize;

use crate::tools::ruleset;

/// Plays games between two levels of the bots and prints the score
///
/// Two games in turn begin with the same random moves, in the second with colours swapped. The same
/// seed plays the same games.
#[derive(Debug, clap::Args)]
pub(crate) struct Match {
    /// The ruleset
    #[arg(long, default_value = "russian", value_parser = ruleset)]
    ruleset: &'static Ruleset,

    /// How many games are played
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// The level whose score is told
    #[arg(long, value_enum)]
    one: LevelArg,

    /// The level that it plays
    #[arg(long, value_enum)]
    other: LevelArg,

    /// How many random plies each game begins with
    #[arg(long, default_value_t = 2, value_name = "PLIES")]
    opening: u32,

    /// What the random numbers are made of
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many games are played at a time; left out, as many as there are cores
    #[arg(long)]
    threads: Option<NonZeroUsize>,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// How strong a bot plays.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelArg {
    /// Any legal move
    Easy,
    /// Looks a few plies ahead
    Medium,
    /// Looks further ahead
    Hard,
}

/// How the games ended, as `one` sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
}

/// No game goes on for longer; it counts as drawn then. The rule book's draws end nearly all of them
/// far sooner.
const MOST_PLIES: u32 = 1_000;

impl Match {
    /// Plays the match.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let score = self.play()?;
        let games = f64::from(self.games);
        let won = f64::from(score.wins) * 100.0 / games;
        let points = (f64::from(score.wins) + f64::from(score.draws) / 2.0) * 100.0 / games;
        let mut out = std::io::stdout().lock();
        if self.json {
            let Score {
                wins,
                draws,
                losses,
            } = score;
            let answer = serde_json::json!({
                "ruleset": self.ruleset.id, "games": self.games,
                "wins": wins, "draws": draws, "losses": losses,
                "won_percent": won, "points_percent": points,
            });
            writeln!(out, "{answer}")?;
        } else {
            let (one, other) = (self.one.name(), self.other.name());
            let Score {
                wins,
                draws,
                losses,
            } = score;
            writeln!(
                out,
                "{}: {one} against {other}, {games} games",
                self.ruleset.id
            )?;
            writeln!(out, "{wins} won, {draws} drawn, {losses} lost")?;
            writeln!(
                out,
                "{one} won {won:.1} % and scored {points:.1} % of the points"
            )?;
        }
        Ok(())
    }

    /// Plays every game, some at a time.
    fn play(&self) -> anyhow::Result<Score> {
        let next = AtomicU32::new(0);
        let threads = self
            .threads
            .or_else(|| thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get);
        thread::scope(|scope| {
            let players: Vec<_> = (0..threads)
                .map(|_| {
                    scope.spawn(|| {
                        let mut score = Score::default();
                        loop {
                            let number = next.fetch_add(1, Ordering::Relaxed);
                            if number >= self.games {
                                return score;
                            }
                            score.count(self.game(number));
                        }
                    })
                })
                .collect();
            let mut total = Score::default();
            for player in players {
                let score = player.join().ok().context("a game failed")?;
                total.wins += score.wins;
                total.draws += score.draws;
                total.losses += score.losses;
            }
            Ok(total)
        })
    }

    /// Plays one game: whether `one` won it, `None` if nobody did.
    fn game(&self, number: u32) -> Option<bool> {
        let pair = u64::from(number / 2);
        let mut opening = StdRng::seed_from_u64(self.seed.wrapping_mul(1_000_003) + pair);
        let mut random =
            StdRng::seed_from_u64(!(self.seed.wrapping_mul(1_000_003) + u64::from(number)));
        let one = if number.is_multiple_of(2) {
            Side::White
        } else {
            Side::Black
        };
        let mut game = Game::start(self.ruleset);
        for ply in 0..MOST_PLIES {
            let level = if game.position().side_to_move() == one {
                self.one
            } else {
                self.other
            };
            let chosen = if ply < self.opening {
                game.legal_moves().choose(&mut opening).copied()
            } else {
                match choose(level.into(), &game, Boosts::default(), &mut random, &|| {
                    false
                }) {
                    Some(Choice::Move(chosen)) => Some(chosen),
                    // No boosts are allowed, so none is chosen.
                    _ => None,
                }
            };
            // A game that is over has no move to choose.
            let Some(chosen) = chosen else { break };
            if game.play(&chosen).is_err() {
                break;
            }
        }
        let winner = game.outcome()?.result.winner()?;
        Some(winner == one)
    }
}

impl Score {
    fn count(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.draws += 1,
        }
    }
}

impl LevelArg {
    fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

impl From<LevelArg> for Level {
    fn from(level: LevelArg) -> Self {
        match level {
            LevelArg::Easy => Self::Easy,
            LevelArg::Medium => Self::Medium,
            LevelArg::Hard => Self::Hard,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(one: LevelArg, other: LevelArg, threads: usize) -> Match {
        Match {
            ruleset: Ruleset::by_id("russian-giveaway").unwrap(),
            games: 12,
            one,
            other,
            opening: 2,
            seed: 5,
            threads: NonZeroUsize::new(threads),
            json: false,
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
        let alone = tool(LevelArg::Medium, LevelArg::Easy, 1).play().unwrap();
        let shared = tool(LevelArg::Medium, LevelArg::Easy, 3).play().unwrap();
        assert_eq!(alone, shared);
        assert_eq!(alone.wins + alone.draws + alone.losses, 12);
    }

    #[test]
    fn the_score_is_that_of_the_one() {
        let stronger = tool(LevelArg::Medium, LevelArg::Easy, 2).play().unwrap();
        let weaker = tool(LevelArg::Easy, LevelArg::Medium, 2).play().unwrap();
        assert!(stronger.wins > stronger.losses, "{stronger:?}");
        assert!(weaker.wins < weaker.losses, "{weaker:?}");
    }
}
