//! The keys that tokens are signed with. They are kept in the records, so that all replicas of the
//! service have the same ones, and change every thirty days without anybody noticing: a key is
//! published an hour before it signs, and stays published until the last token that it signed has
//! expired.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use anyhow::Context as _;
use platform::identity::{Caller, Jwks, Scope, Signer};
use store::records::sqlx::any::AnyRow;
use store::records::sqlx::{self, Row as _};
use store::records::{Error, Records};
use tokio_util::sync::CancellationToken;

use crate::records::is_taken;
use crate::time::now_ms;

/// How long before it signs a key is published: verifiers look every minute.
pub const ROTATION_LEAD: Duration = Duration::from_secs(3600);

/// How long a key signs.
const TERM: Duration = Duration::from_secs(30 * 24 * 3600);

/// How long a key stays published once another signs: longer than any player's token is good.
const GRACE: Duration = Duration::from_secs(2 * 3600);

/// How often the records are looked at for keys that another process made.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// A key and its times.
#[derive(Clone, Debug)]
struct Key {
    number: i64,
    signer: Signer,
    active_from_ms: i64,
    retires_ms: i64,
}

/// The keys. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Keyring {
    records: Records,
    /// In the order of their numbers; never empty.
    keys: Arc<RwLock<Vec<Key>>>,
}

impl Keyring {
    /// Reads the keys, and makes the first one if there is none. Any number of processes can do so
    /// at once: they come to the same key.
    ///
    /// # Errors
    /// When the records do not answer or hold no usable keys.
    pub async fn open(records: Records) -> anyhow::Result<Self> {
        let keyring = Self {
            records,
            keys: Arc::default(),
        };
        keyring.look(now_ms()).await?;
        Ok(keyring)
    }

    /// The public keys.
    #[must_use]
    pub fn jwks(&self) -> Jwks {
        self.published(now_ms())
    }

    /// A token for a caller.
    ///
    /// # Errors
    /// When it cannot be signed.
    pub fn sign(&self, caller: &Caller, good_for: Duration) -> anyhow::Result<String> {
        self.current(now_ms())?.signer.sign(caller, good_for)
    }

    /// A token for a service or a backend that may be good for long: its key stays published until
    /// it has expired.
    ///
    /// # Errors
    /// When the records do not answer, or it cannot be signed.
    pub async fn sign_for_service(
        &self,
        name: &str,
        scopes: &[Scope],
        good_for: Duration,
    ) -> anyhow::Result<String> {
        let now_ms = now_ms();
        let key = self.current(now_ms)?;
        let until_ms = now_ms + millis(good_for) + millis(GRACE);
        let kept = self.records.run("keys.keep", async {
            let mut transaction = self.records.begin().await?;
            let kept = sqlx::query(
                "UPDATE signing_keys \
                 SET retires_ms = CASE WHEN retires_ms > $1 THEN retires_ms ELSE $1 END \
                 WHERE number = $2",
            )
            .bind(until_ms)
            .bind(key.number)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(kept.rows_affected())
        });
        anyhow::ensure!(kept.await? == 1, "the keys have just changed: try again");
        let caller = Caller::Service {
            name: name.to_owned(),
            scopes: scopes.to_vec(),
        };
        key.signer.sign(&caller, good_for)
    }

    /// Makes the next key, which signs once `lead` is over. Tokens signed with older keys stay good
    /// until they expire.
    ///
    /// # Errors
    /// When the records do not answer.
    pub async fn rotate(&self, lead: Duration) -> anyhow::Result<()> {
        let now_ms = now_ms();
        self.load().await?;
        self.add_after(self.newest(), now_ms, now_ms + millis(lead))
            .await?;
        self.load().await
    }

    /// Makes the next key, which signs at once, and withdraws all others: every token signed with
    /// them ends within two minutes.
    ///
    /// # Errors
    /// When the records do not answer.
    pub async fn revoke(&self) -> anyhow::Result<()> {
        let now_ms = now_ms();
        self.load().await?;
        let newest = self.newest();
        self.add_after(newest, now_ms, now_ms).await?;
        self.records
            .run("keys.revoke", async {
                let mut transaction = self.records.begin().await?;
                sqlx::query("DELETE FROM signing_keys WHERE number <= $1")
                    .bind(newest.map_or(0, |(number, _)| number))
                    .execute(&mut *transaction)
                    .await?;
                transaction.commit().await
            })
            .await?;
        self.load().await
    }

    /// Follows what other processes do to the keys, makes the next key when it is time, and throws
    /// away those that nobody needs.
    pub(crate) async fn run(self, shutdown: CancellationToken) {
        let pause = || shutdown.run_until_cancelled(tokio::time::sleep(LOOK_EVERY));
        while pause().await.is_some() {
            if let Err(error) = self.look(now_ms()).await {
                tracing::warn!(error = format!("{error:#}"), "the keys were not looked at");
            }
        }
    }

    async fn look(&self, now_ms: i64) -> anyhow::Result<()> {
        self.load().await?;
        let newest = self.newest();
        let due = match newest {
            None => Some(now_ms),
            Some((_, active_from_ms)) => {
                let ends_ms = active_from_ms + millis(TERM);
                let lead_ms = millis(ROTATION_LEAD);
                (now_ms >= ends_ms - lead_ms).then_some(ends_ms.max(now_ms + lead_ms))
            }
        };
        if let Some(active_from_ms) = due {
            self.add_after(newest, now_ms, active_from_ms).await?;
            self.load().await?;
        }
        let current = self.current(now_ms)?.number;
        let over = |key: &Key| key.number < current && key.retires_ms < now_ms;
        if self.read(|keys| keys.iter().any(over)) {
            self.records
                .run("keys.look", async {
                    let mut transaction = self.records.begin().await?;
                    sqlx::query("DELETE FROM signing_keys WHERE number < $1 AND retires_ms < $2")
                        .bind(current)
                        .bind(now_ms)
                        .execute(&mut *transaction)
                        .await?;
                    transaction.commit().await
                })
                .await?;
            self.load().await?;
        }
        Ok(())
    }

    /// Makes the key that follows the newest one, unless another process has just done so.
    async fn add_after(
        &self,
        newest: Option<(i64, i64)>,
        now_ms: i64,
        active_from_ms: i64,
    ) -> anyhow::Result<()> {
        let signer = Signer::generate();
        let newest = newest.map_or(0, |(number, _)| number);
        let added = self.records.run("keys.add", async {
            let mut transaction = self.records.begin().await?;
            let added = sqlx::query(
                "INSERT INTO signing_keys (number, secret, created_ms, active_from_ms, retires_ms) \
                 VALUES ($1, $2, $3, $4, 0)",
            )
            .bind(newest + 1)
            .bind(signer.secret().to_vec())
            .bind(now_ms)
            .bind(active_from_ms)
            .execute(&mut *transaction)
            .await;
            match added {
                Err(error) if is_taken(&error) => return Ok(false),
                added => added?,
            };
            sqlx::query(
                "UPDATE signing_keys \
                 SET retires_ms = CASE WHEN retires_ms > $1 THEN retires_ms ELSE $1 END \
                 WHERE number = $2",
            )
            .bind(active_from_ms + millis(GRACE))
            .bind(newest)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(true)
        });
        if added.await? {
            tracing::info!(kid = signer.kid(), active_from_ms, "a new key for tokens");
        }
        Ok(())
    }

    async fn load(&self) -> anyhow::Result<()> {
        let rows = self.records.run(
            "keys.load",
            sqlx::query(
                "SELECT number, secret, active_from_ms, retires_ms FROM signing_keys \
                 ORDER BY number",
            )
            .fetch_all(self.records.pool()),
        );
        let keys: Result<Vec<_>, _> = rows.await?.iter().map(read).collect();
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys?;
        Ok(())
    }

    fn read<T>(&self, read: impl FnOnce(&[Key]) -> T) -> T {
        read(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The newest key's number, and since when it signs.
    fn newest(&self) -> Option<(i64, i64)> {
        self.read(|keys| keys.last().map(|key| (key.number, key.active_from_ms)))
    }

    /// The key that signs now.
    fn current(&self, now_ms: i64) -> anyhow::Result<Key> {
        self.read(|keys| current(keys, now_ms).cloned())
            .context("there are no keys")
    }

    fn published(&self, now_ms: i64) -> Jwks {
        self.read(|keys| {
            let current = current(keys, now_ms).map_or(0, |key| key.number);
            let published = keys
                .iter()
                .filter(|key| key.number >= current || key.retires_ms > now_ms);
            Jwks::of(published.map(|key| &key.signer))
        })
    }
}

/// The newest of those whose time has come; a clock that runs behind still finds one.
fn current(keys: &[Key], now_ms: i64) -> Option<&Key> {
    let active = keys.iter().rev().find(|key| key.active_from_ms <= now_ms);
    active.or(keys.first())
}

fn read(row: &AnyRow) -> anyhow::Result<Key> {
    let secret: Vec<u8> = row.try_get("secret").map_err(Error::from)?;
    let secret = <[u8; 32]>::try_from(secret.as_slice()).context("a key of another length")?;
    Ok(Key {
        number: row.try_get("number").map_err(Error::from)?,
        signer: Signer::from_secret(&secret),
        active_from_ms: row.try_get("active_from_ms").map_err(Error::from)?,
        retires_ms: row.try_get("retires_ms").map_err(Error::from)?,
    })
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests;
