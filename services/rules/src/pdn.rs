//! What callers may put into a PDN file beside the moves. Whatever is let through reads back as it
//! was sent, and ends no tag, comment or line before its time.

use draughts::{GameResult, Outcome};
use platform::Fault;
use proto::rules::v1 as rules;

const MAX_TAGS: usize = 64;
const MAX_NAME: usize = 64;
const MAX_VALUE: usize = 500;
const MAX_COMMENT: usize = 200;

/// The tags that follow from the game.
const DERIVED: [&str; 5] = ["Result", "GameType", "Ruleset", "SetUp", "FEN"];

/// Checks the tags.
pub(crate) fn tags(tags: Vec<rules::PdnTag>) -> Result<Vec<(String, String)>, Fault> {
    if tags.len() > MAX_TAGS {
        let message = format!("a game has at most {MAX_TAGS} tags here");
        return Err(Fault::malformed("tags", "TOO_MANY_TAGS", message));
    }
    let mut checked: Vec<(String, String)> = Vec::with_capacity(tags.len());
    for (place, rules::PdnTag { name, value }) in tags.into_iter().enumerate() {
        let refuse = |part: &str, message: String| {
            let field = format!("tags[{place}].{part}");
            Err(Fault::malformed(&field, "MALFORMED_TAG", message))
        };
        if !is_name(&name) {
            let message = format!(
                "a tag's name is a letter, then letters, digits and underscores, \
                 at most {MAX_NAME} in all"
            );
            return refuse("name", message);
        }
        if DERIVED.contains(&name.as_str()) {
            return refuse(
                "name",
                format!("{name} follows from the game: leave it out"),
            );
        }
        if checked.iter().any(|(other, _)| *other == name) {
            return refuse("name", format!("{name} is given twice"));
        }
        if value.chars().count() > MAX_VALUE || value.contains(char::is_control) {
            let message = format!(
                "a tag's value has at most {MAX_VALUE} characters, none of them a line break \
                 or another control character"
            );
            return refuse("value", message);
        }
        checked.push((name, value));
    }
    Ok(checked)
}

fn is_name(name: &str) -> bool {
    name.len() <= MAX_NAME
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Checks the comment after the move of a ply; `None` if there is none.
pub(crate) fn comment(text: &str, ply: usize) -> Result<Option<draughts::pdn::Comment>, Fault> {
    if text.chars().count() > MAX_COMMENT || text.contains(|c: char| c == '}' || c.is_control()) {
        let message = format!(
            "a comment has at most {MAX_COMMENT} characters, none of them a closing brace, \
             a line break or another control character"
        );
        let field = format!("moves[{ply}].comment");
        return Err(Fault::malformed(&field, "MALFORMED_COMMENT", message).with("ply", &ply));
    }
    let text = text.trim();
    Ok((!text.is_empty()).then(|| draughts::pdn::Comment {
        after: ply + 1,
        text: text.to_owned(),
    }))
}

/// The result of a game: that of its last position, or else what the caller says.
pub(crate) fn result(
    said: rules::Result,
    outcome: Option<&Outcome>,
) -> Result<Option<GameResult>, Fault> {
    let given = match said {
        rules::Result::Unspecified | rules::Result::Aborted => None,
        rules::Result::WhiteWins => Some(GameResult::WhiteWins),
        rules::Result::BlackWins => Some(GameResult::BlackWins),
        rules::Result::Draw => Some(GameResult::Draw),
    };
    match outcome {
        None => Ok(given),
        Some(outcome) if said == rules::Result::Unspecified || given == Some(outcome.result) => {
            Ok(Some(outcome.result))
        }
        Some(outcome) => {
            let message = format!("the moves end the game with {outcome}: leave the result out");
            Err(Fault::malformed("result", "RESULT_MISMATCH", message))
        }
    }
}
