//! What has happened in a game, told again: events are not kept, they follow from the game.

use proto::games::v1 as messages;
use proto::rules::v1::{Notation, ReplayResponse};
use tonic::Status;

use crate::boosts::{Wish, is_same};
use crate::game::{Action, Deed, Game, Happening};
use crate::rulebook::Rulebook;
use crate::sealed::Sealed;
use crate::wire;

/// The events after a version, in order.
pub(crate) async fn events_after(
    rulebook: &Rulebook,
    id: &str,
    game: &Game,
    version: u64,
) -> Result<Vec<Sealed<messages::GameEvent>>, Status> {
    let missed: Vec<_> = game
        .actions()
        .filter(|action| action.version > version)
        .collect();
    let mut fens = fens(rulebook, game, &missed).await?.into_iter();
    let told = game.told_after(version).map(|(version, entry, state)| {
        let fen = if is_action(&entry.happening) {
            fens.next().unwrap_or_default()
        } else {
            String::new()
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
) -> Result<Sealed<messages::GameEvent>, Status> {
    let (_, entry, state) = game.told_after(version - 1).next().ok_or_else(|| {
        tracing::error!(game = id, version, "the game has no such event");
        Status::from(platform::Fault::internal("the game has no such event"))
    })?;
    let fen = if !is_action(&entry.happening) {
        String::new()
    } else {
        let action = game.actions().find(|action| action.version == version);
        let fens = fens(rulebook, game, action.as_slice()).await?;
        fens.into_iter().next().unwrap_or_default()
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
) -> Result<Option<Sealed<messages::GameEvent>>, Status> {
    let is_it = |action: &Action<'_>| action.ply().is_some_and(|ply| ply.number == number);
    let Some(action) = game.actions().find(is_it) else {
        return Ok(None);
    };
    let Deed::Move(played) = action.deed else {
        return Ok(None);
    };
    if played != text
        && !means(rulebook, game, &action, text)
            .await
            .is_ok_and(|meant| meant == played)
    {
        return Ok(None);
    }
    Ok(Some(event_at(rulebook, id, game, action.version).await?))
}

/// The event of a boost at an action, counted from 1, if a wish means that boost where it was used.
pub(crate) async fn repeated_boost(
    rulebook: &Rulebook,
    id: &str,
    game: &Game,
    number: u32,
    wish: Wish<'_>,
) -> Result<Option<Sealed<messages::GameEvent>>, Status> {
    let Some(action) = game.actions().nth(number as usize - 1) else {
        return Ok(None);
    };
    let Deed::Boost(boosted) = action.deed else {
        return Ok(None);
    };
    let before = before(rulebook, game, &action).await?;
    let position = before.position.unwrap_or_default();
    let ruleset = &game.beginning().ruleset;
    if !is_same(rulebook, ruleset, &position, boosted, wish).await {
        return Ok(None);
    }
    Ok(Some(event_at(rulebook, id, game, action.version).await?))
}

/// The move that a text means where an action was taken, in full.
async fn means(
    rulebook: &Rulebook,
    game: &Game,
    action: &Action<'_>,
    text: &str,
) -> Result<String, Status> {
    let there = before(rulebook, game, action).await?;
    let position = there.position.unwrap_or_default();
    let ruleset = &game.beginning().ruleset;
    Ok(rulebook.apply(ruleset, &position, text).await?.text)
}

/// The game up to an action.
async fn before(
    rulebook: &Rulebook,
    game: &Game,
    action: &Action<'_>,
) -> Result<ReplayResponse, Status> {
    replay(rulebook, game, action.number as usize - 1).await
}

/// The positions after some actions of a game, in their order.
async fn fens(
    rulebook: &Rulebook,
    game: &Game,
    actions: &[Action<'_>],
) -> Result<Vec<String>, Status> {
    let mut plies = None;
    let mut fens = Vec::with_capacity(actions.len());
    for action in actions {
        // The usual case needs no replay: the position after the last action is at hand.
        if action.number == game.state().actions {
            fens.push(game.position().fen.clone());
            continue;
        }
        let fen = match action.ply() {
            Some(ply) => {
                let played = match &plies {
                    Some(played) => played,
                    None => plies.insert(replay(rulebook, game, usize::MAX).await?.moves),
                };
                let played = played.get(ply.number as usize - 1);
                played.map(|played| played.after_fen.clone())
            }
            // A replay tells positions after plies alone, and a game has few other boosts.
            None => {
                let there = replay(rulebook, game, action.number as usize).await?;
                there.position.map(|position| position.fen)
            }
        };
        fens.push(fen.unwrap_or_default());
    }
    Ok(fens)
}

/// The first so many actions of a game.
async fn replay(rulebook: &Rulebook, game: &Game, count: usize) -> Result<ReplayResponse, Status> {
    let beginning = game.beginning();
    rulebook
        .replay(
            &beginning.ruleset,
            &beginning.start_fen,
            game.actions().take(count),
            Notation::Unspecified,
        )
        .await
}

fn is_action(happening: &Happening) -> bool {
    matches!(happening, Happening::Moved { .. } | Happening::BoostUsed(_))
}
