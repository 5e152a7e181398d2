//! What has happened in a game, told again: events are not kept, they follow from the game.

use proto::games::v1 as messages;
use tonic::Status;

use crate::game::{Game, Happening};
use crate::rulebook::Rulebook;
use crate::wire;

/// The events after a version, in order.
pub(crate) async fn events_after(
    rulebook: &Rulebook,
    id: &str,
    game: &Game,
    version: u64,
) -> Result<Vec<messages::GameEvent>, Status> {
    let missed: Vec<_> = game.told_after(version).collect();
    let moves = missed
        .iter()
        .filter(|(_, entry, _)| matches!(entry.happening, Happening::Moved { .. }))
        .count();
    // The usual case needs no replay: the position after the last move is at hand.
    let fens = match moves {
        0 => Vec::new(),
        1 => vec![game.position().fen.clone()],
        _ => {
            let all = positions(rulebook, game, usize::MAX).await?;
            all[all.len().saturating_sub(moves)..].to_vec()
        }
    };
    let mut fens = fens.into_iter();
    let told = missed.into_iter().map(|(version, entry, state)| {
        let fen = match entry.happening {
            Happening::Moved { .. } => fens.next().unwrap_or_default(),
            _ => String::new(),
        };
        wire::event(id, game.beginning(), version, entry, &state, &fen)
    });
    Ok(told.collect())
}

/// The event that led to a version.
pub(crate) async fn event_at(
    rulebook: &Rulebook,
    id: &str,
    game: &Game,
    version: u64,
) -> Result<messages::GameEvent, Status> {
    let (_, entry, state) = game.told_after(version - 1).next().ok_or_else(|| {
        Status::from(platform::Fault::internal(
            "NO_SUCH_EVENT",
            "the game has no such event",
        ))
    })?;
    let fen = match entry.happening {
        Happening::Moved { .. } if state.ply == game.state().ply => game.position().fen.clone(),
        Happening::Moved { .. } => positions(rulebook, game, state.ply as usize)
            .await?
            .pop()
            .unwrap_or_default(),
        _ => String::new(),
    };
    Ok(wire::event(
        id,
        game.beginning(),
        version,
        entry,
        &state,
        &fen,
    ))
}

/// The event of a move, counted from 1, if `text` means that move where it was played.
pub(crate) async fn repeated_move(
    rulebook: &Rulebook,
    id: &str,
    game: &Game,
    number: u32,
    text: &str,
) -> Result<Option<messages::GameEvent>, Status> {
    let place = number as usize - 1;
    let Some((_, _, played, _)) = game.moves().nth(place) else {
        return Ok(None);
    };
    if played != text
        && !means(rulebook, game, place, text)
            .await
            .is_ok_and(|meant| meant == played)
    {
        return Ok(None);
    }
    let is_it = |(_, entry, state): &(u64, &crate::game::Entry, crate::game::State)| {
        state.ply == number && matches!(entry.happening, Happening::Moved { .. })
    };
    match game.told_after(1).find(is_it) {
        Some((version, _, _)) => Ok(Some(event_at(rulebook, id, game, version).await?)),
        None => Ok(None),
    }
}

/// The move that a text means after so many moves, in full.
async fn means(
    rulebook: &Rulebook,
    game: &Game,
    after: usize,
    text: &str,
) -> Result<String, Status> {
    let beginning = game.beginning();
    let there = rulebook
        .replay(&beginning.ruleset, &beginning.start_fen, texts(game, after))
        .await?;
    let position = there.position.unwrap_or_default();
    Ok(rulebook
        .apply(&beginning.ruleset, &position, text)
        .await?
        .text)
}

/// The positions after each of the first moves of a game.
async fn positions(rulebook: &Rulebook, game: &Game, count: usize) -> Result<Vec<String>, Status> {
    let beginning = game.beginning();
    let answer = rulebook
        .replay(&beginning.ruleset, &beginning.start_fen, texts(game, count))
        .await?;
    Ok(answer
        .moves
        .into_iter()
        .map(|played| played.after_fen)
        .collect())
}

fn texts(game: &Game, count: usize) -> Vec<String> {
    game.moves()
        .take(count)
        .map(|(_, _, text, _)| text.to_owned())
        .collect()
}
