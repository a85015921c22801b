//! One line of a room's log: an order that was carried out, or a timer that fired, with all that
//! came of it. A line is whole or it is not there.

use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::ids::{Cid, MemberId};

/// Version of [`Entry`]'s own form.
pub const RECORD_VERSION: u16 = 1;

/// What one order led to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Entry {
    /// Form of the line.
    pub v: u16,
    /// Version of the rules that made the events.
    pub rules: u16,
    /// Milliseconds of the server's clock since the Unix epoch.
    pub at: u64,
    /// Who asked; nobody when time did.
    pub by: Option<MemberId>,
    /// The order's identity, kept for ever so that it is never carried out twice.
    pub cid: Option<Cid>,
    /// What happened, in order; never empty.
    pub events: Vec<Event>,
}
