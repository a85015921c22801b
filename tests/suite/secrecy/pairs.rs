//! P10: pairs of games that everybody sees alike, in one of which South says nothing to itself and
//! in the other all that a side can say: what four others receive is the same, in what it says, in
//! how many frames and of which size.

use engine::{Move, Preset, Side};
use futures_util::future::join;
use protocol::command::Hearers;
use protocol::settings::{DecisionMode, StarterRule, VoteVisibility};
use protocol::{BallotId, Command, MemberId, Motion, MotionKind, RoomSettings};
use serde_json::Value;
use sindillo_tests::table::{Table, Turn, sits};
use sindillo_tests::{Tab, World, quick};

use super::{SOUTH, confers, plays_by_hand};

/// Plies that are played.
const PLIES: u16 = 8;

/// Frames that come in an order of their own, or in one that nothing but moments decides.
pub(super) const KINDS: [&str; 6] = ["events", "snap", "role", "welcome", "res", "legal"];

/// How a pair of games is played.
#[derive(Clone)]
struct Pair {
    settings: RoomSettings,
    /// Members of South; North has three, and one watches.
    south: usize,
}

#[tokio::test]
async fn f13_what_others_receive_does_not_depend_on_what_a_team_does_among_itself() {
    let mut settings = settings(DecisionMode::Hand);
    settings.decision.tries_max = 0;
    look_alike(Pair { settings, south: 3 }).await;
}

#[tokio::test]
async fn f13_votes_that_nobody_may_see_yet_show_nowhere_else() {
    let mut settings = settings(DecisionMode::Majority);
    settings.decision.visibility = VoteVisibility::AfterClose;
    look_alike(Pair { settings, south: 3 }).await;
}

#[tokio::test]
async fn f13_what_nine_are_told_together_is_told_to_them_alone() {
    look_alike(Pair { settings: settings(DecisionMode::Majority), south: 9 }).await;
}

#[tokio::test]
async fn f13_nobody_outside_learns_whom_a_side_trusts_or_who_is_in_its_council() {
    let mut settings = settings(DecisionMode::Majority);
    settings.decision.council = 3;
    look_alike(Pair { settings, south: 5 }).await;
}

#[tokio::test]
async fn f13_a_block_within_a_side_shows_nowhere_else() {
    let mut settings = settings(DecisionMode::Consensus);
    settings.decision.block = true;
    look_alike(Pair { settings, south: 3 }).await;
}

fn settings(mode: DecisionMode) -> RoomSettings {
    let mut settings = quick(Preset::EnDodoi, mode);
    settings.starter = StarterRule::Agreement;
    settings.team_max = 9;
    settings
}

/// Play both games, and compare what the others received.
async fn look_alike(pair: Pair) {
    let (silent, busy) = join(run(&pair, false), run(&pair, true)).await;
    assert!(busy.own > silent.own + 4 * usize::from(PLIES), "{} events and {}", busy.own, silent.own);
    assert_eq!(silent.others.len(), 4, "three of North, and a watcher");
    for ((who, silent), (_, busy)) in silent.others.iter().zip(&busy.others) {
        are_alike(who, &KINDS, silent, busy);
    }
    println!("South heard {} events when silent and {} when busy", silent.own, busy.own);
}

/// Two viewers received the same frames of these kinds, apart from moments and chance.
pub(super) fn are_alike(who: &str, kinds: &[&str], silent: &[String], busy: &[String]) {
    // Whether the moves or an answer come first is a matter of moments, not of secrets.
    for &kind in kinds {
        let of_kind = |frames: &[String]| -> Vec<String> {
            let start = format!("{{\"f\":\"{kind}\"");
            frames.iter().filter(|frame| frame.starts_with(&start)).cloned().collect()
        };
        let (mut silent, mut busy) = (of_kind(silent), of_kind(busy));
        if kind == "legal" {
            // Of these only the newest counts: a reader who is late does not get each of them.
            let (of_silent, of_busy) = (silent.clone(), busy.clone());
            silent.retain(|frame| of_busy.iter().any(|other| same_ply(frame, other)));
            busy.retain(|frame| of_silent.iter().any(|other| same_ply(frame, other)));
            assert!(silent.len() > 1, "{who}: legal moves were told");
        }
        assert_eq!(silent.len(), busy.len(), "{who}: frames of {kind}");
        for (silent, busy) in silent.iter().zip(&busy) {
            assert_eq!(without_chance(silent), without_chance(busy), "{who}");
            assert_eq!(silent.len(), busy.len(), "{who}: bytes of {silent}");
        }
    }
    println!("{who}: {} frames, {} bytes equal", silent.len(), silent.iter().map(String::len).sum::<usize>());
}

/// Whether two lists of legal moves are of the same turn.
fn same_ply(one: &str, other: &str) -> bool {
    let turn = |frame: &str| {
        let frame: Value = serde_json::from_str(frame).expect("frames are JSON");
        (frame["game"].clone(), frame["ply"].clone())
    };
    turn(one) == turn(other)
}

/// What came of one game.
struct Heard {
    /// Events of South's own stream.
    own: usize,
    /// The frames of each of the others, with his name.
    others: Vec<(String, Vec<String>)>,
}

/// The same public game, with South silent or busy.
async fn run(pair: &Pair, busy: bool) -> Heard {
    let world = World::with(&["--no-address-limits"]).await;
    let table = seated(&world, pair).await;
    for side in [Side::South, Side::North] {
        let wish = Command::StarterSet { starter: Some(Side::South) };
        table.side(side)[0].asks(wish).await.expect("a member may wish");
    }
    table.is_ready().await;
    for ply in 1..=PLIES {
        if busy {
            is_busy(&table, pair, ply).await;
        }
        plays(&table, pair.settings.decision.mode).await;
    }
    let others = table.north.iter().chain(&table.watchers);
    let others = others.map(|tab| (tab.name().to_owned(), tab.look(|state| state.frames.clone()))).collect();
    let own = table.south[0].look(|state| state.seen.heads.south.unwrap_or_default());
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    let _ = table.agrees_with_the_log(&world).await;
    world.end().await;
    Heard { own: usize::try_from(own).expect("not that many"), others }
}

async fn seated(world: &World, pair: &Pair) -> Table {
    let host = world.person("Sankau 0").await;
    let room = host.opens(pair.settings.clone()).await;
    let mut table = Table { room, south: Vec::new(), north: Vec::new(), watchers: Vec::new() };
    for place in 0..pair.south {
        let person = if place == 0 { host.clone() } else { world.person(&format!("Sankau {place}")).await };
        table.south.push(sits(&person, &table.room, Side::South).await);
    }
    for place in 0..3 {
        let person = world.person(&format!("Leshao {place}")).await;
        table.north.push(sits(&person, &table.room, Side::North).await);
    }
    table.watchers.push(world.person("Hodan").await.enters(&table.room).await);
    table
}

/// All that South can do among itself, a part of it in each ply, so that nobody has to wait long for
/// his credits. Nothing of it decides anything.
async fn is_busy(table: &Table, pair: &Pair, ply: u16) {
    if pair.settings.decision.mode == DecisionMode::Hand {
        if ply % 4 == 3 {
            fails(&table.south, usize::from(ply / 4), Motion::Draw).await;
        }
        return confers(table, Side::South, SOUTH).await;
    }
    let turn = table.turn().await.expect("the game goes on");
    let team = &table.south;
    let speaker = &team[usize::from(ply) % team.len()];
    speaker.says(Hearers::Team, &format!("{SOUTH} said")).await.expect("a member may speak");
    let mover = &team[usize::from(ply / 2) % 3];
    match ply % 4 {
        0 => moves_and_thinks_better(mover, Motion::Resign).await,
        // The others do not want it.
        1 => fails(team, usize::from(ply / 4) % 2, Motion::Draw).await,
        2 => moves_and_thinks_better(mover, Motion::Pause).await,
        _ => moves_and_thinks_better(mover, Motion::Adjourn).await,
    }
    if pair.settings.decision.council > 0 {
        trust(team, ply).await;
    }
    if turn.side == Side::South && turn.offers.len() > 2 {
        votes_for_nothing(table, &turn, &pair.settings).await;
    }
}

async fn moves_and_thinks_better(tab: &Tab, what: Motion) {
    tab.asks(Command::MotionOpen { what }).await.expect("one may move it");
    let motion = motion(tab, what.kind());
    tab.asks(Command::MotionVote { motion, yes: None }).await.expect("and think better of it");
}

async fn fails(team: &[Tab], mover: usize, what: Motion) {
    team[mover].asks(Command::MotionOpen { what }).await.expect("one may ask the others");
    let motion = motion(&team[mover], what.kind());
    for (place, tab) in team.iter().enumerate().filter(|(place, _)| *place != mover) {
        let no = Command::MotionVote { motion, yes: Some(false) };
        match tab.asks(no).await {
            Ok(()) => {}
            // Enough were against it.
            Err(refusal) => return assert!(place >= team.len() / 2, "{refusal:?}"),
        }
    }
}

fn motion(tab: &Tab, kind: MotionKind) -> protocol::MotionId {
    let found = tab.look(|state| {
        let team = state.seen.team.south.as_ref().expect("his side");
        team.motions.iter().find(|motion| motion.what.kind() == kind).map(|motion| motion.motion)
    });
    found.expect("it is open")
}

/// Trust is given and taken, so that others are in the council of the next turn.
async fn trust(team: &[Tab], ply: u16) {
    let members: Vec<MemberId> = team.iter().map(Tab::member).collect();
    let most = members[usize::from(ply) % members.len()];
    for tab in team.iter().filter(|tab| tab.member() != most).take(2) {
        tab.asks(Command::TrustSet { member: most, on: true }).await.expect("one may trust");
    }
    let least = members[usize::from(ply + 2) % members.len()];
    for tab in team.iter().filter(|tab| tab.member() != least).take(2) {
        tab.asks(Command::TrustSet { member: least, on: false }).await.expect("or no longer");
    }
}

/// Members on the roll propose, vote, change their minds, block, and take their votes back.
async fn votes_for_nothing(table: &Table, turn: &Turn, settings: &RoomSettings) {
    let (roll, ballot, _) = ballot(table, turn);
    let voters: Vec<&Tab> = roll.iter().map(|member| table.of(*member)).collect();
    let moves: Vec<&Move> = turn.offers.iter().map(|offer| &offer.mv).collect();
    let set = |tab: &Tab, mv: &Move| tab.sends(Command::VoteSet { ballot, mv: mv.clone() }, None);
    voters[0].proposes(moves[1], &format!("{SOUTH} noted")).await.expect("a proposal");
    if settings.decision.block {
        let reason = format!("{SOUTH} would not");
        let mv = moves[1].clone();
        voters[1].asks(Command::BlockAdd { ballot, mv, reason }).await.expect("an option can be blocked");
    }
    // One vote at a time, or in a side of nine three for different moves, decides nothing.
    let (some, most) = if voters.len() >= 9 { (3, 3) } else { (1, 1) };
    for (tab, mv) in voters.iter().skip(1).take(some).zip(moves.iter().cycle().skip(2)) {
        tab.settles(&set(tab, mv)).await.expect("a vote");
        tab.settles(&set(tab, moves[1])).await.expect("a changed mind");
    }
    for tab in voters.iter().skip(1).take(most) {
        tab.asks(Command::VoteClear { ballot }).await.expect("a vote taken back");
    }
}

/// The side to move comes to the first move that it may play, by just as many as that takes.
async fn plays(table: &Table, mode: DecisionMode) {
    let turn = table.turn().await.expect("the game goes on");
    if mode == DecisionMode::Hand || turn.offers.len() == 1 {
        return plays_by_hand(table).await;
    }
    let (roll, ballot, need) = ballot(table, &turn);
    let mv = &turn.offers[0].mv;
    for member in &roll[..need] {
        table.of(*member).asks(Command::VoteSet { ballot, mv: mv.clone() }).await.expect("a vote");
    }
    table.is_over(&turn).await;
}

/// The roll of the open ballot, its number, and what it takes.
fn ballot(table: &Table, turn: &Turn) -> (Vec<MemberId>, BallotId, usize) {
    table.side(turn.side)[0].look(|state| {
        let ballot = state.seen.ballot(turn.side).expect("a ballot is open");
        (ballot.roll.clone(), ballot.ballot, usize::from(ballot.need))
    })
}

/// A frame without the moments in it and without what is random: epoch, identities, and the seal of
/// what lots are drawn from.
pub(super) fn without_chance(frame: &str) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Number(number) if number.as_u64().is_some_and(|n| n > 1_000_000_000_000) => {
                *value = Value::from(0)
            }
            Value::Array(items) => items.iter_mut().for_each(walk),
            Value::Object(members) => {
                for name in ["epoch", "c", "cid", "seal", "seed"] {
                    if let Some(random) = members.get_mut(name) {
                        *random = Value::Null;
                    }
                }
                members.values_mut().for_each(walk);
            }
            _ => {}
        }
    }
    let mut value = serde_json::from_str(frame).expect("frames are JSON");
    walk(&mut value);
    value
}
