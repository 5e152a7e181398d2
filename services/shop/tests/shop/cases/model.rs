//! Random commands against a model that keeps everything in memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use proto::shop::v1 as wire;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use crate::kit::{Suite, purchase, reason};

const ITEMS: [&str; 4] = ["recon", "rocket", "sabotage", "shield"];
const OFFERS: [(&str, i64, [i64; 4]); 3] = [
    ("recon", 10, [1, 0, 0, 0]),
    ("rocket", 30, [0, 1, 0, 0]),
    ("starter-pack", 120, [5, 1, 1, 2]),
];

#[derive(Clone, Debug, PartialEq)]
enum Command {
    Buy { offer: usize, quantity: u32 },
    Grant { coins: u64 },
    Use { item: usize },
    Back { item: usize },
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        3 => (0..3_usize, 1..3_u32).prop_map(|(offer, quantity)| Command::Buy { offer, quantity }),
        1 => (1..60_u64).prop_map(|coins| Command::Grant { coins }),
        3 => (0..4_usize).prop_map(|item| Command::Use { item }),
        2 => (0..4_usize).prop_map(|item| Command::Back { item }),
    ]
}

/// What a player has, and what was made of each name.
struct Model {
    coins: i64,
    items: [i64; 4],
    /// What was done under a name, and the number of its row.
    done: BTreeMap<u8, (Command, u64)>,
    /// The items that were given back under a name, and whether they had been taken.
    back: BTreeMap<u8, (usize, bool)>,
    rows: u64,
}

/// What a command answers: the number of a row, whether something had been taken, or a reason.
#[derive(Debug, PartialEq)]
enum Answer {
    Row(u64),
    Taken(bool),
    Refused(&'static str),
}

impl Model {
    fn answer(&mut self, name: u8, command: &Command) -> Answer {
        if let Command::Back { item } = command {
            return self.give_back(name, *item);
        }
        match (self.back.get(&name), command) {
            (Some((returned, _)), Command::Use { item }) if item == returned => {
                return Answer::Refused("GIVEN_BACK");
            }
            (Some(_), _) => return Answer::Refused("REQUEST_ID_TAKEN"),
            _ => {}
        }
        match self.done.get(&name) {
            Some((before, row)) if before == command => return Answer::Row(*row),
            Some(_) => return Answer::Refused("REQUEST_ID_TAKEN"),
            None => {}
        }
        match command {
            Command::Buy { offer, quantity } => {
                let (_, price, items) = OFFERS[*offer];
                let quantity = i64::from(*quantity);
                if self.coins < price * quantity {
                    return Answer::Refused("NOT_ENOUGH_COINS");
                }
                self.coins -= price * quantity;
                for (has, more) in self.items.iter_mut().zip(items) {
                    *has += more * quantity;
                }
            }
            Command::Grant { coins } => self.coins += i64::try_from(*coins).unwrap(),
            Command::Use { item } => {
                if self.items[*item] == 0 {
                    return Answer::Refused("NOT_IN_INVENTORY");
                }
                self.items[*item] -= 1;
            }
            Command::Back { .. } => unreachable!("answered above"),
        }
        self.rows += 1;
        self.done.insert(name, (command.clone(), self.rows));
        Answer::Row(self.rows)
    }

    fn give_back(&mut self, name: u8, item: usize) -> Answer {
        if let Some((before, taken)) = self.back.get(&name) {
            if *before == item {
                return Answer::Taken(*taken);
            }
            return Answer::Refused("REQUEST_ID_TAKEN");
        }
        let taken = match self.done.get(&name) {
            Some((before, _)) if *before == (Command::Use { item }) => true,
            Some(_) => return Answer::Refused("REQUEST_ID_TAKEN"),
            None => false,
        };
        if taken {
            self.items[item] += 1;
            self.rows += 1;
        }
        self.back.insert(name, (item, taken));
        Answer::Taken(taken)
    }
}

async fn told(suite: &Suite, player: &str, name: u8, command: &Command) -> Answer {
    let name = format!("r:{name}");
    let answer = match command {
        Command::Buy { offer, quantity } => {
            let (offer, price, _) = OFFERS[*offer];
            let order = purchase(player, offer, *quantity, price.unsigned_abs(), &name);
            let bought = suite.buy(order).await;
            bought.map(|bought| Answer::Row(bought.receipt.unwrap().number))
        }
        Command::Grant { coins } => {
            let granted = suite.grant(player, *coins, &name).await;
            granted.map(|row| Answer::Row(row.number))
        }
        Command::Use { item } => {
            let used = suite.consume(player, ITEMS[*item], &name).await;
            used.map(|row| Answer::Row(row.number))
        }
        Command::Back { item } => {
            let given = suite.give_back(player, ITEMS[*item], &name).await;
            given.map(Answer::Taken)
        }
    };
    answer.unwrap_or_else(|status| {
        let known = [
            "GIVEN_BACK",
            "REQUEST_ID_TAKEN",
            "NOT_ENOUGH_COINS",
            "NOT_IN_INVENTORY",
        ];
        let reason = reason(&status);
        let known = known.into_iter().find(|known| *known == reason);
        Answer::Refused(known.unwrap_or_else(|| panic!("{status}")))
    })
}

pub(super) async fn wallets_are_what_the_commands_make_of_them(url: String) {
    let suite = Suite::start(&url).await;
    let mut runner = TestRunner::new(ProptestConfig {
        cases: support::by_effort(24, 500),
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let case = AtomicU32::new(0);
    // Few names, so that many are used again.
    let input = vec((0..12_u8, command()), 1..60);
    let checked = runner.run(&input, |commands| {
        let player = format!("p{}", case.fetch_add(1, Ordering::Relaxed));
        block_in_place(|| Handle::current().block_on(check(&suite, &player, &commands)))
    });
    checked.unwrap();
    suite.agrees().await;
}

async fn check(
    suite: &Suite,
    player: &str,
    commands: &[(u8, Command)],
) -> Result<(), TestCaseError> {
    let mut model = Model {
        coins: 100,
        items: [3, 1, 1, 1],
        done: BTreeMap::new(),
        back: BTreeMap::new(),
        rows: 1,
    };
    for (name, command) in commands {
        let expected = model.answer(*name, command);
        prop_assert_eq!(told(suite, player, *name, command).await, expected);
    }
    let (coins, items) = suite.has(player).await;
    prop_assert_eq!(i64::try_from(coins).unwrap(), model.coins);
    let counts = ITEMS.map(|item| items.get(item).copied().map_or(0, i64::from));
    prop_assert_eq!(counts, model.items);
    let rows = suite.ledger(player).await;
    let numbers: Vec<u64> = rows.iter().map(|row| row.number).collect();
    prop_assert_eq!(numbers, (1..=model.rows).rev().collect::<Vec<_>>());
    let sum: i64 = rows.iter().map(|row| row.coins).sum();
    prop_assert_eq!(sum, model.coins);
    for row in rows.iter().filter(|row| row.reason() == wire::Reason::Use) {
        prop_assert!(row.request_id.starts_with("r:"));
    }
    Ok(())
}
