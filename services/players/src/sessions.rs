//! Refresh tokens. Each is good once. All that come one after the other from one time of signing in
//! are a family: one row, which knows the last token. Any other token of the family was used
//! before, so somebody has a copy, and nobody can say who: the family ends.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use platform::identity::Secret;
use store::records::sqlx::{self, Row as _};
use store::records::{Error, Records};

use crate::records::digest;
use crate::time::now_ms;

/// How long a refresh token is good.
const GOOD_FOR_MS: i64 = 60 * 24 * 3_600_000;

/// Bytes of a token that name its family, and those that are its own: both random.
const FAMILY: usize = 16;
const OWN: usize = 32;

/// Why a refresh token gets nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// There is no such family, or none any more.
    Unknown,
    /// It was used before; its family has just ended.
    Reused,
}

/// A refresh token, read.
pub(crate) struct RefreshToken {
    family: [u8; FAMILY],
    own: [u8; OWN],
}

impl RefreshToken {
    fn new() -> Self {
        Self {
            family: rand::random(),
            own: rand::random(),
        }
    }

    /// The next one of its family.
    fn next(&self) -> Self {
        Self {
            family: self.family,
            own: rand::random(),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (family, own) = bytes.split_at_checked(FAMILY)?;
        Some(Self {
            family: family.try_into().ok()?,
            own: own.try_into().ok()?,
        })
    }

    fn write(&self) -> Secret {
        let bytes = [self.family.as_slice(), self.own.as_slice()].concat();
        BASE64_URL_SAFE_NO_PAD.encode(bytes).into()
    }

    /// By what the family is known in the records; of no use to whoever reads it there.
    pub(crate) fn family(&self) -> String {
        digest(self.family)
    }
}

/// All who are signed in. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Sessions {
    records: Records,
}

impl Sessions {
    pub(crate) const fn new(records: Records) -> Self {
        Self { records }
    }

    /// Begins a family.
    pub(crate) async fn begin(&self, player: &str) -> Result<Secret, Error> {
        let token = RefreshToken::new();
        self.records
            .run("sessions.begin", async {
                let mut transaction = self.records.begin().await?;
                sqlx::query(
                    "INSERT INTO refresh_families (id_hash, player, secret_hash, expires_ms) \
                 VALUES ($1, $2, $3, $4)",
                )
                .bind(token.family())
                .bind(player)
                .bind(digest(token.own))
                .bind(now_ms() + GOOD_FOR_MS)
                .execute(&mut *transaction)
                .await?;
                transaction.commit().await
            })
            .await?;
        Ok(token.write())
    }

    /// Trades a token for the next one; gives the player too.
    pub(crate) async fn rotate(
        &self,
        token: &RefreshToken,
    ) -> Result<Result<(String, Secret), Refused>, Error> {
        self.rotate_at(token, now_ms()).await
    }

    async fn rotate_at(
        &self,
        token: &RefreshToken,
        now_ms: i64,
    ) -> Result<Result<(String, Secret), Refused>, Error> {
        let next = token.next();
        self.records
            .run("sessions.rotate", async {
                let mut transaction = self.records.begin().await?;
                // One statement: of two who come with the same token one finds it changed. A family
                // may have begun while its player was being deleted: it gets nothing.
                let traded = sqlx::query(
                    "UPDATE refresh_families SET secret_hash = $1, expires_ms = $2 \
                 WHERE id_hash = $3 AND secret_hash = $4 AND expires_ms > $5 \
                 AND EXISTS (SELECT 1 FROM players \
                 WHERE players.id = refresh_families.player AND players.deleted_ms IS NULL)",
                )
                .bind(digest(next.own))
                .bind(now_ms + GOOD_FOR_MS)
                .bind(token.family())
                .bind(digest(token.own))
                .bind(now_ms)
                .execute(&mut *transaction)
                .await?;
                if traded.rows_affected() == 1 {
                    let row = sqlx::query("SELECT player FROM refresh_families WHERE id_hash = $1")
                        .bind(token.family())
                        .fetch_one(&mut *transaction)
                        .await?;
                    let player = row.try_get("player")?;
                    transaction.commit().await?;
                    return Ok(Ok((player, next.write())));
                }
                let ended = sqlx::query(
                    "DELETE FROM refresh_families WHERE id_hash = $1 AND secret_hash <> $2",
                )
                .bind(token.family())
                .bind(digest(token.own))
                .execute(&mut *transaction)
                .await?;
                transaction.commit().await?;
                Ok(Err(if ended.rows_affected() == 0 {
                    Refused::Unknown
                } else {
                    Refused::Reused
                }))
            })
            .await
    }

    /// Ends the family of a token, whichever of its tokens it is. It can be repeated.
    pub(crate) async fn end(&self, token: &RefreshToken) -> Result<(), Error> {
        self.records
            .run("sessions.end", async {
                let mut transaction = self.records.begin().await?;
                sqlx::query("DELETE FROM refresh_families WHERE id_hash = $1")
                    .bind(token.family())
                    .execute(&mut *transaction)
                    .await?;
                transaction.commit().await
            })
            .await
    }

    /// Throws away families that have expired.
    pub(crate) async fn sweep(&self) -> Result<(), Error> {
        self.records
            .run("sessions.sweep", async {
                let mut transaction = self.records.begin().await?;
                sqlx::query("DELETE FROM refresh_families WHERE expires_ms < $1")
                    .bind(now_ms())
                    .execute(&mut *transaction)
                    .await?;
                transaction.commit().await
            })
            .await
    }
}
