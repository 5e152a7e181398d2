//! Carrying commands out, each once: lock the wallet, see what it would make of it, write the row and
//! the wallet.

use platform::identity::Caller;
use store::records::Error;
use store::records::sqlx::{self, AnyConnection};

use super::{Row, Wallets, ledger, returns, wallets};
use crate::account::{Account, Command, Refusal};
use crate::metrics;

/// Among whose names the name of a request is. A player's own are apart, so that no player takes a
/// name that a game or a payment will come with; services share theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Player,
    Service,
    Gift,
    Back,
}

impl Scope {
    /// Its name in the tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Service => "service",
            Self::Gift => "gift",
            Self::Back => "back",
        }
    }
}

/// The name of a change of a player's wallet: each is made once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(super) scope: Scope,
    pub(super) request_id: String,
}

impl Name {
    /// As a caller named a request.
    pub(crate) const fn by(caller: &Caller, request_id: String) -> Self {
        let scope = match caller {
            Caller::Player { .. } => Scope::Player,
            Caller::Service { .. } => Scope::Service,
        };
        Self { scope, request_id }
    }
}

/// What a command has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// The first time that it was asked.
    pub(crate) row: Row,
    /// Now.
    pub(crate) account: Account,
}

impl Wallets {
    /// Carries a command out, unless it has been: then it is answered alike.
    pub(crate) async fn change(
        &self,
        player: &str,
        name: &Name,
        command: &Command,
    ) -> Result<Result<Done, Refusal>, Error> {
        self.records
            .run("shop.change", async {
                let (mut writing, held) = self.hold(player).await?;
                let edition = self
                    .catalogues
                    .of_version(&mut writing, held.catalogue)
                    .await?;
                let account = held.account;
                let decided = command
                    .change(&edition.catalogue)
                    .and_then(|change| Ok((account.after(&change)?, change)));
                let asked = command.asked();
                let refusal = match decided {
                    Ok((after, change)) => {
                        let row = ledger::add(
                            &self.records,
                            &mut writing,
                            player,
                            name,
                            &asked,
                            change,
                            &after,
                        );
                        if let Some(row) = row.await? {
                            wallets::update(&mut writing, player, &after).await?;
                            writing.commit().await?;
                            metrics::carried_out(command, &row);
                            let account = after;
                            return Ok(Ok(Done { row, account }));
                        }
                        None
                    }
                    Err(refusal) => Some(refusal),
                };
                // What was done before comes before what could not be done now.
                match (earlier(&mut writing, player, name, &asked).await?, refusal) {
                    (Some(Ok(row)), _) => Ok(Ok(Done { row, account })),
                    (Some(Err(refusal)), _) | (None, Some(refusal)) => Ok(Err(refusal)),
                    (None, None) => Err(sqlx::Error::RowNotFound),
                }
            })
            .await
    }
}

/// What came of a name before, if anything. The wallet is locked, so nothing comes of it meanwhile.
async fn earlier(
    connection: &mut AnyConnection,
    player: &str,
    name: &Name,
    asked: &str,
) -> Result<Option<Result<Row, Refusal>>, sqlx::Error> {
    let same = |before: &str, then: Result<Row, Refusal>| {
        if before == asked {
            then
        } else {
            Err(Refusal::RequestIdTaken)
        }
    };
    if name.scope == Scope::Service
        && let Some(back) = returns::find(connection, player, &name.request_id).await?
    {
        return Ok(Some(same(&back.asked(), Err(Refusal::GivenBack))));
    }
    let row = ledger::find(connection, player, name).await?;
    Ok(row.map(|(before, row)| same(&before, Ok(row))))
}
