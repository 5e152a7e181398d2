//! A game as PDN: its moves with clock notes, and tags that say who played when.

use proto::rules::v1 as rules;
use tonic::Status;

use crate::game::{Boost, Clock, Game, Happening, Seat, Side};
use crate::rulebook::{Rulebook, boost_action};
use store::Timestamp;

/// Writes a game as PDN.
pub(crate) async fn pdn(rulebook: &Rulebook, id: &str, game: &Game) -> Result<String, Status> {
    let beginning = game.beginning();
    let tag = |name: &str, value: String| rules::PdnTag {
        name: name.to_owned(),
        value,
    };
    let mut tags = vec![
        tag(
            "Event",
            beginning
                .mode
                .clone()
                .unwrap_or_else(|| beginning.ruleset.clone()),
        ),
        tag("Site", "Shashki".to_owned()),
        tag("Date", date(beginning.created_at)),
        tag("White", who(&beginning.seats.white)),
        tag("Black", who(&beginning.seats.black)),
        tag("GameId", id.to_owned()),
    ];
    let outcome = game.state().outcome.clone().unwrap_or_default();
    if game.state().outcome.is_some() {
        let reason = outcome
            .reason()
            .as_str_name()
            .trim_start_matches("REASON_")
            .to_ascii_lowercase();
        tags.push(tag("Termination", reason));
    }
    rulebook
        .write_pdn(rules::WritePdnRequest {
            ruleset: beginning.ruleset.clone(),
            start_fen: beginning.start_fen.clone(),
            moves: noted_moves(game),
            tags,
            result: outcome.result,
        })
        .await
}

/// The moves, each with the boosts used before it and a clock note: the times left, or without a clock
/// the time it took. Boosts after the last move stand alone at the end.
fn noted_moves(game: &Game) -> Vec<rules::PdnMove> {
    let mut last = game.beginning().created_at;
    let mut moves = Vec::new();
    let mut boosts = Vec::new();
    for (_, entry, state) in game.told_after(1) {
        let (text, sabotage) = match &entry.happening {
            Happening::Moved { text, .. } => (text, false),
            Happening::BoostUsed(boosted) if boosted.boost == Boost::Sabotage => {
                (&boosted.text, true)
            }
            Happening::BoostUsed(boosted) => {
                boosts.push(boost_action(boosted));
                continue;
            }
            _ => continue,
        };
        let comment = match &state.clock {
            Some(clock) => clock_note(clock, entry.at),
            None => format!("[%emt {}]", time((entry.at.0 - last.0).max(0))),
        };
        last = entry.at;
        moves.push(rules::PdnMove {
            text: text.clone(),
            comment,
            boosts: std::mem::take(&mut boosts),
            sabotage,
        });
    }
    if !boosts.is_empty() {
        moves.push(rules::PdnMove {
            boosts,
            ..rules::PdnMove::default()
        });
    }
    moves
}

/// PDN's clock command: the letter of the side whose time runs is a capital.
fn clock_note(clock: &Clock, at: Timestamp) -> String {
    let note = |side, letter: char| {
        let letter = if clock.running() == Some(side) {
            letter.to_ascii_uppercase()
        } else {
            letter
        };
        format!("{letter}{}", time(clock.left(side, at)))
    };
    format!(
        "[%clock {} {}]",
        note(Side::White, 'w'),
        note(Side::Black, 'b')
    )
}

/// Hours, minutes and seconds; part of a second counts as none.
fn time(span_ms: i64) -> String {
    let seconds = span_ms / 1000;
    format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

fn who(seat: &Seat) -> String {
    match seat {
        Seat::Player(id) => id.clone(),
        Seat::Bot(level) => {
            format!(
                "bot ({})",
                level
                    .as_str_name()
                    .trim_start_matches("LEVEL_")
                    .to_ascii_lowercase()
            )
        }
    }
}

/// The day in UTC as PDN writes it.
fn date(at: Timestamp) -> String {
    // Days since 0000-03-01 in eras of 400 years: leap days fall at the end of a year.
    let days = at.0.div_euclid(86_400_000) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_786, "2026.11.29"),
            (-1, "1969.12.31"),
        ] {
            assert_eq!(date(Timestamp(days * 86_400_000 + 5)), expected);
        }
    }

    #[test]
    fn times_are_written_with_hours() {
        assert_eq!(time(59_999), "0:00:59");
        assert_eq!(time(3_661_000), "1:01:01");
    }
}
