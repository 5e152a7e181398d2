//! The gRPC face: translate, check, call.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use platform::Fault;
use platform::identity::{Caller, Scope, Secret, now_seconds};
use prost_types::Timestamp;
use proto::players::v1 as wire;
use proto::players::v1::credentials::Kind;
use proto::players::v1::players_service_server::PlayersService;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::credentials::Credentials;
use crate::failures::Failures;
use crate::fault;
use crate::forgetting::Forgetting;
use crate::guests::made_up_name;
use crate::keyring::Keyring;
use crate::limits::Limits;
use crate::metrics;
use crate::names::Name;
use crate::passwords::Passwords;
use crate::roster::{Login, NotUpgraded, Player, Roster, Taken};
use crate::sessions::{RefreshToken, Refused, Sessions};
use crate::time::now_ms;

/// Players that can be asked for at once.
const MOST_PLAYERS: usize = 200;

/// Names made up before giving up: each try has many more to choose from.
const MADE_UP_NAMES: usize = 6;

/// Where a gateway says for whom it calls.
const CLIENT: &str = "x-shashki-client";

/// The service.
pub(crate) struct Service {
    pub(crate) roster: Roster,
    pub(crate) sessions: Sessions,
    pub(crate) failures: Failures,
    pub(crate) limits: Limits,
    pub(crate) keyring: Keyring,
    pub(crate) forgetting: Forgetting,
    pub(crate) passwords: Passwords,
    pub(crate) access: Duration,
}

impl Service {
    /// Adds a player under the name asked for, or a made-up one.
    async fn add(&self, name: Option<&Name>, login: Option<&Login>) -> Result<Player, Fault> {
        let id = Uuid::now_v7().simple().to_string();
        let add = async |name: &Name| {
            let added = self.roster.add(&id, name, login, now_ms()).await;
            added.map_err(fault::away)
        };
        if let Some(name) = name {
            return add(name).await?.map_err(fault::taken);
        }
        for tries in 0..MADE_UP_NAMES {
            let name = made_up_name(tries).map_err(|why| fault::malformed_name(&why))?;
            match add(&name).await? {
                Err(Taken::Name | Taken::Contended) => {}
                added => return added.map_err(fault::taken),
            }
        }
        Err(fault::taken(Taken::Contended))
    }

    /// Credentials in the form in which they are kept.
    async fn login(&self, credentials: Credentials) -> Result<Login, Fault> {
        Ok(match credentials {
            Credentials::Device { hash } => Login::Device { hash },
            Credentials::Email { email, password } => Login::Email {
                email,
                password_hash: self.passwords.hash(password).await?,
            },
        })
    }

    /// Whose credentials these are.
    async fn owner(&self, credentials: Credentials) -> Result<Player, Fault> {
        let (email, password) = match credentials {
            Credentials::Device { hash } => {
                self.limits.count_account(&hash)?;
                let found = self.roster.by_device(&hash).await.map_err(fault::away)?;
                return found.ok_or_else(fault::wrong_credentials);
            }
            Credentials::Email { email, password } => (email, password),
        };
        self.limits.count_account(&email)?;
        let attempt = self.failures.attempt(&email).await.map_err(fault::away)?;
        attempt.map_err(fault::too_many_attempts)?;
        let (player, hash) = self
            .roster
            .by_email(&email)
            .await
            .map_err(fault::away)?
            .unzip();
        let right = self.passwords.verify(password, hash).await?;
        let player = player.filter(|_| right);
        let player = player.ok_or_else(fault::wrong_credentials)?;
        self.failures.forgive(&email).await.map_err(fault::away)?;
        Ok(player)
    }

    /// Begins a family of refresh tokens.
    async fn sign_in(&self, player: &Player) -> Result<wire::Tokens, Fault> {
        let refresh = self.sessions.begin(&player.id).await.map_err(fault::away)?;
        self.tokens(&player.id, &refresh)
    }

    fn tokens(&self, id: &str, refresh: &Secret) -> Result<wire::Tokens, Fault> {
        let expires = now_seconds() + self.access.as_secs();
        let caller = Caller::Player { id: id.to_owned() };
        let access_token = self
            .keyring
            .sign(&caller, self.access)
            .map_err(|error| fault::failed("a token was not signed", &error))?;
        Ok(wire::Tokens {
            access_token,
            expires_at: Some(Timestamp {
                seconds: i64::try_from(expires).unwrap_or(i64::MAX),
                nanos: 0,
            }),
            refresh_token: refresh.expose().to_owned(),
        })
    }

    async fn player(&self, id: &str) -> Result<Player, Fault> {
        let found = self.roster.find(&[id]).await.map_err(fault::away)?;
        found.into_iter().next().ok_or_else(fault::unknown_player)
    }

    /// Counts an attempt from where a request comes.
    fn count<T>(&self, request: &Request<T>) -> Result<(), Fault> {
        self.limits.count_address(client(request))
    }
}

/// The address of whoever asks: the peer's, unless the peer may speak for others.
fn client<T>(request: &Request<T>) -> Option<IpAddr> {
    let forwards = Caller::of(request).is_ok_and(|caller| caller.require(Scope::Forward).is_ok());
    let named = request
        .metadata()
        .get(CLIENT)
        .filter(|_| forwards)
        .and_then(|address| address.to_str().ok()?.parse().ok());
    named.or_else(|| Some(request.remote_addr()?.ip()))
}

/// The player who calls.
fn calling_player<T>(request: &Request<T>) -> Result<String, Fault> {
    match &*Caller::of(request)? {
        Caller::Player { id } => Ok(id.clone()),
        Caller::Service { .. } => Err(fault::not_a_player()),
    }
}

fn optional_name(text: &str) -> Result<Option<Name>, Fault> {
    match text {
        "" => Ok(None),
        text => required_name(text).map(Some),
    }
}

fn required_name(text: &str) -> Result<Name, Fault> {
    text.parse().map_err(|why| fault::malformed_name(&why))
}

fn to_wire(player: Player) -> wire::Player {
    wire::Player {
        id: player.id,
        name: player.name.unwrap_or_default(),
        guest: player.guest,
        created_at: Some(Timestamp {
            seconds: player.created_ms.div_euclid(1000),
            nanos: i32::try_from(player.created_ms.rem_euclid(1000) * 1_000_000)
                .unwrap_or_default(),
        }),
        deleted: player.deleted,
    }
}

#[tonic::async_trait]
impl PlayersService for Service {
    async fn sign_in_as_guest(
        &self,
        request: Request<wire::SignInAsGuestRequest>,
    ) -> Result<Response<wire::SignInAsGuestResponse>, Status> {
        metrics::attempt("guest", async {
            self.count(&request)?;
            let player = self.add(None, None).await?;
            let tokens = Some(self.sign_in(&player).await?);
            let player = Some(to_wire(player));
            Ok(Response::new(wire::SignInAsGuestResponse {
                player,
                tokens,
            }))
        })
        .await
    }

    async fn register(
        &self,
        request: Request<wire::RegisterRequest>,
    ) -> Result<Response<wire::RegisterResponse>, Status> {
        metrics::attempt("account", async {
            self.count(&request)?;
            let request = request.into_inner();
            let name = optional_name(&request.name)?;
            let login = self.login(Credentials::read(request.credentials)?).await?;
            let player = self.add(name.as_ref(), Some(&login)).await?;
            let tokens = Some(self.sign_in(&player).await?);
            let player = Some(to_wire(player));
            Ok(Response::new(wire::RegisterResponse { player, tokens }))
        })
        .await
    }

    async fn sign_in(
        &self,
        request: Request<wire::SignInRequest>,
    ) -> Result<Response<wire::SignInResponse>, Status> {
        let kind = match &request.get_ref().credentials {
            Some(wire::Credentials {
                kind: Some(Kind::Device(_)),
            }) => "device",
            _ => "email",
        };
        metrics::attempt(kind, async {
            self.count(&request)?;
            let credentials = Credentials::read(request.into_inner().credentials)?;
            let player = self.owner(credentials).await?;
            let tokens = Some(Self::sign_in(self, &player).await?);
            let player = Some(to_wire(player));
            Ok(Response::new(wire::SignInResponse { player, tokens }))
        })
        .await
    }

    async fn refresh(
        &self,
        request: Request<wire::RefreshRequest>,
    ) -> Result<Response<wire::RefreshResponse>, Status> {
        metrics::attempt("refresh", async {
            self.count(&request)?;
            let token = RefreshToken::read(&request.get_ref().refresh_token)
                .ok_or_else(|| fault::refresh_refused(Refused::Unknown))?;
            self.limits.count_account(&token.family())?;
            let rotated = self.sessions.rotate(&token).await;
            let rotated = rotated.map_err(fault::maybe_traded)?;
            let (player, refresh) = rotated.map_err(fault::refresh_refused)?;
            let tokens = Some(self.tokens(&player, &refresh)?);
            Ok(Response::new(wire::RefreshResponse { tokens }))
        })
        .await
    }

    async fn sign_out(
        &self,
        request: Request<wire::SignOutRequest>,
    ) -> Result<Response<wire::SignOutResponse>, Status> {
        if let Some(token) = RefreshToken::read(&request.get_ref().refresh_token) {
            self.sessions.end(&token).await.map_err(fault::away)?;
        }
        Ok(Response::new(wire::SignOutResponse {}))
    }

    async fn upgrade(
        &self,
        request: Request<wire::UpgradeRequest>,
    ) -> Result<Response<wire::UpgradeResponse>, Status> {
        let id = calling_player(&request)?;
        self.limits.count_account(&id)?;
        let request = request.into_inner();
        let name = optional_name(&request.name)?;
        let credentials = Credentials::read(request.credentials)?;
        let player = self.player(&id).await?;
        if player.deleted {
            return Err(fault::unknown_player().into());
        }
        if !player.guest {
            return Err(fault::not_a_guest().into());
        }
        let login = self.login(credentials).await?;
        let upgraded = self.roster.upgrade(&id, name.as_ref(), &login).await;
        upgraded.map_err(fault::away)?.map_err(|why| match why {
            NotUpgraded::Taken(taken) => fault::taken(taken),
            NotUpgraded::NotAGuest => fault::not_a_guest(),
        })?;
        let player = self.player(&id).await?;
        let tokens = Some(Self::sign_in(self, &player).await?);
        let player = Some(to_wire(player));
        Ok(Response::new(wire::UpgradeResponse { player, tokens }))
    }

    async fn get_player(
        &self,
        request: Request<wire::GetPlayerRequest>,
    ) -> Result<Response<wire::GetPlayerResponse>, Status> {
        let caller: Arc<Caller> = Caller::of(&request)?;
        let named = &request.get_ref().player_id;
        let id = match &*caller {
            Caller::Player { id } if named.is_empty() => id,
            Caller::Service { .. } if named.is_empty() => {
                let message = "say which player";
                return Err(Fault::malformed("player_id", "MISSING_FIELD", message).into());
            }
            _ => named,
        };
        let player = Some(to_wire(self.player(id).await?));
        Ok(Response::new(wire::GetPlayerResponse { player }))
    }

    async fn list_players(
        &self,
        request: Request<wire::ListPlayersRequest>,
    ) -> Result<Response<wire::ListPlayersResponse>, Status> {
        let ids = request.into_inner().player_ids;
        if ids.len() > MOST_PLAYERS {
            let message = format!("ask for {MOST_PLAYERS} players at most");
            return Err(Fault::malformed("player_ids", "TOO_MANY", message).into());
        }
        let ids: Vec<_> = ids.iter().map(String::as_str).collect();
        let found = self.roster.find(&ids).await.map_err(fault::away)?;
        let players = found.into_iter().map(to_wire).collect();
        Ok(Response::new(wire::ListPlayersResponse { players }))
    }

    async fn rename(
        &self,
        request: Request<wire::RenameRequest>,
    ) -> Result<Response<wire::RenameResponse>, Status> {
        let id = calling_player(&request)?;
        let name = required_name(&request.get_ref().name)?;
        let renamed = self.roster.rename(&id, &name).await.map_err(fault::away)?;
        if !renamed.map_err(fault::taken)? {
            return Err(fault::unknown_player().into());
        }
        let player = Some(to_wire(self.player(&id).await?));
        Ok(Response::new(wire::RenameResponse { player }))
    }

    async fn delete_player(
        &self,
        request: Request<wire::DeletePlayerRequest>,
    ) -> Result<Response<wire::DeletePlayerResponse>, Status> {
        let id = calling_player(&request)?;
        self.roster
            .delete(&id, now_ms())
            .await
            .map_err(fault::away)?;
        self.forgetting.nudge();
        Ok(Response::new(wire::DeletePlayerResponse {}))
    }

    async fn get_jwks(
        &self,
        _: Request<wire::GetJwksRequest>,
    ) -> Result<Response<wire::GetJwksResponse>, Status> {
        let jwks = self.keyring.jwks().to_json();
        Ok(Response::new(wire::GetJwksResponse { jwks }))
    }
}
