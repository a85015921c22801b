//! The frames of a socket: what a client may send, what the server sends.

use engine::{BySide, Offer, Side, Trace};
use serde::{Deserialize, Serialize};

use crate::betting::{MarketView, TicketView};
use crate::command::{At, Command, Query};
use crate::event::Event;
use crate::ids::{Cid, MemberId};
use crate::refusal::{Refusal, Retry};
use crate::strict::{self, Fault, Member};
use crate::view::Snapshot;

/// Everything that a client may send, after decoding.
///
/// The text is `{"k":…}` with `d` for the details, `c` for the identity of an order and `at` for
/// the present as the client sees it.
#[derive(Clone, PartialEq, Debug)]
pub enum ClientFrame {
    /// `{"k":"hello","d":{…}}`: always the first, never again.
    Hello(Box<Hello>),
    /// An order.
    Command {
        /// Its identity.
        c: Cid,
        /// The present as the asker sees it.
        at: Option<At>,
        /// What is asked.
        command: Command,
    },
    /// A question.
    Query {
        /// Its identity, to match the answer; not kept.
        c: Cid,
        /// The present as the asker sees it.
        at: Option<At>,
        /// What is asked.
        query: Query,
    },
    /// `{"k":"ping","d":{"t":…}}`: answered with `pong`.
    Ping(Ping),
    /// `{"k":"bye","d":{}}`: the page is about to go. Who comes back at once was never gone.
    Bye,
}

/// The first frame of a socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// Minor version of the protocol that the client speaks.
    pub proto: u16,
    /// Single-use ticket from `POST /api/ws-ticket`; it binds person and room.
    pub ticket: String,
    /// Random name of the tab, kept in memory only.
    pub tab: String,
    /// Where the streams were left, to go on from there.
    #[serde(default)]
    pub resume: Option<Resume>,
}

/// Where a client left the streams.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The epoch of the welcome that the numbers belong to.
    pub epoch: String,
    /// The last numbers seen.
    pub heads: Heads,
}

/// Number of the last event of each stream; nothing for a stream one does not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Heads {
    /// Everybody's stream.
    #[serde(default)]
    pub table: Option<u32>,
    /// South's stream.
    #[serde(default)]
    pub south: Option<u32>,
    /// North's stream.
    #[serde(default)]
    pub north: Option<u32>,
    /// One's own stream.
    #[serde(default)]
    pub me: Option<u32>,
    /// The spectators' stream.
    #[serde(default)]
    pub stand: Option<u32>,
}

/// A ping of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ping {
    /// Anything that the client wants back, up to 2^53 - 1.
    pub t: u64,
}

/// No details.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A stream of numbered events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// Everybody's.
    Table,
    /// South's own.
    South,
    /// North's own.
    North,
    /// One person's own.
    Me,
    /// The spectators' own.
    Stand,
}

impl Stream {
    /// The stream of a side.
    #[must_use]
    pub const fn team(side: Side) -> Self {
        match side {
            Side::South => Self::South,
            Side::North => Self::North,
        }
    }
}

impl Heads {
    /// The number for a stream.
    #[must_use]
    pub const fn get(&self, stream: Stream) -> Option<u32> {
        match stream {
            Stream::Table => self.table,
            Stream::South => self.south,
            Stream::North => self.north,
            Stream::Me => self.me,
            Stream::Stand => self.stand,
        }
    }

    /// Set the number for a stream.
    pub const fn set(&mut self, stream: Stream, number: Option<u32>) {
        match stream {
            Stream::Table => self.table = number,
            Stream::South => self.south = number,
            Stream::North => self.north = number,
            Stream::Me => self.me = number,
            Stream::Stand => self.stand = number,
        }
    }
}

/// Everything that the server sends. On the wire `{"f":"events",…}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "f", rename_all = "snake_case")]
pub enum ServerFrame {
    /// The answer to `hello`; replayed events or snapshots follow.
    Welcome(Box<Welcome>),
    /// A stream as a whole.
    Snap(Snapshot),
    /// Events of one stream, numbered `n`, `n+1`, …, that happened at one moment.
    Events {
        /// The stream.
        s: Stream,
        /// Number of the first one.
        n: u32,
        /// When: milliseconds of the server's clock.
        t: u64,
        /// What happened.
        e: Vec<Event>,
    },
    /// The answer to an order or a question: exactly one for each.
    Res {
        /// Which.
        c: Cid,
        /// The answer.
        a: Answer,
    },
    /// The last frame could not be read, so that there is no identity to answer to.
    Err {
        /// Why.
        err: Refusal,
        /// What to do.
        retry: Retry,
    },
    /// The legal moves of the position on the board. Not numbered: the newest counts.
    Legal {
        /// The game.
        game: u16,
        /// The ply to be played.
        ply: u16,
        /// Each legal move, with what it leads to.
        moves: Vec<Offer>,
    },
    /// How many watch. Not numbered: the newest counts.
    Crowd {
        /// Persons in the room without a seat.
        watching: u32,
    },
    /// The market of the room, for who watches. Not numbered: the newest counts.
    Market {
        /// The market; nothing where there is none.
        market: Option<Box<MarketView>>,
    },
    /// The own betting in this room, for who watches. Not numbered: the newest counts.
    Ticket(Box<TicketView>),
    /// How often each side was cheered since this was told last. Not numbered.
    Cheers {
        /// For each side.
        cheers: BySide<u32>,
    },
    /// The answer to a ping of the page.
    Pong {
        /// What the client sent.
        t: u64,
        /// Milliseconds of the server's clock.
        now: u64,
    },
    /// Who one is in this room changed, and with it the streams that one reads.
    Role(Role),
    /// The server is about to stop.
    Bye {
        /// Milliseconds after which it is worth coming back.
        retry_after_ms: u32,
    },
}

/// The answer to `hello`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Welcome {
    /// Minor version of the protocol that the server speaks.
    pub proto: u16,
    /// Version of the server.
    pub build: String,
    /// Numbers of streams belong to this epoch; another one means that nothing can be resumed.
    pub epoch: String,
    /// Milliseconds of the server's clock.
    pub now: u64,
    /// Who one is.
    pub role: Role,
    /// Where the streams stand; only those one may read.
    pub heads: Heads,
    /// Whether events since the client's heads follow, rather than snapshots.
    pub resumed: bool,
}

/// Who one is in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Role {
    /// Which member, once one sat or spoke.
    pub member: Option<MemberId>,
    /// The sides one sits on.
    pub seats: Vec<Side>,
    /// Whether one is the host.
    pub host: bool,
}

/// The answer to an order or a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// Done, and saved.
    Ok,
    /// Not done.
    Err {
        /// Why.
        err: Refusal,
        /// What to do.
        retry: Retry,
    },
    /// The own betting as it is: after a bet, which then stands and is saved, or because it was asked for.
    Bet(Box<TicketView>),
    /// The story of the move that was asked about.
    Trace {
        /// What it would do.
        trace: Box<Trace>,
        /// The position after it.
        after: Box<engine::Position>,
    },
}

impl From<Refusal> for Answer {
    fn from(err: Refusal) -> Self {
        let retry = err.retry();
        Self::Err { err, retry }
    }
}

/// An order or a question as a client writes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS))]
pub struct Asked<T> {
    /// Its identity.
    pub c: Cid,
    /// The present as the asker sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "export", ts(optional))]
    pub at: Option<At>,
    /// What is asked.
    #[serde(flatten)]
    pub what: T,
}

/// Why a frame was not understood, and whom to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadFrame {
    /// The identity in the frame, where it could be read.
    pub c: Option<Cid>,
    /// What is wrong, for the developer of a client.
    pub why: String,
}

impl ClientFrame {
    /// Read one text frame. Strict: one object, no unknown or double keys, whole numbers only, no
    /// lists in place of objects.
    ///
    /// # Errors
    /// [`BadFrame`] tells what is wrong; nothing is guessed.
    pub fn decode(text: &str) -> Result<Self, BadFrame> {
        let members = strict::object(text).map_err(|fault| BadFrame { c: None, why: fault.to_string() })?;
        let c = optional::<Cid>(&members, "c").map_err(|why| BadFrame { c: None, why })?;
        Self::assemble(&members, c).map_err(|why| BadFrame { c, why })
    }

    fn assemble(members: &[Member<'_>], c: Option<Cid>) -> Result<Self, String> {
        if let Some(stranger) = members.iter().find(|m| !["k", "d", "c", "at"].contains(&m.key.as_str())) {
            return Err(format!("unknown member {:?}", stranger.key));
        }
        let kind = required::<String>(members, "k")?;
        let details = find(members, "d").map_or("{}", |member| member.text);
        if !details.starts_with('{') {
            return Err("d is not an object".to_owned());
        }
        match kind.as_str() {
            "hello" => Ok(Self::Hello(read(details)?)),
            "ping" => Ok(Self::Ping(read(details)?)),
            "bye" => read::<Nothing>(details).map(|Nothing {}| Self::Bye),
            _ => Self::asked(members, c, &kind, details),
        }
    }

    fn asked(members: &[Member<'_>], c: Option<Cid>, kind: &str, details: &str) -> Result<Self, String> {
        let c = c.ok_or("an order needs its identity c")?;
        let at = optional::<At>(members, "at")?;
        let quoted = serde_json::to_string(kind).map_err(|error| error.to_string())?;
        let whole = format!("{{\"k\":{quoted},\"d\":{details}}}");
        if ["trace.get", "ticket.get", "resync"].contains(&kind) {
            Ok(Self::Query { c, at, query: read(&whole)? })
        } else {
            Ok(Self::Command { c, at, command: read(&whole)? })
        }
    }
}

impl From<Fault> for BadFrame {
    fn from(fault: Fault) -> Self {
        Self { c: None, why: fault.to_string() }
    }
}

fn find<'m, 't>(members: &'m [Member<'t>], key: &str) -> Option<&'m Member<'t>> {
    members.iter().find(|member| member.key == key)
}

fn required<T: for<'de> Deserialize<'de>>(members: &[Member<'_>], key: &str) -> Result<T, String> {
    optional(members, key)?.ok_or_else(|| format!("{key} is missing"))
}

fn optional<T: for<'de> Deserialize<'de>>(members: &[Member<'_>], key: &str) -> Result<Option<T>, String> {
    find(members, key).map_or(Ok(None), |member| read(member.text))
}

fn read<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
