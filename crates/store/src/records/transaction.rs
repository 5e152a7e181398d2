//! Writing: all of it or nothing.

use std::ops::{Deref, DerefMut};

use sqlx::{Any, AnyConnection};
use tokio::sync::OwnedMutexGuard;

/// Writes that become one. Queries run on `&mut *transaction`. Dropped without a commit, it leaves
/// nothing behind.
#[derive(Debug)]
pub struct Transaction {
    // In this order: the turn ends after the transaction.
    steps: sqlx::Transaction<'static, Any>,
    turn: Option<OwnedMutexGuard<()>>,
}

impl Transaction {
    pub(super) const fn new(
        steps: sqlx::Transaction<'static, Any>,
        turn: Option<OwnedMutexGuard<()>>,
    ) -> Self {
        Self { steps, turn }
    }

    /// Makes it last. When this returns, it is on the disk.
    ///
    /// # Errors
    /// When the database does not confirm it; it may be there all the same.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        let Self { steps, turn } = self;
        let result = steps.commit().await;
        drop(turn);
        result
    }
}

impl Deref for Transaction {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.steps
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.steps
    }
}
