//! Short names for the positions in which nearly every game starts: at rest they would be a seventh
//! of a game. They are texts here, to be written shorter; what they mean is up to the rules.

/// By name. Part of the data's layout: they are only ever added to.
const STARTS: [(&str, &str); 3] = [
    (
        "0",
        "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8",
    ),
    (
        "1",
        "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
         B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
    ),
    (
        "2",
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    ),
];

/// The position's name, or itself if it has none.
pub(crate) fn short(fen: &str) -> &str {
    let named = STARTS.iter().find(|(_, start)| *start == fen);
    named.map_or(fen, |(name, _)| name)
}

/// The position of that name; what is no name is one itself.
pub(crate) fn in_full(text: &str) -> &str {
    let named = STARTS.iter().find(|(name, _)| *name == text);
    named.map_or(text, |(_, start)| start)
}

#[cfg(test)]
mod tests {
    use draughts::{Position, RULESETS};

    use super::{in_full, short};

    #[test]
    fn every_ruleset_starts_from_a_position_with_a_name() {
        for ruleset in &RULESETS {
            let fen = Position::start(ruleset).to_fen(ruleset.board, ruleset.notation);
            assert_eq!(short(&fen).len(), 1, "{}: {fen}", ruleset.id);
            assert_eq!(in_full(short(&fen)), fen);
        }
    }

    #[test]
    fn another_position_is_written_out() {
        let fen = "W:Wc3:Bd6";
        assert_eq!(short(fen), fen);
        assert_eq!(in_full(fen), fen);
    }
}
