//! From tokens to games.

use super::command::Command;
use super::lexer::{Lexer, Place, Token, TokenKind};
use super::play::{Head, Play, Tag, at};
use super::{Comment, PdnError, PdnFault, Record};
use crate::combat::Boost;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// Reads every game of a file.
///
/// A game is played by the rules that its `Ruleset` tag names, else by those of its `GameType`,
/// else by `fallback`. A set-up between the moves (`/FEN "…"/`) ends one record and begins another
/// with the same tags. Moves are held against the rules, draws are not: a game that its players
/// carried on is read to its end. Where a capture is written in short and every move that fits
/// comes to the same, the first of them is taken.
///
/// # Errors
///
/// A game with a fault gives one error, the first; reading goes on with the game after it.
#[must_use]
pub fn read(text: &str, fallback: &'static Ruleset) -> Vec<Result<Record, PdnError>> {
    let mut reader = Reader {
        fallback,
        games: Vec::new(),
        last_plies: 0,
        state: State::default(),
    };
    let mut tokens = Lexer::new(text).peekable();
    while let Some(token) = tokens.next() {
        let is_move = matches!(token.kind, TokenKind::Move(_));
        let sabotage = is_move && tokens.peek_mut().is_some_and(takes_mark);
        reader.take(token, sabotage);
    }
    reader.end_of_file();
    reader.games
}

/// Takes the mark of sabotage off a comment; says whether it had one. Boosts that it tells of
/// before the mark come after the move.
fn takes_mark(token: &mut Token) -> bool {
    let TokenKind::Comment { boosts, .. } = &mut token.kind else {
        return false;
    };
    let marked = |command: &Command| command.boost == Boost::Sabotage && command.target.is_empty();
    let is_first = boosts.first().is_some_and(marked);
    if is_first {
        boosts.remove(0);
    }
    is_first
}

/// How far a game has been read.
enum State {
    /// In the tags, or before them.
    Tags(Head),
    /// In the moves.
    Moves(Box<Play>),
    /// Behind a fault in a tag: the other tags are skipped, then the moves.
    LostInTags,
    /// Behind a fault: everything up to the end of the game is skipped.
    LostInMoves,
}

impl Default for State {
    fn default() -> Self {
        Self::Tags(Head::default())
    }
}

struct Reader {
    fallback: &'static Ruleset,
    games: Vec<Result<Record, PdnError>>,
    /// How many plies the game read last has.
    last_plies: usize,
    state: State,
}

impl Reader {
    fn take(&mut self, token: Token, sabotage: bool) {
        let Token { place, kind } = token;
        match kind {
            TokenKind::Tag { name, value } => self.tag(Tag { place, name, value }),
            TokenKind::Move(text) => self.in_play(|play| {
                let played = play.play(&text, sabotage);
                played.map_err(|fault| at(place, fault))
            }),
            TokenKind::Comment { text, boosts } => {
                for command in boosts {
                    self.in_play(|play| {
                        let used = play.boost(&command);
                        used.map_err(|fault| at(command.place, fault))
                    });
                }
                if let Some(text) = text {
                    self.comment(text);
                }
            }
            TokenKind::Fault(fault) => self.fail(place, fault),
            TokenKind::SetUp(fen) => self.set_up(place, &fen),
            TokenKind::Result(result) => {
                self.in_play(|play| {
                    play.record.result = result;
                    Ok(())
                });
                self.finish();
            }
        }
    }

    /// A tag behind moves begins the next game.
    fn tag(&mut self, tag: Tag) {
        match &mut self.state {
            State::Tags(head) => head.tags.push(tag),
            State::LostInTags => {}
            State::Moves(_) | State::LostInMoves => {
                self.finish();
                self.state = State::Tags(Head {
                    tags: vec![tag],
                    comments: Vec::new(),
                });
            }
        }
    }

    /// A comment between a result and the next game's tags belongs to the game before it.
    fn comment(&mut self, text: String) {
        let (record, after) = match &mut self.state {
            State::Moves(play) => (&mut play.record, play.plies),
            State::LostInTags | State::LostInMoves => return,
            State::Tags(head) => match self.games.last_mut() {
                Some(Ok(last)) if head.tags.is_empty() => (last, self.last_plies),
                _ => return head.comments.push(Comment { after: 0, text }),
            },
        };
        record.comments.push(Comment { after, text });
    }

    /// Does something with the game in play; the first token behind the tags begins it.
    fn in_play(&mut self, act: impl FnOnce(&mut Play) -> Result<(), PdnError>) {
        match &mut self.state {
            State::Tags(head) => match Play::begin(std::mem::take(head), self.fallback) {
                Ok(play) => self.state = State::Moves(Box::new(play)),
                Err(error) => return self.lose(error),
            },
            State::LostInTags => self.state = State::LostInMoves,
            State::Moves(_) | State::LostInMoves => {}
        }
        if let State::Moves(play) = &mut self.state
            && let Err(error) = act(play)
        {
            self.lose(error);
        }
    }

    fn set_up(&mut self, place: Place, fen: &str) {
        let mut before = None;
        self.in_play(|play| {
            let start = Position::from_fen(fen, play.record.ruleset);
            let start = start.map_err(|error| at(place, error.into()))?;
            if !play.record.actions.is_empty() {
                let next = Record {
                    tags: play.record.tags.clone(),
                    ..Record::new(play.record.ruleset, start)
                };
                before = Some(std::mem::replace(&mut play.record, next));
            }
            play.record.start = start;
            play.position = start;
            play.plies = 0;
            Ok(())
        });
        self.games.extend(before.map(Ok));
    }

    fn fail(&mut self, place: Place, fault: PdnFault) {
        match &self.state {
            State::Tags(_) if fault == PdnFault::Tag => {
                self.games.push(Err(at(place, fault)));
                self.state = State::LostInTags;
            }
            State::Tags(_) | State::Moves(_) => self.lose(at(place, fault)),
            State::LostInTags | State::LostInMoves => {}
        }
    }

    fn lose(&mut self, error: PdnError) {
        self.games.push(Err(error));
        self.state = State::LostInMoves;
    }

    /// Ends the game; the next one has no tags yet.
    fn finish(&mut self) {
        if let State::Moves(play) = std::mem::take(&mut self.state) {
            self.last_plies = play.plies;
            self.games.push(Ok(play.record));
        }
    }

    /// Tags without moves are a game as well.
    fn end_of_file(&mut self) {
        if matches!(&self.state, State::Tags(head) if !head.tags.is_empty()) {
            self.in_play(|_| Ok(()));
        }
        self.finish();
    }
}
