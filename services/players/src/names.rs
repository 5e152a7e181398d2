//! Display names: of any script, but none that cannot be seen, and none that passes for another.

use std::fmt;
use std::str::FromStr;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::restriction_level::{RestrictionLevel, RestrictionLevelDetection as _};
use unicode_security::skeleton;

/// The shortest name, in characters.
const SHORTEST: usize = 2;

/// The longest name, in characters.
const LONGEST: usize = 24;

/// Marks on one letter: no script needs more, and more would cover what is around it.
const MOST_MARKS: usize = 3;

/// What may stand in a name besides letters, their marks and digits.
const PUNCTUATION: [char; 6] = [' ', '-', '_', '.', '\'', '\u{2019}'];

/// Letters and marks that show nothing: they would make two names of one.
const INVISIBLE: [(char, char); 9] = [
    ('\u{034F}', '\u{034F}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{17B4}', '\u{17B5}'),
    ('\u{180B}', '\u{180F}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{FE00}', '\u{FE0F}'),
    ('\u{FFA0}', '\u{FFA0}'),
    ('\u{16FE4}', '\u{16FE4}'),
    ('\u{E0000}', '\u{E0FFF}'),
];

/// A name that somebody may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(String);

/// Why nobody may have a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MalformedName {
    Length,
    Character(char),
    Marks,
    Letterless,
    MixedScripts,
}

impl fmt::Display for MalformedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "a name has {SHORTEST} to {LONGEST} characters"),
            Self::Character(found) => write!(
                f,
                "U+{:04X} has no place in a name: take letters and digits of any script, spaces \
                 and - _ . '",
                u32::from(*found)
            ),
            Self::Marks => write!(f, "a letter has {MOST_MARKS} marks at most"),
            Self::Letterless => f.write_str("a name has a letter or digit in it, and begins with one"),
            Self::MixedScripts => f.write_str(
                "these letters of several scripts pass for each other: write the name in one script",
            ),
        }
    }
}

impl FromStr for Name {
    type Err = MalformedName;

    fn from_str(text: &str) -> Result<Self, MalformedName> {
        // Before anything is done with it: the longest text would take a while.
        if text.len() > LONGEST * 32 {
            return Err(MalformedName::Length);
        }
        let words: Vec<_> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let name: String = words.join(" ").nfc().collect();
        if let Some(found) = name.chars().find(|&found| !is_allowed(found)) {
            return Err(MalformedName::Character(found));
        }
        if !(SHORTEST..=LONGEST).contains(&name.chars().count()) {
            return Err(MalformedName::Length);
        }
        if !name.starts_with(char::is_alphanumeric) {
            return Err(MalformedName::Letterless);
        }
        let marks = name
            .nfd()
            .scan(0, |marks, letter| {
                *marks = if is_combining_mark(letter) {
                    *marks + 1
                } else {
                    0
                };
                Some(*marks)
            })
            .max();
        if marks.unwrap_or_default() > MOST_MARKS {
            return Err(MalformedName::Marks);
        }
        if mixes_scripts(&name) {
            return Err(MalformedName::MixedScripts);
        }
        Ok(Self(name))
    }
}

impl Name {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The same for all names that read alike: whatever the case, the width, the form of letters.
    pub(crate) fn fold(&self) -> String {
        let folded = fold(&self.0);
        fold(&skeleton(&folded).collect::<String>())
    }

    /// The same for all names that look alike as they are written, such as with a capital i and a
    /// small l.
    pub(crate) fn look(&self) -> String {
        let composed: String = self.0.nfkc().collect();
        fold(&skeleton(&composed).collect::<String>())
    }
}

/// Without cases and compatibility forms. Upper case first: it makes two letters of one where lower
/// case would leave one.
fn fold(text: &str) -> String {
    let composed: String = text.nfkc().collect();
    composed.to_uppercase().to_lowercase().nfkc().collect()
}

fn is_allowed(letter: char) -> bool {
    let visible = INVISIBLE
        .iter()
        .all(|(first, last)| !(first..=last).contains(&&letter));
    visible
        && (letter.is_alphanumeric() || is_combining_mark(letter) || PUNCTUATION.contains(&letter))
}

/// Whether letters of several scripts stand together that are not written together: Latin stands
/// beside most scripts, but not beside Cyrillic and Greek, which look like it.
fn mixes_scripts(name: &str) -> bool {
    let letters: String = name
        .chars()
        .filter(|letter| !PUNCTUATION.contains(letter))
        .collect();
    AugmentedScriptSet::for_str(&letters).is_empty()
        && letters.as_str().detect_restriction_level() > RestrictionLevel::ModeratelyRestrictive
}

#[cfg(test)]
mod tests;
