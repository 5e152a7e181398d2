//! What the best moves of a position are worth: deeper and deeper until a limit is reached.

use draughts::{Effect, Game, Move};

use crate::evaluation::evaluate;
use crate::limits::Limits;
use crate::score::Score;
use crate::search::Search;

/// The table has as many entries as the search looks at positions, within these bounds: 16 MB at
/// most.
const FEWEST_ENTRIES: u64 = 1 << 10;
const MOST_ENTRIES: u64 = 1 << 20;

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The best moves, the best first; none if the game is over. Moves that differ only in the way
    /// they take stand for one another: one of them is named.
    pub lines: Vec<Line>,
    /// How deep it has looked at every move, in plies; 0 if it was stopped before.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
}

/// A move with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the side to move makes of it.
    pub score: Score,
    /// The move and those expected after it; at least one.
    pub moves: Vec<Move>,
}

/// A move of the root.
struct Candidate {
    effect: Effect,
    score: Score,
    /// What is expected to follow.
    line: Vec<Effect>,
}

/// Finds the best moves of a game's present position, as many as `lines` says. However early it is
/// stopped, it names a legal move if there is one.
#[must_use]
pub fn analyse(game: &Game, lines: usize, limits: &Limits<'_>) -> Analysis {
    let entries = limits.nodes.clamp(FEWEST_ENTRIES, MOST_ENTRIES);
    analyse_with(game, lines, limits, entries as usize)
}

/// The same with a table of so many entries.
pub(crate) fn analyse_with(
    game: &Game,
    lines: usize,
    limits: &Limits<'_>,
    entries: usize,
) -> Analysis {
    let mut search = Search::new(game, limits, entries);
    let mut candidates = candidates(game);
    let wanted = lines.min(candidates.len());
    let mut depth = 0;
    while wanted > 0 && depth < limits.depth && !search.is_stopped() {
        for place in 0..wanted {
            look(&mut search, game, &mut candidates[place..], depth + 1);
        }
        if search.is_stopped() {
            break;
        }
        depth += 1;
        // A win or a loss that lies within the depth does not change any more.
        let is_settled = |candidate: &Candidate| {
            let plies = candidate.score.decided_in();
            plies.is_some_and(|plies| plies <= depth)
        };
        if candidates[..wanted].iter().all(is_settled) {
            break;
        }
    }
    candidates.truncate(wanted);
    Analysis {
        lines: candidates
            .iter()
            .map(|candidate| candidate.written(game))
            .collect(),
        depth,
        nodes: search.nodes(),
    }
}

/// The moves of the root, each effect once.
fn candidates(game: &Game) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for legal in game.legal_moves() {
        let effect = legal.effect();
        if !candidates.iter().any(|known| known.effect == effect) {
            candidates.push(Candidate {
                effect,
                score: -evaluate(&game.position().with(effect), game.ruleset()),
                line: Vec::new(),
            });
        }
    }
    candidates
}

/// Looks at every candidate to a depth and puts the best first. Where it is stopped, the best of
/// those it has looked at goes first: the one that was best before is looked at first of all.
fn look(search: &mut Search<'_>, game: &Game, candidates: &mut [Candidate], depth: u32) {
    let mut best: Option<(usize, Score)> = None;
    for (place, candidate) in candidates.iter_mut().enumerate() {
        let alpha = best.map(|(_, score)| score);
        let score = search.root_move(game.position(), candidate.effect, depth, alpha);
        if search.is_stopped() {
            break;
        }
        if alpha.is_none_or(|alpha| score > alpha) {
            candidate.score = score;
            candidate.line.clear();
            candidate.line.extend_from_slice(search.line());
            best = Some((place, score));
        }
    }
    if let Some((place, _)) = best {
        candidates[..=place].rotate_right(1);
    }
}

impl Candidate {
    /// The line as moves that can be written.
    fn written(&self, game: &Game) -> Line {
        let mut position = *game.position();
        let mut moves = Vec::new();
        for effect in [self.effect].iter().chain(&self.line) {
            let legal = position.legal_moves(game.ruleset());
            let Some(played) = legal.into_iter().find(|legal| legal.effect() == *effect) else {
                break;
            };
            position = position.after(&played);
            moves.push(played);
        }
        Line {
            score: self.score,
            moves,
        }
    }
}
