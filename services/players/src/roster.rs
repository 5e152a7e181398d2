//! All players, in the records.

use store::records::sqlx::any::AnyRow;
use store::records::sqlx::{self, Row as _};
use store::records::{Error, Records};

use crate::names::Name;
use crate::records::is_taken;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) guest: bool,
    /// `None` once deleted.
    pub(crate) name: Option<String>,
    pub(crate) created_ms: i64,
    pub(crate) deleted: bool,
}

/// How an account signs in, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Login {
    Device {
        hash: String,
    },
    Email {
        email: String,
        password_hash: String,
    },
}

impl Login {
    /// E-mail, hash of the password, hash of the device key.
    fn columns(login: Option<&Self>) -> (Option<&str>, Option<&str>, Option<&str>) {
        match login {
            Some(Self::Device { hash }) => (None, None, Some(hash)),
            Some(Self::Email {
                email,
                password_hash,
            }) => (Some(email), Some(password_hash), None),
            None => (None, None, None),
        }
    }
}

/// What somebody else has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    Name,
    Email,
    DeviceKey,
    /// It was somebody's when it was to be written, and is nobody's now.
    Contended,
}

/// Why a guest did not become an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotUpgraded {
    Taken(Taken),
    NotAGuest,
}

/// What a write comes to: done, nobody was there to be changed, or another player has it.
enum Written {
    Done,
    Nobody,
    Taken,
}

/// All players. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Roster {
    records: Records,
}

impl Roster {
    pub(crate) const fn new(records: Records) -> Self {
        Self { records }
    }

    /// Adds a player: a guest without a login, an account with one.
    pub(crate) async fn add(
        &self,
        id: &str,
        name: &Name,
        login: Option<&Login>,
        now_ms: i64,
    ) -> Result<Result<Player, Taken>, Error> {
        let kind = if login.is_some() { "account" } else { "guest" };
        let (email, password_hash, device_hash) = Login::columns(login);
        let query = sqlx::query(
            "INSERT INTO players (id, kind, name, name_fold, name_look, email, password_hash, \
             device_hash, created_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(id)
        .bind(kind)
        .bind(name.as_str())
        .bind(name.fold())
        .bind(name.look())
        .bind(email)
        .bind(password_hash)
        .bind(device_hash)
        .bind(now_ms);
        match self.write("roster.add", query, None).await? {
            Written::Taken => Ok(Err(self.taken(id, Some(name), login).await?)),
            Written::Done | Written::Nobody => Ok(Ok(Player {
                id: id.to_owned(),
                guest: login.is_none(),
                name: Some(name.as_str().to_owned()),
                created_ms: now_ms,
                deleted: false,
            })),
        }
    }

    /// Makes a guest an account; whoever had signed in as the guest is signed out.
    pub(crate) async fn upgrade(
        &self,
        id: &str,
        name: Option<&Name>,
        login: &Login,
    ) -> Result<Result<(), NotUpgraded>, Error> {
        let (email, password_hash, device_hash) = Login::columns(Some(login));
        let query = sqlx::query(
            "UPDATE players SET kind = 'account', name = COALESCE($1, name), \
             name_fold = COALESCE($2, name_fold), name_look = COALESCE($3, name_look), \
             email = $4, password_hash = $5, device_hash = $6 \
             WHERE id = $7 AND kind = 'guest' AND deleted_ms IS NULL",
        )
        .bind(name.map(Name::as_str))
        .bind(name.map(Name::fold))
        .bind(name.map(Name::look))
        .bind(email)
        .bind(password_hash)
        .bind(device_hash)
        .bind(id);
        Ok(match self.write("roster.upgrade", query, Some(id)).await? {
            Written::Done => Ok(()),
            Written::Nobody => Err(NotUpgraded::NotAGuest),
            Written::Taken => {
                let taken = self.taken(id, name, Some(login)).await?;
                Err(NotUpgraded::Taken(taken))
            }
        })
    }

    /// Gives a player another name; says whether there is such a player.
    pub(crate) async fn rename(&self, id: &str, name: &Name) -> Result<Result<bool, Taken>, Error> {
        let query = sqlx::query(
            "UPDATE players SET name = $1, name_fold = $2, name_look = $3 \
             WHERE id = $4 AND deleted_ms IS NULL",
        )
        .bind(name.as_str())
        .bind(name.fold())
        .bind(name.look())
        .bind(id);
        Ok(match self.write("roster.rename", query, None).await? {
            Written::Done => Ok(true),
            Written::Nobody => Ok(false),
            Written::Taken => Err(self.taken(id, Some(name), None).await?),
        })
    }

    /// Deletes a player: all that names it or lets it in is gone, the id stays its own. It can be
    /// repeated.
    pub(crate) async fn delete(&self, id: &str, now_ms: i64) -> Result<(), Error> {
        let query = sqlx::query(
            "UPDATE players SET name = NULL, name_fold = NULL, name_look = NULL, email = NULL, \
             password_hash = NULL, device_hash = NULL, deleted_ms = $1 \
             WHERE id = $2 AND deleted_ms IS NULL",
        )
        .bind(now_ms)
        .bind(id);
        self.write("roster.delete", query, Some(id)).await?;
        Ok(())
    }

    /// Writes and, if anything was written, signs a player out everywhere: both or neither.
    async fn write<'q>(
        &self,
        what: &'static str,
        query: sqlx::query::Query<'q, sqlx::Any, sqlx::any::AnyArguments>,
        sign_out: Option<&str>,
    ) -> Result<Written, Error> {
        self.records
            .run(what, async {
                let mut transaction = self.records.begin().await?;
                match query.execute(&mut *transaction).await {
                    Err(error) if is_taken(&error) => return Ok(Written::Taken),
                    Err(error) => return Err(error),
                    Ok(written) if written.rows_affected() == 0 => return Ok(Written::Nobody),
                    Ok(_) => {}
                }
                if let Some(player) = sign_out {
                    sqlx::query("DELETE FROM refresh_families WHERE player = $1")
                        .bind(player)
                        .execute(&mut *transaction)
                        .await?;
                }
                transaction.commit().await?;
                Ok(Written::Done)
            })
            .await
    }

    /// What of it another player has.
    async fn taken(
        &self,
        id: &str,
        name: Option<&Name>,
        login: Option<&Login>,
    ) -> Result<Taken, Error> {
        let (email, _, device_hash) = Login::columns(login);
        let rows = self.records.run(
            "roster.taken",
            sqlx::query(
                "SELECT email, device_hash FROM players WHERE id <> $1 AND \
                 (email = $2 OR device_hash = $3 OR name_fold = $4 OR name_look = $5)",
            )
            .bind(id)
            .bind(email)
            .bind(device_hash)
            .bind(name.map(Name::fold))
            .bind(name.map(Name::look))
            .fetch_all(self.records.pool()),
        );
        let mut taken = Taken::Contended;
        for row in rows.await? {
            let theirs = |column| {
                row.try_get::<Option<String>, _>(column)
                    .map_err(Error::from)
            };
            if email.is_some() && theirs("email")?.as_deref() == email {
                return Ok(Taken::Email);
            }
            if device_hash.is_some() && theirs("device_hash")?.as_deref() == device_hash {
                return Ok(Taken::DeviceKey);
            }
            taken = Taken::Name;
        }
        Ok(taken)
    }

    /// Finds players, in no order.
    pub(crate) async fn find(&self, ids: &[&str]) -> Result<Vec<Player>, Error> {
        // One query for each: a list of parameters has no form that both databases know, and these
        // are look-ups by the key.
        let mut players = Vec::with_capacity(ids.len());
        self.records
            .run("roster.find", async {
                let mut connection = self.records.pool().acquire().await?;
                for id in ids.iter().filter(|id| !id.contains('\0')) {
                    let row = sqlx::query(
                        "SELECT id, kind, name, created_ms, deleted_ms FROM players WHERE id = $1",
                    )
                    .bind(*id)
                    .fetch_optional(&mut *connection)
                    .await?;
                    players.extend(row.as_ref().map(read).transpose()?);
                }
                Ok(())
            })
            .await?;
        Ok(players)
    }

    /// Finds the account of an address, with the hash of its password.
    pub(crate) async fn by_email(&self, email: &str) -> Result<Option<(Player, String)>, Error> {
        self.records
            .run("roster.by_email", async {
                let row = sqlx::query(
                    "SELECT id, kind, name, created_ms, deleted_ms, password_hash FROM players \
                 WHERE email = $1",
                )
                .bind(email)
                .fetch_optional(self.records.pool())
                .await?;
                let read = |row: &AnyRow| Ok((read(row)?, row.try_get("password_hash")?));
                row.as_ref().map(read).transpose()
            })
            .await
    }

    /// Finds the account of a device key.
    pub(crate) async fn by_device(&self, hash: &str) -> Result<Option<Player>, Error> {
        self.records
            .run("roster.by_device", async {
                let row = sqlx::query(
                    "SELECT id, kind, name, created_ms, deleted_ms FROM players \
                 WHERE device_hash = $1",
                )
                .bind(hash)
                .fetch_optional(self.records.pool())
                .await?;
                row.as_ref().map(read).transpose()
            })
            .await
    }

    /// Some deleted players that the ratings have not forgotten yet.
    pub(crate) async fn to_forget(&self) -> Result<Vec<String>, Error> {
        self.records
            .run("roster.to_forget", async {
                let rows = sqlx::query(
                    "SELECT id FROM players WHERE deleted_ms IS NOT NULL AND forgotten_ms IS NULL \
                 ORDER BY deleted_ms LIMIT 100",
                )
                .fetch_all(self.records.pool())
                .await?;
                rows.iter().map(|row| row.try_get("id")).collect()
            })
            .await
    }

    /// The ratings have forgotten a player.
    pub(crate) async fn forgotten(&self, id: &str) -> Result<(), Error> {
        let now_ms = crate::time::now_ms();
        let query = sqlx::query("UPDATE players SET forgotten_ms = $1 WHERE id = $2")
            .bind(now_ms)
            .bind(id);
        self.write("roster.forgotten", query, None).await?;
        Ok(())
    }
}

fn read(row: &AnyRow) -> Result<Player, sqlx::Error> {
    Ok(Player {
        id: row.try_get("id")?,
        guest: row.try_get::<String, _>("kind")? == "guest",
        name: row.try_get("name")?,
        created_ms: row.try_get("created_ms")?,
        deleted: row.try_get::<Option<i64>, _>("deleted_ms")?.is_some(),
    })
}
