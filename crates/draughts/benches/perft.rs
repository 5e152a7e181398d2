//! Nodes per second of the move generator: from the start, in the middle game, and with kings.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use draughts::{Position, RULESETS, Ruleset, perft};

fn main() {
    divan::main();
}

/// A position to count from.
struct Stand {
    ruleset: &'static str,
    name: &'static str,
    /// `None`: the ruleset's start.
    fen: Option<&'static str>,
    depth: u32,
}

impl std::fmt::Display for Stand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} d{}", self.ruleset, self.name, self.depth)
    }
}

fn stands() -> Vec<Stand> {
    let start = |ruleset: &'static Ruleset| Stand {
        ruleset: ruleset.id,
        name: "start",
        fen: None,
        depth: if ruleset.board.edge() == 8 { 8 } else { 7 },
    };
    let stand = |ruleset, name, fen, depth| Stand {
        ruleset,
        name,
        fen: Some(fen),
        depth,
    };
    let mut stands: Vec<Stand> = RULESETS.iter().map(start).collect();
    stands.extend([
        stand(
            "russian",
            "middle",
            "W:Wa1,b2,b4,c1,d2,e1,f2,g1,g3,h2:Ba7,b8,c7,d8,e5,f4,f8,h6,h8",
            8,
        ),
        stand(
            "russian",
            "kings",
            "B:WKa1,c1,Kc7,Kd2,Ke5,g7:BKe1,Ke7,Kf4,f8,Kh4",
            6,
        ),
        stand(
            "international",
            "middle",
            "W:Wa3,b2,d2,e1,f4,g1,h2,i3,j2:Ba9,b10,c9,d8,d10,e7,f10,h4,h8,i9,j4,j8,j10",
            7,
        ),
        stand(
            "international",
            "kings",
            "B:WKa3,Ka7,f4:BKb10,d2,d4,Kd6,j6",
            6,
        ),
        stand("english", "kings", "B:WKd4,Ke3,Kf2,Kg3:BKa5,Kc7,Kd6,Kd8", 6),
        stand("brazilian", "kings", "W:WKa7,f2,Kf4,h2:Bd6,Ke7,Kf8,g7", 6),
    ]);
    stands
}

#[divan::bench(args = stands(), sample_count = 5)]
fn paths(bencher: Bencher<'_, '_>, stand: &Stand) {
    count(bencher, stand, perft::paths);
}

#[divan::bench(args = stands(), sample_count = 5)]
fn distinct(bencher: Bencher<'_, '_>, stand: &Stand) {
    count(bencher, stand, perft::distinct);
}

fn count(bencher: Bencher<'_, '_>, stand: &Stand, nodes: fn(&Position, &Ruleset, u32) -> u64) {
    let ruleset = RULESETS.iter().find(|ruleset| ruleset.id == stand.ruleset);
    let ruleset = ruleset.unwrap_or(&RULESETS[0]);
    let fen = stand.fen.map(|fen| Position::from_fen(fen, ruleset));
    let position = fen
        .and_then(Result::ok)
        .unwrap_or_else(|| Position::start(ruleset));
    let total = nodes(&position, ruleset, stand.depth);
    bencher
        .counter(ItemsCount::new(total))
        .bench(|| nodes(black_box(&position), ruleset, stand.depth));
}
