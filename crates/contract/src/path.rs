//! Paths of methods, such as `/v1/games/{game_id}/moves`.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, bail};

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
