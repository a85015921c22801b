-- Games are numbered anew in each match of a room: a rated game is known by its note, of which there
-- is one for each. Until now the first game of each number had its row, which is the oldest note's.
CREATE TABLE rated_game_by_note (
    id      INTEGER NOT NULL PRIMARY KEY,
    note    INTEGER NOT NULL UNIQUE REFERENCES rating_note (id),
    room    TEXT    NOT NULL REFERENCES room (id),
    game    INTEGER NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

INSERT INTO rated_game_by_note (id, note, room, game, at)
SELECT rated_game.id, min(rating_note.id), rated_game.room, rated_game.game, rated_game.at
FROM rated_game JOIN rating_note ON rating_note.room = rated_game.room AND rating_note.done_at IS NOT NULL
    AND rated_game.game =
        CASE WHEN json_valid(rating_note.event) THEN json_extract(rating_note.event, '$.d.game') END
GROUP BY rated_game.id;

CREATE TABLE rating_change_by_note (
    rated_game INTEGER NOT NULL REFERENCES rated_game_by_note (id),
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

INSERT INTO rating_change_by_note SELECT * FROM rating_change;

DROP TABLE rating_change;
DROP TABLE rated_game;
ALTER TABLE rated_game_by_note RENAME TO rated_game;
ALTER TABLE rating_change_by_note RENAME TO rating_change;

CREATE INDEX rated_game_room ON rated_game (room);
CREATE INDEX rating_change_user ON rating_change (user);

-- From when on a game may be rated. What was noted so far was noted when its result might be told.
ALTER TABLE rating_note ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
UPDATE rating_note SET due_at = at;

DROP INDEX rating_note_due;
CREATE INDEX rating_note_due ON rating_note (due_at, id) WHERE done_at IS NULL;

-- Whoever still sat when his account had been closed got another number in the books: it is cut, too.
UPDATE bettor SET person = NULL, closed_at = coalesce(closed_at, (
    SELECT deleted_at FROM account WHERE account.user = bettor.person
))
WHERE person IN (SELECT user FROM account WHERE deleted_at IS NOT NULL AND leaving = 0);
