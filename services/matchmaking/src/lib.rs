//! Meeting an opponent: queues and the pairing of those who wait in them, invites, the lobby.
