-- Seasons (docs/betting-http.md). Their tables are read from the bets, which stay. `reset_at` is when
-- the wallets were seen to after the season, whether or not anything was changed.
CREATE TABLE season (
    number   INTEGER NOT NULL PRIMARY KEY,
    from_at  INTEGER NOT NULL,
    until_at INTEGER NOT NULL CHECK (until_at > from_at),
    ended_at INTEGER,
    reset_at INTEGER
) STRICT;

-- Which bets still hold a digest of an address.
CREATE INDEX position_origin ON position (at) WHERE origin IS NOT NULL;
