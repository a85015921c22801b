-- Rooms that sleep. `awake` is 1 for a room in memory, 0 for one that went to sleep in order, 2 for
-- one that was in memory when its server ended, 3 for such a one that nobody came back to.
-- `due` is when a room has something to do that no person does; `mover` (0 South, 1 North) and
-- `ends` are whose turn it is and when its time ends. `told_at` is when something last happened that
-- everybody learnt: `touched_at` would tell of what one side does among itself.
ALTER TABLE room ADD COLUMN due INTEGER;
ALTER TABLE room ADD COLUMN mover INTEGER;
ALTER TABLE room ADD COLUMN ends INTEGER;
ALTER TABLE room ADD COLUMN told_at INTEGER NOT NULL DEFAULT 0;
UPDATE room SET told_at = touched_at;

-- What a game of before has to do only its log tells: it is read once.
UPDATE room SET due = touched_at WHERE instr(facts, '"phase":"playing"') > 0;

DROP INDEX room_awake;
CREATE INDEX room_awake ON room (awake) WHERE awake <> 0;
CREATE INDEX room_due ON room (due) WHERE due IS NOT NULL AND awake <> 1;

-- Who sits where, and whether the room waits for him.
CREATE TABLE seat (
    user    BLOB    NOT NULL,
    room    TEXT    NOT NULL REFERENCES room (id),
    side    INTEGER NOT NULL,
    awaited INTEGER NOT NULL,
    PRIMARY KEY (user, room, side)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_room ON seat (room);

-- When a server was last known to run, and the times in which none did.
CREATE TABLE server (
    id       INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    alive_at INTEGER NOT NULL
) STRICT;

CREATE TABLE outage (
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;
