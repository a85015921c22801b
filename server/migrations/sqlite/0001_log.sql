-- Rooms as the lobby needs them before a log is read. `head` is the number of the last entry of
-- the room's log: a second owner fails to move it, and an entry lost at the end is noticed.
CREATE TABLE room (
    id         TEXT    NOT NULL PRIMARY KEY,
    opened_by  BLOB    NOT NULL,
    opened_at  INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    head       INTEGER NOT NULL,
    awake      INTEGER NOT NULL,
    listed     INTEGER NOT NULL,
    facts      TEXT    NOT NULL
) STRICT;

CREATE INDEX room_awake ON room (awake) WHERE awake = 1;

-- One row is one `protocol::record::Entry`, whole. `sum` is over room, number and text.
CREATE TABLE log (
    id     INTEGER NOT NULL PRIMARY KEY,
    room   TEXT    NOT NULL REFERENCES room (id),
    seq    INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    member INTEGER,
    cid    BLOB,
    entry  TEXT    NOT NULL,
    sum    BLOB    NOT NULL,
    UNIQUE (room, seq)
) STRICT;

-- The same order is never carried out twice, whatever the memory of a room has forgotten.
CREATE UNIQUE INDEX log_cid ON log (room, member, cid) WHERE cid IS NOT NULL;

CREATE TABLE person (
    id         BLOB    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    named      INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
