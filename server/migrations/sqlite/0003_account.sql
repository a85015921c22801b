-- Accounts: a person who can come back from elsewhere. A row of `person` without one is a guest.
CREATE TABLE account (
    user       BLOB    NOT NULL PRIMARY KEY REFERENCES person (id),
    -- What one signs in with, in small letters; none where only a key or a provider leads to it.
    login      TEXT    UNIQUE,
    -- An argon2id hash with its salt and parameters; none where no password leads to it.
    password   TEXT,
    created_at INTEGER NOT NULL,
    admin      INTEGER NOT NULL DEFAULT 0,
    -- Deleted accounts keep their row, without name or ways to sign in: the books refer to it.
    deleted_at INTEGER
) STRICT;

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
