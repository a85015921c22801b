//! The clocks of a game: whose runs, and what is left (`docs/room.md` 11).

use engine::{BySide, Side};
use protocol::event::ClockView;
use protocol::settings::{Clock, FlagPolicy};

/// Milliseconds that a side gets once when its flag fell and the hand passes on.
pub(super) const SECOND_CHANCE_MS: u64 = 30_000;

/// Both clocks. They run on paper only: what is left is what was left at `since`, less the time
/// since then for the side whose clock runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clocks {
    rule: Clock,
    view: ClockView,
}

impl Clocks {
    pub(super) fn new(rule: Clock, at: u64) -> Self {
        let remaining_ms = BySide::both(at_start(rule));
        let periods = BySide::both(periods_of(rule));
        Self { rule, view: ClockView { remaining_ms, running: None, since: at, periods } }
    }

    pub(super) const fn view(&self) -> ClockView {
        self.view
    }

    pub(super) const fn set(&mut self, view: ClockView) {
        self.view = view;
    }

    /// What a fallen flag means; nothing where nobody counts.
    pub(super) const fn flag_policy(&self) -> Option<FlagPolicy> {
        match self.rule {
            Clock::None => None,
            Clock::PerMove { flag, .. }
            | Clock::Bank { flag, .. }
            | Clock::ByoYomi { flag, .. }
            | Clock::Slow { flag, .. } => Some(flag),
        }
    }

    /// What is left to a side of what runs: of its bank, its time for the move, or its period.
    pub(super) fn left(&self, side: Side, now: u64) -> u64 {
        let left = self.view.remaining_ms[side];
        if self.view.running == Some(side) {
            left.saturating_sub(now.saturating_sub(self.view.since))
        } else {
            left
        }
    }

    pub(super) fn all_left(&self, now: u64) -> BySide<u64> {
        BySide::from_fn(|side| self.left(side, now))
    }

    /// When the running clock comes to zero, all its periods used up.
    pub(super) fn zero_at(&self) -> Option<u64> {
        let side = self.view.running?;
        let behind = u64::from(self.view.periods[side]) * u64::from(period_ms(self.rule));
        Some(self.ends_at(side).saturating_add(behind))
    }

    /// When the next period of the running clock begins.
    pub(super) fn period_at(&self) -> Option<u64> {
        let side = self.view.running.filter(|&side| self.view.periods[side] > 0)?;
        Some(self.ends_at(side))
    }

    fn ends_at(&self, side: Side) -> u64 {
        self.view.since.saturating_add(self.view.remaining_ms[side])
    }

    /// The clocks with a new period of a side begun.
    pub(super) fn next_period(&self, side: Side, now: u64) -> ClockView {
        let mut view = self.started(side, now);
        view.remaining_ms[side] = u64::from(period_ms(self.rule));
        view.periods[side] = view.periods[side].saturating_sub(1);
        view
    }

    /// Whether the running clock has come to zero.
    pub(super) fn is_at_zero(&self, now: u64) -> bool {
        self.zero_at().is_some_and(|zero| zero <= now)
    }

    /// Whether the running clock, if one runs, allows for so much more.
    pub(super) fn allows(&self, now: u64, ms: u64) -> bool {
        self.zero_at().is_none_or(|zero| zero.saturating_sub(now) >= ms)
    }

    /// The earlier of a moment and the moment at which the running clock comes to zero.
    pub(super) fn clamp(&self, moment: u64) -> u64 {
        self.zero_at().map_or(moment, |zero| moment.min(zero))
    }

    /// The clocks with this side's started.
    pub(super) fn started(&self, side: Side, now: u64) -> ClockView {
        let running = (self.rule != Clock::None).then_some(side);
        ClockView { remaining_ms: self.all_left(now), running, since: now, periods: self.view.periods }
    }

    /// The clocks as they are now.
    pub(super) fn at(&self, now: u64) -> ClockView {
        ClockView { remaining_ms: self.all_left(now), since: now, ..self.view }
    }

    /// These clocks, showing something else.
    pub(super) const fn with(&self, view: ClockView) -> Self {
        Self { rule: self.rule, view }
    }

    /// The clocks standing still.
    pub(super) fn stopped(&self, now: u64) -> ClockView {
        ClockView { remaining_ms: self.all_left(now), running: None, since: now, periods: self.view.periods }
    }

    /// The clocks with so much given to a side.
    pub(super) fn given(&self, mut view: ClockView, side: Side, ms: u64) -> ClockView {
        if self.rule != Clock::None {
            view.remaining_ms[side] = view.remaining_ms[side].saturating_add(ms);
        }
        view
    }

    /// What is left to each side once a move of `side` stands: its increment, or its time for the
    /// next move.
    pub(super) fn after_move(&self, side: Side, now: u64) -> BySide<u64> {
        let mut left = self.all_left(now);
        match self.rule {
            Clock::None => {}
            Clock::PerMove { ms, .. } | Clock::Slow { ms, .. } => left[side] = u64::from(ms),
            // Who moves within a period keeps it; what is left of a bank is left.
            Clock::ByoYomi { periods, period_ms, .. } => {
                if self.view.periods[side] < periods {
                    left[side] = u64::from(period_ms);
                }
            }
            Clock::Bank { increment_ms, .. } => {
                left[side] = left[side].saturating_add(u64::from(increment_ms))
            }
        }
        left
    }

    /// A little time for a side whose flag fell.
    pub(super) fn second_chance(&self, side: Side, now: u64) -> ClockView {
        let mut view = self.started(side, now);
        view.remaining_ms[side] = match self.rule {
            // In a slow game nobody would see half a minute pass.
            Clock::Slow { ms, .. } => u64::from(ms),
            Clock::None | Clock::PerMove { .. } | Clock::Bank { .. } | Clock::ByoYomi { .. } => {
                SECOND_CHANCE_MS
            }
        };
        view
    }
}

fn at_start(rule: Clock) -> u64 {
    match rule {
        Clock::None => 0,
        Clock::PerMove { ms, .. }
        | Clock::Bank { ms, .. }
        | Clock::ByoYomi { ms, .. }
        | Clock::Slow { ms, .. } => u64::from(ms),
    }
}

const fn periods_of(rule: Clock) -> u8 {
    match rule {
        Clock::ByoYomi { periods, .. } => periods,
        Clock::None | Clock::PerMove { .. } | Clock::Bank { .. } | Clock::Slow { .. } => 0,
    }
}

const fn period_ms(rule: Clock) -> u32 {
    match rule {
        Clock::ByoYomi { period_ms, .. } => period_ms,
        Clock::None | Clock::PerMove { .. } | Clock::Bank { .. } | Clock::Slow { .. } => 0,
    }
}
