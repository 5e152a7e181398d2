//! Boosts as commands in comments: `[%rocket d6]`.

use super::lexer::Place;
use crate::combat::Boost;

/// A boost that a comment tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) place: Place,
    pub(super) boost: Boost,
    /// What stands behind the boost's name.
    pub(super) target: String,
}

/// Takes the boosts out of a comment that begins at a place; gives what is left, and them.
pub(super) fn extract(comment: &str, mut place: Place) -> (String, Vec<Command>) {
    let (mut rest, mut left, mut commands) = (comment, String::new(), Vec::new());
    while let Some((before, boost, target, after)) = next(rest) {
        place = place.after(before);
        commands.push(Command {
            place,
            boost,
            target: target.to_owned(),
        });
        place = place.after(&rest[before.len()..rest.len() - after.len()]);
        keep(&mut left, before);
        rest = after;
    }
    keep(&mut left, rest);
    (left, commands)
}

fn keep(left: &mut String, part: &str) {
    let part = part.trim();
    if !left.is_empty() && !part.is_empty() {
        left.push(' ');
    }
    left.push_str(part);
}

/// Whether a comment would be read as telling of a boost.
#[must_use]
pub fn holds_boost(comment: &str) -> bool {
    next(comment).is_some()
}

/// The first boost of a text: what stands before it, it, what stands behind its name, and the rest.
fn next(text: &str) -> Option<(&str, Boost, &str, &str)> {
    text.match_indices("[%").find_map(|(start, opening)| {
        let inside = &text[start + opening.len()..];
        // Up to the next bracket of either kind, so that no letter is looked at twice.
        let end = inside.find(['[', ']'])?;
        let after = inside[end..].strip_prefix(']')?;
        let inside = &inside[..end];
        let (name, target) = inside
            .split_once(char::is_whitespace)
            .unwrap_or((inside, ""));
        let boost = Boost::by_name(name)?;
        Some((&text[..start], boost, target.trim(), after))
    })
}
