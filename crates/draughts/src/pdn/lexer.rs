//! Cutting a file into tokens.

use super::PdnFault;
use super::command::{self, Command};
use crate::notation::excerpt;
use crate::outcome::GameResult;

/// A piece of a file, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) place: Place,
    pub(super) kind: TokenKind,
}

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// The place behind a text that begins here.
    pub(super) fn after(self, text: &str) -> Self {
        match text.rfind('\n') {
            None => Self {
                column: self.column + text.chars().count(),
                ..self
            },
            Some(end) => Self {
                line: self.line + text.matches('\n').count(),
                column: text[end + 1..].chars().count() + 1,
            },
        }
    }
}

/// What a piece of a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `[Name "value"]`
    Tag { name: String, value: String },
    /// `{text}`, or `;` and the rest of the line. The boosts that it tells of are taken out; no text
    /// is left of one that tells of nothing else.
    Comment {
        text: Option<String>,
        boosts: Vec<Command>,
    },
    /// `/FEN "…"/`: the position from which the moves go on, as older files write it.
    SetUp(String),
    /// A move, its strength taken off.
    Move(String),
    /// A result.
    Result(Option<GameResult>),
    /// Something that cannot be read.
    Fault(PdnFault),
}

/// The results in all habits: chess points, two points for a win, halves.
const RESULTS: [(&str, Option<GameResult>); 9] = [
    ("1/2-1/2", Some(GameResult::Draw)),
    ("0.5-0.5", Some(GameResult::Draw)),
    ("½-½", Some(GameResult::Draw)),
    ("1-1", Some(GameResult::Draw)),
    ("1-0", Some(GameResult::WhiteWins)),
    ("2-0", Some(GameResult::WhiteWins)),
    ("0-1", Some(GameResult::BlackWins)),
    ("0-2", Some(GameResult::BlackWins)),
    ("*", None),
];

/// Reads a result.
pub(super) fn result(text: &str) -> Option<Option<GameResult>> {
    RESULTS
        .iter()
        .find(|(written, _)| *written == text)
        .map(|(_, result)| *result)
}

/// The result at the beginning of a text, if a whole word of it is one, and its length.
fn leading_result(text: &str) -> Option<(usize, Option<GameResult>)> {
    RESULTS.iter().find_map(|(written, result)| {
        let ends = text
            .strip_prefix(written)?
            .chars()
            .next()
            .is_none_or(ends_word);
        ends.then_some((written.len(), *result))
    })
}

/// Whether no move and no result goes on with this character.
fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || "{}()[];$\"".contains(letter)
}

/// What may follow a move to praise or blame it.
const STRENGTHS: [char; 5] = ['!', '?', '*', '+', '#'];

/// Goes through a file.
///
/// It looks at no part of the file more than a few times, so that a hostile one costs no more than
/// its length.
pub(super) struct Lexer<'t> {
    rest: &'t str,
    place: Place,
    /// How much of the file lies behind its last closing brace: with no more than that left, no
    /// comment ends.
    behind_last_brace: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let behind_last_brace = rest
            .rsplit_once('}')
            .map_or(usize::MAX, |(_, behind)| behind.len());
        Self {
            rest,
            place: Place { line: 1, column: 1 },
            behind_last_brace,
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes as many bytes, which end between two characters.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.place = self.place.after(taken);
        taken
    }

    /// Takes what comes before the first character of that kind.
    fn take_until(&mut self, stop: impl Fn(char) -> bool) -> &'t str {
        self.take(self.rest.find(stop).unwrap_or(self.rest.len()))
    }

    /// Goes to the next line that begins with a tag, after something that has no end.
    fn skip_to_tag(&mut self) {
        let tag = self.rest.match_indices("\n[").next();
        self.take(tag.map_or(self.rest.len(), |(line_end, _)| line_end + 1));
    }

    fn skip_space(&mut self) {
        self.take_until(|letter| !letter.is_whitespace());
    }

    /// A tag, or a command outside of a comment: a boost, or a clock note (`None`).
    fn tag(&mut self) -> Option<TokenKind> {
        if self.rest.starts_with("[%") {
            let place = self.place;
            let end = self.rest.find([']', '\n']).unwrap_or(self.rest.len());
            let closed = usize::from(self.rest[end..].starts_with(']'));
            let command = self.take(end + closed);
            return command::holds_boost(command).then(|| comment(command, place));
        }
        match parse_tag(self.rest) {
            Some((length, name, value)) => {
                self.take(length);
                Some(TokenKind::Tag { name, value })
            }
            None => {
                self.take_until(|letter| letter == '\n');
                Some(TokenKind::Fault(PdnFault::Tag))
            }
        }
    }

    /// A comment in braces. Braces inside do not nest: the first closing one ends it.
    fn comment(&mut self) -> TokenKind {
        if self.rest.len() <= self.behind_last_brace {
            self.skip_to_tag();
            return TokenKind::Fault(PdnFault::Unclosed('{'));
        }
        self.take(1);
        let place = self.place;
        let inside = self.take_until(|letter| letter == '}');
        self.take(1);
        comment(inside, place)
    }

    /// Skips a variation, with the variations and comments in it. It does not reach into the tags
    /// of the next game.
    fn variation(&mut self) -> Option<TokenKind> {
        let mut depth = 0_usize;
        loop {
            self.take_until(|letter| matches!(letter, '(' | ')' | '{' | ';' | '['));
            match self.peek() {
                Some('{') => {
                    if let fault @ TokenKind::Fault(_) = self.comment() {
                        return Some(fault);
                    }
                    continue;
                }
                Some(';') => {
                    self.take_until(|letter| letter == '\n');
                    continue;
                }
                Some('[') if self.place.column > 1 || self.rest.starts_with("[%") => {}
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                _ => return Some(TokenKind::Fault(PdnFault::Unclosed('('))),
            }
            self.take(1);
            if depth == 0 {
                return None;
            }
        }
    }

    /// `/FEN "…"/`
    fn set_up(&mut self) -> TokenKind {
        let inside = self.rest.strip_prefix("/FEN").and_then(|rest| {
            let (text, after) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
            let after = after.trim_start().strip_prefix('/')?;
            Some((text, self.rest.len() - after.len()))
        });
        match inside {
            Some((text, length)) => {
                self.take(length);
                TokenKind::SetUp(text.to_owned())
            }
            None => self.unexpected(),
        }
    }

    /// A move with its strength, a result, or a number of a move (`None`).
    fn word(&mut self) -> Option<TokenKind> {
        if let Some((length, result)) = leading_result(self.rest) {
            self.take(length);
            return Some(TokenKind::Result(result));
        }
        let behind_digits = self
            .rest
            .trim_start_matches(|letter: char| letter.is_ascii_digit());
        let behind_dots = behind_digits.trim_start_matches(['.', '…']);
        if behind_dots.len() < behind_digits.len() {
            self.take(self.rest.len() - behind_dots.len());
            return None;
        }
        let word = &self.rest[..self.rest.find(ends_word).unwrap_or(self.rest.len())];
        let bare = word.trim_end_matches(STRENGTHS);
        if bare.is_empty() && !word.is_empty() {
            // A strength on its own belongs to the move before it.
            self.take(word.len());
            return None;
        }
        if !bare.starts_with(|letter: char| letter.is_ascii_alphanumeric())
            || !bare.contains(['-', ':', 'x', 'X', '×'])
            || bare.starts_with(['x', 'X'])
        {
            return Some(self.unexpected());
        }
        self.take(word.len());
        self.strength_in_brackets();
        Some(TokenKind::Move(bare.to_owned()))
    }

    /// Skips `(?)` where it sticks to a move.
    fn strength_in_brackets(&mut self) {
        let Some(inside) = self.rest.strip_prefix('(') else {
            return;
        };
        if let Some(rest) = inside.trim_start_matches(STRENGTHS).strip_prefix(')') {
            self.take(self.rest.len() - rest.len());
        }
    }

    /// A fault of everything up to the next space.
    fn unexpected(&mut self) -> TokenKind {
        let first = self.peek().map_or(0, char::len_utf8);
        let length = self
            .rest
            .find(char::is_whitespace)
            .unwrap_or(self.rest.len())
            .max(first);
        let text = self.take(length);
        TokenKind::Fault(PdnFault::Unexpected(excerpt(text)))
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            self.skip_space();
            let place = self.place;
            let kind = match self.peek()? {
                '[' => self.tag(),
                '{' => Some(self.comment()),
                '(' => self.variation(),
                ';' => {
                    self.take(1);
                    let place = self.place;
                    Some(comment(self.take_until(|letter| letter == '\n'), place))
                }
                '$' => {
                    self.take(1);
                    self.take_until(|letter| !letter.is_ascii_digit());
                    None
                }
                // A line that begins so is meant for the program that wrote it.
                '%' if place.column == 1 => {
                    self.take_until(|letter| letter == '\n');
                    None
                }
                '/' => Some(self.set_up()),
                '}' | ')' | ']' | '"' => Some(self.unexpected()),
                _ => self.word(),
            };
            if let Some(kind) = kind {
                return Some(Token { place, kind });
            }
        }
    }
}

/// A comment of what stands in it, which begins at a place.
fn comment(inside: &str, place: Place) -> TokenKind {
    let (text, boosts) = command::extract(inside, place);
    TokenKind::Comment {
        text: Some(text).filter(|text| !text.is_empty() || boosts.is_empty()),
        boosts,
    }
}

/// Reads `[Name "value"]` at the beginning of a text: how long it is, the name and the value.
fn parse_tag(text: &str) -> Option<(usize, String, String)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let name_end = inside.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    let (name, rest) = inside.split_at(name_end);
    if name.is_empty() {
        return None;
    }
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    let value_end = loop {
        match letters.next()? {
            (end, '"') => break end,
            (_, '\n') => return None,
            (_, '\\') => value.push(letters.next()?.1),
            (_, letter) => value.push(letter),
        }
    };
    let after = quoted[value_end + 1..].trim_start().strip_prefix(']')?;
    Some((text.len() - after.len(), name.to_owned(), value))
}
