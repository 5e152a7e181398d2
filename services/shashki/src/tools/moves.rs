//! `shashki moves`: what can be played in a position.

use std::io;

use draughts::{Game, Ruleset};
use serde::{Deserialize, Serialize};

use super::lines::{self, print};
use super::{End, Form, Refusal, ruleset, show, start};

/// Lists the legal moves of a position
///
/// With --json it reads lines like {"ruleset":"russian","fen":"W:Wc3:Bd4"} and answers each with
/// {"moves":[...],"after":[...],"outcome":null}: the moves sorted, the position after each of them,
/// and how the game ends if it is over. Both fields may be left out.
#[derive(Debug, clap::Args)]
pub(crate) struct Moves {
    /// The ruleset; with --json, that of lines that name none
    #[arg(long, default_value = "russian", value_parser = ruleset)]
    ruleset: &'static Ruleset,

    /// The position as FEN in either notation; left out, the start of a game
    #[arg(long, conflicts_with = "json")]
    fen: Option<String>,

    #[command(flatten)]
    form: Form,
}

/// A line that asks.
#[derive(Deserialize)]
struct Request {
    ruleset: Option<String>,
    fen: Option<String>,
}

/// The line that answers.
#[derive(Serialize)]
struct Response {
    moves: Vec<String>,
    after: Vec<String>,
    outcome: Option<End>,
}

impl Moves {
    /// Runs the tool.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.form.json {
            return lines::answer(io::stdin(), |request| self.respond(request));
        }
        let position = start(self.fen.as_deref(), self.ruleset)?;
        let game = Game::from_position(self.ruleset, position);
        let list = self.list(&game);
        let notation = self.form.notation(self.ruleset);
        print(|out| {
            show(&game, notation, out)?;
            match list.moves.len() {
                0 => writeln!(out, "no legal move")?,
                1 => writeln!(out, "1 legal move:")?,
                count => writeln!(out, "{count} legal moves:")?,
            }
            for (text, after) in list.moves.iter().zip(&list.after) {
                writeln!(out, "  {text:<16} {after}")?;
            }
            if let Some(outcome) = game.outcome() {
                writeln!(out, "the game is over: {outcome}")?;
            }
            Ok(())
        })
    }

    fn respond(&self, request: Request) -> Result<Response, Refusal> {
        let ruleset = request
            .ruleset
            .map_or(Ok(self.ruleset), |id| ruleset(&id))?;
        let position = start(request.fen.as_deref(), ruleset)?;
        Ok(self.list(&Game::from_position(ruleset, position)))
    }

    /// The moves of the position, also where a draw has ended the game.
    fn list(&self, game: &Game) -> Response {
        let (ruleset, position) = (game.ruleset(), game.position());
        let notation = self.form.notation(ruleset);
        let moves = position.legal_moves(ruleset);
        let written = moves.iter().map(|legal| {
            let after = position.after(legal).to_fen(ruleset.board, notation);
            (legal.to_text(ruleset.board, notation), after)
        });
        let mut written: Vec<(String, String)> = written.collect();
        written.sort_unstable();
        let (moves, after) = written.into_iter().unzip();
        Response {
            moves,
            after,
            outcome: End::of(game),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn respond(line: &str) -> String {
        let tool = Moves {
            ruleset: &draughts::RULESETS[0],
            fen: None,
            form: Form {
                notation: None,
                json: true,
            },
        };
        match lines::parse(line.as_bytes()).and_then(|request| tool.respond(request)) {
            Ok(response) => serde_json::to_string(&response).unwrap(),
            Err(refusal) => serde_json::to_string(&refusal).unwrap(),
        }
    }

    #[test]
    fn a_line_is_answered_in_the_rulesets_own_notation() {
        assert_eq!(
            respond(r#"{"ruleset":"russian","fen":"W:Wh6:Bg7,c5,d2","id":7}"#),
            r#"{"moves":["h6:f8:b4:e1"],"after":["B:WKe1:B"],"outcome":null}"#
        );
        assert_eq!(
            respond(r#"{"ruleset":"international","fen":"W:W25:B20,9"}"#),
            r#"{"moves":["25x14x3"],"after":["B:WK3:B"],"outcome":null}"#
        );
        assert_eq!(
            respond(r#"{"ruleset":"russian-giveaway","fen":"W:Wa3:Bb4,c5"}"#),
            r#"{"moves":[],"after":[],"outcome":{"winner":"W","result":"1-0","reason":"no_moves"}}"#
        );
        assert!(respond("{}").starts_with(r#"{"moves":["a3-b4","c3-b4","#));
    }

    #[test]
    fn a_line_that_cannot_be_answered_says_why() {
        for (line, reason) in [
            (r#"{"ruleset":"chess"}"#, "unknown_ruleset"),
            (r#"{"fen":"W:Wa2:B"}"#, "malformed_fen"),
            ("W:Wa1:B", "malformed_json"),
        ] {
            let refusal = respond(line);
            assert!(
                refusal.starts_with(&format!(r#"{{"reason":"{reason}""#)),
                "{refusal}"
            );
        }
    }
}
