//! A person with a page in one or two tabs: what it shows, what it asked, what it waits for.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use engine::Side;
use protocol::command::Query;
use protocol::message::{Answer, Asked, BadFrame, Heads};
use protocol::{At, Cid, ClientFrame, CloseCode, Command, MemberId, Retry, UserId};
use server::rooms::{Frame, Outbox, RoomHandle, SocketId};
use sindillo_tests::Seen;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::plan::Persona;

/// Somebody.
pub(crate) struct Person {
    pub(crate) user: UserId,
    pub(crate) name: String,
    pub(crate) persona: Persona,
    /// Where he means to sit.
    pub(crate) side: Option<Side>,
    pub(crate) tabs: Vec<Tab>,
    pub(crate) orders: Vec<Order>,
    by_cid: BTreeMap<Cid, usize>,
}

/// Something that was asked.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) cid: Cid,
    pub(crate) at: Option<At>,
    pub(crate) what: What,
    /// Times that it was sent.
    pub(crate) sent: u32,
    /// The last answer.
    pub(crate) answer: Option<Answer>,
    /// In which life of the server it was sent first.
    pub(crate) life: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum What {
    Command(Command),
    Query(Query),
}

/// A tab.
pub(crate) struct Tab {
    pub(crate) name: String,
    pub(crate) seen: Seen,
    /// The highest numbers that were ever seen, with the member whose own stream is meant.
    pub(crate) floor: (Option<MemberId>, Heads),
    pub(crate) epoch: Option<String>,
    pub(crate) line: Line,
    pub(crate) welcomed: bool,
    /// It asked to go on where it was.
    pub(crate) resuming: bool,
    pub(crate) lag: u64,
    pub(crate) stalled: bool,
    /// Numbers of orders on their way, and when they arrive.
    pub(crate) outward: VecDeque<(u64, usize)>,
    pub(crate) inward: VecDeque<(u64, Frame)>,
    pub(crate) close: Option<CloseCode>,
    /// Answers that must come over this line.
    pub(crate) awaiting: BTreeMap<Cid, u32>,
}

/// The line of a tab.
pub(crate) enum Line {
    Down,
    Knocking { outbox: Arc<Outbox>, task: JoinHandle<Knock> },
    Up { outbox: Arc<Outbox>, socket: SocketId, handle: RoomHandle },
}

/// Let in, or not.
pub(crate) type Knock = Option<(RoomHandle, SocketId)>;

/// A line that died on one side only.
pub(crate) struct Ghost {
    pub(crate) due: u64,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) socket: SocketId,
    pub(crate) handle: RoomHandle,
    /// Whether the server's task says good-bye to the room.
    pub(crate) polite: bool,
}

impl Person {
    pub(crate) fn new(number: usize, persona: Persona, side: Option<Side>) -> Self {
        let name = if number == 0 { "Host".to_owned() } else { name(number) };
        let tabs = if persona == Persona::TwoTabs { 2 } else { 1 };
        Self {
            user: user(number),
            persona,
            side,
            tabs: (0..tabs).map(|tab| Tab::new(format!("{number}-{tab}"))).collect(),
            orders: Vec::new(),
            by_cid: BTreeMap::new(),
            name,
        }
    }

    /// Write an order down before it is sent.
    pub(crate) fn note(&mut self, cid: Cid, at: Option<At>, what: What, life: u64) -> usize {
        let number = self.orders.len();
        self.by_cid.insert(cid, number);
        self.orders.push(Order { cid, at, what, sent: 0, answer: None, life });
        number
    }

    /// R6, P4: an answer that is waited for, and no other one than before.
    pub(crate) fn answered(&mut self, tab: usize, cid: Cid, answer: Answer) -> &Order {
        let waiting = self.tabs[tab].awaiting.get_mut(&cid);
        let waiting =
            waiting.unwrap_or_else(|| panic!("R6: nobody waits for the answer to {cid:?}: {answer:?}"));
        *waiting -= 1;
        if *waiting == 0 {
            self.tabs[tab].awaiting.remove(&cid);
        }
        let order = &mut self.orders[self.by_cid[&cid]];
        let was_done = order.answer == Some(Answer::Ok);
        let may_change = matches!(&answer, Answer::Err { retry: Retry::Same, .. });
        if was_done && matches!(order.what, What::Command(_)) {
            assert!(answer == Answer::Ok || may_change, "P4: done before, and now {answer:?}: {order:?}");
            return order;
        }
        if let (Some(Answer::Bet(_)), What::Command(_)) = (&order.answer, &order.what) {
            assert!(order.answer.as_ref() == Some(&answer) || may_change, "P4: it stood, and now {answer:?}");
            return order;
        }
        order.answer = Some(answer);
        order
    }

    pub(crate) fn order(&self, cid: Cid) -> &Order {
        &self.orders[self.by_cid[&cid]]
    }

    /// Whether this person ever asked for it.
    pub(crate) fn asked(&self, cid: Cid) -> bool {
        self.by_cid.contains_key(&cid)
    }
}

impl Order {
    /// The order as it arrives: written by the page and read by the server.
    ///
    /// # Errors
    /// Nobody can send this.
    pub(crate) fn frame(&self) -> Result<ClientFrame, BadFrame> {
        let text = match &self.what {
            What::Command(what) => serde_json::to_string(&Asked { c: self.cid, at: self.at, what }),
            What::Query(what) => serde_json::to_string(&Asked { c: self.cid, at: self.at, what }),
        };
        ClientFrame::decode(&text.expect("an order can be written"))
    }
}

impl Tab {
    fn new(name: String) -> Self {
        Self {
            name,
            seen: Seen::default(),
            floor: (None, Heads::default()),
            epoch: None,
            line: Line::Down,
            welcomed: false,
            resuming: false,
            lag: 0,
            stalled: false,
            outward: VecDeque::new(),
            inward: VecDeque::new(),
            close: None,
            awaiting: BTreeMap::new(),
        }
    }

    pub(crate) const fn is_up(&self) -> bool {
        matches!(self.line, Line::Up { .. })
    }

    pub(crate) const fn is_down(&self) -> bool {
        matches!(self.line, Line::Down)
    }

    /// Whether there is something to go by.
    pub(crate) const fn sees(&self) -> bool {
        self.is_up() && self.welcomed && self.seen.table.is_some() && self.seen.role.is_some()
    }
}

pub(crate) fn user(number: usize) -> UserId {
    UserId(Uuid::from_u128(0x1000 + u128::try_from(number).unwrap()))
}

/// Names that nobody confuses.
fn name(number: usize) -> String {
    let letter = |digit: usize| char::from(b"abcdefghkmnprstvwxyz"[digit % 20]);
    format!("Crane {}{}{}", letter(number / 400), letter(number / 20), letter(number))
}
