//! What players are called.

use std::collections::BTreeMap;

use proto::players::v1::Player;
use serde::Serialize;
use utoipa::ToSchema;

use super::game::given;

/// What players are called.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(example = json!({"names": {"ann": "Ann", "bob": "Bob"}}))]
pub(crate) struct Names {
    /// Names by id; those who were deleted and those who are unknown have none.
    names: BTreeMap<String, String>,
}

impl Names {
    pub(super) fn of(&self, player: &str) -> Option<String> {
        self.names.get(player).cloned()
    }
}

impl From<Vec<Player>> for Names {
    fn from(players: Vec<Player>) -> Self {
        let names = players
            .into_iter()
            .filter_map(|player| Some((player.id, given(player.name)?)));
        Self {
            names: names.collect(),
        }
    }
}
