//! Wrong passwords slow down: after a few of them every further attempt on the same address has to
//! wait, each time twice as long. It is kept in the records, so that it holds for all replicas, and
//! by what was written, so that it tells nobody whether there is such an account.

use std::time::Duration;

use store::records::sqlx::{self, Row as _};
use store::records::{Error, Records};

use crate::records::digest;
use crate::time::now_ms;

/// Attempts that need not wait: everybody mistypes.
const FREE: i64 = 5;

/// The first wait.
const FIRST_WAIT_MS: i64 = 1_000;

/// The longest wait. The first to come after it has the attempt, so somebody who keeps trying can
/// keep the owner waiting.
const LONGEST_WAIT_MS: i64 = 300_000;

/// After so long without an attempt all is forgotten.
const FORGOTTEN_AFTER_MS: i64 = 24 * 3_600_000;

/// Attempts that failed.
#[derive(Clone, Debug)]
pub(crate) struct Failures {
    records: Records,
}

impl Failures {
    pub(crate) const fn new(records: Records) -> Self {
        Self { records }
    }

    /// Counts an attempt as failed before it is made, so that many at once count as well; or says
    /// how long to wait.
    pub(crate) async fn attempt(&self, email: &str) -> Result<Result<(), Duration>, Error> {
        self.attempt_at(email, now_ms()).await
    }

    async fn attempt_at(&self, email: &str, now_ms: i64) -> Result<Result<(), Duration>, Error> {
        let subject = subject(email);
        self.records
            .run("failures.count", async {
                let mut transaction = self.records.begin().await?;
                // Written before it is read: from here on nobody else changes it.
                sqlx::query(
                    "INSERT INTO sign_in_failures (subject, failures, until_ms) VALUES ($1, 1, 0) \
                 ON CONFLICT (subject) \
                 DO UPDATE SET failures = sign_in_failures.failures + 1",
                )
                .bind(&*subject)
                .execute(&mut *transaction)
                .await?;
                let row = sqlx::query(
                    "SELECT failures, until_ms FROM sign_in_failures WHERE subject = $1",
                )
                .bind(&*subject)
                .fetch_one(&mut *transaction)
                .await?;
                let (failures, until_ms): (i64, i64) =
                    (row.try_get("failures")?, row.try_get("until_ms")?);
                // The few that need not wait do so also if their times are in another order than they.
                if until_ms > now_ms && wait_ms(failures - 1) > 0 {
                    let wait = u64::try_from(until_ms - now_ms).unwrap_or_default();
                    return Ok(Err(Duration::from_millis(wait)));
                }
                let failures = if until_ms > 0 && until_ms < now_ms - FORGOTTEN_AFTER_MS {
                    1
                } else {
                    failures
                };
                sqlx::query(
                    "UPDATE sign_in_failures SET failures = $1, until_ms = $2 WHERE subject = $3",
                )
                .bind(failures)
                .bind(now_ms + wait_ms(failures))
                .bind(&*subject)
                .execute(&mut *transaction)
                .await?;
                transaction.commit().await?;
                Ok(Ok(()))
            })
            .await
    }

    /// The attempt has not failed.
    pub(crate) async fn forgive(&self, email: &str) -> Result<(), Error> {
        self.records
            .run("failures.forgive", async {
                let mut transaction = self.records.begin().await?;
                sqlx::query("DELETE FROM sign_in_failures WHERE subject = $1")
                    .bind(subject(email))
                    .execute(&mut *transaction)
                    .await?;
                transaction.commit().await
            })
            .await
    }

    /// Forgets what is long ago.
    pub(crate) async fn sweep(&self) -> Result<(), Error> {
        self.records
            .run("failures.sweep", async {
                let mut transaction = self.records.begin().await?;
                sqlx::query("DELETE FROM sign_in_failures WHERE until_ms < $1")
                    .bind(now_ms() - FORGOTTEN_AFTER_MS)
                    .execute(&mut *transaction)
                    .await?;
                transaction.commit().await
            })
            .await
    }
}

fn subject(email: &str) -> String {
    digest(email)
}

/// How long to wait after so many failures.
fn wait_ms(failures: i64) -> i64 {
    match u32::try_from(failures - FREE) {
        Ok(over @ 0..16) => (FIRST_WAIT_MS << over).min(LONGEST_WAIT_MS),
        Ok(_) => LONGEST_WAIT_MS,
        Err(_few) => 0,
    }
}
