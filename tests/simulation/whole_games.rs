//! Whole games while every link has its troubles and every service dies once.

use std::time::Duration;

use crate::golden::GoldenGame;
use crate::rest;
use crate::seeds;
use crate::table::Table;
use crate::weather::{Link, bad_weather, deaths};
use crate::world::{BOTS, GAMES, GATEWAY, RULES, World};

/// Games are played through bad weather for so long; what is left of them in calm.
const BAD: Duration = Duration::from_secs(25);

/// The players of each table, by host.
const PLAYERS: [[&str; 2]; 3] = [["ann", "bob"], ["carl", "dora"], ["emil", "fay"]];

/// Every link between hosts that talk to each other.
fn links() -> Vec<Link> {
    let mut links = vec![("zoe", GATEWAY), (GATEWAY, RULES)];
    for games in GAMES {
        let callers = PLAYERS.into_iter().flatten().chain(["eve", GATEWAY]);
        links.extend(callers.map(|caller| (caller, games)));
        links.extend([RULES, BOTS].map(|called| (games, called)));
    }
    links
}

#[test]
fn what_was_told_is_what_happened() {
    for seed in seeds() {
        let place = usize::try_from(seed).unwrap();
        let tables = [
            Table::new("first", GoldenGame::nth("russian", place), false),
            Table::new("second", GoldenGame::nth("poddavki", place), true),
            Table::new("third", GoldenGame::nth("russian-giveaway", place), true),
        ];
        let against_bot = rest::AgainstBot::new(seed);

        let mut world = World::new(seed, BAD);
        for (table, players) in tables.iter().zip(PLAYERS) {
            for (first, player) in players.into_iter().enumerate() {
                world.sim.client(player, table.clone().play(first, seed));
            }
        }
        world.sim.client("eve", tables[0].clone().look_on(1));
        world.sim.client("zoe", against_bot.clone().play());
        let mut troubles = bad_weather(seed, &links(), BAD);
        troubles.extend(deaths(
            seed,
            &[GAMES[0], RULES, GATEWAY, GAMES[1], BOTS],
            BAD,
        ));
        world.run(&troubles);

        // Lists and the archive follow within moments.
        world.calm(Duration::from_secs(5));
        for (judge, table) in ["judge-1", "judge-2", "judge-3"].into_iter().zip(tables) {
            world.sim.client(judge, table.judge());
        }
        world.sim.client("judge-4", against_bot.judge());
        world.run(&[]);
    }
}
