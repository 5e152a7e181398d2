//! Principal variation search: alpha-beta in which every move after the first has to prove that it
//! is better. Captures are compulsory, so they are followed to their end before anything is weighed.

use draughts::{Effect, Game, Objective, Position, Ruleset};

use crate::evaluation::evaluate;
use crate::limits::Limits;
use crate::ordering::{Ordering, Ranked, pick};
use crate::path::Path;
use crate::score::Score;
use crate::table::{Bound, Entry, Table};

/// No line is followed further.
const MOST_PLIES: usize = 192;

/// How often the caller is asked whether to stop, in positions.
const POLL: u64 = 1024;

/// A search in progress.
pub(crate) struct Search<'a> {
    ruleset: &'static Ruleset,
    limits: &'a Limits<'a>,
    table: Table,
    ordering: Ordering,
    path: Path,
    /// The best line found from each ply on.
    lines: Vec<Vec<Effect>>,
    /// The moves of the position at each ply, in lists that are used over and over.
    lists: Vec<Vec<Ranked>>,
    spare: Vec<Effect>,
    nodes: u64,
    stopped: bool,
}

/// A window, and where in the tree it is asked about.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Every score is inside.
    pub(crate) fn open() -> Self {
        Self {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
        }
    }

    /// Whether a score beats `alpha`, and no more.
    fn null(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha.next(),
        }
    }

    /// The same as the opponent sees it.
    fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    fn is_null(self) -> bool {
        self.beta <= self.alpha.next()
    }
}

impl<'a> Search<'a> {
    /// A search from the present position of a game, with a table of so many entries.
    pub(crate) fn new(game: &Game, limits: &'a Limits<'a>, entries: usize) -> Self {
        Self {
            ruleset: game.ruleset(),
            limits,
            table: Table::new(entries),
            ordering: Ordering::new(game.ruleset(), MOST_PLIES + 1),
            path: Path::new(game),
            lines: vec![Vec::new(); MOST_PLIES + 2],
            lists: vec![Vec::new(); MOST_PLIES + 1],
            spare: Vec::new(),
            nodes: 0,
            stopped: (limits.stop)(),
        }
    }

    /// How many positions it has looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a limit has ended it: what it answers then means nothing.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The best line found below the root's last move that was looked at.
    pub(crate) fn line(&self) -> &[Effect] {
        &self.lines[1]
    }

    /// What a move of the root is worth; `best` is the most that one before it is, if any.
    pub(crate) fn root_move(
        &mut self,
        root: &Position,
        effect: Effect,
        depth: u32,
        best: Option<Score>,
    ) -> Score {
        let window = Window {
            alpha: best.unwrap_or(-Score::INFINITE),
            ..Window::open()
        };
        self.follow(root, effect, depth, 0, window, best.is_none())
    }

    /// What a move leads to, for the side that makes it.
    fn follow(
        &mut self,
        position: &Position,
        effect: Effect,
        depth: u32,
        ply: usize,
        window: Window,
        is_first: bool,
    ) -> Score {
        let next = position.with(effect);
        let depth = depth.saturating_sub(1);
        self.path.push(position, effect, &next);
        let mut score = window.alpha;
        if !is_first {
            score = -self.visit(&next, depth, ply + 1, Window::null(window.alpha).turned());
        }
        if is_first || (score > window.alpha && score < window.beta) {
            score = -self.visit(&next, depth, ply + 1, window.turned());
        }
        self.path.pop();
        score
    }

    /// What a position is worth to the side to move; exact within the window, a bound outside.
    fn visit(&mut self, position: &Position, depth: u32, ply: usize, window: Window) -> Score {
        self.lines[ply].clear();
        self.count();
        if self.stopped {
            return Score::DRAW;
        }
        if self.path.is_drawn(position) && position.has_legal_move(self.ruleset) {
            return Score::DRAW;
        }
        // A game that ends here is the best or the worst that this position can still be worth.
        let most = Score::wins_in(ply);
        let Window { mut alpha, beta } = window;
        if most <= alpha || -most >= beta {
            return if most <= alpha { most } else { -most };
        }

        let key = self.path.key();
        let mut best_index = None;
        if depth > 0
            && let Some(entry) = self.table.find(key)
        {
            // The line of the open window is wanted in full.
            if window.is_null()
                && let Some(score) = entry.settles(ply, depth, alpha, beta)
            {
                return score;
            }
            best_index = Some(entry.best());
        }

        let mut effects = std::mem::take(&mut self.spare);
        effects.clear();
        let is_quiet = if depth == 0 {
            position.captures_or_count(self.ruleset, &mut effects)
        } else {
            position.effects(self.ruleset, &mut effects);
            None
        };
        let mut list = std::mem::take(&mut self.lists[ply]);
        self.ordering
            .rank(position, &effects, best_index, ply, &mut list);
        self.spare = effects;

        let score = if list.is_empty() && is_quiet.unwrap_or(0) == 0 {
            self.at_the_end(ply)
        } else if list.is_empty() || ply >= MOST_PLIES {
            evaluate(position, self.ruleset)
        } else {
            let mut best = -Score::INFINITE;
            let mut chosen = 0;
            for place in 0..list.len() {
                let Ranked { effect, index, .. } = pick(&mut list, place);
                let window = Window { alpha, beta };
                let score = self.follow(position, effect, depth, ply, window, place == 0);
                if self.stopped {
                    break;
                }
                if score > best {
                    best = score;
                    chosen = index;
                }
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, effect);
                }
                if alpha >= beta {
                    self.ordering
                        .refuted(position.side_to_move(), effect, depth, ply);
                    break;
                }
            }
            if !self.stopped && depth > 0 {
                let bound = if best >= beta {
                    Bound::Lower
                } else if best > window.alpha {
                    Bound::Exact
                } else {
                    Bound::Upper
                };
                let entry = Entry::new(key, ply, depth, best, bound, chosen);
                self.table.store(key, entry);
            }
            best
        };
        self.lists[ply] = list;
        score
    }

    /// The side to move has no legal move.
    fn at_the_end(&self, ply: usize) -> Score {
        match self.ruleset.objective {
            Objective::Normal => -Score::wins_in(ply),
            Objective::Giveaway => Score::wins_in(ply),
        }
    }

    /// The best line from here on is this move and the best line after it.
    fn keep_line(&mut self, ply: usize, effect: Effect) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(effect);
        line.extend_from_slice(&tail[0]);
    }

    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.limits.nodes
            || (self.nodes.is_multiple_of(POLL) && (self.limits.stop)())
        {
            self.stopped = true;
        }
    }
}
