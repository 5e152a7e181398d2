//! `shashki boost`: what boosts can be used on in a position, and what they do.

use std::io;

use draughts::combat::Boost;
use draughts::{Bitboard, Game, Notation, Ruleset};
use serde::{Deserialize, Serialize};

use super::action::Action;
use super::lines::{self, print};
use super::{End, Form, Refusal, ruleset, show, start};

/// Says what boosts can be used on in a position, or uses one
///
/// With --json it reads lines like {"ruleset":"russian","fen":"W:Wc3:Bd6,f6","boost":"rocket",
/// "target":"f6"} or {"fen":"W:Wc3:Bf6","boost":"sabotage","move":"f6-g5"} and answers each with
/// {"after":"W:Wc3:Bd6","targets":["d6","f6"],"outcome":null}: the position after it, for a rocket
/// all that it could have hit, and how the game ends if it does; or with
/// {"error":{"reason","message"}}.
#[derive(Debug, clap::Args)]
pub(crate) struct BoostTool {
    /// The ruleset; with --json, that of lines that name none
    #[arg(long, default_value = "russian-late-promotion", value_parser = ruleset)]
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
    boost: String,
    target: Option<String>,
    #[serde(rename = "move")]
    text: Option<String>,
}

/// The line that answers.
#[derive(Serialize)]
struct Response {
    after: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    targets: Option<Vec<String>>,
    outcome: Option<End>,
}

impl BoostTool {
    /// Runs the tool.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.form.json {
            return lines::answer(io::stdin(), |request| self.respond(request));
        }
        let position = start(self.fen.as_deref(), self.ruleset)?;
        let game = Game::from_position(self.ruleset, position);
        let notation = self.form.notation(self.ruleset);
        print(|out| {
            show(&game, notation, out)?;
            let moves = game.sabotage_moves();
            let moves = moves.iter();
            let mut moves: Vec<_> = moves
                .map(|legal| legal.to_text(self.ruleset.board, notation))
                .collect();
            moves.sort_unstable();
            for (boost, on) in [
                (Boost::Rocket, names(game.rocket_targets(), &game, notation)),
                (Boost::Shield, names(game.shield_places(), &game, notation)),
                (Boost::Sabotage, moves),
            ] {
                let on = if on.is_empty() {
                    "nothing".to_owned()
                } else {
                    on.join(", ")
                };
                writeln!(out, "{:<9} {on}", boost.as_str())?;
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
        let mut game = Game::from_position(ruleset, position);
        let notation = self.form.notation(ruleset);
        let targets = names(game.rocket_targets(), &game, notation);
        let is_rocket = request.boost == Boost::Rocket.as_str();
        let action = Action {
            boost: Some(request.boost),
            target: request.target,
            text: request.text,
        };
        action.apply(&mut game)?;
        Ok(Response {
            after: game.position().to_fen(ruleset.board, notation),
            targets: is_rocket.then_some(targets),
            outcome: End::of(&game),
        })
    }
}

/// Squares by name, sorted.
fn names(squares: Bitboard, game: &Game, notation: Notation) -> Vec<String> {
    let name = |square: draughts::Square| square.to_text(game.ruleset().board, notation);
    let mut names: Vec<_> = squares.into_iter().map(name).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn respond(line: &str) -> String {
        let tool = BoostTool {
            ruleset: ruleset("russian-late-promotion").unwrap(),
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
    fn a_boost_is_used() {
        for (line, answer) in [
            (
                r#"{"fen":"W:Wc3:Bd6,f6","boost":"rocket","target":"f6"}"#,
                r#"{"after":"W:Wc3:Bd6","targets":["d6","f6"],"outcome":null}"#,
            ),
            (
                r#"{"fen":"W:Wc3:Bf6","boost":"sabotage","move":"f6-g5"}"#,
                r#"{"after":"W:Wc3:Bg5","outcome":null}"#,
            ),
            (
                r#"{"fen":"W:Wc3:Bf6","boost":"recon"}"#,
                r#"{"after":"W:Wc3:Bf6","outcome":null}"#,
            ),
        ] {
            assert_eq!(respond(line), answer);
        }
    }

    #[test]
    fn a_boost_that_cannot_be_used_says_why() {
        for (line, reason) in [
            (r#"{"boost":"rocket"}"#, "missing_target"),
            (r#"{"boost":"rocket","target":"z9"}"#, "unreadable_square"),
            (r#"{"boost":"rocket","target":"c3"}"#, "not_a_target"),
            (r#"{"boost":"shield","target":"h8"}"#, "not_your_man"),
            (r#"{"boost":"sabotage"}"#, "missing_move"),
            (r#"{"boost":"sabotage","move":"c3-d4"}"#, "illegal_move"),
            (r#"{"boost":"nuke"}"#, "unknown_boost"),
            (
                r#"{"fen":"W:Wa1:Bb6:Sc3","boost":"recon"}"#,
                "malformed_fen",
            ),
            (r#"{"fen":"W:W:Bb6","boost":"recon"}"#, "game_over"),
        ] {
            let refusal = respond(line);
            assert!(
                refusal.starts_with(&format!(r#"{{"reason":"{reason}""#)),
                "{line}: {refusal}"
            );
        }
    }
}
