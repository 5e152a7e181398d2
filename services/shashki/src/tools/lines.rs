//! JSON lines in, JSON lines out.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Refusal;

/// An answer, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer<T> {
    Given(T),
    Refused { error: Refusal },
}

/// Opens a file, or standard input for `-`.
pub(super) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(file))
}

/// Answers each line of `input` with a line on standard output. Blank lines are passed over.
pub(super) fn answer<Request: DeserializeOwned, Response: Serialize>(
    input: impl Read,
    mut respond: impl FnMut(Request) -> Result<Response, Refusal>,
) -> anyhow::Result<()> {
    let mut input = BufReader::new(input);
    print(|out| {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            if !line.trim_ascii().is_empty() {
                let answer = match parse(&line).and_then(&mut respond) {
                    Ok(response) => Answer::Given(response),
                    Err(error) => Answer::Refused { error },
                };
                serde_json::to_writer(&mut *out, &answer)?;
                out.write_all(b"\n")?;
            }
            line.clear();
            // Whoever writes a line and waits for its answer gets it at once.
            if input.buffer().is_empty() {
                out.flush()?;
            }
        }
        Ok(())
    })
}

/// Reads a request.
pub(super) fn parse<Request: DeserializeOwned>(line: &[u8]) -> Result<Request, Refusal> {
    serde_json::from_slice(line).map_err(|error| Refusal::new("malformed_json", error.to_string()))
}

/// Writes to standard output, with a buffer. A reader that has seen enough (`| head`) is no fault.
pub(super) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write"),
    }
}
