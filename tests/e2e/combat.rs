//! Whole games of combat by two clients, with boosts drawn by lot: every effect is what the rules say,
//! whoever dies in between, and in the end inventories, ledgers and games agree.

use std::collections::BTreeMap;
use std::time::Duration;

use draughts::combat::Hit;
use draughts::{Game, Notation, Ruleset, Square, pdn};
use futures::{StreamExt as _, stream};
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::game_event::Happening;
use proto::rules::v1::{Boost, Side};
use proto::shop::v1 as shop;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use support::WAIT_TIMEOUT;
use tokio::time::{Instant, sleep};
use tonic::{Code, Status};

use crate::harness::{Client, Kind, Suite, event_of, fault_of, is_away, player};

/// Games that are played at a time.
const AT_ONCE: usize = 20;

/// What the built-in catalogue gives a player on the first visit.
const GIFT: [(&str, i64); 4] = [("recon", 3), ("rocket", 1), ("shield", 1), ("sabotage", 1)];

/// Says the same until it is answered.
async fn insist<T>(mut say: impl AsyncFnMut() -> Result<T, Status>) -> Result<T, Status> {
    let begun = Instant::now();
    loop {
        match say().await {
            Err(status) if is_away(&status) => {
                assert!(begun.elapsed() < WAIT_TIMEOUT, "{status:?}");
                sleep(Duration::from_millis(20)).await;
            }
            answer => return answer,
        }
    }
}

/// A game as both clients play it, beside the rules themselves.
struct Match {
    client: Client,
    id: String,
    players: [String; 2],
    model: Game,
    random: StdRng,
    ply: u32,
    action: u32,
    /// The positions after each action.
    fens: Vec<String>,
}

impl Match {
    async fn start(mut client: Client, number: u64) -> Self {
        let players = ["white", "black"].map(|side| format!("{side}-{number}"));
        let [white, black] = &players;
        let request = games::CreateGameRequest {
            rules: Some(Rules::Mode("combat".to_owned())),
            white: Some(player(white)),
            black: Some(player(black)),
            request_id: format!("combat-{number}"),
            ..Default::default()
        };
        let created = insist(async || client.games.create_game(request.clone()).await).await;
        let id = created.unwrap().into_inner().game.unwrap().id;
        Self {
            client,
            id,
            players,
            model: Game::start(Ruleset::by_id("russian-late-promotion").unwrap()),
            random: StdRng::seed_from_u64(number),
            ply: 0,
            action: 0,
            fens: Vec::new(),
        }
    }

    fn to_move(&self) -> String {
        let [white, black] = &self.players;
        match self.model.position().side_to_move() {
            draughts::Side::White => white.clone(),
            draughts::Side::Black => black.clone(),
        }
    }

    fn fen(&self) -> String {
        let board = self.model.ruleset().board;
        self.model.position().to_fen(board, Notation::Algebraic)
    }

    /// Plays to the end.
    async fn play(mut self) -> Self {
        while self.model.outcome().is_none() {
            if !self.random.random_bool(0.35) || !self.boost().await {
                self.moves().await;
            }
        }
        let game = insist(async || {
            let game_id = self.id.clone();
            let request = games::GetGameRequest { game_id };
            self.client.games.get_game(request).await
        })
        .await;
        let game = game.unwrap().into_inner().game.unwrap();
        assert_eq!((game.ply, game.actions), (self.ply, self.action));
        assert_eq!(game.fen, self.fen());
        assert!(game.outcome.is_some());
        self
    }

    /// What happened is told again as it was, and the game as PDN reads back.
    async fn told_again(&mut self) {
        let version = self.client.game(&self.id).await.version;
        let mut stream = self.client.watch(&self.id, 1).await;
        let mut fens = Vec::new();
        for _ in 1..version {
            match event_of(stream.message().await.unwrap().unwrap()).happening {
                Some(Happening::MovePlayed(played)) => fens.push(played.fen),
                Some(Happening::BoostUsed(used)) => {
                    assert_eq!(
                        used.boost.unwrap().hint,
                        [""; 0],
                        "nobody in particular watches"
                    );
                    fens.push(used.fen);
                }
                _ => {}
            }
        }
        assert_eq!(fens, self.fens);
        let request = games::ExportGameRequest {
            game_id: self.id.clone(),
        };
        let export = self.client.games.export_game(request).await.unwrap();
        let text = export.into_inner().pdn;
        let mut read = pdn::read(&text, self.model.ruleset());
        let record = read.remove(0).unwrap();
        assert_eq!(record.actions.len(), self.fens.len(), "{text}");
    }

    async fn moves(&mut self) {
        let legal = self.model.legal_moves();
        let chosen = *legal.choose(&mut self.random).unwrap();
        let board = self.model.ruleset().board;
        let request = games::PlayMoveRequest {
            game_id: self.id.clone(),
            player_id: self.to_move(),
            expected_ply: self.ply,
            r#move: chosen.to_text(board, Notation::Algebraic),
        };
        let event = insist(async || self.client.games.play_move(request.clone()).await).await;
        let event = event.unwrap().into_inner().event.unwrap();
        let Some(Happening::MovePlayed(played)) = event.happening else {
            panic!("{event:?}");
        };
        self.model.play(&chosen).unwrap();
        self.ply += 1;
        self.action += 1;
        self.fens.push(self.fen());
        assert_eq!(played.fen, self.fen());
        assert_eq!(event.outcome.is_some(), self.model.outcome().is_some());
    }

    /// Uses a boost, if the player may and has it.
    async fn boost(&mut self) -> bool {
        let player_id = self.to_move();
        let asked = insist(async || {
            let request = games::ListBoostsRequest {
                game_id: self.id.clone(),
                player_id: player_id.clone(),
            };
            self.client.games.list_boosts(request).await
        })
        .await;
        let options = asked.unwrap().into_inner().boosts.into_iter();
        let choices = options.filter_map(|option| option.choice);
        let free: Vec<_> = choices.filter(|choice| choice.refused.is_none()).collect();
        let Some(choice) = free.choose(&mut self.random) else {
            return false;
        };
        let target = match choice.boost() {
            Boost::Shield => choice.targets.choose(&mut self.random).cloned(),
            _ => None,
        };
        let text = choice.moves.choose(&mut self.random).cloned();
        let request = games::UseBoostRequest {
            game_id: self.id.clone(),
            player_id,
            expected_action: self.action,
            boost: choice.boost,
            target: target.unwrap_or_default(),
            r#move: text.map(|legal| legal.text).unwrap_or_default(),
        };
        let used = insist(async || self.client.games.use_boost(request.clone()).await).await;
        let event = match used {
            Ok(answer) => answer.into_inner().event.unwrap(),
            Err(status) => {
                let none = (Code::FailedPrecondition, "NOT_IN_INVENTORY".to_owned());
                assert_eq!(fault_of(&status), none);
                return false;
            }
        };
        self.follow(&event, &request);
        true
    }

    /// Holds what a boost did against the rules.
    fn follow(&mut self, event: &games::GameEvent, request: &games::UseBoostRequest) {
        let Some(Happening::BoostUsed(told)) = &event.happening else {
            panic!("{event:?}");
        };
        let used = told.boost.as_ref().unwrap();
        let board = self.model.ruleset().board;
        self.action += 1;
        assert_eq!((used.action, used.boost()), (self.action, request.boost()));
        match request.boost() {
            Boost::Recon => {
                let squares = used.hint.iter();
                let hint: Vec<_> = squares
                    .map(|text| Square::parse(text, board).unwrap())
                    .collect();
                let legal = self.model.legal_moves();
                let is_it = |legal: &draughts::Move| {
                    legal.from() == hint[0] && *legal.landings() == hint[1..]
                };
                assert!(legal.iter().any(is_it), "{hint:?} is no move");
            }
            Boost::Rocket => {
                let hit = self
                    .model
                    .rocket(Square::parse(&used.target, board).unwrap());
                let burned = matches!(hit.unwrap(), Hit::ShieldBurnt);
                assert_eq!(used.shield_burned, burned);
            }
            Boost::Shield => self
                .model
                .shield(Square::parse(&used.target, board).unwrap())
                .unwrap(),
            Boost::Sabotage => {
                self.model.sabotage(&request.r#move).unwrap();
                self.ply += 1;
                let ply = told.r#move.as_ref().unwrap();
                assert_eq!(
                    (ply.ply, ply.sabotaged, &ply.text),
                    (self.ply, true, &request.r#move)
                );
            }
            Boost::Unspecified => unreachable!("one was chosen"),
        }
        self.fens.push(self.fen());
        assert_eq!(told.fen, self.fen());
        assert_eq!(event.outcome.is_some(), self.model.outcome().is_some());
    }
}

/// What a player has used in a game, by item.
async fn used_in(client: &mut Client, id: &str, side: Side) -> BTreeMap<String, i64> {
    let mut used = BTreeMap::new();
    for boost in client.game(id).await.boosts {
        if boost.side() == side {
            let name = boost.boost().as_str_name().trim_start_matches("BOOST_");
            *used.entry(name.to_ascii_lowercase()).or_default() += 1;
        }
    }
    used
}

async fn inventory(client: &mut Client, player: &str) -> BTreeMap<String, i64> {
    let request = shop::GetWalletRequest {
        player_id: player.to_owned(),
    };
    let wallet = client
        .shop
        .get_wallet(request)
        .await
        .unwrap()
        .into_inner()
        .wallet
        .unwrap();
    wallet
        .items
        .into_iter()
        .map(|held| (held.item, i64::from(held.count)))
        .collect()
}

/// Every item is where it should be: in the inventory, or used in the game.
async fn audit(suite: &Suite, matches: &[Match]) -> i64 {
    let mut client = suite.client();
    let mut total = 0;
    for Match { id, players, .. } in matches {
        for (player, side) in players.iter().zip([Side::White, Side::Black]) {
            let used = used_in(&mut client, id, side).await;
            total += used.values().sum::<i64>();
            let left = GIFT.map(|(item, count)| {
                (
                    item.to_owned(),
                    count - used.get(item).copied().unwrap_or_default(),
                )
            });
            let left: BTreeMap<_, _> = left.into_iter().filter(|(_, count)| *count > 0).collect();
            let begun = Instant::now();
            // What was taken for nothing is on its way back.
            while inventory(&mut client, player).await != left {
                let now = inventory(&mut client, player).await;
                assert!(
                    begun.elapsed() < WAIT_TIMEOUT,
                    "{player}: {now:?} and not {left:?}"
                );
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
    let said = suite.operator("shop check", &[]);
    assert!(said.ends_with("all agree"), "{said}");
    total
}

async fn whole_games(suite: &mut Suite, count: u64, deaths: &[&str]) {
    let clients: Vec<_> = (0..count).map(|_| suite.client()).collect();
    let matches = stream::iter((0..).zip(clients))
        .map(|(number, client)| async move { Match::start(client, number).await.play().await })
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<_>>();
    let dying = async {
        for process in deaths {
            sleep(Duration::from_millis(300)).await;
            suite.kill_one(process);
            suite.launch().await;
        }
    };
    let (mut matches, ()) = tokio::join!(matches, dying);
    for played in &mut matches {
        played.told_again().await;
    }
    let used = audit(suite, &matches).await;
    let expected = i64::try_from(count).unwrap() * 6;
    assert!(used > expected, "only {used} boosts were used");
}

#[tokio::test]
async fn every_effect_is_what_the_rules_say() {
    let mut suite = Suite::start(Kind::Embedded).await;
    whole_games(&mut suite, 10, &[]).await;
}

#[tokio::test]
async fn nothing_is_spent_for_nothing_while_games_and_shop_die() {
    let mut suite = Suite::start(Kind::Split).await;
    let deaths = [
        "games", "shop", "games", "shop", "bots", "games", "shop", "games",
    ];
    let deaths = deaths.repeat(support::by_effort(1, 6));
    whole_games(&mut suite, support::by_effort(10, 2_000), &deaths).await;
}
