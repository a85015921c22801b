-- Accounts: a person who can come back from elsewhere. A row of `person` without one is a guest.
CREATE TABLE account (
    user       BLOB    NOT NULL PRIMARY KEY REFERENCES person (id),
    -- What one signs in with, in small letters; none where only a key or a provider leads to it.
    login      TEXT    UNIQUE,
    -- What the eye keeps of it: no two accounts may be taken for each other.
    skeleton   TEXT    UNIQUE,
    -- An argon2id hash with its salt and parameters; none where no password leads to it.
    password   TEXT,
    -- The password was given by an administrator and opens the door once.
    once       INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    admin      INTEGER NOT NULL DEFAULT 0,
    -- Deleted accounts keep their row, without name or ways to sign in: the books refer to it.
    deleted_at INTEGER,
    -- Deleted, but the rooms in which it sat have not all been told yet.
    leaving    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX account_leaving ON account (leaving) WHERE leaving = 1;

-- Sessions, by the SHA-256 of what the cookie holds.
CREATE TABLE session (
    token   BLOB    NOT NULL PRIMARY KEY,
    id      BLOB    NOT NULL UNIQUE,
    user    BLOB    NOT NULL REFERENCES person (id),
    since   INTEGER NOT NULL,
    seen    INTEGER NOT NULL,
    agent   TEXT    NOT NULL
) STRICT;

CREATE INDEX session_user ON session (user);
CREATE INDEX session_seen ON session (seen);

-- Guests of before there were sessions had a signed cookie. Which one of a person's was exchanged
-- for a session: no other of his will be, and this one for no other session.
CREATE TABLE exchange (
    user   BLOB    NOT NULL PRIMARY KEY REFERENCES person (id),
    cookie BLOB    NOT NULL,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE passkey (
    id         BLOB    NOT NULL PRIMARY KEY,
    user       BLOB    NOT NULL REFERENCES account (user),
    name       TEXT    NOT NULL,
    credential BLOB    NOT NULL UNIQUE,
    -- What the library keeps of it.
    passkey    TEXT    NOT NULL,
    since      INTEGER NOT NULL,
    seen       INTEGER
) STRICT;

CREATE INDEX passkey_user ON passkey (user);

-- Who somebody is to an identity provider.
CREATE TABLE identity (
    issuer  TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    user    BLOB    NOT NULL REFERENCES account (user),
    since   INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_user ON identity (user);

-- Counts what was done to accounts from beside the server (`sindillo admin`), so that a server that
-- runs learns of it.
CREATE TABLE account_change (
    one    INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO account_change (one, number) VALUES (1, 0);
