//! Boosts as callers send them, and what they may be used on (rule book, section 6).

use draughts::combat::{Action, Boost};
use draughts::{Game, Notation, Square};
use platform::Fault;
use proto::rules::v1 as rules;

use crate::{refusal, wire};

/// Uses a boost. `path` is what its fields are called after: nothing, or such as
/// `actions[3].boost.`. A refusal leaves the game as it was.
pub(crate) fn apply(
    game: &mut Game,
    sent: &rules::BoostAction,
    path: &str,
) -> Result<Action, Fault> {
    let boost = wire::read_boost(sent.boost())
        .ok_or_else(|| refusal::missing(&format!("{path}boost"), "say which boost"))?;
    check_fields(boost, sent, path)?;
    let target = |game: &Game| {
        Square::parse(&sent.target, game.ruleset().board).map_err(|error| {
            let field = format!("{path}target");
            Fault::malformed(&field, "MALFORMED_SQUARE", error.to_string())
        })
    };
    let used = match boost {
        Boost::Recon => game.may_use(Boost::Recon).map(|()| Action::Recon),
        Boost::Rocket => {
            let target = target(game)?;
            game.rocket(target).map(|_| Action::Rocket(target))
        }
        Boost::Shield => {
            let target = target(game)?;
            game.shield(target).map(|()| Action::Shield(target))
        }
        Boost::Sabotage => game.sabotage(&sent.r#move).map(Action::Sabotage),
    };
    used.map_err(|refused| refusal::of_boost(&refused, &format!("{path}move")))
}

/// A rocket and a shield are used on a square, sabotage makes a move, and recon does neither.
fn check_fields(boost: Boost, sent: &rules::BoostAction, path: &str) -> Result<(), Fault> {
    let on_square = matches!(boost, Boost::Rocket | Boost::Shield);
    for (name, value, wanted, which) in [
        (
            "target",
            &sent.target,
            on_square,
            "a rocket and a shield are used on a square",
        ),
        (
            "move",
            &sent.r#move,
            boost == Boost::Sabotage,
            "sabotage makes a move of the opponent",
        ),
    ] {
        let field = || format!("{path}{name}");
        if wanted && value.is_empty() {
            return Err(refusal::missing(&field(), &format!("{which}: say which")));
        }
        if !wanted && !value.is_empty() {
            let message = format!("only {which}: leave it out");
            return Err(refusal::needless(&field(), &message));
        }
    }
    Ok(())
}

/// Every boost in the rule book's order: why it cannot be used, or what on.
pub(crate) fn choices(game: &Game, notation: Notation) -> Vec<rules::BoostChoice> {
    let board = game.ruleset().board;
    let choice = |boost: Boost| {
        let refused = game.may_use(boost).err();
        let targets = match boost {
            Boost::Rocket => wire::squares(game.rocket_targets(), board, notation),
            Boost::Shield => wire::squares(game.shield_places(), board, notation),
            Boost::Recon | Boost::Sabotage => Vec::new(),
        };
        let moves = match boost {
            Boost::Sabotage => sabotage_moves(game, notation),
            Boost::Recon | Boost::Rocket | Boost::Shield => Vec::new(),
        };
        rules::BoostChoice {
            boost: wire::boost(boost).into(),
            refused: refused.map(|refused| refusal::boost_reason(&refused).to_owned()),
            targets,
            moves,
        }
    };
    Boost::ALL.into_iter().map(choice).collect()
}

fn sabotage_moves(game: &Game, notation: Notation) -> Vec<rules::Move> {
    let Ok(turned) = game.opponents_turn() else {
        return Vec::new();
    };
    let ruleset = game.ruleset();
    let moves = turned.legal_moves(ruleset);
    let moves = moves
        .iter()
        .map(|legal| wire::played(legal, &turned.after(legal), ruleset.board, notation));
    wire::sorted(moves)
}
