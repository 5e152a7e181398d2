//! What results make of players: pools, changes, leaderboards, seasons.
