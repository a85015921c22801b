//! `POST /api/ws-ticket`: the right to open one socket to one room, once, within half a minute.
//!
//! A page of another site can make a browser open a socket with its cookies, but cannot read the
//! answer of this route.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::http::{Ticket, TicketRequest};
use protocol::limits::TICKET_MS;
use protocol::{RoomId, UserId};
use uuid::Uuid;

use super::Server;
use super::body::Strict;
use super::error::Denied;
use super::session::Visitor;

/// Tickets that are out at once; more make the oldest invalid.
const TICKETS_MAX: usize = 20_000;

/// Whom a ticket lets in, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Admission {
    /// Who.
    pub user: UserId,
    /// The session's name.
    pub name: String,
    /// The session: its end is the end of the sockets that were opened in it.
    pub session: Uuid,
    /// Whether the person has an account.
    pub registered: bool,
    /// The room.
    pub room: RoomId,
}

/// The tickets that are out.
#[derive(Debug, Default)]
pub struct Tickets(Mutex<Book>);

#[derive(Debug, Default)]
struct Book {
    by_secret: BTreeMap<u128, (u64, Admission)>,
    /// In the order of issue, and so of expiry.
    issued: BTreeMap<u64, u128>,
    last: u64,
}

impl Tickets {
    /// A ticket that nobody can guess.
    #[must_use]
    pub fn issue(&self, admission: Admission, now: u64) -> String {
        let secret: u128 = rand::random();
        let mut book = self.lock();
        book.drop_old(now);
        book.last += 1;
        let number = book.last;
        book.by_secret.insert(secret, (now + TICKET_MS, admission));
        book.issued.insert(number, secret);
        format!("{secret:032x}")
    }

    /// Use a ticket up.
    #[must_use]
    pub fn redeem(&self, ticket: &str, now: u64) -> Option<Admission> {
        if ticket.len() != 32 || !ticket.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let secret = u128::from_str_radix(ticket, 16).ok()?;
        let (until, admission) = self.lock().by_secret.remove(&secret)?;
        (now < until).then_some(admission)
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    fn drop_old(&mut self, now: u64) {
        while let Some((number, secret)) = self.issued.first_key_value().map(|(n, s)| (*n, *s)) {
            let out = self.by_secret.get(&secret).map(|(until, _)| *until);
            if out.is_some_and(|until| now < until) && self.issued.len() < TICKETS_MAX {
                return;
            }
            self.issued.remove(&number);
            self.by_secret.remove(&secret);
        }
    }
}

/// A ticket for the visitor.
pub(super) async fn issue(
    State(server): State<Server>,
    Visitor { known, person }: Visitor,
    Strict(request): Strict<TicketRequest>,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.ticket(person.user)?;
    server.0.rooms.find(&request.room).await?;
    let admission = Admission {
        user: person.user,
        name: person.name,
        session: known.session,
        registered: known.registered,
        room: request.room,
    };
    let ticket = server.0.tickets.issue(admission, server.0.clock.now());
    Ok(([(CACHE_CONTROL, "no-store")], Json(Ticket { ticket })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admission(n: u128) -> Admission {
        Admission {
            user: UserId(Uuid::from_u128(n)),
            name: "Crane".to_owned(),
            session: Uuid::from_u128(n),
            registered: false,
            room: RoomId::from_bits([1; 10]),
        }
    }

    #[test]
    fn a_ticket_lets_in_once_and_not_late() {
        let tickets = Tickets::default();
        let ticket = tickets.issue(admission(1), 0);
        assert_eq!(tickets.redeem(&ticket, TICKET_MS - 1), Some(admission(1)));
        assert_eq!(tickets.redeem(&ticket, 1), None);
        let late = tickets.issue(admission(1), 0);
        assert_eq!(tickets.redeem(&late, TICKET_MS), None);
        for other in ["", "0", &"g".repeat(32), &"+".repeat(32), &"0".repeat(32)] {
            assert_eq!(tickets.redeem(other, 0), None, "{other}");
        }
    }

    #[test]
    fn the_book_of_tickets_is_bounded() {
        let tickets = Tickets::default();
        let first = tickets.issue(admission(0), 0);
        for n in 0..20_000 {
            let _ = tickets.issue(admission(n), 0);
        }
        assert!(tickets.lock().by_secret.len() <= TICKETS_MAX);
        assert_eq!(tickets.redeem(&first, 0), None);
    }
}
