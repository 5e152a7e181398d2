//! Another game between the same players, with the colours swapped: one, whoever accepts first.

use platform::Fault;
use proto::games::storage::v1::RematchDocument;
use proto::games::v1 as messages;
use proto::games::v1::watch_player_response::News;
use tonic::Status;

use crate::document::side_to_wire;
use crate::game::{Beginning, Game, Seat};
use crate::reader::Reader;
use crate::repository::{rematch_id, unavailable};

/// Offers a rematch of a finished game, or accepts the opponent's offer. Bots always want one.
pub(crate) async fn want(
    reader: &Reader,
    id: &str,
    player: &str,
) -> Result<messages::Rematch, Status> {
    let game = reader.repository.load(id).await?.game;
    let seats = game.seats();
    let Some(side) = seats.sides_of(player).next() else {
        return Err(Fault::denied("NOT_YOUR_GAME", "you do not play in this game").into());
    };
    if game.state().outcome.is_none() {
        return Err(Fault::refused("GAME_NOT_OVER", "a rematch comes after the game").into());
    }
    loop {
        let (version, found) = reader.repository.rematch(id).await?;
        let both = seats.is_bot(side.other()) || seats.holds(player, side.other());
        let wanted = match found {
            None => RematchDocument {
                offered_by: side_to_wire(side).into(),
                accepted: both,
            },
            Some(found) if found.accepted || found.offered_by() == side_to_wire(side) => {
                return finish(reader, id, &game, found).await;
            }
            Some(found) => RematchDocument {
                accepted: true,
                ..found
            },
        };
        if wanted.accepted && game.beginning().pool.is_some() {
            for player in seats.players() {
                if reader.in_rated_game(player).await? {
                    let message = "one of you has a rated game going on: finish it first";
                    return Err(Fault::refused("IN_RATED_GAME", message).into());
                }
            }
        }
        if !reader.repository.set_rematch(id, version, wanted).await? {
            continue;
        }
        if let (false, Seat::Player(opponent)) = (wanted.accepted, seats.of(side.other())) {
            let offer = messages::RematchOfferReceived {
                game_id: id.to_owned(),
            };
            let news = messages::WatchPlayerResponse {
                news: Some(News::RematchOfferReceived(offer)),
            };
            reader
                .players
                .tell(opponent, &news)
                .await
                .map_err(|error| unavailable(&error))?;
        }
        return finish(reader, id, &game, wanted).await;
    }
}

/// The answer; a rematch that both want is there before it is told.
async fn finish(
    reader: &Reader,
    id: &str,
    game: &Game,
    wanted: RematchDocument,
) -> Result<messages::Rematch, Status> {
    let game_id = if wanted.accepted {
        create(reader, id, game).await?;
        rematch_id(id)
    } else {
        String::new()
    };
    Ok(messages::Rematch {
        offered_by: wanted.offered_by,
        game_id,
    })
}

/// Creates the rematch of a game, if it isn't there yet.
pub(crate) async fn create(reader: &Reader, id: &str, game: &Game) -> Result<(), Status> {
    let before = game.beginning();
    let start = reader
        .rulebook
        .start(&before.ruleset, &before.start_fen)
        .await?;
    // A person plays White against a bot where games are for that alone (rule book, section 5).
    let seats = if before.only_with_bots {
        before.seats.clone()
    } else {
        before.seats.swapped()
    };
    let beginning = Beginning {
        seats,
        rematch_of: Some(id.to_owned()),
        created_at: reader.repository.now().await?,
        ..before.clone()
    };
    let rematch = Game::new(beginning, start.position);
    // A rematch that is there already is the same one.
    let id = rematch_id(id);
    reader.repository.create_once(&id, &rematch).await?;
    let game = reader.repository.load(&id).await?.game;
    reader.engage(&id, &game).await
}
