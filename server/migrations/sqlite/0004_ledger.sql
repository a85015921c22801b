-- The books of play money (docs/betting.md). Times are milliseconds, amounts whole coins; words are
-- those of the protocol. Everything here but `STRICT` and the bodies of the triggers is as it would
-- be on PostgreSQL.

-- Who has, or had, something to do with the books. `person` is cut off when the account is deleted:
-- the books go on with the number alone. What somebody chose for himself is kept here too.
CREATE TABLE bettor (
    number      INTEGER NOT NULL PRIMARY KEY,
    person      BLOB    UNIQUE,
    hidden      INTEGER NOT NULL DEFAULT 0,
    unlisted    INTEGER NOT NULL DEFAULT 0,
    break_until INTEGER,
    banned_at   INTEGER,
    ban_reason  TEXT,
    closed_at   INTEGER
) STRICT;

-- Rooms by numbers: the name of a room is an invitation and must not stand in a code.
CREATE TABLE betting_room (
    number INTEGER NOT NULL PRIMARY KEY,
    room   TEXT    NOT NULL UNIQUE REFERENCES room (id)
) STRICT;

CREATE TABLE market (
    id         INTEGER NOT NULL PRIMARY KEY,
    room       INTEGER NOT NULL REFERENCES betting_room (number),
    number     INTEGER NOT NULL,
    game       INTEGER NOT NULL,
    mode       TEXT    NOT NULL CHECK (mode IN ('picks', 'pool')),
    scope      TEXT    NOT NULL CHECK (scope IN ('server', 'room')),
    -- A list in JSON.
    outcomes   TEXT    NOT NULL,
    min_stake  INTEGER NOT NULL CHECK (min_stake > 0),
    max_stake  INTEGER NOT NULL CHECK (max_stake >= min_stake),
    state      TEXT    NOT NULL CHECK (state IN ('open', 'suspended', 'locked', 'settled', 'void')),
    suspended  TEXT,
    void       TEXT,
    result     TEXT,
    opened_at  INTEGER NOT NULL,
    locked_at  INTEGER,
    ended_at   INTEGER,
    stale_at   INTEGER,
    -- The last transfer before the lock, and the last of the end.
    locked_seq INTEGER,
    ended_seq  INTEGER,
    -- Whether enough people from enough places took part for the tables of a season.
    counts     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (room, number),
    CHECK ((state = 'suspended') = (suspended IS NOT NULL)),
    CHECK ((state = 'void') = (void IS NOT NULL)),
    CHECK (state <> 'settled' OR result IS NOT NULL),
    CHECK ((state IN ('settled', 'void')) = (ended_at IS NOT NULL))
) STRICT;

CREATE INDEX market_alive ON market (state) WHERE state IN ('open', 'suspended', 'locked');
CREATE INDEX market_ended ON market (ended_at) WHERE ended_at IS NOT NULL;

-- A market only goes on.
CREATE TRIGGER market_goes_on BEFORE UPDATE OF state ON market
WHEN NOT (
    OLD.state = NEW.state AND NEW.state NOT IN ('settled', 'void')
    OR OLD.state = 'open' AND NEW.state IN ('suspended', 'locked', 'void')
    OR OLD.state = 'suspended' AND NEW.state IN ('open', 'locked', 'void')
    OR OLD.state = 'locked' AND NEW.state IN ('settled', 'void')
)
BEGIN SELECT RAISE(ABORT, 'a market only goes on'); END;

CREATE TRIGGER market_stays BEFORE DELETE ON market
BEGIN SELECT RAISE(ABORT, 'a market is never deleted'); END;

-- Accounts of coins. `code` is the same in words.
CREATE TABLE coin_account (
    id      INTEGER NOT NULL PRIMARY KEY,
    code    TEXT    NOT NULL UNIQUE,
    kind    TEXT    NOT NULL,
    bettor  INTEGER REFERENCES bettor (number),
    room    INTEGER REFERENCES betting_room (number),
    market  INTEGER REFERENCES market (id),
    outcome TEXT,
    balance INTEGER NOT NULL DEFAULT 0 CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991),
    CHECK (kind = 'issuance' OR balance >= 0),
    CHECK (
        kind = 'issuance' AND bettor IS NULL AND room IS NULL AND market IS NULL AND outcome IS NULL
        OR kind = 'wallet' AND bettor IS NOT NULL AND room IS NULL AND market IS NULL AND outcome IS NULL
        OR kind = 'room_wallet' AND bettor IS NOT NULL AND room IS NOT NULL AND market IS NULL AND outcome IS NULL
        OR kind = 'pool' AND bettor IS NULL AND room IS NULL AND market IS NOT NULL AND outcome IS NOT NULL
    )
) STRICT;

CREATE INDEX coin_account_bettor ON coin_account (bettor) WHERE bettor IS NOT NULL;
CREATE INDEX coin_account_market ON coin_account (market) WHERE market IS NOT NULL;

INSERT INTO coin_account (id, code, kind) VALUES (1, 'issuance', 'issuance');

CREATE TRIGGER coin_account_begins BEFORE INSERT ON coin_account WHEN NEW.balance <> 0
BEGIN SELECT RAISE(ABORT, 'an account begins with nothing'); END;

CREATE TRIGGER coin_account_is BEFORE UPDATE OF id, code, kind, bettor, room, market, outcome ON coin_account
BEGIN SELECT RAISE(ABORT, 'an account stays what it is'); END;

CREATE TRIGGER coin_account_stays BEFORE DELETE ON coin_account
BEGIN SELECT RAISE(ABORT, 'an account is never deleted'); END;

-- Where the books stand: the last transfer, what all of them come to, and the number of the last
-- stake. On PostgreSQL every transaction of the books takes this row FOR UPDATE first.
CREATE TABLE ledger_head (
    one    INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    seq    INTEGER NOT NULL,
    hash   BLOB    NOT NULL CHECK (length(hash) = 32),
    stakes INTEGER NOT NULL
) STRICT;

INSERT INTO ledger_head (one, seq, hash, stakes) VALUES (1, 0, zeroblob(32), 0);

-- Coins that went from one account to another. Only ever added to.
CREATE TABLE transfer (
    seq    INTEGER NOT NULL PRIMARY KEY,
    at     INTEGER NOT NULL,
    -- What makes it happen once.
    idem   TEXT    NOT NULL UNIQUE,
    kind   TEXT    NOT NULL,
    debit  INTEGER NOT NULL REFERENCES coin_account (id),
    credit INTEGER NOT NULL REFERENCES coin_account (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    market INTEGER REFERENCES market (id),
    reason TEXT,
    hash   BLOB    NOT NULL CHECK (length(hash) = 32),
    CHECK (kind <> 'ADJUST' OR reason IS NOT NULL AND length(reason) > 0)
) STRICT;

CREATE INDEX transfer_market ON transfer (market) WHERE market IS NOT NULL;
CREATE INDEX transfer_debit ON transfer (debit);
CREATE INDEX transfer_credit ON transfer (credit);

CREATE TRIGGER transfer_follows BEFORE INSERT ON transfer
WHEN NEW.seq <> (SELECT seq + 1 FROM ledger_head)
BEGIN SELECT RAISE(ABORT, 'a transfer has the next number'); END;

-- Which accounts a kind joins. There is none from wallet to wallet.
CREATE TRIGGER transfer_fits BEFORE INSERT ON transfer
WHEN NOT EXISTS (
    SELECT 1 FROM coin_account d, coin_account c
    WHERE d.id = NEW.debit AND c.id = NEW.credit AND (
        NEW.market IS NULL AND (
            NEW.kind IN ('GRANT_START', 'GRANT_DAILY', 'RELIEF') AND d.kind = 'issuance' AND c.kind = 'wallet'
            OR NEW.kind = 'ROOM_GRANT' AND d.kind = 'issuance' AND c.kind = 'room_wallet'
            OR NEW.kind = 'ROOM_CLOSE' AND d.kind = 'room_wallet' AND c.kind = 'issuance'
            OR NEW.kind = 'CLOSE' AND d.kind = 'wallet' AND c.kind = 'issuance'
            OR NEW.kind IN ('ADJUST', 'SEASON') AND d.kind = 'issuance' AND c.kind = 'wallet'
            OR NEW.kind IN ('ADJUST', 'SEASON') AND d.kind = 'wallet' AND c.kind = 'issuance'
        )
        OR NEW.kind = 'SWEEP' AND d.kind = 'pool' AND c.kind = 'pool' AND d.id <> c.id
            AND d.market = NEW.market AND c.market = NEW.market
        OR EXISTS (
            SELECT 1 FROM market m WHERE m.id = NEW.market AND (
                NEW.kind = 'STAKE' AND c.market = m.id AND (
                    m.scope = 'server' AND d.kind = 'wallet'
                    OR m.scope = 'room' AND d.kind = 'room_wallet' AND d.room = m.room
                )
                OR NEW.kind IN ('UNSTAKE', 'PAYOUT', 'REFUND') AND d.market = m.id AND (
                    m.scope = 'server' AND c.kind = 'wallet'
                    OR m.scope = 'room' AND c.kind = 'room_wallet' AND c.room = m.room
                )
            )
        )
    )
)
BEGIN SELECT RAISE(ABORT, 'a transfer of this kind does not join these accounts'); END;

-- Both sides move with the line that says so, and the head with both.
CREATE TRIGGER transfer_moves AFTER INSERT ON transfer
BEGIN
    UPDATE coin_account SET balance = balance - NEW.amount WHERE id = NEW.debit;
    UPDATE coin_account SET balance = balance + NEW.amount WHERE id = NEW.credit;
    UPDATE ledger_head SET seq = NEW.seq, hash = NEW.hash;
END;

CREATE TRIGGER transfer_is BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;

CREATE TRIGGER transfer_stays BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never deleted'); END;

-- Who has what staked. `account` is the wallet it came from, nothing for a guess, whose stake is 1
-- and which comes back as 1 if it was right. `seq` is the order of the last change, over all
-- markets. `pays` is what it becomes if it is right, from the lock on; `back` what came of it.
-- `origin` is a digest of the address, forgotten when the market ends.
CREATE TABLE position (
    market         INTEGER NOT NULL REFERENCES market (id),
    bettor         INTEGER NOT NULL REFERENCES bettor (number),
    account        INTEGER REFERENCES coin_account (id),
    outcome        TEXT    NOT NULL CHECK (outcome IN ('south', 'draw', 'north')),
    stake          INTEGER NOT NULL CHECK (stake > 0),
    seq            INTEGER NOT NULL UNIQUE,
    at             INTEGER NOT NULL,
    shared_address INTEGER NOT NULL,
    origin         BLOB,
    pays           INTEGER,
    back           INTEGER,
    PRIMARY KEY (market, bettor)
) STRICT;

CREATE INDEX position_bettor ON position (bettor, seq);

-- Who sat, or was host, when a market was locked.
CREATE TABLE participant (
    market INTEGER NOT NULL REFERENCES market (id),
    bettor INTEGER NOT NULL REFERENCES bettor (number),
    role   TEXT    NOT NULL CHECK (role IN ('south', 'north', 'host')),
    PRIMARY KEY (market, bettor, role)
) STRICT, WITHOUT ROWID;

CREATE INDEX participant_bettor ON participant (bettor);

-- Orders that were granted: the same one is answered as then. Refused ones may be tried again.
CREATE TABLE bet_request (
    bettor  INTEGER NOT NULL REFERENCES bettor (number),
    market  INTEGER NOT NULL REFERENCES market (id),
    cid     BLOB    NOT NULL,
    outcome TEXT    NOT NULL,
    stake   INTEGER NOT NULL,
    free    INTEGER,
    at      INTEGER NOT NULL,
    PRIMARY KEY (bettor, market, cid)
) STRICT, WITHOUT ROWID;

-- What became of a market, in order; it ends once.
CREATE TABLE market_event (
    market INTEGER NOT NULL REFERENCES market (id),
    n      INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    kind   TEXT    NOT NULL
        CHECK (kind IN ('opened', 'suspended', 'reopened', 'locked', 'settled', 'void', 'expelled')),
    data   TEXT    NOT NULL,
    PRIMARY KEY (market, n)
) STRICT;

CREATE UNIQUE INDEX market_event_end ON market_event (market) WHERE kind IN ('settled', 'void');

-- How its pools grew: coins, or guesses, on each outcome after each change.
CREATE TABLE market_point (
    market INTEGER NOT NULL REFERENCES market (id),
    n      INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    south  INTEGER NOT NULL,
    draw   INTEGER NOT NULL,
    north  INTEGER NOT NULL,
    PRIMARY KEY (market, n)
) STRICT, WITHOUT ROWID;

-- What the logs say of markets, written with them; carried out in this order, each once.
CREATE TABLE market_note (
    id      INTEGER NOT NULL PRIMARY KEY,
    room    TEXT    NOT NULL REFERENCES room (id),
    seq     INTEGER NOT NULL,
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    event   TEXT    NOT NULL,
    done_at INTEGER,
    UNIQUE (room, seq, n)
) STRICT;

CREATE INDEX market_note_due ON market_note (room, id) WHERE done_at IS NULL;

-- The same of rated games.
CREATE TABLE rating_note (
    id      INTEGER NOT NULL PRIMARY KEY,
    room    TEXT    NOT NULL REFERENCES room (id),
    seq     INTEGER NOT NULL,
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    event   TEXT    NOT NULL,
    done_at INTEGER,
    UNIQUE (room, seq, n)
) STRICT;

CREATE INDEX rating_note_due ON rating_note (id) WHERE done_at IS NULL;

-- What administrators did to the books. Public, but for who it was.
CREATE TABLE betting_act (
    id     INTEGER NOT NULL PRIMARY KEY,
    idem   BLOB    NOT NULL UNIQUE,
    at     INTEGER NOT NULL,
    admin  BLOB    NOT NULL,
    kind   TEXT    NOT NULL CHECK (kind IN ('pause', 'resume', 'void', 'adjust', 'ban', 'unban')),
    market INTEGER REFERENCES market (id),
    bettor INTEGER REFERENCES bettor (number),
    amount INTEGER,
    taken  INTEGER NOT NULL DEFAULT 0,
    reason TEXT    NOT NULL CHECK (length(reason) > 0)
) STRICT;

CREATE TRIGGER betting_act_is BEFORE UPDATE ON betting_act
BEGIN SELECT RAISE(ABORT, 'an act is never changed'); END;

CREATE TRIGGER betting_act_stays BEFORE DELETE ON betting_act
BEGIN SELECT RAISE(ABORT, 'an act is never deleted'); END;

-- Seasons that end, or ended: how far their wallets are set back, in the order of the accounts.
CREATE TABLE season_end (
    season  INTEGER NOT NULL PRIMARY KEY,
    at      INTEGER NOT NULL,
    reached INTEGER NOT NULL,
    last    INTEGER NOT NULL
) STRICT;
