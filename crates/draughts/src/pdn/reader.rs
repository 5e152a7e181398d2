//! From tokens to games.

use super::lexer::{self, Lexer, Place, Token, TokenKind};
use super::{Comment, PdnError, PdnFault, Record};
use crate::find::MoveError;
use crate::moves::Move;
use crate::notation::excerpt;
use crate::position::Position;
use crate::ruleset::{RULESETS, Ruleset};

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
        state: State::default(),
    };
    for token in Lexer::new(text) {
        reader.take(token);
    }
    reader.end_of_file();
    reader.games
}

/// A tag and where it stands.
struct Tag {
    place: Place,
    name: String,
    value: String,
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

/// What stands above the moves of a game.
#[derive(Default)]
struct Head {
    tags: Vec<Tag>,
    comments: Vec<Comment>,
}

/// A game whose moves are being read.
struct Play {
    record: Record,
    position: Position,
}

struct Reader {
    fallback: &'static Ruleset,
    games: Vec<Result<Record, PdnError>>,
    state: State,
}

impl Reader {
    fn take(&mut self, token: Token) {
        let Token { place, kind } = token;
        match kind {
            TokenKind::Tag { name, value } => self.tag(Tag { place, name, value }),
            TokenKind::Comment(text) => self.comment(text),
            TokenKind::Fault(fault) => self.fail(place, fault),
            TokenKind::SetUp(fen) => self.set_up(place, &fen),
            TokenKind::Move(text) => self.in_play(|play| {
                let played = play.play(&text);
                played.map_err(|fault| at(place, fault.into()))
            }),
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
        let record = match &mut self.state {
            State::Moves(play) => &mut play.record,
            State::LostInTags | State::LostInMoves => return,
            State::Tags(head) => match self.games.last_mut() {
                Some(Ok(last)) if head.tags.is_empty() => last,
                _ => return head.comments.push(Comment { after: 0, text }),
            },
        };
        record.comments.push(Comment {
            after: record.moves.len(),
            text,
        });
    }

    /// Does something with the game in play; the first token behind the tags begins it.
    fn in_play(&mut self, act: impl FnOnce(&mut Play) -> Result<(), PdnError>) {
        match &mut self.state {
            State::Tags(head) => match begin(std::mem::take(head), self.fallback) {
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
            if !play.record.moves.is_empty() {
                let next = Record {
                    tags: play.record.tags.clone(),
                    ..Record::new(play.record.ruleset, start)
                };
                before = Some(std::mem::replace(&mut play.record, next));
            }
            play.record.start = start;
            play.position = start;
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

impl Play {
    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let ruleset = self.record.ruleset;
        let played = match self.position.find_move(ruleset, text) {
            Err(MoveError::Ambiguous { candidates, .. }) if self.all_the_same(&candidates) => {
                candidates[0]
            }
            other => other?,
        };
        self.position = self.position.after(&played);
        self.record.moves.push(played);
        Ok(())
    }

    fn all_the_same(&self, candidates: &[Move]) -> bool {
        let mut after = candidates
            .iter()
            .map(|candidate| self.position.after(candidate));
        let first = after.next();
        first.is_some_and(|first| after.all(|other| other == first))
    }
}

fn at(Place { line, column }: Place, fault: PdnFault) -> PdnError {
    PdnError {
        line,
        column,
        fault,
    }
}

/// Begins a game from what stands above its moves.
fn begin(head: Head, fallback: &'static Ruleset) -> Result<Play, PdnError> {
    let Head { tags, comments } = head;
    let tag = |name: &str| tags.iter().find(|tag| tag.name == name);
    let ruleset = match (tag("Ruleset"), tag("GameType")) {
        (Some(tag), _) => Ruleset::by_id(&tag.value)
            .ok_or_else(|| at(tag.place, PdnFault::Ruleset(excerpt(&tag.value))))?,
        (None, Some(tag)) => of_game_type(&tag.value)
            .ok_or_else(|| at(tag.place, PdnFault::GameType(excerpt(&tag.value))))?,
        (None, None) => fallback,
    };
    let start = match tag("FEN") {
        Some(tag) => {
            Position::from_fen(&tag.value, ruleset).map_err(|error| at(tag.place, error.into()))?
        }
        None => Position::start(ruleset),
    };
    let result = tag("Result")
        .and_then(|tag| lexer::result(&tag.value))
        .flatten();
    let tags = tags
        .into_iter()
        .filter(|tag| !Record::is_derived(&tag.name));
    let tags = tags.map(|tag| (tag.name, tag.value)).collect();
    let record = Record {
        tags,
        comments,
        result,
        ..Record::new(ruleset, start)
    };
    Ok(Play {
        record,
        position: start,
    })
}

/// The ruleset of a `GameType`, of which only the number counts: `25` or `25,W,8,8,A0,0`.
fn of_game_type(value: &str) -> Option<&'static Ruleset> {
    let number = value.split(',').next()?.trim().parse().ok()?;
    RULESETS
        .iter()
        .find(|ruleset| ruleset.pdn_game_type == number)
}
