//! What a side has been told of a ballot whose votes are told together: in large sides, and where
//! votes are not open (`docs/room.md` 4).
//!
//! The ballot itself knows every vote at once. The side sees this instead, so nothing here may be
//! read from votes: it changes by what the side is told, in the way in which a page changes.

use engine::Move;
use protocol::MemberId;
use protocol::event::{CastRow, CountRow};
use protocol::settings::VoteVisibility;
use protocol::view::{BlockRow, OptionView};

/// A ballot as its side knows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Told {
    pub(super) options: Vec<OptionView>,
    /// Members who have voted.
    pub(super) voted: u8,
    /// When votes were told last.
    pub(super) at: Option<u64>,
    /// Something has changed since then.
    pub(super) is_stale: bool,
    visibility: VoteVisibility,
}

impl Told {
    /// Nobody has voted yet; the options of a run-off keep the words that came with them.
    pub(super) fn opened(visibility: VoteVisibility, options: Vec<OptionView>) -> Self {
        let options = options
            .into_iter()
            .map(|option| OptionView { votes: no_votes(visibility), voters: Vec::new(), ..option })
            .collect();
        Self { options, voted: 0, at: None, is_stale: false, visibility }
    }

    pub(super) fn proposed(&mut self, by: MemberId, mv: &Move, note: Option<String>) {
        let votes = no_votes(self.visibility);
        let index = self.options.iter().position(|option| option.mv == *mv).unwrap_or_else(|| {
            self.options.push(OptionView { votes, ..unknown(mv.clone()) });
            self.options.len() - 1
        });
        let option = &mut self.options[index];
        option.by = Some(by);
        option.note = note;
        option.proposed = true;
    }

    pub(super) fn blocked(&mut self, by: MemberId, mv: &Move, reason: &str) {
        if let Some(option) = self.options.iter_mut().find(|option| option.mv == *mv) {
            option.blocks.push(BlockRow { by, reason: reason.to_owned() });
        }
    }

    /// The rows are all options; what is known of one of them stays with it.
    pub(super) fn told(&mut self, at: u64, votes: &[CastRow], rows: &[CountRow], voted: u8) {
        for cast in votes {
            self.unvote(cast.by);
        }
        let before = std::mem::take(&mut self.options);
        let known = |row: &CountRow| before.iter().find(|option| option.mv == row.mv).cloned();
        let option = |row: &CountRow| {
            let fresh = OptionView { by: row.by, ..unknown(row.mv.clone()) };
            let mut option = known(row).unwrap_or(fresh);
            option.votes = row.votes;
            let new = votes.iter().filter(|cast| cast.mv.as_ref() == Some(&row.mv));
            option.voters.extend(new.map(|cast| cast.by));
            option
        };
        self.options = rows.iter().map(option).collect();
        self.voted = voted;
        self.at = Some(at);
        self.is_stale = false;
    }

    /// Members who left: where votes are open their names go at once, the counts with the next
    /// telling.
    pub(super) fn struck(&mut self, members: &[MemberId]) {
        for member in members {
            self.unvote(*member);
        }
        self.is_stale |= !members.is_empty();
    }

    /// What a member votes for, as far as the side knows.
    pub(super) fn vote_of(&self, member: MemberId) -> Option<&Move> {
        self.options.iter().find(|option| option.voters.contains(&member)).map(|option| &option.mv)
    }

    fn unvote(&mut self, member: MemberId) {
        for option in &mut self.options {
            option.voters.retain(|voter| *voter != member);
        }
    }
}

/// The count of an option for which nobody has voted.
fn no_votes(visibility: VoteVisibility) -> Option<u8> {
    (visibility != VoteVisibility::AfterClose).then_some(0)
}

/// An option of which nothing is known but its move.
pub(super) const fn unknown(mv: Move) -> OptionView {
    OptionView {
        mv,
        by: None,
        note: None,
        proposed: false,
        voters: Vec::new(),
        votes: None,
        blocks: Vec::new(),
    }
}
