//! Whether a boost helps, judged by search (rule book §6).

use draughts::{Game, Move};

use crate::analysis::{Analysis, analyse};
use crate::limits::Limits;
use crate::score::{Score, Verdict};

/// The boosts that a bot may still use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boosts {
    /// A rocket.
    pub rocket: bool,
    /// A sabotage.
    pub sabotage: bool,
}

/// A boost that helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Help {
    /// A rocket, whatever it hits.
    Rocket,
    /// A sabotage with this move of the opponent's.
    Sabotage(Move),
}

/// What a rocket has to gain to be used: half a man more than the man that it takes anywhere. Kept
/// for later it is worth something too.
const ROCKET_GAIN: i32 = 150;
/// What a sabotage has to gain to be used: a man, more or less.
const SABOTAGE_GAIN: i32 = 80;
/// What either has to gain when the player is behind: who waits longer may not get to use it.
const GAIN_BEHIND: i32 = 50;
/// So far behind is behind.
const BEHIND: i32 = -50;
/// What a won game counts among chances.
const WON: i32 = 1_500;

/// The boost that helps most, if one helps clearly: the best that the player has without any is
/// held against a rocket's average over all it could hit, and against the best that the player has
/// after each move of the opponent's that a sabotage could make. All are searched as deep.
///
/// The limits hold for the judgement as a whole.
#[must_use]
pub fn judge(game: &Game, allowed: Boosts, limits: &Limits<'_>) -> Option<Help> {
    let targets = if allowed.rocket {
        rockets(game)
    } else {
        Vec::new()
    };
    let sabotages = if allowed.sabotage {
        sabotages(game)
    } else {
        Vec::new()
    };
    if targets.is_empty() && sabotages.is_empty() {
        return None;
    }
    let mut judgement = None;
    let mut left = limits.nodes;
    for depth in 1..=limits.depth {
        let mut worth = |game: &Game| {
            let limits = limits.with_depth(depth).with_nodes(left);
            let (worth, nodes) = worth(game, &limits)?;
            left = left.checked_sub(nodes)?;
            Some(worth)
        };
        // What has not been searched to the end at this depth is not compared.
        let Some(judged) = compare(game, &targets, &sabotages, &mut worth) else {
            break;
        };
        judgement = Some(judged);
    }
    judgement.flatten()
}

/// Holds the boosts against doing without: what helps clearly, if anything does. `None` when the
/// limits came first.
fn compare(
    game: &Game,
    targets: &[Game],
    sabotages: &[(Move, Game)],
    mut worth: impl FnMut(&Game) -> Option<i32>,
) -> Option<Option<Help>> {
    let without = worth(game)?;
    let needed = |gain| without + if without < BEHIND { GAIN_BEHIND } else { gain };
    let mut best: Option<(i32, Help)> = None;
    let mut offer = |worth: i32, gain, help| {
        let is_better = best.as_ref().is_none_or(|(known, _)| worth > *known);
        if worth >= needed(gain) && is_better {
            best = Some((worth, help));
        }
    };
    if !targets.is_empty() {
        let sum = targets.iter().map(&mut worth).sum::<Option<i32>>()?;
        // There are no more targets than pieces of a side.
        let mean = sum / targets.len() as i32;
        offer(mean, ROCKET_GAIN, Help::Rocket);
    }
    for (played, after) in sabotages {
        offer(worth(after)?, SABOTAGE_GAIN, Help::Sabotage(*played));
    }
    Some(best.map(|(_, help)| help))
}

/// The game after each hit that a rocket could make.
fn rockets(game: &Game) -> Vec<Game> {
    let hit = |target| {
        let mut after = game.clone();
        after.rocket(target).ok().map(|_| after)
    };
    game.rocket_targets().into_iter().filter_map(hit).collect()
}

/// The moves that a sabotage could make, with the game after each; those that come to the same once.
fn sabotages(game: &Game) -> Vec<(Move, Game)> {
    let (board, notation) = (game.ruleset().board, game.ruleset().notation);
    let mut found: Vec<(Move, Game)> = Vec::new();
    for legal in game.sabotage_moves() {
        let is_known = found
            .iter()
            .any(|(known, _)| known.effect() == legal.effect());
        let mut after = game.clone();
        if !is_known && after.sabotage(&legal.to_text(board, notation)).is_ok() {
            found.push((legal, after));
        }
    }
    found
}

/// What the player to move makes of a game among chances, and how many positions it took to know;
/// `None` when the limits came first.
fn worth(game: &Game, limits: &Limits<'_>) -> Option<(i32, u64)> {
    if let Some(outcome) = game.outcome() {
        let side = game.position().side_to_move();
        let worth = match outcome.result.winner() {
            Some(winner) if winner == side => WON,
            Some(_) => -WON,
            None => 0,
        };
        return Some((worth, 0));
    }
    let Analysis {
        lines,
        depth,
        nodes,
    } = analyse(game, 1, limits);
    let score = lines.first()?.score;
    let is_complete = depth == limits.depth || (depth > 0 && score.decided_in().is_some());
    is_complete.then_some((chances(score), nodes))
}

/// A score among chances: a win counts as so many men, not more than all of them.
fn chances(score: Score) -> i32 {
    let sooner = |plies: u32| WON - i32::try_from(plies).unwrap_or(i32::MAX).min(100);
    match score.verdict() {
        Verdict::Centimen(value) => value.clamp(200 - WON, WON - 200),
        Verdict::WinsIn(plies) => sooner(plies),
        Verdict::LosesIn(plies) => -sooner(plies),
    }
}
