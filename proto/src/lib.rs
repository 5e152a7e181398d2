//! The contracts of the suite: messages, clients and servers generated from the `.proto` files
//! beside this crate, whose comments are the reference. No logic lives here.

#![expect(clippy::all, reason = "generated code")]

/// `shashki.rules.*`: what is legal.
pub mod rules {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.rules.v1");
    }
}

/// `shashki.games.*`: live games.
pub mod games {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.games.v1");
    }
    /// How the games service keeps a game in the store.
    pub mod storage {
        /// Version 1.
        pub mod v1 {
            tonic::include_proto!("shashki.games.storage.v1");
        }
    }
}

/// `shashki.bots.*`: players made of code.
pub mod bots {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.bots.v1");
    }
}

/// `shashki.players.*`: who somebody is.
pub mod players {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.players.v1");
    }
}

/// `shashki.ratings.*`: what results make of players.
pub mod ratings {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.ratings.v1");
    }
}

/// `shashki.matchmaking.*`: meeting an opponent.
pub mod matchmaking {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.matchmaking.v1");
    }
    /// How matchmaking keeps what it knows in the store.
    pub mod storage {
        /// Version 1.
        pub mod v1 {
            tonic::include_proto!("shashki.matchmaking.storage.v1");
        }
    }
}

/// `shashki.shop.*`: coins, and what they buy.
pub mod shop {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.shop.v1");
    }
}

/// Every contract with its comments, for gRPC reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/shashki.bin"));
