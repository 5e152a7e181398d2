//! Hashes of passwords (Argon2id). They are slow and large on purpose, so they are made aside from
//! the threads that serve, and few at once.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use argon2::Argon2;
use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use platform::Fault;
use platform::identity::Secret;
use tokio::sync::Semaphore;

use crate::fault::failed;

/// How long to wait for a turn before the caller is told to come again.
const PATIENCE: Duration = Duration::from_secs(2);

/// Makes and checks hashes. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    /// Checked when there is no account, so that it takes as long as if there was one.
    nobodys: Arc<str>,
}

impl Passwords {
    pub(crate) fn new() -> anyhow::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            turns: Arc::new(Semaphore::new(cores)),
            nobodys: hash(&Secret::from(String::from("nobody's")))?.into(),
        })
    }

    pub(crate) async fn hash(&self, password: Secret) -> Result<String, Fault> {
        let hashed = self.aside(move || hash(&password)).await?;
        hashed.map_err(|error| failed("a password was not hashed", &error))
    }

    /// Whether it is the password of the hash; without one it never is.
    pub(crate) async fn verify(
        &self,
        password: Secret,
        hash: Option<String>,
    ) -> Result<bool, Fault> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobodys.as_ref().to_owned());
        let right = self.aside(move || {
            let hash = PasswordHash::new(&hash).map_err(|error| anyhow::anyhow!("{error}"))?;
            let password = password.expose().as_bytes();
            anyhow::Ok(Argon2::default().verify_password(password, &hash).is_ok())
        });
        let right = right
            .await?
            .map_err(|error| failed("a hash of a password cannot be read", &error))?;
        Ok(right && known)
    }

    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned());
        let Ok(Ok(turn)) = turn.await else {
            let message = "too many sign in at once: wait and retry";
            return Err(Fault::exhausted("OVERLOADED", message));
        };
        // The turn ends with the work, whether the caller has stayed or not.
        let worked = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        worked
            .await
            .context("the work aside")
            .map_err(|error| failed("a password was not worked on", &error))
    }
}

fn hash(password: &Secret) -> anyhow::Result<String> {
    let salt = SaltString::generate(&mut OsRng);
    let hash = Argon2::default().hash_password(password.expose().as_bytes(), &salt);
    Ok(hash
        .map_err(|error| anyhow::anyhow!("{error}"))?
        .to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_is_of_its_password_alone() {
        let passwords = Passwords::new().unwrap();
        let secret = |text: &str| Secret::from(text.to_owned());
        let hash = passwords.hash(secret("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        let is = async |text: &str, hash| passwords.verify(secret(text), hash).await.unwrap();
        assert!(is("correct horse", Some(hash.clone())).await);
        assert!(!is("battery staple", Some(hash)).await);
        assert!(!is("nobody's", None).await);
    }
}
