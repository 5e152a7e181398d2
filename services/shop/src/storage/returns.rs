//! Giving back what a use took; or, if it has not taken anything yet, seeing to it that it never will.

use store::records::Error;
use store::records::sqlx::{self, AnyConnection, Row as _};

use super::changes::Scope;
use super::{Name, Wallets, ledger, wallets};
use crate::account::{Change, Refusal, asked_of_use};
use crate::metrics;

/// What was given back under a name.
pub(super) struct Return {
    item: String,
    /// Whether it had been taken.
    taken: bool,
}

impl Return {
    /// What the use asked for that it belongs to.
    pub(super) fn asked(&self) -> String {
        asked_of_use(&self.item)
    }
}

impl Wallets {
    /// Gives an item back that was used under a name, once; whether it had been taken.
    pub(crate) async fn give_back(
        &self,
        player: &str,
        request_id: &str,
        item: &str,
    ) -> Result<Result<bool, Refusal>, Error> {
        self.records
            .run("shop.give_back", async {
                let (mut writing, held) = self.hold(player).await?;
                if let Some(before) = find(&mut writing, player, request_id).await? {
                    let is_same = before.item == item;
                    return Ok(is_same
                        .then_some(before.taken)
                        .ok_or(Refusal::RequestIdTaken));
                }
                let mut name = Name {
                    scope: Scope::Service,
                    request_id: request_id.to_owned(),
                };
                let asked = asked_of_use(item);
                let used = ledger::find(&mut writing, player, &name).await?;
                if used.as_ref().is_some_and(|(before, _)| *before != asked) {
                    return Ok(Err(Refusal::RequestIdTaken));
                }
                let taken = used.is_some();
                sqlx::query(
                    "INSERT INTO shop_returns (player, request_id, item, taken) \
                 VALUES ($1, $2, $3, $4)",
                )
                .bind(player)
                .bind(request_id)
                .bind(item)
                .bind(i64::from(taken))
                .execute(&mut *writing)
                .await?;
                let mut back = None;
                if taken {
                    let change = Change::back(item);
                    let after = match held.account.after(&change) {
                        Ok(after) => after,
                        Err(refusal) => return Ok(Err(refusal)),
                    };
                    name.scope = Scope::Back;
                    let row = ledger::add(
                        &self.records,
                        &mut writing,
                        player,
                        &name,
                        &asked,
                        change,
                        &after,
                    )
                    .await?;
                    back = Some(row.ok_or(sqlx::Error::RowNotFound)?);
                    wallets::update(&mut writing, player, &after).await?;
                }
                writing.commit().await?;
                back.iter().for_each(metrics::written);
                Ok(Ok(taken))
            })
            .await
    }
}

/// What was given back under a name, if anything was.
pub(super) async fn find(
    connection: &mut AnyConnection,
    player: &str,
    request_id: &str,
) -> Result<Option<Return>, sqlx::Error> {
    let row =
        sqlx::query("SELECT item, taken FROM shop_returns WHERE player = $1 AND request_id = $2")
            .bind(player)
            .bind(request_id)
            .fetch_optional(connection)
            .await?;
    row.map(|row| {
        let taken: i64 = row.try_get("taken")?;
        Ok(Return {
            item: row.try_get("item")?,
            taken: taken == 1,
        })
    })
    .transpose()
}
