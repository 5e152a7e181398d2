//! What a server says of itself in answer to `HELLO`.

use ::redis::Value;

use crate::Error;

pub(super) struct Greeting {
    version: String,
    mode: String,
}

/// What kind of server it is.
pub(super) enum Mode {
    Standalone,
    Cluster,
    Other(String),
}

impl Greeting {
    pub(super) fn read(answer: &Value) -> Self {
        let field = |wanted: &[u8]| {
            let value = answer.as_map_iter().and_then(|mut entries| {
                entries.find_map(|(name, value)| match (name, value) {
                    (Value::BulkString(name), Value::BulkString(value)) if name == wanted => {
                        Some(String::from_utf8_lossy(value).into_owned())
                    }
                    _ => None,
                })
            });
            value.unwrap_or_else(|| "of an unknown kind".to_owned())
        };
        Self {
            version: field(b"version"),
            mode: field(b"mode"),
        }
    }

    pub(super) fn mode(self) -> Mode {
        match self.mode.as_str() {
            "standalone" => Mode::Standalone,
            "cluster" => Mode::Cluster,
            _ => Mode::Other(self.mode),
        }
    }

    /// Sharded channels and scripts with a header came with Redis 7.
    pub(super) fn require_version_7(&self) -> Result<(), Error> {
        let version = &self.version;
        let major = version.split('.').next().map(str::parse::<u32>);
        match major {
            Some(Ok(7..)) => Ok(()),
            _ => Err(Error::unavailable(format!(
                "Redis 7 or newer is needed, this one is {version}"
            ))),
        }
    }
}
