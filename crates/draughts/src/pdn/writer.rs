//! From games to text.

use std::fmt::Write;

use super::Record;
use crate::outcome::GameResult;
use crate::position::Position;
use crate::ruleset::{RULESETS, Ruleset};

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

    /// The moves with their numbers and comments, cut where a line may break.
    fn words(&self) -> Vec<String> {
        let first = self.ruleset.first_mover;
        let (board, notation) = (self.ruleset.board, self.ruleset.notation);
        let second_begins = usize::from(self.start.side_to_move() != first);
        let mut comments = self.comments.iter().peekable();
        let mut words = Vec::new();
        for place in 0..=self.moves.len() {
            while let Some(comment) = comments.next_if(|comment| comment.after <= place) {
                // A closing brace would end the comment.
                let comment = format!("{{{}}}", comment.text.replace('}', ")"));
                words.extend(comment.split_whitespace().map(str::to_owned));
            }
            let Some(played) = self.moves.get(place) else {
                break;
            };
            let ply = place + second_begins;
            if ply % 2 == 0 {
                words.push(format!("{}.", ply / 2 + 1));
            } else if place == 0 {
                words.push(format!("{}...", ply / 2 + 1));
            }
            words.push(played.to_text(board, notation));
        }
        words
    }
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
