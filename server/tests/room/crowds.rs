//! Stories of rooms in which one game follows another and people bet on each of them: what
//! `properties` comes to too seldom. `market_watch` holds every step against part 16.

use engine::SeriesGoal;
use proptest::prelude::*;
use protocol::MotionKind;
use protocol::betting::BettingMode;
use protocol::settings::{Clock, RoomSettings, Stand, Visibility};
use server::room::Around;

use crate::bettors::betting;
use crate::properties::{SERVERS, SUSPENDS, Step, Story, VOIDS};
use crate::world::*;

/// Games are played, ended and followed by others, while people come, go and bet.
fn step() -> impl Strategy<Value = Step> {
    let who = || 0..200usize;
    let on = any::<bool>;
    prop_oneof![
        10 => (1u8..25).prop_map(Step::Plays),
        6 => end().prop_map(|kind| Step::Carry(kind, 1)),
        5 => Just(Step::Rematch),
        5 => Just(Step::AllReady),
        6 => Just(Step::Patience),
        4 => (0u64..30_000).prop_map(Step::Wait),
        1 => (0u64..100_000_000).prop_map(Step::Wait),
        6 => (who(), 0..2u32, 0..3usize, 0..2u64).prop_map(|(who, back, on, stake)| Step::Bet(who, back, on, stake)),
        3 => (who(), on()).prop_map(|(who, south)| Step::Sit(who, south)),
        2 => who().prop_map(Step::Leave),
        3 => (who(), on()).prop_map(|(who, on)| Step::Socket(who, on)),
        2 => who().prop_map(Step::Unready),
        2 => (0..SUSPENDS.len(), on()).prop_map(|(why, on)| Step::Suspend(why, on)),
        1 => (0..VOIDS.len()).prop_map(Step::Void),
        1 => (0..SERVERS.len()).prop_map(Step::Server),
        1 => on().prop_map(Step::Watched),
        2 => (0..5usize, who(), on()).prop_map(|(what, whom, on)| Step::Host(what, whom, on)),
        1 => on().prop_map(Step::HostSocket),
        1 => (0u64..100_000).prop_map(Step::Restart),
        1 => on().prop_map(Step::Hold),
        1 => Just(Step::Release),
        1 => (who(), on()).prop_map(|(who, on)| Step::Ears(who, on)),
        1 => (who(), on(), 0..8u8).prop_map(|(who, south, pit)| Step::Advise(who, south, pit)),
        1 => Just(Step::Again),
    ]
}

/// What both sides end a game by, or undo, by its place among the kinds.
fn end() -> impl Strategy<Value = usize> {
    let at = |kind: MotionKind| MotionKind::ALL.iter().position(|other| *other == kind).unwrap();
    let of = |kind: MotionKind| Just(at(kind));
    prop_oneof![
        4 => of(MotionKind::Resign),
        2 => of(MotionKind::Draw),
        1 => of(MotionKind::Abort),
        1 => of(MotionKind::Takeback),
        1 => of(MotionKind::Resume),
    ]
}

fn table() -> impl Strategy<Value = (RoomSettings, Around)> {
    let clock = prop_oneof![2 => Just(Clock::None), 1 => (10_000u32..300_000).prop_map(bank)];
    let series = prop_oneof![Just(SeriesGoal::Single), Just(SeriesGoal::FirstToWins { wins: 3 })];
    let delay_ms = prop_oneof![2 => Just(0u32), 1 => 1u32..120_000];
    let listed = prop_oneof![Just(Visibility::Public), Just(Visibility::Unlisted)];
    let stale_ms = prop_oneof![1 => 0u64..300_000, 3 => Just(604_800_000u64)];
    let rated = prop_oneof![2 => Just(false), 1 => Just(true)];
    (clock, series, delay_ms, listed, stale_ms, rated).prop_map(
        |(clock, series, delay_ms, visibility, stale_ms, rated)| {
            let betting_mode = BettingMode::Pool;
            let stand =
                Stand { betting: betting_mode, delay_ms, delay_plies: 0, cheers: true, advice: !rated };
            let settings = small(RoomSettings { clock, series, visibility, stand, rated, ..brisk() });
            (settings, Around { stale_ms, ..betting() })
        },
    )
}

proptest! {
    #![proptest_config(stories())]

    #[test]
    fn no_story_of_bettors_breaks_an_invariant(
        table in table(),
        south in 1..4usize,
        north in 1..4usize,
        steps in prop::collection::vec(step(), 5..120),
    ) {
        let (settings, around) = table;
        let mut story = Story::new(around, settings, south, north);
        for step in &steps {
            story.act(step);
            story.follow();
        }
        story.w.check_log();
        story.must_end();
        story.w.check_log();
    }
}
