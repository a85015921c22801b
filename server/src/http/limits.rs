//! How often anybody may knock: by address for what costs a stranger nothing, by person for the
//! rest. High enough for a school behind one address.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use protocol::UserId;
use protocol::limits::ROOMS_PER_GUEST_HOUR;
use protocol::refusal::Refusal;

use super::made::{Made, Place};
use crate::net::block;

/// Keys that are remembered before those that are full again are dropped.
const KEYS_KEPT: usize = 50_000;

/// All limits of the routes.
pub struct Limits {
    by_address: Option<ByAddress>,
    tickets: DefaultKeyedRateLimiter<UserId>,
    sessions: DefaultKeyedRateLimiter<UserId>,
    asking: DefaultKeyedRateLimiter<UserId>,
    rooms: DefaultKeyedRateLimiter<UserId>,
    /// Who knows his password is asked for it again.
    proofs: DefaultKeyedRateLimiter<UserId>,
    exports: DefaultKeyedRateLimiter<UserId>,
    /// Lines that are looked at.
    analyses: DefaultKeyedRateLimiter<UserId>,
    /// Records that are read and played again.
    imports: DefaultKeyedRateLimiter<UserId>,
    guesses: Guesses,
}

/// Passwords that are tried. Nobody is ever locked out: whoever guesses from one address leaves
/// those that come from elsewhere their tries, and time gives everybody his back.
struct Guesses {
    /// For one account from one address.
    here: DefaultKeyedRateLimiter<(String, IpAddr)>,
    /// For one account from everywhere.
    everywhere: DefaultKeyedRateLimiter<String>,
}

struct ByAddress {
    /// Of one person there, or of all who are nobody: so that one who knocks all the time is the
    /// only one of his school or café who has to wait.
    handshakes: DefaultKeyedRateLimiter<(IpAddr, Option<UserId>)>,
    /// Of all persons there together.
    crowds: DefaultKeyedRateLimiter<IpAddr>,
    sessions: DefaultKeyedRateLimiter<IpAddr>,
    rooms: DefaultKeyedRateLimiter<IpAddr>,
    /// Attempts to claim an account.
    claims: DefaultKeyedRateLimiter<IpAddr>,
    /// Accounts that were made.
    accounts: Made,
    /// Attempts to sign in, whosever account it is.
    entries: DefaultKeyedRateLimiter<IpAddr>,
    /// Pictures of rooms, which nobody needs a session for.
    pictures: DefaultKeyedRateLimiter<IpAddr>,
    /// Boards in the pages of rooms, which nobody needs a session for.
    glances: DefaultKeyedRateLimiter<IpAddr>,
}

impl Limits {
    /// Fresh limits. Those by address are left out where it is not said how many accounts one makes
    /// in a day.
    #[must_use]
    pub fn new(accounts_by_address: Option<u32>) -> Self {
        let by_address = accounts_by_address.map(|accounts| ByAddress {
            accounts: Made::new(accounts),
            handshakes: per_second(60, 2),
            crowds: per_second(600, 60),
            sessions: per_second(100, 1),
            rooms: per_hour(30),
            claims: every_seconds(60, 10),
            entries: every_seconds(60, 2),
            pictures: per_second(60, 2),
            glances: per_second(200, 10),
        });
        let rooms_an_hour = u32::try_from(ROOMS_PER_GUEST_HOUR).unwrap_or(u32::MAX);
        Self {
            by_address,
            tickets: per_second(100, 10),
            sessions: per_second(20, 1),
            asking: per_second(30, 2),
            rooms: per_hour(rooms_an_hour),
            proofs: every_seconds(10, 20),
            exports: every_seconds(5, 60),
            analyses: per_second(20, 2),
            imports: every_seconds(20, 3),
            guesses: Guesses { here: every_seconds(10, 20), everywhere: every_seconds(100, 5) },
        }
    }

    /// A guest is about to claim an account here, and to work for it.
    pub(super) fn may_claim(&self, address: IpAddr, now: u64) -> Result<(), Refusal> {
        let (Some(limits), address) = (&self.by_address, block(address)) else { return Ok(()) };
        limits.accounts.may(address, now)
    }

    /// A guest claims an account here.
    pub(super) fn claim(&self, address: IpAddr, now: u64) -> Result<Place, Refusal> {
        let (Some(limits), address) = (&self.by_address, block(address)) else {
            return Ok(Place::free(address));
        };
        check(&limits.claims, &address)?;
        limits.accounts.begin(address, now)
    }

    /// Somebody wants to sign in here.
    pub(super) fn entry(&self, address: IpAddr) -> Result<(), Refusal> {
        self.by_address.as_ref().map_or(Ok(()), |limits| check(&limits.entries, &block(address)))
    }

    /// A password is tried for the account of a name.
    pub(super) fn guess(&self, login: &str, address: IpAddr) -> Result<(), Refusal> {
        // What is refused to one address is not counted for all.
        check(&self.guesses.here, &(login.to_owned(), block(address)))?;
        check(&self.guesses.everywhere, &login.to_owned())
    }

    /// Somebody takes away what is kept of him.
    pub(super) fn export(&self, user: UserId) -> Result<(), Refusal> {
        check(&self.exports, &user)
    }

    /// Somebody asks what comes of a line.
    pub(super) fn analysis(&self, user: UserId) -> Result<(), Refusal> {
        check(&self.analyses, &user)
    }

    /// Somebody has a record to be read.
    pub(super) fn import(&self, user: UserId) -> Result<(), Refusal> {
        check(&self.imports, &user)
    }

    /// Somebody wants the picture of a room.
    pub(super) fn picture(&self, address: IpAddr) -> Result<(), Refusal> {
        self.by_address.as_ref().map_or(Ok(()), |limits| check(&limits.pictures, &block(address)))
    }

    /// Somebody wants the page of a room, which may have its board in it.
    pub(super) fn glance(&self, address: IpAddr) -> Result<(), Refusal> {
        self.by_address.as_ref().map_or(Ok(()), |limits| check(&limits.glances, &block(address)))
    }

    /// Somebody who is signed in is asked for his password.
    pub(super) fn proof(&self, user: UserId) -> Result<(), Refusal> {
        check(&self.proofs, &user)
    }

    /// A socket is to be opened from here, by somebody who has a session or by nobody.
    pub(crate) fn handshake(&self, address: IpAddr, user: Option<UserId>) -> Result<(), Refusal> {
        let (Some(limits), address) = (&self.by_address, block(address)) else { return Ok(()) };
        // What is refused to one of them is not counted for all.
        check(&limits.handshakes, &(address, user))?;
        user.map_or(Ok(()), |_| check(&limits.crowds, &address))
    }

    /// Somebody known asks for his cookie anew, or takes another name: each time it is written down.
    pub(super) fn known_session(&self, user: UserId) -> Result<(), Refusal> {
        check(&self.sessions, &user)
    }

    /// Somebody asks for what is his.
    pub(super) fn asking(&self, user: UserId) -> Result<(), Refusal> {
        check(&self.asking, &user)
    }

    /// A session is to be made for somebody here.
    pub(super) fn session(&self, address: IpAddr) -> Result<(), Refusal> {
        self.by_address.as_ref().map_or(Ok(()), |limits| check(&limits.sessions, &block(address)))
    }

    /// A room is to be opened.
    pub(super) fn room(&self, address: IpAddr, user: UserId) -> Result<(), Refusal> {
        check(&self.rooms, &user)?;
        self.by_address.as_ref().map_or(Ok(()), |limits| check(&limits.rooms, &block(address)))
    }

    /// Somebody wants a ticket.
    pub(super) fn ticket(&self, user: UserId) -> Result<(), Refusal> {
        check(&self.tickets, &user)
    }
}

fn per_second<K: Hash + Eq + Clone>(burst: u32, rate: u32) -> DefaultKeyedRateLimiter<K> {
    DefaultKeyedRateLimiter::keyed(Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(burst)))
}

fn every_seconds<K: Hash + Eq + Clone>(burst: u32, seconds: u64) -> DefaultKeyedRateLimiter<K> {
    let one = Quota::with_period(Duration::from_secs(seconds));
    // A period of no time is no period; all of ours are longer.
    let quota = one.unwrap_or_else(|| Quota::per_second(NonZeroU32::MIN));
    DefaultKeyedRateLimiter::keyed(quota.allow_burst(at_least_one(burst)))
}

fn per_hour<K: Hash + Eq + Clone>(count: u32) -> DefaultKeyedRateLimiter<K> {
    DefaultKeyedRateLimiter::keyed(Quota::per_hour(at_least_one(count)))
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

fn check<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), Refusal> {
    if limiter.len() > KEYS_KEPT {
        limiter.retain_recent();
    }
    limiter.check_key(key).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        Refusal::RateLimited { wait_ms: u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_opens_ten_rooms_an_hour_and_then_waits() {
        let limits = Limits::new(None);
        let (address, guest) = ("192.0.2.1".parse().unwrap(), UserId(uuid::Uuid::from_u128(1)));
        for _ in 0..ROOMS_PER_GUEST_HOUR {
            assert_eq!(limits.room(address, guest), Ok(()));
        }
        let refused = limits.room(address, guest);
        assert!(matches!(refused, Err(Refusal::RateLimited { wait_ms: 300_000..=360_000 })), "{refused:?}");
        assert_eq!(limits.room(address, UserId(uuid::Uuid::from_u128(2))), Ok(()));
    }

    #[test]
    fn who_guesses_here_does_not_lock_out_who_comes_from_elsewhere() {
        let limits = Limits::new(None);
        let address = |number: u8| IpAddr::from([192, 0, 2, number]);
        let tries = |from: u8| (0..1_000).filter(|_| limits.guess("naserian", address(from)).is_ok()).count();
        assert_eq!(tries(1), 10);
        assert_eq!(tries(1), 0);
        assert_eq!(tries(2), 10);
        let refused = limits.guess("naserian", address(1));
        assert!(matches!(refused, Err(Refusal::RateLimited { wait_ms: 15_000..=20_000 })), "{refused:?}");
        // Only many addresses together use up what all of them have.
        let all: usize = (3..30).map(tries).sum();
        assert!((79..=82).contains(&all), "{all}");
        assert!(limits.guess("moinan", address(1)).is_ok(), "another account is none of it");
    }

    #[test]
    fn one_visitor_of_an_address_knocks_sixty_times_at_once_and_the_others_still_may() {
        let limits = Limits::new(Some(3));
        let address = "192.0.2.1".parse().unwrap();
        let knocks =
            |user: Option<UserId>| (0..200).filter(|_| limits.handshake(address, user).is_ok()).count();
        let somebody = |number| Some(UserId(uuid::Uuid::from_u128(number)));
        for user in [None, somebody(1), somebody(2)] {
            let granted = knocks(user);
            assert!((60..=62).contains(&granted), "{user:?}: {granted}");
        }
        assert!(limits.handshake("192.0.2.2".parse().unwrap(), None).is_ok());
        let granted: usize = (3..40).map(|number| knocks(somebody(number))).sum();
        assert!((480..=620).contains(&granted), "all of one address together: {granted}");
    }
}
