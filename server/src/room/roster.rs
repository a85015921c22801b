//! Who is known in the room, who they are, and who sits where.
//!
//! Members are numbered from 1 in the order of joining and never forgotten, so that a name in the
//! story of a game keeps its person.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use engine::{BySide, Side};
use protocol::event::{Event, MemberKind, Presence};
use protocol::limits::{MEMBERS_MAX, NAME_BYTES, REPORTS_KEPT, REPORTS_PER_HOUR, RESULTS_KEPT};
use protocol::settings::SIDES;
use protocol::view::{OwnVote, ReportRow};
use protocol::{Cid, MemberId, Refusal, UserId};

use super::order::Caller;
use super::sketch::Sketch;
use crate::names;

/// Everybody known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Roster {
    /// Who may change the room.
    pub(super) host: Option<MemberId>,
    /// Whose room it is: who opened it, or was given it by a host who was there.
    pub(super) owner: Option<MemberId>,
    members: Vec<Arc<Member>>,
    users: Arc<BTreeMap<UserId, MemberId>>,
    seats: BySide<Vec<Seat>>,
    seats_taken: u32,
    /// Being away is usual here.
    slow: bool,
}

/// One member.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) id: MemberId,
    pub(super) name: String,
    /// What the eye keeps of the name.
    skeleton: String,
    pub(super) kind: MemberKind,
    pub(super) user: Option<UserId>,
    pub(super) presence: Presence,
    /// Since when the presence is what it is.
    pub(super) since: u64,
    /// When a grace ends.
    pub(super) until: Option<u64>,
    /// The same as `since` for who is away, later by every hold since then.
    pub(super) missed_from: u64,
    /// Since when a person has no socket here.
    pub(super) unreachable: Option<u64>,
    pub(super) ready: bool,
    /// Where the member sits: the same as in the lists of seats, to be found at once.
    seats: BySide<bool>,
    /// May say nothing.
    pub(super) muted: bool,
    /// May not enter.
    pub(super) banned: bool,
    /// What was reported to the member as the host, oldest first.
    pub(super) reports: VecDeque<ReportRow>,
    /// When the member reported others, lately.
    pub(super) reported: VecDeque<u64>,
    /// The newest orders that were carried out.
    pub(super) done: VecDeque<Cid>,
    /// Number of the last event of the member's own stream.
    pub(super) head: u32,
    /// The last vote that the member cast where the side learns of votes together.
    pub(super) vote: Option<OwnVote>,
}

/// A taken seat. Numbers rise over the life of the room; they are the seat order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat {
    pub(super) number: u32,
    pub(super) member: MemberId,
}

// ---- looking ---------------------------------------------------------------------------------

impl Roster {
    pub(super) fn get(&self, id: MemberId) -> Option<&Member> {
        self.members.get(index(id)?).map(Arc::as_ref)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().map(Arc::as_ref)
    }

    pub(super) fn member_of(&self, user: UserId) -> Option<MemberId> {
        self.users.get(&user).copied()
    }

    /// Members of a side in seat order.
    pub(super) fn seated(&self, side: Side) -> impl DoubleEndedIterator<Item = MemberId> + '_ {
        self.seats[side].iter().map(|seat| seat.member)
    }

    /// How many sit on a side.
    pub(super) fn count(&self, side: Side) -> usize {
        self.seats[side].len()
    }

    pub(super) fn seats(&self, side: Side) -> &[Seat] {
        &self.seats[side]
    }

    pub(super) fn sits(&self, member: MemberId, side: Side) -> bool {
        self.get(member).is_some_and(|member| member.seats[side])
    }

    /// Where a member sits: nowhere, on one side, in practice perhaps on both.
    pub(super) fn sides_of(&self, member: MemberId) -> Vec<Side> {
        SIDES.into_iter().filter(|&side| self.sits(member, side)).collect()
    }

    /// Whether the others go on without a member because he is away. In a slow room they never do.
    pub(super) fn is_away(&self, member: MemberId) -> bool {
        self.get(member).is_none_or(|member| member.presence == Presence::Away && !self.slow)
    }

    /// Whether the hand may pass to a member: he is online, or that does not matter.
    pub(super) fn is_at_hand(&self, member: MemberId) -> bool {
        self.slow || self.is_online(member)
    }

    /// Whether it is a slow room, in which being away is usual.
    pub(super) const fn is_slow(&self) -> bool {
        self.slow
    }

    pub(super) fn is_online(&self, member: MemberId) -> bool {
        self.get(member).is_some_and(|member| member.presence == Presence::Online)
    }

    pub(super) fn is_bot(&self, member: MemberId) -> bool {
        self.get(member).is_some_and(|member| member.kind == MemberKind::Bot)
    }

    /// Members of a side who are not away.
    pub(super) fn present(&self, side: Side) -> impl Iterator<Item = MemberId> + '_ {
        self.seated(side).filter(|&member| !self.is_away(member))
    }

    /// Persons of a side, without bots.
    pub(super) fn persons(&self, side: Side) -> impl Iterator<Item = &Member> {
        self.seated(side).filter_map(|id| self.get(id)).filter(|member| member.kind == MemberKind::Person)
    }

    pub(super) fn seated_persons(&self) -> Vec<UserId> {
        self.seated_of(MemberKind::Person).map(|(_, user)| user).collect()
    }

    pub(super) fn seated_bots(&self) -> Vec<(MemberId, UserId)> {
        self.seated_of(MemberKind::Bot).collect()
    }

    /// Every person who is known.
    pub(super) fn known_persons(&self) -> Vec<UserId> {
        self.iter()
            .filter(|member| member.kind == MemberKind::Person)
            .filter_map(|member| member.user)
            .collect()
    }

    /// Each once, also who sits on both sides.
    fn seated_of(&self, kind: MemberKind) -> impl Iterator<Item = (MemberId, UserId)> + '_ {
        let seated = |member: &&Member| SIDES.iter().any(|&side| self.sits(member.id, side));
        let of_kind = self.iter().filter(move |member| member.kind == kind).filter(seated);
        of_kind.filter_map(|member| Some((member.id, member.user?)))
    }

    /// A bot without a seat, to be used again.
    pub(super) fn idle_bot(&self) -> Option<MemberId> {
        let idle = |member: &&Member| SIDES.iter().all(|&side| !self.sits(member.id, side));
        self.iter().filter(|member| member.kind == MemberKind::Bot).find(idle).map(|member| member.id)
    }

    /// Whether somebody else has this name, or one that can be taken for it.
    pub(super) fn is_name_taken(&self, name: &str, except: Option<MemberId>) -> bool {
        let skeleton = names::skeleton(name);
        self.iter().any(|member| Some(member.id) != except && member.skeleton == skeleton)
    }

    /// The name itself, or with the first number behind it that makes it the room's own.
    fn free_name(&self, wished: &str) -> String {
        if !self.is_name_taken(wished, None) {
            return wished.to_owned();
        }
        let numbers = 2..=self.members.len() + 2;
        let mut numbered = numbers.map(|number| with_number(wished, number));
        // More numbers than members, so one of them is free.
        numbered.find(|name| !self.is_name_taken(name, None)).unwrap_or_else(|| wished.to_owned())
    }

    fn next_id(&self) -> MemberId {
        MemberId(u32::try_from(self.members.len() + 1).unwrap_or(u32::MAX))
    }
}

/// A name with a number behind it, still within the bounds of a name.
fn with_number(name: &str, number: usize) -> String {
    let suffix = format!(" {number}");
    let mut base = name.to_owned();
    // Clusters are at least one character each, so counting characters is on the safe side.
    while base.chars().count() + suffix.len() > protocol::limits::NAME_CLUSTERS
        || base.len() + suffix.len() > NAME_BYTES
    {
        base.pop();
    }
    base.trim_end().to_owned() + &suffix
}

fn index(id: MemberId) -> Option<usize> {
    usize::try_from(id.0).ok()?.checked_sub(1)
}

// ---- deciding --------------------------------------------------------------------------------

/// The member who asks, if he is one already.
pub(super) fn asker(sketch: &Sketch, by: &Caller) -> Option<MemberId> {
    by.user().and_then(|user| sketch.room.roster.member_of(user))
}

/// The member who asks, who becomes one by it. `name` is one that he chose for this room.
pub(super) fn join(sketch: &mut Sketch, by: &Caller, name: Option<String>) -> Result<MemberId, Refusal> {
    match by {
        Caller::Person { user, name: session } => {
            if let Some(member) = sketch.room.roster.member_of(*user) {
                return Ok(member);
            }
            let name = name.unwrap_or_else(|| sketch.room.roster.free_name(session));
            enter(sketch, *user, name, MemberKind::Person)
        }
        Caller::Bot { user } => sketch.room.roster.member_of(*user).ok_or(Refusal::NotSeated),
        Caller::Server => Err(Refusal::ForbiddenRole),
    }
}

/// A new bot, under a name of its own.
pub(super) fn join_bot(sketch: &mut Sketch, user: UserId, wished: &str) -> Result<MemberId, Refusal> {
    let name = sketch.room.roster.free_name(wished);
    enter(sketch, user, name, MemberKind::Bot)
}

fn enter(sketch: &mut Sketch, user: UserId, name: String, kind: MemberKind) -> Result<MemberId, Refusal> {
    if sketch.room.roster.members.len() >= MEMBERS_MAX {
        return Err(Refusal::RoomFull);
    }
    let member = sketch.room.roster.next_id();
    sketch.emit(Event::Joined { member, name, kind });
    sketch.emit(Event::Identified { member, user });
    Ok(member)
}

/// Be called so. Whoever is not known yet becomes known under this name.
pub(super) fn set_name(sketch: &mut Sketch, by: &Caller, name: &str) -> Result<(), Refusal> {
    let name = names::clean_name(name).map_err(|why| Refusal::NameRefused { why })?;
    let known = asker(sketch, by);
    if sketch.room.roster.is_name_taken(&name, known) {
        return Err(Refusal::NameTaken);
    }
    let member = join(sketch, by, Some(name.clone()))?;
    if sketch.room.roster.get(member).is_some_and(|member| member.name != name) {
        sketch.emit(Event::Renamed { member, name });
    }
    Ok(())
}

// ---- applying --------------------------------------------------------------------------------

impl Roster {
    pub(super) fn join(&mut self, at: u64, id: MemberId, name: &str, kind: MemberKind) {
        self.members.push(Arc::new(Member {
            id,
            name: name.to_owned(),
            skeleton: names::skeleton(name),
            kind,
            user: None,
            presence: Presence::Online,
            since: at,
            until: None,
            missed_from: at,
            unreachable: None,
            ready: false,
            seats: BySide::default(),
            muted: false,
            banned: false,
            reports: VecDeque::new(),
            reported: VecDeque::new(),
            done: VecDeque::new(),
            head: 0,
            vote: None,
        }));
    }

    pub(super) fn identify(&mut self, id: MemberId, user: UserId) {
        Arc::make_mut(&mut self.users).insert(user, id);
        self.change(id, |member| member.user = Some(user));
    }

    pub(super) fn rename(&mut self, id: MemberId, name: &str) {
        self.change(id, |member| {
            name.clone_into(&mut member.name);
            member.skeleton = names::skeleton(name);
        });
    }

    pub(super) fn sit(&mut self, at: u64, id: MemberId, side: Side) {
        let new_here = self.sides_of(id).is_empty();
        self.seats_taken += 1;
        self.seats[side].push(Seat { number: self.seats_taken, member: id });
        self.change(id, |member| member.seats[side] = true);
        if new_here {
            self.change(id, |member| {
                member.presence = Presence::Online;
                member.since = at;
                member.until = None;
                member.unreachable = None;
                member.ready = false;
            });
        }
    }

    pub(super) fn stand_up(&mut self, id: MemberId, side: Side) {
        self.seats[side].retain(|seat| seat.member != id);
        self.change(id, |member| {
            member.seats[side] = false;
            member.ready = false;
        });
    }

    pub(super) fn set_presence(&mut self, at: u64, id: MemberId, presence: Presence, until: Option<u64>) {
        self.change(id, |member| {
            member.presence = presence;
            member.since = at;
            member.until = until;
            member.missed_from = at;
            member.unreachable = match presence {
                Presence::Online => None,
                Presence::Grace | Presence::Away => member.unreachable.or(Some(at)),
            };
        });
    }

    /// A hold has lasted until now: nobody was missed in it.
    pub(super) fn missed_nobody(&mut self, held_from: u64, at: u64) {
        for member in self.members.iter_mut().filter(|member| member.presence == Presence::Away) {
            let held = at.saturating_sub(member.missed_from.max(held_from));
            if held > 0 {
                Arc::make_mut(member).missed_from += held;
            }
        }
    }

    /// A host who hands the room on while he is there gives it away; one who was missed may have it
    /// back.
    pub(super) fn name_host(&mut self, id: MemberId) {
        let missed = self.host.is_some_and(|host| !self.is_online(host));
        if !missed || self.owner.is_none() {
            self.owner = Some(id);
        }
        self.host = Some(id);
    }

    pub(super) fn set_muted(&mut self, id: MemberId, on: bool) {
        self.change(id, |member| member.muted = on);
    }

    pub(super) fn set_banned(&mut self, id: MemberId, on: bool) {
        self.change(id, |member| member.banned = on);
    }

    pub(super) fn report(&mut self, host: MemberId, row: ReportRow) {
        self.change(row.by, |member| {
            if member.reported.len() >= REPORTS_PER_HOUR {
                member.reported.pop_front();
            }
            member.reported.push_back(row.at);
        });
        self.change(host, |member| {
            if member.reports.len() >= REPORTS_KEPT {
                member.reports.pop_front();
            }
            member.reports.push_back(row);
        });
    }

    pub(super) const fn set_slow(&mut self, slow: bool) {
        self.slow = slow;
    }

    pub(super) fn set_ready(&mut self, id: MemberId, on: bool) {
        self.change(id, |member| member.ready = on);
    }

    pub(super) fn nobody_ready(&mut self) {
        for member in self.members.iter_mut().filter(|member| member.ready) {
            Arc::make_mut(member).ready = false;
        }
    }

    pub(super) fn done(&mut self, id: MemberId, cid: Cid) {
        self.change(id, |member| {
            if member.done.len() >= RESULTS_KEPT {
                member.done.pop_front();
            }
            member.done.push_back(cid);
        });
    }

    /// The member's own stream has one event more.
    pub(super) fn count_own(&mut self, id: MemberId) {
        self.change(id, |member| member.head += 1);
    }

    pub(super) fn voted_quietly(&mut self, id: MemberId, vote: OwnVote) {
        self.change(id, |member| member.vote = Some(vote));
    }

    fn change(&mut self, id: MemberId, change: impl FnOnce(&mut Member)) {
        if let Some(member) = index(id).and_then(|index| self.members.get_mut(index)) {
            change(Arc::make_mut(member));
        }
    }
}
