//! Who may learn of what. Secrecy hangs on this one table: streams, snapshots and logs ask it.

use engine::Side;

use super::Event;
use crate::ids::MemberId;

/// Who may learn of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// Everybody in the room.
    Table,
    /// The members of one side.
    Team(Side),
    /// One member, in all tabs.
    Me(MemberId),
    /// The spectators.
    Stand,
    /// Nobody: only the log.
    Log,
}

impl Event {
    /// Who may learn of it. This is the only place that decides.
    #[must_use]
    pub const fn audience(&self) -> Audience {
        match self {
            Self::Identified { .. }
            | Self::Sealed { .. }
            | Self::MarketOpened { .. }
            | Self::MarketSuspended { .. }
            | Self::MarketEased { .. }
            | Self::MarketReopened { .. }
            | Self::MarketLocked { .. }
            | Self::MarketEnded { .. }
            | Self::RatingDue { .. } => Audience::Log,
            Self::Opened { .. }
            | Self::Joined { .. }
            | Self::HostNamed { .. }
            | Self::Renamed { .. }
            | Self::Seated { .. }
            | Self::Unseated { .. }
            | Self::PresenceChanged { .. }
            | Self::Muted { .. }
            | Self::Banned { .. }
            | Self::HandChosen { .. }
            | Self::ReadySet { .. }
            | Self::StarterWished { .. }
            | Self::StartSet { .. }
            | Self::EarsOpened { .. }
            | Self::GameBegan { .. }
            | Self::TurnBegan { .. }
            | Self::Laid { .. }
            | Self::ConsentCounted { .. }
            | Self::Withdrawn { .. }
            | Self::Stood { .. }
            | Self::HandPassed { .. }
            | Self::Flagged { .. }
            | Self::PeriodBegan { .. }
            | Self::TimeGiven { .. }
            | Self::TakenBack { .. }
            | Self::Offered { .. }
            | Self::OfferEnded { .. }
            | Self::ResumeSet { .. }
            | Self::Unsealed { .. }
            | Self::GameEnded { .. }
            | Self::RematchSet { .. }
            | Self::Held { .. }
            | Self::Released { .. }
            | Self::Said { .. } => Audience::Table,
            Self::Voted { by, quiet: true, .. } => Audience::Me(*by),
            Self::StanceTaken { quiet: true, .. } => Audience::Log,
            Self::BallotOpened { side, .. }
            | Self::Proposed { side, .. }
            | Self::Voted { side, .. }
            | Self::RollChanged { side, .. }
            | Self::ClosingSet { side, .. }
            | Self::BallotClosed { side, .. }
            | Self::FellBack { side, .. }
            | Self::BallotRetimed { side, .. }
            | Self::VotesTold { side, .. }
            | Self::Blocked { side, .. }
            | Self::StanceTaken { side, .. }
            | Self::StancesTold { side, .. }
            | Self::Trusted { side, .. }
            | Self::CouncilSeated { side, .. }
            | Self::MotionOpened { side, .. }
            | Self::MotionVoted { side, .. }
            | Self::MotionRollChanged { side, .. }
            | Self::MotionEnded { side, .. }
            | Self::ResignVoted { side, .. }
            | Self::Advised { side, .. }
            | Self::AdviceMuted { side, .. }
            | Self::TeamSaid { side, .. } => Audience::Team(*side),
            Self::StandSaid { .. } => Audience::Stand,
            Self::Reported { host, .. } => Audience::Me(*host),
            Self::Done { member, .. } => Audience::Me(*member),
        }
    }
}
