//! The released forms: one line of JSON for each form of each type on the wire and in the log, as
//! bytes. A reader of ours must understand these lines for ever, and writes them exactly so.
//!
//! `SINDILLO_GOLDEN=write cargo test -p protocol --test golden` writes the files anew after
//! something was *added*. A changed or missing line in the difference is a broken promise.

mod samples;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::PathBuf;

use protocol::event::BallotResult;
use protocol::message::{Answer, Asked, Heads, Hello, Ping, Resume};
use protocol::settings::{Clock, SettingsProblem};
use protocol::{ClientFrame, Command, Entry, Event, Motion, Query, Refusal, ServerFrame, Snapshot};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Names the forms of an enum. Does not compile when one was added and is not named here.
macro_rules! forms {
    ($function:ident, $all:ident, $type:ident: $($form:ident)+) => {
        fn $function(value: &$type) -> &'static str {
            match value { $($type::$form { .. } => stringify!($form)),+ }
        }
        const $all: &[&str] = &[$(stringify!($form)),+];
    };
}

forms!(command, COMMANDS, Command: NameSet SeatTake SeatLeave ReadySet StarterSet BotAdd BotRemove VoteSet
    VoteClear ProposalAdd MoveLay MoveWithdraw ObjectSet ApproveSet HandPass HandClaim HandName TrustSet BlockAdd
    MotionOpen MotionVote OfferCancel MemberMute MemberBan MemberUnseat MemberReport HostPass RematchSet ChatSay
    BetSet Cheer EarsSet AdviceGive AdviceMute);
forms!(query, QUERIES, Query: TraceGet TicketGet Resync);
forms!(event, EVENTS, Event: Opened Identified Joined HostNamed Renamed Seated Unseated PresenceChanged
    ReadySet StarterWished GameBegan TurnBegan Laid ConsentCounted Withdrawn Stood HandPassed Flagged
    GameEnded RematchSet Held Released Said BallotOpened Proposed Voted RollChanged ClosingSet
    BallotClosed FellBack BallotRetimed StanceTaken ResignVoted TeamSaid StandSaid Done Muted Banned HandChosen
    Sealed Unsealed PeriodBegan TimeGiven TakenBack Offered OfferEnded ResumeSet VotesTold Blocked StancesTold
    Trusted CouncilSeated MotionOpened MotionVoted MotionRollChanged MotionEnded Reported StartSet
    EarsOpened Advised AdviceMuted MarketOpened MarketSuspended MarketReopened MarketLocked MarketEnded RatingDue MarketEased);
forms!(refusal, REFUSALS, Refusal: BadMessage TooLarge RateLimited Unauthorized ForbiddenRole NotSeated
    NotMover NotOnRoll Stale BallotClosed IllegalMove MoveSpent TooManyOptions NoFlipsLeft Held GameOver
    NoGame GameRunning SideFull SideLocked SeatTaken NameTaken NameRefused TextRefused BadSettings
    NoSuchMember NoBlock HandTaken MotionBarred TooManyMotions NoMotion Cooldown Muted Banned RoomFull TooManyRooms NoRoom Busy Draining UpgradeRequired Internal BetRefused HasOpenStake
    MarketRunning AccountNeeded NotHeard AccountExists LoginTaken LoginRefused PasswordRefused WrongCredentials LastWay ProofNeeded PushRefused NotFound);
forms!(problem, PROBLEMS, SettingsProblem: Title Pits Seeds RaceNotPlayed Series OutOfRange Betting Rated);
forms!(frame, FRAMES, ServerFrame: Welcome Snap Events Res Err Legal Crowd Pong Role Bye Market Ticket Cheers);
forms!(snapshot, SNAPSHOTS, Snapshot: Table Team Me Stand);
forms!(answer, ANSWERS, Answer: Ok Err Trace Bet);
forms!(result, RESULTS, BallotResult: Won RunOff TooFew Laid Void);
forms!(clock, CLOCKS, Clock: None PerMove Bank ByoYomi Slow);
forms!(motion, MOTIONS, Motion: Replace Takeback Pause Resume Resign Draw Abort Extend Claim Kick Mute Adjourn);

#[test]
fn commands_and_questions_keep_their_form() {
    golden("command", &samples::commands(), COMMANDS, command);
    golden("query", &samples::queries(), QUERIES, query);
}

#[test]
fn events_keep_their_form() {
    golden("event", &samples::events(), EVENTS, event);
    golden("ballot_result", &samples::ballot_results(), RESULTS, result);
}

#[test]
fn refusals_keep_their_form() {
    golden("refusal", &samples::refusals(), REFUSALS, refusal);
    golden("settings_problem", &samples::problems(), PROBLEMS, problem);
}

#[test]
fn frames_of_the_server_keep_their_form() {
    golden("server_frame", &samples::frames(), FRAMES, frame);
    golden("snapshot", &samples::snapshots(), SNAPSHOTS, snapshot);
    golden("answer", &samples::answers(), ANSWERS, answer);
}

#[test]
fn settings_and_log_entries_keep_their_form() {
    golden("clock", &samples::clocks(), CLOCKS, clock);
    golden("motion", &samples::motions(), MOTIONS, motion);
    golden("settings", &[samples::settings()], &["settings"], |_| "settings");
    golden("entry", &samples::entries(), &["entry"], |_: &Entry| "entry");
}

/// Lines as servers before this one wrote them: fields have been added since.
#[test]
fn earlier_lines_of_a_log_are_still_read() {
    fn read<T: DeserializeOwned>(file: &str) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{file}.jsonl"));
        let text = std::fs::read_to_string(path).expect("the file is there");
        for line in text.lines() {
            let read: Result<T, _> = serde_json::from_str(line);
            assert!(read.is_ok(), "{file}: {:?}: {line}", read.err());
        }
    }
    read::<Event>("earlier_event");
    read::<Entry>("earlier_entry");
    read::<protocol::RoomSettings>("earlier_settings");
    read::<Snapshot>("earlier_snapshot");
}

#[test]
fn what_a_client_writes_is_what_the_server_reads() {
    let (c, at) = (samples::cid(), Some(samples::at()));
    for command in samples::commands() {
        let text = serde_json::to_string(&Asked { c, at, what: &command }).unwrap();
        assert_eq!(ClientFrame::decode(&text), Ok(ClientFrame::Command { c, at, command }), "{text}");
    }
    for query in samples::queries() {
        let text = serde_json::to_string(&Asked { c, at, what: &query }).unwrap();
        assert_eq!(ClientFrame::decode(&text), Ok(ClientFrame::Query { c, at, query }), "{text}");
    }
}

#[test]
fn hello_and_ping_keep_their_form() {
    let hello = r#"{"k":"hello","d":{"proto":0,"ticket":"t","tab":"a","resume":{"epoch":"e","heads":{"table":7,"south":null,"me":2}}}}"#;
    let heads = Heads { table: Some(7), me: Some(2), ..Heads::default() };
    let resume = Some(Resume { epoch: "e".to_owned(), heads });
    let expected = Hello { proto: 0, ticket: "t".to_owned(), tab: "a".to_owned(), resume };
    assert_eq!(ClientFrame::decode(hello), Ok(ClientFrame::Hello(Box::new(expected))));
    let ping = ClientFrame::decode(r#"{"k":"ping","d":{"t":9007199254740991}}"#);
    assert_eq!(ping, Ok(ClientFrame::Ping(Ping { t: 9_007_199_254_740_991 })));
    assert_eq!(ClientFrame::decode(r#"{"k":"bye","d":{}}"#), Ok(ClientFrame::Bye));
    assert!(ClientFrame::decode(r#"{"k":"bye","d":{"now":true}}"#).is_err());
}

#[test]
fn an_order_with_anything_strange_in_it_is_refused_as_a_whole() {
    let c = r#""c":"7d444840-9dc0-11d1-b245-5ffdce74fad2""#;
    let strange = [
        r#"{"k":"seat.leave","d":{}}"#.to_owned(),
        format!(r#"{{{c},"k":"seat.leave","d":[]}}"#),
        format!(r#"{{{c},"k":"seat.leave","d":null}}"#),
        format!(r#"{{{c},"k":"seat.leave","d":{{"side":"south"}}}}"#),
        format!(r#"{{{c},"k":"Seat.Take","d":{{"side":"south"}}}}"#),
        format!(r#"{{{c},"k":"seat.take","d":["south"]}}"#),
        format!(r#"{{{c},"k":"seat.take","d":{{"side":"east"}}}}"#),
        format!(r#"{{{c},"k":"seat.take","d":{{"side":"south"}},"x":1}}"#),
        format!(r#"{{{c},"k":"vote.set","d":{{"ballot":"1","move":"5"}}}}"#),
        format!(r#"{{{c},"k":"vote.set","d":{{"ballot":4294967296,"move":"5"}}}}"#),
        format!(r#"{{{c},"k":"vote.set","d":{{"ballot":1,"move":5}}}}"#),
        format!(r#"{{{c},"k":"vote.set","d":{{"ballot":1,"move":"05"}}}}"#),
        format!(r#"{{{c},"k":"move.lay","d":{{"move":"5"}},"at":{{"game":1}}}}"#),
        format!(r#"{{{c},"k":"move.lay","d":{{"move":"5"}},"at":{{"game":1,"ply":65536}}}}"#),
        format!(r#"{{{c},"k":"move.lay","d":{{"move":"5"}},"at":[1,1,0]}}"#),
        r#"{"k":"hello","d":["0","t","a"]}"#.to_owned(),
        r#"{"k":"hello","d":{"proto":0,"ticket":"t","tab":"a","resume":["e",{}]}}"#.to_owned(),
        r#"{"k":"hello","d":{"proto":0,"ticket":"t","tab":"a","resume":{"epoch":"e","heads":[7]}}}"#
            .to_owned(),
        r#"{"c":"7","k":"seat.leave","d":{}}"#.to_owned(),
        r#"{"c":null,"k":"seat.leave","d":{}}"#.to_owned(),
    ];
    for text in strange {
        assert!(ClientFrame::decode(&text).is_err(), "{text}");
    }
    let fine = [
        format!(r#"{{{c},"k":"seat.leave"}}"#),
        format!(r#"{{{c},"k":"chat.say","d":{{"to":"all","text":"\"[1]\\"}}}}"#),
    ];
    for text in fine {
        assert!(ClientFrame::decode(&text).is_ok(), "{text}");
    }
}

/// Compares samples with the lines of their file, both ways, as bytes.
fn golden<T>(file: &str, values: &[T], all: &[&'static str], name: fn(&T) -> &'static str)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{file}.jsonl"));
    let written: Vec<String> =
        values.iter().map(|value| serde_json::to_string(value).expect("samples are JSON")).collect();
    #[allow(clippy::disallowed_methods, reason = "a test that can write its own expectation is told so here")]
    if std::env::var("SINDILLO_GOLDEN").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, written.join("\n") + "\n").expect("the file can be written");
    }
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), values.len(), "{file}: a line for each sample");
    for ((line, value), written) in lines.iter().zip(values).zip(&written) {
        assert_eq!(line, written, "{file}: what is written");
        let read: T = serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error}: {line}"));
        assert_eq!(read, *value, "{file}: what is read");
    }
    let shown: BTreeSet<&str> = values.iter().map(name).collect();
    let missing: Vec<&&str> = all.iter().filter(|form| !shown.contains(**form)).collect();
    assert!(missing.is_empty(), "{file}: no sample of {missing:?}");
}
