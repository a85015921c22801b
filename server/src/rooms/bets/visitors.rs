//! Who comes to a room from where, and with an account or without.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;

use protocol::UserId;

use super::super::mailbox::SocketId;

/// Where somebody comes from, as far as two can be found to come from the same place: a hash of the
/// address by a key that lives as long as the process. The address cannot be read out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressMark(u64);

impl AddressMark {
    /// The mark of an address under a key. Of IPv6 the network of a household counts.
    #[must_use]
    pub fn of(address: IpAddr, key: &RandomState) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(v4) => key.hash_one((4, u64::from(u32::from(v4)))),
            IpAddr::V6(v6) => key.hash_one((6, u128::from(v6) >> 64)),
        })
    }
}

/// The persons of a room who are here.
#[derive(Debug, Default)]
pub(in crate::rooms) struct Visitors(BTreeMap<UserId, Vec<Entrance>>);

#[derive(Debug)]
struct Entrance {
    socket: SocketId,
    registered: bool,
    mark: Option<AddressMark>,
}

impl Visitors {
    /// A socket was let in; `stays` says of which others of the person that is still so.
    pub(in crate::rooms) fn enter(
        &mut self,
        socket: SocketId,
        user: UserId,
        (registered, mark): (bool, Option<AddressMark>),
        stays: impl Fn(SocketId) -> bool,
    ) {
        let own = self.0.entry(user).or_default();
        own.retain(|entrance| stays(entrance.socket));
        own.push(Entrance { socket, registered, mark });
    }

    /// A socket is gone.
    pub(in crate::rooms) fn leave(&mut self, user: UserId, socket: SocketId) {
        if let Some(own) = self.0.get_mut(&user) {
            own.retain(|entrance| entrance.socket != socket);
            if own.is_empty() {
                self.0.remove(&user);
            }
        }
    }

    /// Whether a person is here with an account.
    pub(in crate::rooms) fn is_registered(&self, user: UserId) -> bool {
        self.of(user).any(|entrance| entrance.registered)
    }

    /// Whether a person comes from where one of the others comes from.
    pub(in crate::rooms) fn shares_address(&self, user: UserId, others: &[UserId]) -> bool {
        let own: Vec<AddressMark> = self.of(user).filter_map(|entrance| entrance.mark).collect();
        let others = others.iter().filter(|other| **other != user);
        others.flat_map(|other| self.of(*other)).filter_map(|e| e.mark).any(|mark| own.contains(&mark))
    }

    fn of(&self, user: UserId) -> impl Iterator<Item = &Entrance> {
        self.0.get(&user).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_of_one_household_are_found_and_who_left_is_not() {
        let key = RandomState::new();
        let from = |text: &str| Some(AddressMark::of(text.parse().unwrap(), &key));
        let user = |n| UserId(uuid::Uuid::from_u128(n));
        let mut visitors = Visitors::default();
        for (n, address) in
            [(1, "192.0.2.1"), (2, "192.0.2.2"), (3, "::ffff:192.0.2.1"), (4, "2001:db8::1"), (5, "2001:db8::2")]
        {
            visitors.enter(SocketId(n), user(u128::from(n)), (n == 2, from(address)), |_| true);
        }
        assert!(visitors.shares_address(user(1), &[user(2), user(3)]));
        assert!(!visitors.shares_address(user(1), &[user(1), user(2), user(4)]));
        assert!(visitors.shares_address(user(4), &[user(5)]));
        assert!(visitors.is_registered(user(2)) && !visitors.is_registered(user(1)));
        visitors.leave(user(3), SocketId(3));
        assert!(!visitors.shares_address(user(1), &[user(3)]));
        visitors.enter(SocketId(6), user(2), (false, None), |socket| socket != SocketId(2));
        assert!(!visitors.is_registered(user(2)), "the tab that took the place has no account");
    }
}
