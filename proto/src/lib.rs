//! The contracts of the suite: messages, clients and servers generated from the `.proto` files
//! beside this crate, whose comments are the reference, and how calls of them are made and served.

pub mod rpc;

/// `shashki.rules.*`: what is legal.
#[allow(clippy::all, reason = "generated code")]
pub mod rules {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.rules.v1");
    }
}

/// `shashki.games.*`: live games.
#[allow(clippy::all, reason = "generated code")]
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
#[allow(clippy::all, reason = "generated code")]
pub mod bots {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.bots.v1");
    }
}

/// `shashki.players.*`: who somebody is.
#[allow(clippy::all, reason = "generated code")]
pub mod players {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.players.v1");
    }
}

/// `shashki.ratings.*`: what results make of players.
#[allow(clippy::all, reason = "generated code")]
pub mod ratings {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.ratings.v1");
    }
}

/// `shashki.matchmaking.*`: meeting an opponent.
#[allow(clippy::all, reason = "generated code")]
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
#[allow(clippy::all, reason = "generated code")]
pub mod shop {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shashki.shop.v1");
    }
}

/// Every contract with its comments and options, for gRPC reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/shashki.bin"));
