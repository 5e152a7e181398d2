//! The service on a socket, and what its refusals say.

use std::time::Duration;

use platform::Channel;
use platform::identity::{Caller, Gate, OwnToken, Secret, Signer, Verifier};
use proto::rules::v1::rules_service_client::RulesServiceClient;
use proto::rules::v1::{Action, Boost, BoostAction, Position, action};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

/// A client of the service.
pub(crate) type Client = RulesServiceClient<Channel>;

/// The service on a socket of its own, for as long as the test runs.
pub(crate) async fn service() -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let signer = Signer::from_secret(&[7; 32]);
    let gate = Gate::new(Verifier::fixed([&signer]).unwrap());
    tokio::spawn(rules::serve(gate, listener, CancellationToken::new()));
    let caller = Caller::Service {
        name: "test".to_owned(),
        scopes: Vec::new(),
    };
    let token = signer.sign(&caller, Duration::from_secs(600)).unwrap();
    let token = OwnToken::fixed(&Secret::from(token)).unwrap();
    RulesServiceClient::new(Channel::lazy(&address).unwrap().with_token(token))
}

/// A position without a past.
pub(crate) fn position(fen: &str) -> Option<Position> {
    Some(Position {
        fen: fen.to_owned(),
        history: None,
    })
}

/// Recon.
pub(crate) fn recon() -> BoostAction {
    BoostAction {
        boost: Boost::Recon.into(),
        ..BoostAction::default()
    }
}

/// A rocket on a square.
pub(crate) fn rocket(target: &str) -> BoostAction {
    BoostAction {
        boost: Boost::Rocket.into(),
        target: target.to_owned(),
        ..BoostAction::default()
    }
}

/// A shield for a man.
pub(crate) fn shield(target: &str) -> BoostAction {
    BoostAction {
        boost: Boost::Shield.into(),
        ..rocket(target)
    }
}

/// Sabotage by a move.
pub(crate) fn sabotage(text: &str) -> BoostAction {
    BoostAction {
        boost: Boost::Sabotage.into(),
        r#move: text.to_owned(),
        ..BoostAction::default()
    }
}

/// A move as an action.
pub(crate) fn played(text: &str) -> Action {
    Action {
        action: Some(action::Action::Move(text.to_owned())),
    }
}

/// A boost as an action.
pub(crate) fn used(boost: BoostAction) -> Action {
    Action {
        action: Some(action::Action::Boost(boost)),
    }
}

/// The reason of a refusal.
pub(crate) fn reason(refused: &Status) -> String {
    refused.get_details_error_info().unwrap().reason
}

/// The code and the reason of a refusal, which has a message for people.
pub(crate) fn fault(refused: &Status) -> (Code, String) {
    assert!(!refused.message().is_empty(), "{refused:?}");
    (refused.code(), reason(refused))
}

/// How far the list came, by the refusal: plies and actions.
pub(crate) fn place(refused: &Status) -> (String, String) {
    let info = refused.get_details_error_info().unwrap();
    let of = |key: &str| info.metadata[key].clone();
    (of("ply"), of("action"))
}

/// The request cannot be read, for that reason and because of that field.
pub(crate) fn assert_malformed(refused: &Status, wanted: &str, field: &str) {
    assert_eq!(
        fault(refused),
        (Code::InvalidArgument, wanted.to_owned()),
        "{refused}"
    );
    let violations = refused.get_details_bad_request().unwrap().field_violations;
    assert_eq!(violations[0].field, field, "{refused}");
}
