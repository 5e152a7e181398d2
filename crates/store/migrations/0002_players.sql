CREATE TABLE players (
    id {key} PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT,
    -- Names that read alike have one fold, names that look alike have one look: neither is given
    -- twice.
    name_fold {key} UNIQUE,
    name_look {key} UNIQUE,
    email {key} UNIQUE,
    password_hash TEXT,
    device_hash {key} UNIQUE,
    created_ms BIGINT NOT NULL,
    deleted_ms BIGINT,
    -- When the ratings had forgotten a deleted player.
    forgotten_ms BIGINT
);

CREATE INDEX players_to_forget ON players (deleted_ms)
    WHERE deleted_ms IS NOT NULL AND forgotten_ms IS NULL;

-- One row for each time somebody signed in: all its refresh tokens name it, and the last one has the
-- secret that is written here.
CREATE TABLE refresh_families (
    id_hash {key} PRIMARY KEY,
    player {key} NOT NULL REFERENCES players (id),
    secret_hash TEXT NOT NULL,
    expires_ms BIGINT NOT NULL
);

CREATE INDEX refresh_families_of_player ON refresh_families (player);
CREATE INDEX refresh_families_by_end ON refresh_families (expires_ms);

-- Wrong passwords, by what was signed in to, whether it exists or not.
CREATE TABLE sign_in_failures (
    subject {key} PRIMARY KEY,
    failures BIGINT NOT NULL,
    until_ms BIGINT NOT NULL
);

CREATE INDEX sign_in_failures_by_end ON sign_in_failures (until_ms);

CREATE TABLE signing_keys (
    -- Counted up: of several who make the next key one succeeds.
    number BIGINT PRIMARY KEY,
    secret {bytes} NOT NULL,
    created_ms BIGINT NOT NULL,
    active_from_ms BIGINT NOT NULL,
    retires_ms BIGINT NOT NULL
);
