//! How each level chooses. Pure: the generator is passed in, and when to stop.

use draughts::{Game, Move};
use engine::{Boosts, Help, Limits, Score, Verdict, analyse, judge};
use rand::Rng;
use rand::seq::IndexedRandom as _;

/// How strong a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Any legal move, each with the same chance.
    Easy,
    /// Looks a few plies ahead, and takes any of the moves that look about as good.
    Medium,
    /// Looks further ahead, and uses the boosts that it is allowed when they help.
    Hard,
}

impl Level {
    /// Its name, as players know it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// What a bot does on its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It moves.
    Move(Move),
    /// It uses a boost first.
    Boost(Help),
}

/// How far `medium` looks, in plies.
const MEDIUM_DEPTH: u32 = 5;

/// What `medium` looks at, at most; it gets there only where much can be taken.
const MEDIUM_NODES: u64 = 50_000;

/// Moves that are worse by no more than this look as good to `medium`, in hundredths of a man.
const MEDIUM_MARGIN: i32 = 30;

/// What `hard` looks at for a move: so many positions, not so much time, so that it plays as well on
/// a loaded machine.
const HARD_NODES: u64 = 300_000;

/// What `hard` looks at to judge boosts.
const BOOST_NODES: u64 = 200_000;

/// No search of a bot goes deeper.
const DEPTH: u32 = 60;

/// What a bot does, or `None` when the game is over. It answers at once when `stop` says so, with
/// the best that it knows by then.
pub fn choose(
    level: Level,
    game: &Game,
    boosts: Boosts,
    random: &mut impl Rng,
    stop: &dyn Fn() -> bool,
) -> Option<Choice> {
    let chosen = match level {
        Level::Easy => easy(game, random),
        Level::Medium => medium(game, random, stop),
        Level::Hard => {
            let limits = Limits::depth(DEPTH).with_nodes(BOOST_NODES).until(stop);
            if let Some(help) = judge(game, boosts, &limits) {
                return Some(Choice::Boost(help));
            }
            strong(game, stop)
        }
    };
    chosen.map(Choice::Move)
}

/// Any legal move, each with the same chance. `None` when the game is over.
pub(crate) fn easy(game: &Game, random: &mut impl Rng) -> Option<Move> {
    game.legal_moves().choose(random).copied()
}

/// One of the moves that look about as good as the best.
fn medium(game: &Game, random: &mut impl Rng, stop: &dyn Fn() -> bool) -> Option<Move> {
    let limits = Limits::depth(MEDIUM_DEPTH)
        .with_nodes(MEDIUM_NODES)
        .until(stop);
    let lines = analyse(game, usize::MAX, &limits).lines;
    let best = lines.first()?.score;
    let fine: Vec<Move> = lines
        .iter()
        .filter(|line| is_near(best, line.score))
        .filter_map(|line| line.moves.first().copied())
        .collect();
    fine.choose(random).copied()
}

/// Whether a score is so near the best that either will do. Wins and losses are not taken lightly.
fn is_near(best: Score, score: Score) -> bool {
    match (best.verdict(), score.verdict()) {
        (Verdict::Centimen(best), Verdict::Centimen(score)) => best - score <= MEDIUM_MARGIN,
        (best, score) => best == score,
    }
}

/// The best move that `hard` finds.
pub(crate) fn strong(game: &Game, stop: &dyn Fn() -> bool) -> Option<Move> {
    let legal = game.legal_moves();
    if let [only] = legal[..] {
        return Some(only);
    }
    let limits = Limits::depth(DEPTH).with_nodes(HARD_NODES).until(stop);
    let line = analyse(game, 1, &limits).lines.into_iter().next()?;
    line.moves.first().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use draughts::{Notation, Position, RULESETS, Ruleset};
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    use super::*;

    const NEVER: &dyn Fn() -> bool = &|| false;

    fn game(ruleset: &str, fen: &str) -> Game {
        let ruleset = Ruleset::by_id(ruleset).unwrap();
        Game::from_position(ruleset, Position::from_fen(fen, ruleset).unwrap())
    }

    fn moved(level: Level, game: &Game, random: &mut StdRng) -> Option<Move> {
        match choose(level, game, Boosts::default(), random, NEVER)? {
            Choice::Move(chosen) => Some(chosen),
            Choice::Boost(_) => panic!("no boost is allowed"),
        }
    }

    #[test]
    fn easy_plays_every_legal_move_about_as_often() {
        let game = Game::start(Ruleset::by_id("russian").unwrap());
        let mut random = StdRng::seed_from_u64(7);
        let mut counts = HashMap::new();
        for _ in 0..7_000 {
            *counts.entry(easy(&game, &mut random).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 7);
        assert!(
            counts.values().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        for level in [Level::Easy, Level::Medium] {
            let play = |seed| {
                let mut random = StdRng::seed_from_u64(seed);
                let mut game = Game::start(Ruleset::by_id("international").unwrap());
                let moves = std::iter::from_fn(|| {
                    let chosen = moved(level, &game, &mut random)?;
                    game.play(&chosen).unwrap();
                    Some(chosen)
                });
                moves.take(40).collect::<Vec<_>>()
            };
            assert_eq!(play(1), play(1), "{level:?}");
            assert_ne!(play(1), play(2), "{level:?}");
        }
    }

    #[test]
    fn every_level_plays_legal_moves_to_the_end_in_every_ruleset() {
        for ruleset in &RULESETS {
            let mut random = StdRng::seed_from_u64(3);
            let mut game = Game::start(ruleset);
            let mut levels = [Level::Medium, Level::Easy].into_iter().cycle();
            let mut plies = 0;
            while let Some(chosen) = levels
                .next()
                .and_then(|level| moved(level, &game, &mut random))
            {
                game.play(&chosen).unwrap();
                plies += 1;
                assert!(plies < 2_000, "{}: the game does not end", ruleset.id);
            }
            assert!(game.outcome().is_some(), "{}", ruleset.id);
        }
    }

    #[test]
    fn there_is_nothing_to_choose_once_the_game_is_over() {
        let game = game("russian", "W:Wa3:Bb4,c5");
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            let mut random = StdRng::seed_from_u64(1);
            assert_eq!(moved(level, &game, &mut random), None);
        }
    }

    #[test]
    fn medium_takes_any_of_the_near_moves_and_no_blunder() {
        // e5-d6 and e5-f6 give the man away for nothing.
        let game = game("russian", "W:We5,a1,c1:Bc7,g7,h8");
        let mut random = StdRng::seed_from_u64(5);
        let mut counts: HashMap<String, u32> = HashMap::new();
        for _ in 0..100 {
            let chosen = moved(Level::Medium, &game, &mut random).unwrap();
            let text = chosen.to_text(game.ruleset().board, Notation::Algebraic);
            *counts.entry(text).or_default() += 1;
        }
        assert!(counts.len() > 1, "{counts:?}");
        assert!(!counts.contains_key("e5-d6"), "{counts:?}");
        assert!(!counts.contains_key("e5-f6"), "{counts:?}");
    }

    #[test]
    fn a_win_is_not_traded_for_another_that_takes_longer() {
        assert!(!is_near(Score::wins_in(3), Score::wins_in(5)));
        assert!(!is_near(Score::wins_in(3), Score::centimen(2_000)));
        assert!(is_near(Score::centimen(0), Score::centimen(-MEDIUM_MARGIN)));
        assert!(!is_near(
            Score::centimen(1),
            Score::centimen(-MEDIUM_MARGIN)
        ));
    }

    #[test]
    fn a_search_that_is_stopped_at_once_still_names_a_legal_move() {
        let game = Game::start(Ruleset::by_id("english").unwrap());
        let mut random = StdRng::seed_from_u64(1);
        for level in [Level::Medium, Level::Hard] {
            let all = Boosts {
                rocket: true,
                sabotage: true,
            };
            match choose(level, &game, all, &mut random, &|| true) {
                Some(Choice::Move(chosen)) => assert!(game.legal_moves().contains(&chosen)),
                other => panic!("{level:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn only_hard_uses_boosts_and_only_those_it_may() {
        // Two kings do not catch the one on the main road; the rocket does.
        let game = game("russian", "W:WKc1,Kh2:BKd4");
        let rocket = Boosts {
            rocket: true,
            sabotage: false,
        };
        let mut random = StdRng::seed_from_u64(1);
        let mut chosen = |level, boosts| choose(level, &game, boosts, &mut random, NEVER);
        assert_eq!(
            chosen(Level::Hard, rocket),
            Some(Choice::Boost(Help::Rocket))
        );
        assert!(matches!(
            chosen(Level::Hard, Boosts::default()),
            Some(Choice::Move(_))
        ));
        assert!(matches!(
            chosen(Level::Medium, rocket),
            Some(Choice::Move(_))
        ));
    }
}
