//! What reaches a room, with the time and the chance that it may use.

use std::collections::BTreeSet;
use std::sync::Arc;

use protocol::betting::{BettingMode, SuspendReason, VoidReason};
use protocol::event::HoldReason;
use protocol::http::BotSeats;
use protocol::record::RECORD_VERSION;
use protocol::{At, Cid, Command, Entry, Event, MarketId, MemberId, RULES_VERSION, RoomSettings, UserId};

use super::Room;

/// One thing asked of a room.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Milliseconds since the Unix epoch, stamped by the server on arrival.
    pub at: u64,
    /// Chance for whatever this order needs: toss, race, lot, the identity of a bot.
    pub entropy: u64,
    /// Who asks.
    pub by: Caller,
    /// The identity of the order, kept over re-sends.
    pub cid: Option<Cid>,
    /// The present as the asker sees it.
    pub seen: Option<At>,
    /// What the room cannot know of the world around it.
    pub around: Around,
    /// What is asked.
    pub ask: Ask,
}

/// What the room cannot know of the world around it. An input like time and chance: whatever it
/// leads to is recorded in events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    /// How spectators may bet at most on this server.
    pub betting: BettingMode,
    /// Milliseconds after which a market on a game that has not ended is void.
    pub stale_ms: u64,
    /// Whether somebody watches.
    pub watched: bool,
    /// Whether whoever asks has an account.
    pub registered: bool,
    /// Who has a stake in a market of this room that is not over.
    pub staked: Arc<BTreeSet<UserId>>,
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// Somebody with a session.
    Person {
        /// Who.
        user: UserId,
        /// The session's name, for when the person becomes a member. Already cleaned.
        name: String,
    },
    /// A program of this server in a seat.
    Bot {
        /// Which.
        user: UserId,
    },
    /// The server itself: sockets, timers, start and stop.
    Server,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// The first order of a room, by its host.
    Open {
        /// What the host chose; refused with every problem at once.
        settings: RoomSettings,
        /// Bots that sit down at once.
        bots: BotSeats,
        /// Who they are: at least as many as `bots` asks for, with names.
        bot_users: Vec<(UserId, String)>,
    },
    /// A command of a person or bot.
    ///
    /// A bot that `bot.add` seats gets its identity from the order's entropy; the shell finds it in
    /// the events ([`Event::Identified`]) or in [`Room::seated_bots`].
    Command(Command),
    /// A person's first socket came, or the last one went.
    Presence {
        /// Whose.
        user: UserId,
        /// Came, or went.
        online: bool,
    },
    /// A person's last socket went, after its page had said good-bye.
    Farewell {
        /// Whose.
        user: UserId,
    },
    /// The server holds the room. `Recovering` must be the first order after a room was folded
    /// from its log, before any `Tick`: it gives back the time since the last event, and takes
    /// everybody for absent until his socket comes.
    Hold(HoldReason),
    /// The server lets it go on.
    Release(HoldReason),
    /// The server stops or reopens betting in the room, for a reason of its own.
    Suspend {
        /// Why.
        why: SuspendReason,
        /// Stop or let go on.
        on: bool,
    },
    /// An administrator stops betting in the room, or lets it go on: on a market as long as it takes
    /// bets, and on those that follow. Refused where that market is over.
    Pause {
        /// Which market.
        market: MarketId,
        /// Stop or let go on.
        on: bool,
    },
    /// The server ends a market; the stakes go back. Nothing where it has ended.
    Void {
        /// Which market.
        market: MarketId,
        /// Why.
        why: VoidReason,
    },
    /// Time has come to [`Room::next_deadline`].
    Tick,
}

impl Caller {
    /// Who it is, unless it is the server.
    #[must_use]
    pub const fn user(&self) -> Option<UserId> {
        match self {
            Self::Person { user, .. } | Self::Bot { user } => Some(*user),
            Self::Server => None,
        }
    }
}

/// The line of the log for an order that [`decide`](super::decide) granted. `room` is the room
/// before it.
#[must_use]
pub fn entry(room: &Room, order: &Order, events: Vec<Event>) -> Entry {
    let by = order.by.user().and_then(|user| room.member_of(user).or_else(|| identified(&events, user)));
    // Within a log time never goes back, whatever the wall clock did.
    let at = order.at.max(room.last_at());
    Entry { v: RECORD_VERSION, rules: RULES_VERSION, at, by, cid: order.cid, events }
}

/// The member that a person became in these events.
fn identified(events: &[Event], user: UserId) -> Option<MemberId> {
    events.iter().find_map(|event| {
        if let Event::Identified { member, user: who } = event
            && *who == user
        {
            Some(*member)
        } else {
            None
        }
    })
}
