-- What cannot be worked out from the transfers, chained as they are (docs/betting.md): how markets
-- were locked and how they ended, and what administrators did. `seal` is a digest of what was noted
-- of it then, `hash` what all records up to this one come to. Only ever added to.
CREATE TABLE book_record (
    n      INTEGER NOT NULL PRIMARY KEY,
    kind   TEXT    NOT NULL CHECK (kind IN ('locked', 'ended', 'act')),
    -- A market, or an act.
    about  INTEGER NOT NULL,
    seal   BLOB    NOT NULL CHECK (length(seal) = 32),
    hash   BLOB    NOT NULL CHECK (length(hash) = 32),
    UNIQUE (kind, about)
) STRICT;

-- Where they stand. `adopted` is set once what was there before there were records has some.
CREATE TABLE record_head (
    one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    n       INTEGER NOT NULL,
    hash    BLOB    NOT NULL CHECK (length(hash) = 32),
    adopted INTEGER NOT NULL
) STRICT;

INSERT INTO record_head (one, n, hash, adopted) VALUES (1, 0, zeroblob(32), 0);

CREATE TRIGGER book_record_follows BEFORE INSERT ON book_record
WHEN NEW.n <> (SELECT n + 1 FROM record_head)
BEGIN SELECT RAISE(ABORT, 'a record has the next number'); END;

CREATE TRIGGER book_record_moves AFTER INSERT ON book_record
BEGIN UPDATE record_head SET n = NEW.n, hash = NEW.hash; END;

CREATE TRIGGER book_record_is BEFORE UPDATE ON book_record
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;

CREATE TRIGGER book_record_stays BEFORE DELETE ON book_record
BEGIN SELECT RAISE(ABORT, 'a record is never deleted'); END;
