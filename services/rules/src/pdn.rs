//! What callers may put into a PDN file, and the moves and boosts of one. Whatever is let through reads back as it
//! was sent, and ends no tag, comment or line before its time.

use draughts::pdn::{Comment, Record};
use draughts::{Game, GameResult, Outcome};
use platform::Fault;
use proto::rules::v1 as rules;

use crate::course::Course;
use crate::refusal;

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

/// Plays the moves and boosts of a game and puts them into its record, with the comments; gives the
/// game at its end.
pub(crate) fn play(
    game: Game,
    moves: &[rules::PdnMove],
    record: &mut Record,
) -> Result<Game, Fault> {
    let mut course = Course::new(game);
    for (place, sent) in moves.iter().enumerate() {
        let comment = comment(&sent.comment, place).map_err(|fault| course.place(fault))?;
        for (number, boost) in sent.boosts.iter().enumerate() {
            let path = format!("moves[{place}].boosts[{number}].");
            if boost.boost() == rules::Boost::Sabotage {
                let message = "sabotage makes a move: send that as a move of its own";
                let fault = refusal::needless(&format!("{path}boost"), message);
                return Err(course.place(fault));
            }
            record.actions.push(course.boost(boost, &path)?);
        }
        // Boosts before the game's end stand before no move.
        let is_end = place + 1 == moves.len() && sent.text.is_empty() && !sent.boosts.is_empty();
        if sent.sabotage {
            record.actions.push(course.sabotage(&sent.text)?);
        } else if !is_end {
            record.actions.push(course.play(&sent.text)?);
        }
        record.comments.extend(comment.map(|text| Comment {
            after: course.plies(),
            text,
        }));
    }
    Ok(course.game)
}

/// Checks a comment; `None` if there is none.
fn comment(text: &str, place: usize) -> Result<Option<String>, Fault> {
    let field = || format!("moves[{place}].comment");
    let refuse = |message| Err(Fault::malformed(&field(), "MALFORMED_COMMENT", message));
    if text.chars().count() > MAX_COMMENT || text.contains(|c: char| c == '}' || c.is_control()) {
        return refuse(format!(
            "a comment has at most {MAX_COMMENT} characters, none of them a closing brace, \
             a line break or another control character"
        ));
    }
    if draughts::pdn::holds_boost(text) {
        let message = "this comment would be read as a boost: send boosts in `boosts`";
        return refuse(message.to_owned());
    }
    let text = text.trim();
    Ok((!text.is_empty()).then(|| text.to_owned()))
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
