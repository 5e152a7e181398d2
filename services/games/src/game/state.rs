//! What the entries of a game lead to, one by one.

use proto::rules::v1::{Outcome, Reason, Result as GameResult};
use store::Timestamp;

use super::{
    Beginning, Boost, BoostCounts, Boosted, Clock, Entry, Happening, RatingChanges, Seats, Side,
};

/// Where a game stands after some of its entries.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Moves played, those that were made by sabotage among them.
    pub ply: u32,
    /// Actions taken: moves, and boosts used.
    pub actions: u32,
    /// Whose turn it is, or would be.
    pub to_move: Side,
    /// Both players' times, if the game has a clock.
    pub clock: Option<Clock>,
    /// The side whose draw offer is open.
    pub draw_offer: Option<Side>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// What it made of the ratings, once it was rated.
    pub rating: Option<RatingChanges>,
    /// Whether a boost is being paid for: it is the last entry, and nobody's time runs.
    pub in_flight: bool,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// How often White and Black have used each boost.
    used: [BoostCounts; 2],
}

impl State {
    /// A game that has just begun.
    pub(super) fn new(beginning: &Beginning) -> Self {
        let mut state = Self {
            ply: 0,
            actions: 0,
            to_move: beginning.first,
            clock: beginning
                .clock
                .map(|rule| Clock::new(rule, beginning.created_at)),
            draw_offer: None,
            outcome: None,
            rating: None,
            in_flight: false,
            updated_at: beginning.created_at,
            used: [BoostCounts::default(); 2],
        };
        state.start_clock(&beginning.seats, beginning.created_at);
        state
    }

    /// How often a side has used each boost.
    #[must_use]
    pub fn used(&self, side: Side) -> &BoostCounts {
        match side {
            Side::White => &self.used[0],
            Side::Black => &self.used[1],
        }
    }

    /// Goes one entry further.
    pub(super) fn follow(&mut self, seats: &Seats, entry: &Entry) {
        let (side, at) = (self.to_move, entry.at);
        self.updated_at = at;
        match &entry.happening {
            Happening::Moved { outcome, .. } => {
                self.ply += 1;
                self.actions += 1;
                self.to_move = side.other();
                // An offer lapses with the next move of the one it was made to.
                self.draw_offer = self.draw_offer.filter(|by| *by == side);
                if let Some(clock) = &mut self.clock {
                    clock.moved(side, at);
                }
                match outcome {
                    Some(outcome) => self.end(outcome.clone(), at),
                    None => self.start_clock(seats, at),
                }
            }
            Happening::Warned => self.clock.iter_mut().for_each(Clock::warned),
            Happening::Missed => self.clock.iter_mut().for_each(Clock::missed),
            Happening::GivenBack(span) => self
                .clock
                .iter_mut()
                .for_each(|clock| clock.give_back(*span)),
            Happening::DrawOffered(side) => self.draw_offer = Some(*side),
            Happening::DrawDeclined => self.draw_offer = None,
            Happening::DrawAgreed => self.end(outcome(GameResult::Draw, Reason::Agreement), at),
            Happening::TimedOut => self.end(outcome(loss_of(side), Reason::Timeout), at),
            // Whoever resigns loses, in giveaway as well (rule book, section 5).
            Happening::Resigned(side) => self.end(outcome(loss_of(*side), Reason::Resignation), at),
            Happening::Aborted(_) => {
                self.end(outcome(GameResult::Aborted, Reason::AbortedByPlayer), at);
            }
            Happening::Abandoned => self.end(outcome(GameResult::Aborted, Reason::Abandoned), at),
            Happening::Rated(changes) => self.rating = Some(*changes),
            Happening::BoostCalled(_) => {
                self.in_flight = true;
                self.stop_clock(at);
            }
            Happening::BoostUsed(boosted) => {
                self.in_flight = false;
                self.boosted(side, boosted, seats, at);
            }
            Happening::BoostRefused { .. } => {
                self.in_flight = false;
                self.start_clock(seats, at);
            }
        }
    }

    /// A boost takes effect. None of them hands the turn over: sabotage takes the opponent's, and the
    /// player's begins anew (rule book, section 6).
    fn boosted(&mut self, side: Side, boosted: &Boosted, seats: &Seats, at: Timestamp) {
        self.actions += 1;
        match side {
            Side::White => self.used[0].count(boosted.boost),
            Side::Black => self.used[1].count(boosted.boost),
        }
        if boosted.boost == Boost::Sabotage {
            self.ply += 1;
            self.draw_offer = self.draw_offer.filter(|by| *by != side);
            self.clock.iter_mut().for_each(|clock| clock.renew(side));
        }
        match &boosted.outcome {
            Some(outcome) => self.end(outcome.clone(), at),
            None => self.start_clock(seats, at),
        }
    }

    fn start_clock(&mut self, seats: &Seats, at: Timestamp) {
        if let Some(clock) = &mut self.clock
            && !seats.is_bot(self.to_move)
        {
            clock.start(self.to_move, at);
        }
    }

    fn end(&mut self, outcome: Outcome, at: Timestamp) {
        self.outcome = Some(outcome);
        self.draw_offer = None;
        self.in_flight = false;
        self.stop_clock(at);
    }

    fn stop_clock(&mut self, at: Timestamp) {
        self.clock.iter_mut().for_each(|clock| clock.stop(at));
    }
}

fn loss_of(side: Side) -> GameResult {
    match side {
        Side::White => GameResult::BlackWins,
        Side::Black => GameResult::WhiteWins,
    }
}

fn outcome(result: GameResult, reason: Reason) -> Outcome {
    Outcome {
        result: result.into(),
        reason: reason.into(),
        also: Vec::new(),
    }
}
