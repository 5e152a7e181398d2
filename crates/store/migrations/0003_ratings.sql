-- One row a pool and season. The one that is not closed goes on.
CREATE TABLE rating_seasons (
    pool {key} NOT NULL,
    number BIGINT NOT NULL,
    began_ms BIGINT NOT NULL,
    closed_ms BIGINT,
    PRIMARY KEY (pool, number)
);

-- One row a player, which whoever rates the player holds until the end of the transaction.
CREATE TABLE rating_players (
    id {key} PRIMARY KEY,
    -- How many changes the player has; the last one's number.
    changes BIGINT NOT NULL,
    -- 1: on no leaderboard, whatever comes.
    forgotten BIGINT NOT NULL
);

-- What players have: one row a player, pool and season. Rows of closed seasons stay as they were:
-- they are the season's final leaderboard.
CREATE TABLE ratings (
    player {key} NOT NULL,
    pool {key} NOT NULL,
    season BIGINT NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    peak DOUBLE PRECISION NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    first_ms BIGINT NOT NULL,
    rated_ms BIGINT NOT NULL,
    -- The place in the order of the leaderboard, as a text that sorts so; whether it is taken; and
    -- until when, if nothing is played.
    place {key} NOT NULL,
    on_board BIGINT NOT NULL,
    board_until_ms BIGINT NOT NULL,
    -- By which transaction the row became what it is, and when.
    stamp BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    PRIMARY KEY (player, pool, season)
);
CREATE INDEX ratings_board ON ratings (pool, season, place) WHERE on_board = 1;
CREATE INDEX ratings_leaving ON ratings (pool, season, board_until_ms) WHERE on_board = 1;

-- How many players stand on a leaderboard from `first` up to the next row's: a rank is a sum of
-- these and a count within one of them.
CREATE TABLE rating_blocks (
    pool {key} NOT NULL,
    season BIGINT NOT NULL,
    first {key} NOT NULL,
    players BIGINT NOT NULL,
    PRIMARY KEY (pool, season, first)
);

CREATE TABLE rated_games (
    id {key} PRIMARY KEY,
    pool {key} NOT NULL,
    white {key} NOT NULL,
    black {key} NOT NULL,
    result TEXT NOT NULL,
    -- The numbers of the players' changes.
    white_change BIGINT NOT NULL,
    black_change BIGINT NOT NULL
);

-- Every change of every player, in the order in which they were made.
CREATE TABLE rating_changes (
    player {key} NOT NULL,
    number BIGINT NOT NULL,
    pool {key} NOT NULL,
    season BIGINT NOT NULL,
    game {key} NOT NULL,
    opponent {key} NOT NULL,
    side TEXT NOT NULL,
    result TEXT NOT NULL,
    before DOUBLE PRECISION NOT NULL,
    after DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    ended_ms BIGINT NOT NULL,
    -- The transaction that made it, and the place that the player had until then, if any.
    stamp BIGINT NOT NULL,
    place_before {key},
    PRIMARY KEY (player, number)
);
CREATE INDEX rating_changes_of_pool ON rating_changes (player, pool, number);
CREATE INDEX rating_changes_by_stamp ON rating_changes (player, pool, stamp);

-- SQLite's transactions are numbered here; PostgreSQL numbers its own.
CREATE TABLE rating_revision (revision BIGINT NOT NULL);
INSERT INTO rating_revision VALUES (0);
