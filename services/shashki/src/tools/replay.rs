//! `shashki replay`: plays games that are written down.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use draughts::{Game, GameResult, Ruleset, pdn};
use serde::{Deserialize, Serialize};

use super::action::{Action, Done};
use super::board::Drawing;
use super::lines::{self, open, print};
use super::{End, Form, Refusal, ruleset, start};

/// Plays written games and says how they end
///
/// The file holds PDN, or lines like {"ruleset":"russian","start":"W:Wc3:Bd4","moves":["c3:e5"]}; a
/// game with boosts has "actions" instead of "moves": {"move":"c3-d4"}, {"boost":"rocket",
/// "target":"f6"}, {"boost":"shield","target":"c3"}, {"boost":"sabotage","move":"f6-g5"} or
/// {"boost":"recon"}.
/// With --json each such line is answered with {"final","plies","over","winner","result","reason"},
/// or with {"error":{"ply","move","reason","message"}} for the first move that is refused.
#[derive(Debug, clap::Args)]
pub(crate) struct Replay {
    /// The file to read, - for standard input
    #[arg(
        required_unless_present = "json",
        default_value_if("json", "true", "-")
    )]
    file: Option<PathBuf>,

    /// The ruleset of games that name none
    #[arg(long, default_value = "russian", value_parser = ruleset)]
    ruleset: &'static Ruleset,

    #[command(flatten)]
    form: Form,
}

/// A game as a line of JSON.
#[derive(Deserialize)]
struct Request {
    ruleset: Option<String>,
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    actions: Option<Vec<Action>>,
}

/// How a game went.
#[derive(Serialize)]
struct Response {
    r#final: String,
    plies: usize,
    over: bool,
    #[serde(flatten)]
    end: End,
}

/// A game that was played to the end of what is written.
struct Course {
    start: Game,
    done: Vec<Done>,
    last: Game,
}

impl Course {
    fn plies(&self) -> usize {
        self.done.iter().filter(|done| done.is_ply()).count()
    }
}

impl Replay {
    /// Runs the tool.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut input = open(self.file.as_deref().unwrap_or("-".as_ref()))?;
        if self.form.json {
            return lines::answer(input, |request| {
                Ok(self.response(&play_request(request, self.ruleset)?))
            });
        }
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        let mut faults = 0;
        print(|out| {
            faults = if is_json(&bytes) {
                self.print_lines(&bytes, out)?
            } else {
                self.print_pdn(&String::from_utf8_lossy(&bytes), out)?
            };
            Ok(())
        })?;
        anyhow::ensure!(faults == 0, "games with a fault: {faults}");
        Ok(())
    }

    fn response(&self, course: &Course) -> Response {
        let ruleset = course.last.ruleset();
        let notation = self.form.notation(ruleset);
        let end = End::of(&course.last);
        Response {
            r#final: course.last.position().to_fen(ruleset.board, notation),
            plies: course.plies(),
            over: end.is_some(),
            end: end.unwrap_or(End {
                winner: None,
                result: "*",
                reason: None,
            }),
        }
    }

    /// Prints games that are lines of JSON; says how many have a fault.
    fn print_lines(&self, bytes: &[u8], out: &mut dyn Write) -> io::Result<usize> {
        let lines = bytes
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.trim_ascii().is_empty());
        let mut faults = 0;
        for (place, line) in lines.enumerate() {
            writeln!(out, "Game {}", place + 1)?;
            let course = lines::parse(line).and_then(|line| play_request(line, self.ruleset));
            match course {
                Ok(course) => self.print_course(&course, None, out)?,
                Err(refusal) => {
                    faults += 1;
                    print_refusal(&refusal, out)?;
                }
            }
        }
        Ok(faults)
    }

    /// Prints the games of a PDN file; says how many have a fault.
    fn print_pdn(&self, text: &str, out: &mut dyn Write) -> io::Result<usize> {
        let mut faults = 0;
        for (place, record) in pdn::read(text, self.ruleset).into_iter().enumerate() {
            write!(out, "Game {}", place + 1)?;
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    faults += 1;
                    writeln!(out, "\n  {error}\n")?;
                    continue;
                }
            };
            if let (Some(white), Some(black)) = (record.tag("White"), record.tag("Black")) {
                write!(out, ": {white} - {black}")?;
            }
            writeln!(out)?;
            let actions = record.actions.iter();
            let actions = actions.map(|action| Action::of(action, record.ruleset));
            match play(Game::from_position(record.ruleset, record.start), actions) {
                Ok(course) => self.print_course(&course, record.result, out)?,
                Err(refusal) => {
                    faults += 1;
                    print_refusal(&refusal, out)?;
                }
            }
        }
        Ok(faults)
    }

    fn print_course(
        &self,
        course: &Course,
        recorded: Option<GameResult>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let ruleset = course.last.ruleset();
        let notation = self.form.notation(ruleset);
        let start = course.start.position();
        writeln!(
            out,
            "  {} from {}",
            ruleset.id,
            start.to_fen(ruleset.board, notation)
        )?;
        let has_boosts = course
            .done
            .iter()
            .any(|done| matches!(done, Done::Boost(..)));
        let texts = course.done.iter();
        let texts = texts.map(|done| done.to_text(&course.last, notation));
        if has_boosts {
            // Turns are not in pairs any more: a line each.
            for text in texts {
                writeln!(out, "    {text}")?;
            }
        } else {
            let black_begins = usize::from(start.side_to_move() != ruleset.first_mover);
            print_pairs(texts, black_begins, out)?;
        }
        writeln!(out, "\n{}", Drawing(course.last.position(), ruleset))?;
        let side = course.last.position().side_to_move();
        match (course.last.outcome(), recorded) {
            (Some(outcome), _) => writeln!(out, "  {outcome}\n"),
            (None, Some(result)) => {
                writeln!(out, "  {} by record, {side} to move\n", result.score())
            }
            (None, None) => writeln!(out, "  * {side} to move\n"),
        }
    }
}

/// Prints moves by twos; `first` is 1 if Black begins.
fn print_pairs(
    texts: impl Iterator<Item = String>,
    first: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut ply = first;
    for text in texts {
        if ply.is_multiple_of(2) {
            write!(out, "{:>5}. {text:<12}", ply / 2 + 1)?;
        } else if ply == first {
            writeln!(out, "{:>5}. {:<12} {text}", ply / 2 + 1, "...")?;
        } else {
            writeln!(out, " {text}")?;
        }
        ply += 1;
    }
    if ply % 2 == 1 {
        writeln!(out)?;
    }
    Ok(())
}

/// Whether a file holds lines of JSON; a PDN file can begin with a brace as well, of a comment.
fn is_json(bytes: &[u8]) -> bool {
    let inside = bytes.trim_ascii_start().strip_prefix(b"{");
    inside.is_some_and(|inside| inside.trim_ascii_start().starts_with(b"\""))
}

fn print_refusal(refusal: &Refusal, out: &mut dyn Write) -> io::Result<()> {
    match refusal.ply {
        Some(ply) => writeln!(
            out,
            "  ply {ply}: {} ({})\n",
            refusal.message, refusal.reason
        ),
        None => writeln!(out, "  {} ({})\n", refusal.message, refusal.reason),
    }
}

fn play_request(request: Request, fallback: &'static Ruleset) -> Result<Course, Refusal> {
    let ruleset = request.ruleset.map_or(Ok(fallback), |id| ruleset(&id))?;
    let position = start(request.start.as_deref(), ruleset)?;
    let actions = match request.actions {
        Some(_) if !request.moves.is_empty() => {
            let message = "give either \"moves\" or \"actions\"".to_owned();
            return Err(Refusal::new("moves_or_actions", message));
        }
        Some(actions) => actions,
        None => request.moves.into_iter().map(Action::play).collect(),
    };
    play(Game::from_position(ruleset, position), actions)
}

/// Carries the actions out in turn, up to the first that is refused.
fn play(start: Game, actions: impl IntoIterator<Item = Action>) -> Result<Course, Refusal> {
    let last = start.clone();
    let done = Vec::new();
    let mut course = Course { start, done, last };
    for action in actions {
        match action.apply(&mut course.last) {
            Ok(done) => course.done.push(done),
            Err(refusal) => {
                return Err(Refusal {
                    ply: Some(course.plies() + 1),
                    text: action.text,
                    ..refusal
                });
            }
        }
    }
    Ok(course)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOL: Replay = Replay {
        file: None,
        ruleset: &draughts::RULESETS[0],
        form: Form {
            notation: None,
            json: false,
        },
    };

    fn respond(line: &str) -> String {
        let course =
            lines::parse(line.as_bytes()).and_then(|line| play_request(line, TOOL.ruleset));
        match course {
            Ok(course) => serde_json::to_string(&TOOL.response(&course)).unwrap(),
            Err(refusal) => serde_json::to_string(&refusal).unwrap(),
        }
    }

    #[test]
    fn a_game_is_played_to_its_end() {
        assert_eq!(
            respond(r#"{"ruleset":"russian","start":"W:Wc3:Bd4","moves":["c3xe5"]}"#),
            r#"{"final":"B:We5:B","plies":1,"over":true,"winner":"W","result":"1-0","reason":"no_pieces"}"#
        );
        assert_eq!(
            respond(r#"{"start":"W:Wc3:Bh8","moves":["22-18"]}"#),
            r#"{"final":"B:Wd4:Bh8","plies":1,"over":false,"winner":null,"result":"*","reason":null}"#
        );
    }

    #[test]
    fn a_game_with_boosts_is_played() {
        assert_eq!(
            respond(
                r#"{"ruleset":"russian","start":"W:Wc3,e3:Bf6,h8","actions":[{"boost":"recon"},
                {"boost":"shield","target":"c3"},{"boost":"rocket","target":"h8"},
                {"boost":"sabotage","move":"f6-g5"},{"move":"e3-f4"},{"move":"g5:e3"}]}"#
            ),
            r#"{"final":"W:Wc3:Be3:Sc3","plies":3,"over":false,"winner":null,"result":"*","reason":null}"#
        );
        let refusal = respond(
            r#"{"actions":[{"move":"c3-d4"},{"boost":"shield","target":"a7"},
            {"boost":"shield","target":"b6"}]}"#,
        );
        assert!(
            refusal.starts_with(r#"{"ply":2,"reason":"shield_already_placed""#),
            "{refusal}"
        );
        let both = respond(r#"{"moves":["c3-d4"],"actions":[]}"#);
        assert!(both.contains("moves_or_actions"), "{both}");
    }

    #[test]
    fn the_first_move_refused_is_named() {
        for (line, ply, text, reason) in [
            (r#"{"moves":["c3-d4","c3-d4"]}"#, 2, "c3-d4", "illegal_move"),
            (
                r#"{"moves":["c3-d4","pass"]}"#,
                2,
                "pass",
                "unreadable_move",
            ),
            (
                r#"{"start":"W:Wc3:Bd4","moves":["c3:e5","a1-b2"]}"#,
                2,
                "a1-b2",
                "game_over",
            ),
            (
                r#"{"start":"W:WKa1:Bc3,f6","moves":["a1:h8"]}"#,
                1,
                "a1:h8",
                "ambiguous_move",
            ),
        ] {
            let refusal = respond(line);
            let start = format!(r#"{{"ply":{ply},"move":"{text}","reason":"{reason}","message":""#);
            assert!(refusal.starts_with(&start), "{refusal}");
        }
    }

    #[test]
    fn files_are_told_apart_and_faults_are_counted() {
        assert!(is_json(b" { \"moves\": [] }") && !is_json(b"{so} 1. c3-d4 *"));
        let mut out = Vec::new();
        let faults = TOOL
            .print_pdn("1. c3-d4 * 1. c3-d5 * 1. c3-b4 b6-a5 *", &mut out)
            .unwrap();
        assert_eq!(faults, 1);
        let out = String::from_utf8(out).unwrap();
        assert!(
            out.contains("Game 3") && out.contains("line 1, column 15"),
            "{out}"
        );
    }
}
