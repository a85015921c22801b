-- Notices to browsers (docs/notices.md). Whoever wants to be told of what; nobody without a row.
CREATE TABLE push_wish (
    user    BLOB    NOT NULL PRIMARY KEY REFERENCES person (id),
    turn    INTEGER NOT NULL,
    tried   INTEGER NOT NULL,
    motion  INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    rematch INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers that are told. Each goes with the session in which it asked for that. `id` is the beginning
-- of the SHA-256 of the endpoint, `server_key` that of the public key by which the browser knows the
-- server: with another one nothing can be sent to it.
CREATE TABLE push_subscription (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    user       BLOB    NOT NULL REFERENCES person (id),
    session    BLOB    NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    endpoint   TEXT    NOT NULL,
    p256dh     BLOB    NOT NULL CHECK (length(p256dh) = 65),
    auth       BLOB    NOT NULL CHECK (length(auth) = 16),
    lang       TEXT    NOT NULL,
    server_key BLOB    NOT NULL,
    since      INTEGER NOT NULL,
    said_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX push_subscription_user ON push_subscription (user);
CREATE INDEX push_subscription_session ON push_subscription (session);

-- What somebody was told of last in a room, or saw because he was there: nothing is told twice.
CREATE TABLE push_told (
    user   BLOB    NOT NULL REFERENCES person (id),
    room   TEXT    NOT NULL REFERENCES room (id),
    notice TEXT    NOT NULL,
    since  INTEGER NOT NULL,
    PRIMARY KEY (user, room, notice)
) STRICT, WITHOUT ROWID;

CREATE INDEX push_told_since ON push_told (since);

-- What is to be sent: one of a room to each browser, as the newer takes the place of the older.
-- Written in the transaction of the log's line that led to it, gone when it was taken or came too
-- late.
CREATE TABLE push_notice (
    number       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    subscription BLOB    NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
    room         TEXT    NOT NULL REFERENCES room (id),
    notice       TEXT    NOT NULL,
    game         TEXT    NOT NULL,
    until        INTEGER NOT NULL,
    next_at      INTEGER NOT NULL,
    tries        INTEGER NOT NULL DEFAULT 0,
    UNIQUE (subscription, room)
) STRICT;

CREATE INDEX push_notice_due ON push_notice (next_at);
