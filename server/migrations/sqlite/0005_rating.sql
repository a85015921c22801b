-- Ratings of accounts, on the scale of the formulas (docs/ratings.md). Rows of deleted accounts
-- stay: who played against them is rated against what they were.
CREATE TABLE rating (
    user       BLOB    NOT NULL PRIMARY KEY REFERENCES account (user),
    mu         REAL    NOT NULL,
    sigma      REAL    NOT NULL,
    games      INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX rating_best ON rating (mu);

-- The rated games that were carried out: each once.
CREATE TABLE rated_game (
    id      INTEGER NOT NULL PRIMARY KEY,
    room    TEXT    NOT NULL REFERENCES room (id),
    game    INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    UNIQUE (room, game)
) STRICT;

-- What a game changed: a row for each person and side. `place` is the order in which a side's people
-- are told.
CREATE TABLE rating_change (
    rated_game INTEGER NOT NULL REFERENCES rated_game (id),
    side       INTEGER NOT NULL,
    place      INTEGER NOT NULL,
    user       BLOB    NOT NULL,
    member     INTEGER NOT NULL,
    turns      INTEGER NOT NULL,
    turns_of   INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    mu         REAL    NOT NULL,
    sigma      REAL    NOT NULL,
    mu_after   REAL    NOT NULL,
    sigma_after REAL   NOT NULL,
    PRIMARY KEY (rated_game, side, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_change_user ON rating_change (user);
