//! Who comes to a room from where, and with an account or without.

use std::collections::BTreeMap;
use std::net::IpAddr;

use protocol::UserId;
use sha2::{Digest, Sha256};

use super::super::mailbox::SocketId;

/// Where somebody comes from, as far as two can be found to come from the same place: a digest of the
/// address under a secret of the server. The address cannot be read out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressMark(pub [u8; 16]);

/// The secret under which addresses are marked.
#[derive(Clone)]
pub struct AddressSecret([u8; 32]);

impl AddressSecret {
    /// The secret that belongs to the key of a server: the same as long as that is.
    #[must_use]
    pub fn of(key: &[u8]) -> Self {
        Self(Sha256::new().chain_update(b"where bets come from").chain_update(key).finalize().into())
    }

    /// The mark of an address. Of IPv6 the network of a household counts.
    #[must_use]
    pub fn mark(&self, address: IpAddr) -> AddressMark {
        let (kind, place) = match address.to_canonical() {
            IpAddr::V4(v4) => (4, u64::from(u32::from(v4))),
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                let network = [a, b, c, d].into_iter().fold(0, |all, part| all << 16 | u64::from(part));
                (6, network)
            }
        };
        let digest =
            Sha256::new().chain_update(self.0).chain_update([kind]).chain_update(place.to_be_bytes());
        let mut mark = [0; 16];
        mark.iter_mut().zip(digest.finalize()).for_each(|(byte, of)| *byte = of);
        AddressMark(mark)
    }
}

impl std::fmt::Debug for AddressSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AddressSecret")
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

    /// Where a person comes from.
    pub(in crate::rooms) fn address_of(&self, user: UserId) -> Option<AddressMark> {
        self.of(user).find_map(|entrance| entrance.mark)
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
        let secret = AddressSecret::of(b"key");
        let from = |text: &str| Some(secret.mark(text.parse().unwrap()));
        let user = |n| UserId(uuid::Uuid::from_u128(n));
        let mut visitors = Visitors::default();
        for (n, address) in [
            (1, "192.0.2.1"),
            (2, "192.0.2.2"),
            (3, "::ffff:192.0.2.1"),
            (4, "2001:db8::1"),
            (5, "2001:db8::2"),
        ] {
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
