//! Paths of methods, such as `/v1/games/{game_id}/moves`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, bail};
use percent_encoding::percent_decode_str;

/// A path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path(Vec<Segment>);

/// A part of a path, between two slashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Itself.
    Literal(String),
    /// The value of a field of the request, which is a text.
    Field(String),
}

impl Path {
    /// Its segments.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// The names of the fields whose values are in it.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|segment| match segment {
            Segment::Field(name) => Some(name.as_str()),
            Segment::Literal(_) => None,
        })
    }

    /// The values that a path has for the fields, each with the field's name; `None` where the path
    /// is another one.
    #[must_use]
    pub fn values<'a>(&'a self, path: &str) -> Option<Vec<(&'a str, Result<String, NotText>)>> {
        let mut parts = path.strip_prefix('/')?.split('/');
        let mut values = Vec::new();
        for segment in &self.0 {
            let part = parts.next()?;
            match segment {
                Segment::Literal(text) if text == part => {}
                Segment::Field(name) if !part.is_empty() => {
                    let value = decode(part).map(Cow::into_owned);
                    values.push((name.as_str(), value));
                }
                Segment::Literal(_) | Segment::Field(_) => return None,
            }
        }
        parts.next().is_none().then_some(values)
    }
}

/// A part of an address that is not UTF-8, or in which a `%` is not followed by two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText;

impl fmt::Display for NotText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("it is not UTF-8 in percent-encoding")
    }
}

/// The text of a part of an address.
pub(crate) fn decode(part: &str) -> Result<Cow<'_, str>, NotText> {
    let mut escapes = part.split('%').skip(1);
    let is_escape = |after: &str| {
        let digits = after.as_bytes().first_chunk::<2>();
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if !escapes.all(is_escape) {
        return Err(NotText);
    }
    let text = percent_decode_str(part).decode_utf8();
    text.map_err(|_not_utf8| NotText)
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in &self.0 {
            match segment {
                Segment::Literal(text) => write!(formatter, "/{text}")?,
                Segment::Field(name) => write!(formatter, "/{{{name}}}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = anyhow::Error;

    fn from_str(path: &str) -> anyhow::Result<Self> {
        let segments = path
            .strip_prefix('/')
            .context("a path begins with a slash")?;
        let segments = segments.split('/').map(segment);
        Ok(Self(segments.collect::<anyhow::Result<_>>()?))
    }
}

/// Reads a literal or a field's name; wildcards and other forms are not needed here.
fn segment(text: &str) -> anyhow::Result<Segment> {
    let is_made_of = |text: &str, more: &[char]| {
        let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        !text.is_empty()
            && text
                .chars()
                .all(|letter| fits(letter) || more.contains(&letter))
    };
    let field = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    match field {
        Some(name) if is_made_of(name, &['_']) => Ok(Segment::Field(name.to_owned())),
        None if is_made_of(text, &['-', '.']) => Ok(Segment::Literal(text.to_owned())),
        _ => bail!("`{text}` is neither a literal nor the name of a field"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_and_written() {
        let path: Path = "/v1/games/{game_id}/moves".parse().unwrap();
        assert_eq!(path.segments()[2], Segment::Field("game_id".to_owned()));
        assert_eq!(path.segments()[3], Segment::Literal("moves".to_owned()));
        assert_eq!(path.fields().collect::<Vec<_>>(), ["game_id"]);
        assert_eq!(path.to_string(), "/v1/games/{game_id}/moves");
        assert!("/.well-known/jwks.json".parse::<Path>().is_ok());
    }

    #[test]
    fn a_path_has_values_for_its_fields() {
        let path: Path = "/v1/games/{game_id}/moves".parse().unwrap();
        let found = path.values("/v1/games/a%2Fb/moves").unwrap();
        assert_eq!(found, [("game_id", Ok("a/b".to_owned()))]);
        for malformed in ["%ff", "%", "a%2", "%zz", "%%41"] {
            let found = path.values(&format!("/v1/games/{malformed}/moves"));
            assert_eq!(found.unwrap(), [("game_id", Err(NotText))], "{malformed}");
        }
        for other in [
            "/v1/games//moves",
            "/v1/games/a",
            "/v1/games/a/moves/b",
            "/v1/players/a/moves",
            "v1/games/a/moves",
        ] {
            assert!(path.values(other).is_none(), "{other}");
        }
    }

    #[test]
    fn other_forms_are_refused() {
        let wrong = [
            "",
            "v1",
            "/",
            "/v1/",
            "/v1//x",
            "/v1/{}",
            "/v1/{a=*}",
            "/v1/{a.b}",
            "/{a}:b",
            "/*",
        ];
        for wrong in wrong {
            assert!(wrong.parse::<Path>().is_err(), "{wrong}");
        }
    }
}
