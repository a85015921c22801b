//! Who is in a room and where they sit, as far as everybody is told.

use std::collections::BTreeMap;

use engine::{BySide, Side};
use protocol::event::MemberKind;
use protocol::settings::SIDES;
use protocol::view::MemberView;
use protocol::{Event, MemberId};

use super::model::Player;
use crate::names::clean_name;

/// What no person can be called, and every bot is.
const BOT: &str = "Bot";

/// The people of a room.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    known: BTreeMap<MemberId, Player>,
    /// In the order of sitting down.
    pub(super) seats: BySide<Vec<MemberId>>,
}

impl People {
    /// The people of a table as it was opened.
    pub(super) fn of(members: &[MemberView]) -> Self {
        let mut people = Self::default();
        for member in members {
            let player = Player { name: member.name.clone(), kind: member.kind };
            people.known.insert(member.id, player);
            for &side in &member.seats {
                people.seats[side].push(member.id);
            }
        }
        people
    }

    /// Go on by an event; those that are not about people change nothing.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other kind is about who is there")]
    pub(super) fn take(&mut self, event: &Event) {
        match event {
            Event::Joined { member, name, kind } => {
                self.known.insert(*member, Player { name: name.clone(), kind: *kind });
            }
            Event::Renamed { member, name } => {
                if let Some(player) = self.known.get_mut(member) {
                    player.name.clone_from(name);
                }
            }
            Event::Seated { member, side } => self.seats[*side].push(*member),
            Event::Unseated { member, side } => self.seats[*side].retain(|seated| seated != member),
            _ => {}
        }
    }

    /// Who somebody is.
    pub(super) fn get(&self, member: MemberId) -> Option<&Player> {
        self.known.get(&member)
    }

    /// What somebody is called.
    pub(super) fn name(&self, member: MemberId) -> Option<String> {
        self.get(member).map(|player| player.name.clone())
    }

    /// Whether somebody has a seat on a side.
    pub(super) fn sits(&self, member: MemberId, side: Side) -> bool {
        self.seats[side].contains(&member)
    }

    /// Whether somebody sits on both sides.
    pub(super) fn is_practice(&self) -> bool {
        let [one, other] = SIDES;
        self.seats[one].iter().any(|member| self.seats[other].contains(member))
    }
}

/// Whether somebody of this kind can be called so.
pub(super) fn is_name(name: &str, kind: MemberKind) -> bool {
    match kind {
        MemberKind::Person => clean_name(name).is_ok_and(|clean| clean == name),
        MemberKind::Bot => {
            let number = name.strip_prefix(BOT).unwrap_or("?");
            let numbered = |digits: &str| digits.parse::<u16>().is_ok_and(|n| format!("{n}") == digits);
            number.is_empty() || number.strip_prefix(' ').is_some_and(numbered)
        }
    }
}
