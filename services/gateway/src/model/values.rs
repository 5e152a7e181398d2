//! Enumerations: in JSON the value's name in lower case.

use proto::bots::v1 as bots;
use proto::matchmaking::v1 as matchmaking;
use proto::rules::v1 as rules;
use proto::shop::v1 as shop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Declares an enumeration with the values of one of the contracts'. A value that is added there
/// and not here does not compile.
macro_rules! mirror {
    ($(#[$doc:meta])* $name:ident of $wire:ty { $($(#[$value_doc:meta])* $value:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum $name {
            $($(#[$value_doc])* $value),+
        }

        impl $name {
            /// Reads the contract's number; `None` where nothing is given.
            pub(crate) fn read(number: i32) -> Option<Self> {
                match <$wire>::try_from(number).ok()? {
                    <$wire>::Unspecified => None,
                    $(<$wire>::$value => Some(Self::$value)),+
                }
            }
        }

        impl From<$name> for $wire {
            fn from(value: $name) -> Self {
                match value {
                    $($name::$value => Self::$value),+
                }
            }
        }
    };
}

mirror! {
    /// A side of the board.
    Side of rules::Side {
        /// The light pieces.
        White,
        /// The dark pieces.
        Black,
    }
}

mirror! {
    /// How squares are written: `c3-d4` or `22-18`.
    Notation of rules::Notation {
        /// Files and ranks.
        Algebraic,
        /// Numbers, counted row by row from Black's side.
        Numeric,
    }
}

mirror! {
    /// What a player strives for.
    Objective of rules::Objective {
        /// The side to move that has no legal move loses.
        Normal,
        /// The side to move that has no legal move wins.
        Giveaway,
    }
}

mirror! {
    /// When a man that reaches the last row in mid-capture is crowned.
    Promotion of rules::Promotion {
        /// At once; it goes on capturing as a king.
        OnTouch,
        /// Only if the move ends there.
        AtEnd,
        /// At once, and the move ends with it.
        EndsMove,
    }
}

mirror! {
    /// Which of the legal captures may be chosen.
    CaptureChoice of rules::CaptureChoice {
        /// Any of them.
        Any,
        /// Only those that take the most pieces.
        Most,
    }
}

mirror! {
    /// Where a flying king may land behind a piece that it takes.
    KingLanding of rules::KingLanding {
        /// Where the capture goes on, if there is such a square.
        MustContinue,
        /// On any free square.
        Any,
    }
}

mirror! {
    /// How a game ended.
    GameResult of rules::Result {
        /// White won.
        WhiteWins,
        /// Black won.
        BlackWins,
        /// Nobody won.
        Draw,
        /// The game does not count.
        Aborted,
    }
}

mirror! {
    /// Why a game ended.
    Reason of rules::Reason {
        /// The side to move has no piece left.
        NoPieces,
        /// The side to move has pieces, but no legal move.
        NoMoves,
        /// A player resigned.
        Resignation,
        /// A player's time ran out.
        Timeout,
        /// The players agreed on a draw.
        Agreement,
        /// The same full position stood for the third time.
        Threefold,
        /// 30 plies in a row of king moves without a capture.
        FifteenKingMoves,
        /// 50 plies in a row of king moves without a capture.
        TwentyFiveKingMoves,
        /// 80 plies in a row of king moves without a capture.
        FortyKingMoves,
        /// Three kings or more against one king for 30 plies.
        ThreeKings,
        /// Three pieces, a king among them, against a lone king for 32 plies.
        ThreeAgainstOne,
        /// Two pieces, a king among them, or one king, against a lone king for 10 plies.
        TwoAgainstOne,
        /// One king each, on the two long diagonals beside the main road.
        DoubleRoad,
        /// A player took the game back before it had begun.
        AbortedByPlayer,
        /// A game without a clock saw no move for a day.
        Abandoned,
    }
}

mirror! {
    /// How strong a bot plays.
    Level of bots::Level {
        /// Any legal move, each with the same chance.
        Easy,
        /// Looks a few plies ahead.
        Medium,
        /// Looks further ahead, and uses the boosts that it is allowed when they help.
        Hard,
    }
}

mirror! {
    /// What bends a game of combat.
    Boost of rules::Boost {
        /// Shows its user one strong move.
        Recon,
        /// Hits an enemy man drawn by lot, or a king where there is no man.
        Rocket,
        /// Saves one of one's own men once.
        Shield,
        /// Makes the opponent's move for them.
        Sabotage,
    }
}

mirror! {
    /// Why coins or items changed.
    LedgerReason of shop::Reason {
        /// The gift for the first visit.
        Gift,
        /// Another backend gave coins.
        Grant,
        /// Something was bought.
        Purchase,
        /// An item was used.
        Use,
        /// An item was given back.
        GivenBack,
    }
}

mirror! {
    /// A colour that an inviter wants.
    Colour of matchmaking::ColourChoice {
        /// The inviter plays White.
        White,
        /// The inviter plays Black.
        Black,
    }
}

mirror! {
    /// How an invite stands.
    InviteStatus of matchmaking::InviteStatus {
        /// It can be accepted.
        Open,
        /// Somebody has accepted it: the game is there.
        Accepted,
        /// The one invited does not want to play.
        Declined,
        /// The inviter took it back.
        Cancelled,
        /// Nobody accepted it in time.
        Expired,
    }
}
