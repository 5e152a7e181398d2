-- Every catalogue that the shop has had, as JSON; the one of the highest version is in place.
CREATE TABLE shop_catalogues (
    version BIGINT PRIMARY KEY,
    content TEXT NOT NULL,
    since_ms BIGINT NOT NULL
);

-- One row a player, which whoever changes anything of the player's holds until the end of the
-- transaction.
CREATE TABLE shop_wallets (
    player {key} PRIMARY KEY,
    coins BIGINT NOT NULL CHECK (coins BETWEEN 0 AND 1000000000000),
    -- Items and how many, as compact JSON: {"rocket":2}. No number in it is negative.
    items TEXT NOT NULL CHECK (items NOT LIKE '%:-%'),
    -- How many rows the player's ledger has; the last one's number.
    ledger_rows BIGINT NOT NULL CHECK (ledger_rows >= 0)
);

-- Every change of every wallet, in the order in which they were made. Rows are never changed.
CREATE TABLE shop_ledger (
    player {key} NOT NULL,
    number BIGINT NOT NULL,
    reason TEXT NOT NULL,
    -- Whose name the request's is: `player`, `service`, `gift`; `back` of what was given back, which
    -- has the name under which it was taken. Nothing is done twice under one name.
    scope {key} NOT NULL,
    request_id {key} NOT NULL,
    -- What was asked, to tell a repeat from another request.
    asked TEXT NOT NULL,
    coins BIGINT NOT NULL,
    items TEXT NOT NULL,
    coins_after BIGINT NOT NULL CHECK (coins_after >= 0),
    note TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (player, number),
    UNIQUE (player, scope, request_id)
);

-- What was given back: nothing is taken any more under the request's name. `taken`: 1 if something
-- had been.
CREATE TABLE shop_returns (
    player {key} NOT NULL,
    request_id {key} NOT NULL,
    item TEXT NOT NULL,
    taken BIGINT NOT NULL,
    PRIMARY KEY (player, request_id)
);
