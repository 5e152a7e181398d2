//! What the two databases call differently: how readers see one moment, what the time is, which
//! transaction this is, and who waits for whom.

use store::records::sqlx::{self, Any, AnyConnection, AssertSqlSafe, Row as _, Transaction};
use store::records::{Records, Transaction as Writing};

use crate::walk::Moment;

/// The advisory locks of pools, beside those of other purposes; a number of no meaning.
const LOCKS: u64 = 0x5261_7469_6e67_7300;

/// What a reader sees, and when it looked.
pub(super) struct Now {
    pub(super) ms: i64,
    pub(super) moment: Moment,
}

/// A writer's number and time.
pub(super) struct Stamp {
    pub(super) number: i64,
    pub(super) ms: i64,
}

fn is_postgres(records: &Records) -> bool {
    records.system() == "postgresql"
}

/// Begins to read: everything until the end is as of one moment.
pub(super) async fn read(records: &Records) -> Result<Transaction<'static, Any>, sqlx::Error> {
    let begin = if is_postgres(records) {
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    } else {
        "BEGIN"
    };
    records.pool().begin_with(begin).await
}

/// The time, and which transactions are visible.
pub(super) async fn now(
    records: &Records,
    connection: &mut AnyConnection,
) -> Result<Now, sqlx::Error> {
    let query = if is_postgres(records) {
        "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms, \
         CAST(pg_current_snapshot() AS TEXT) AS moment"
    } else {
        "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS ms, \
         (revision + 1) || ':' || (revision + 1) || ':' AS moment FROM rating_revision"
    };
    let row = sqlx::query(query).fetch_one(connection).await?;
    let moment: String = row.try_get("moment")?;
    Ok(Now {
        ms: row.try_get("ms")?,
        moment: moment
            .parse()
            .map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
    })
}

/// The time, and the number of this transaction.
pub(super) async fn stamp(
    records: &Records,
    connection: &mut AnyConnection,
) -> Result<Stamp, sqlx::Error> {
    let query = if is_postgres(records) {
        "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms, \
         CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT) AS number"
    } else {
        "UPDATE rating_revision SET revision = revision + 1 RETURNING revision AS number, \
         CAST(unixepoch('subsec') * 1000 AS INTEGER) AS ms"
    };
    let row = sqlx::query(query).fetch_one(connection).await?;
    Ok(Stamp {
        number: row.try_get("number")?,
        ms: row.try_get("ms")?,
    })
}

/// Begins to write with others at the pool, but not while its season is closed or its blocks are
/// cut. (SQLite has one writer at a time anyway.)
pub(super) async fn share(
    records: &Records,
    writing: &mut Writing,
    pool: &str,
) -> Result<(), sqlx::Error> {
    lock(records, writing, pool, "pg_advisory_xact_lock_shared").await
}

/// Waits until nobody else is writing at the pool, and keeps others out until the end. Whoever comes
/// later waits behind, so this waits for no longer than the writers at it take.
pub(super) async fn hold(
    records: &Records,
    writing: &mut Writing,
    pool: &str,
) -> Result<(), sqlx::Error> {
    lock(records, writing, pool, "pg_advisory_xact_lock").await
}

async fn lock(
    records: &Records,
    writing: &mut Writing,
    pool: &str,
    function: &str,
) -> Result<(), sqlx::Error> {
    if is_postgres(records) {
        sqlx::query(AssertSqlSafe(format!("SELECT {function}($1)")))
            .bind(key(pool))
            .execute(&mut **writing)
            .await?;
    }
    Ok(())
}

/// The number of a pool's lock: FNV-1a of its name. Two pools that shared one would only wait for
/// each other.
fn key(pool: &str) -> i64 {
    let hash = pool.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ LOCKS).cast_signed()
}
