CREATE TABLE finished_games (
    id {key} PRIMARY KEY,
    mode TEXT,
    ruleset TEXT NOT NULL,
    white {key},
    black {key},
    result TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    document {bytes} NOT NULL
);

-- One row a player and game. Its key is the order in which a player's games are listed: a page is
-- one stretch of it, however many games there are.
CREATE TABLE game_players (
    player {key} NOT NULL,
    ended_ms BIGINT NOT NULL,
    game {key} NOT NULL REFERENCES finished_games (id),
    PRIMARY KEY (player, ended_ms, game)
);
