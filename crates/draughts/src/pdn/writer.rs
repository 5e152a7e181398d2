//! From games to text.

use std::fmt::Write;

use super::Record;
use crate::combat::{Action, Boost};
use crate::outcome::GameResult;
use crate::position::Position;
use crate::ruleset::{RULESETS, Ruleset};
use crate::square::Square;

/// The longest line that is written, in characters.
const WIDTH: usize = 80;

impl Record {
    /// Writes the game: its tags and those that follow from it, its moves in full in the ruleset's
    /// own notation, and its result. It reads back as the same game.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        let score = self.result.map_or("*", GameResult::score);
        for (name, value) in &self.tags {
            if !Self::is_derived(name) {
                tag(&mut text, name, value);
            }
        }
        tag(&mut text, "Result", score);
        tag(
            &mut text,
            "GameType",
            &self.ruleset.pdn_game_type.to_string(),
        );
        if !is_parent(self.ruleset) {
            tag(&mut text, "Ruleset", self.ruleset.id);
        }
        if self.start != Position::start(self.ruleset) {
            tag(&mut text, "SetUp", "1");
            tag(
                &mut text,
                "FEN",
                &self.start.to_fen(self.ruleset.board, self.ruleset.notation),
            );
        }
        text.push('\n');

        let mut words = self.words();
        words.push(score.to_owned());
        wrap(&mut text, &words);
        text
    }

    /// The moves with their numbers, comments and boosts, cut where a line may break.
    fn words(&self) -> Vec<String> {
        let first = self.ruleset.first_mover;
        let (board, notation) = (self.ruleset.board, self.ruleset.notation);
        let second_begins = usize::from(self.start.side_to_move() != first);
        let mut comments = self.comments.iter().peekable();
        let mut words = Vec::new();
        let mut place = 0;
        for action in &self.actions {
            // Those of the last ply, before the boosts that are used on the turn after it.
            while let Some(comment) = comments.next_if(|comment| comment.after <= place) {
                words.extend(written(&comment.text));
            }
            if let Some(played) = action.ply() {
                let ply = place + second_begins;
                if ply % 2 == 0 {
                    words.push(format!("{}.", ply / 2 + 1));
                } else if place == 0 {
                    words.push(format!("{}...", ply / 2 + 1));
                }
                words.push(played.to_text(board, notation));
                place += 1;
            }
            let square = |boost: Boost, square: &Square| {
                let square = square.to_text(board, notation);
                format!("{{[%{} {square}]}}", boost.as_str())
            };
            words.extend(match action {
                Action::Move(_) => None,
                Action::Sabotage(_) => Some(format!("{{[%{}]}}", Boost::Sabotage.as_str())),
                Action::Recon => Some(format!("{{[%{}]}}", Boost::Recon.as_str())),
                Action::Rocket(target) => Some(square(Boost::Rocket, target)),
                Action::Shield(target) => Some(square(Boost::Shield, target)),
            });
        }
        words.extend(comments.flat_map(|comment| written(&comment.text)));
        words
    }
}

/// A comment's words. What would end it or be read as a boost is bent out of shape.
fn written(comment: &str) -> Vec<String> {
    let mut comment = comment.replace('}', ")");
    for boost in Boost::ALL {
        let name = boost.as_str();
        comment = comment.replace(&format!("[%{name}"), &format!("[{name}"));
    }
    let comment = format!("{{{comment}}}");
    comment.split_whitespace().map(str::to_owned).collect()
}

/// Whether the ruleset is the one that its `GameType` stands for.
fn is_parent(ruleset: &Ruleset) -> bool {
    let parent = RULESETS
        .iter()
        .find(|other| other.pdn_game_type == ruleset.pdn_game_type);
    parent.is_some_and(|parent| parent.id == ruleset.id)
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(char::is_control, " ");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn wrap(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}
