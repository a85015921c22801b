//! Who comes back: sessions, and the ways by which somebody who has an account signs in
//! (`docs/accounts.md`).
//!
//! Nothing here speaks HTTP. A guest needs none of it but a session; a fault here never touches a
//! room.

mod agent;
mod ends;
mod export;
mod farewell;
mod login;
mod passkeys;
mod passwords;
mod provider;
mod sessions;
mod upkeep;

pub use agent::agent_of;
pub use ends::{End, Ends, Watch};
pub use export::{Export, gather};
pub use farewell::{NOBODY, say_farewell};
pub use login::{clean_login, named};
pub use passkeys::{Answer, NotAKey, Passkeys};
pub use passwords::{Passwords, one_time_password};
pub use provider::{Arrived, Failing, Provider, ProviderSettings, safe_path};
pub use sessions::{Known, Sessions};
pub use upkeep::keep;
