//! Accounts: a guest becomes somebody who can come back from elsewhere (`docs/accounts.md`).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The account of a visitor, part of [`super::Session`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AccountView {
    /// What one signs in with; nothing where only a key or a provider leads to it.
    pub login: Option<String>,
    /// Milliseconds since the Unix epoch.
    pub since: u64,
    /// Whether a password leads to it.
    pub password: bool,
    /// How many passkeys lead to it.
    pub passkeys: u8,
    /// Whether the identity provider of this server leads to it.
    pub provider: bool,
    /// Whether the person looks after this server.
    pub admin: bool,
}

/// `GET /api/accounts`: how one can sign in on this server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SignInWays {
    /// Whether passkeys can be made here: they need a name that browsers trust.
    pub passkeys: bool,
    /// What the identity provider is called; nothing where there is none.
    pub provider: Option<String>,
}

/// Body of `POST /api/account` (a guest claims an account, keeping seats and history) and of
/// `POST /api/login`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name of the account: 3 to 32 of `a-z`, `0-9`, `_`, `-`, `.`; capital letters count as small.
    pub login: String,
    /// 10 to 128 characters.
    pub password: String,
}

/// Body of `PUT /api/account/password`: the other sessions end.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The one that is; nothing where there is none.
    pub old: Option<String>,
    /// The name of the account, where it has none yet.
    pub login: Option<String>,
    /// The one that is to be.
    pub new: String,
}

/// Body of `DELETE /api/account`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    /// The password, where there is one.
    pub password: Option<String>,
    /// One of the account's passkeys, shown for this: by a challenge of `POST /api/login/passkey/start`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "export", ts(optional))]
    pub passkey: Option<PasskeyAnswer>,
}

/// A line of `GET /api/sessions`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionRow {
    /// By which it is ended: `DELETE /api/sessions/{id}`.
    pub id: Uuid,
    /// Whether it is the asker's own.
    pub own: bool,
    /// When it began.
    pub since: u64,
    /// When it was last used, to a minute.
    pub seen: u64,
    /// The browser and system it said it was, in a few words.
    pub agent: String,
}

/// A line of `GET /api/passkeys`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyRow {
    /// By which it is removed: `DELETE /api/passkeys/{id}`.
    pub id: Uuid,
    /// What its owner calls it.
    pub name: String,
    /// When it was made.
    pub since: u64,
    /// When it was last used.
    pub seen: Option<u64>,
}

/// Answer of `POST /api/passkeys/start` and `POST /api/login/passkey/start`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyChallenge {
    /// By which the answer is matched; good once, for five minutes.
    pub ceremony: Uuid,
    /// What the browser is asked: `{"publicKey":{…}}` in the JSON form of the Web Authentication API.
    #[cfg_attr(feature = "export", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
    pub options: serde_json::Value,
}

/// Body of `POST /api/passkeys` and `POST /api/login/passkey`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PasskeyAnswer {
    /// Of the challenge.
    pub ceremony: Uuid,
    /// What its owner calls a new key.
    #[serde(default)]
    pub name: Option<String>,
    /// What the browser answered, in the JSON form of the Web Authentication API.
    #[cfg_attr(feature = "export", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
    pub credential: serde_json::Value,
}
