//! What has happened in a game, told again: events are not kept, they follow from the game.

use tonic::Status;

use crate::game::{Cause, Event, Game, Happening};
use crate::rulebook::Rulebook;

/// The events after a version, in order.
pub(crate) async fn events_after(
    rulebook: &Rulebook,
    game: &Game,
    version: u64,
) -> Result<Vec<Event>, Status> {
    let seen = usize::try_from(version.saturating_sub(1)).unwrap_or(usize::MAX);
    let missed = game.moves.len().saturating_sub(seen);
    let fens = match missed {
        0 => Vec::new(),
        // The usual case needs no replay: the position after the last move is at hand.
        1 => vec![game.position.fen.clone()],
        _ => replayed(rulebook, game, game.moves.len())
            .await?
            .split_off(seen),
    };
    let mut events: Vec<_> = (seen + 1..)
        .zip(fens)
        .map(|(number, fen)| moved(game, number, fen))
        .collect();
    if game.version() > version {
        events.extend(closing(game));
    }
    Ok(events)
}

/// The event of one move, counted from 1.
pub(crate) async fn event_of_move(
    rulebook: &Rulebook,
    game: &Game,
    number: usize,
) -> Result<Event, Status> {
    let fen = if number == game.moves.len() {
        game.position.fen.clone()
    } else {
        replayed(rulebook, game, number)
            .await?
            .pop()
            .unwrap_or_default()
    };
    Ok(moved(game, number, fen))
}

/// The move that a text means where the move of that number was played, in full.
pub(crate) async fn meaning(
    rulebook: &Rulebook,
    game: &Game,
    number: usize,
    text: &str,
) -> Result<String, Status> {
    let before = texts(game, number - 1);
    let there = rulebook
        .replay(&game.ruleset, &game.start_fen, before)
        .await?;
    let position = there.position.unwrap_or_default();
    Ok(rulebook.apply(&game.ruleset, &position, text).await?.text)
}

/// How a game was closed otherwise than by a move.
pub(crate) fn closing(game: &Game) -> Option<Event> {
    let ending = game.ending.as_ref()?;
    let happening = match ending.cause {
        Cause::Move => return None,
        Cause::Resignation(side) => Happening::Resigned(side),
        Cause::Abandonment => Happening::Abandoned,
    };
    Some(Event {
        version: game.version(),
        at: ending.at,
        happening,
        outcome: Some(ending.outcome.clone()),
    })
}

/// The positions after the first moves of a game.
async fn replayed(rulebook: &Rulebook, game: &Game, count: usize) -> Result<Vec<String>, Status> {
    let answer = rulebook
        .replay(&game.ruleset, &game.start_fen, texts(game, count))
        .await?;
    Ok(answer
        .moves
        .into_iter()
        .map(|played| played.after_fen)
        .collect())
}

fn texts(game: &Game, count: usize) -> Vec<String> {
    game.moves
        .iter()
        .take(count)
        .map(|played| played.text.clone())
        .collect()
}

fn moved(game: &Game, number: usize, fen: String) -> Event {
    let played = &game.moves[number - 1];
    let ply = u32::try_from(number).unwrap_or(u32::MAX);
    let ended = game
        .ending
        .as_ref()
        .filter(|ending| ending.cause == Cause::Move && number == game.moves.len());
    Event {
        version: 1 + number as u64,
        at: played.at,
        happening: Happening::Moved {
            ply,
            side: game.side_at(ply),
            text: played.text.clone(),
            fen,
            to_move: game.side_at(ply + 1),
        },
        outcome: ended.map(|ending| ending.outcome.clone()),
    }
}
