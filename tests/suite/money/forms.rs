//! Bets that are none: written by hand, with more in them, or less, or something else than a bet has.

use protocol::betting::{BetBar, Outcome};
use protocol::message::Answer;
use protocol::{Cid, Refusal, ServerFrame};
use serde_json::json;
use sindillo_tests::{Person, Request, Tab, World};
use uuid::Uuid;

use super::booth::{AT_ONCE, Booth, accounts, coins, free, public, staked, ticket};

/// Fifteen on each socket: more than twenty a minute would be sustained abuse.
const GROUP: usize = 15;

/// manifoldmarkets/manifold#1983: a gift to several at once was given to each and taken once. There
/// are no gifts here, and a bet is one bet.
#[tokio::test]
async fn m13_there_is_no_way_to_pass_coins_on_and_a_bet_of_several_things_is_none() {
    let world = World::with(&AT_ONCE).await;
    let people = accounts(&world, 4).await;
    let booth = Booth::open_for(&world, public(), &people).await;
    let bettor = &booth.bettors()[3];
    bettor.bets(Outcome::North, 150).await.expect("bets are taken");
    let before = world.books().await.transfers;

    let mut frames = Vec::new();
    for details in [
        r#"[{"market":1,"outcome":"south","stake":"10"}]"#,
        r#"[1,"south","10"]"#,
        r#"{"market":[1,2],"outcome":"south","stake":"10"}"#,
        r#"{"market":1,"outcome":["south","north"],"stake":"10"}"#,
        r#"{"market":1,"outcome":"south","stake":["10","20"]}"#,
        r#"{"market":1,"outcome":"south","stake":{"south":"10","north":"10"}}"#,
        r#"{"market":1,"outcome":"south","stake":"10","stake":"200"}"#,
        r#"{"market":1,"outcome":"south","stake":"10","st\u0061ke":"200"}"#,
        r#"{"market":1,"outcome":"south","outcome":"north","stake":"10"}"#,
        r#"{"market":1,"market":1,"outcome":"south","stake":"10"}"#,
        r#"{"market":1,"outcome":"south"}"#,
        r#"{"market":1,"stake":"10"}"#,
        r#"{"outcome":"south","stake":"10"}"#,
        r#"{"market":"1","outcome":"south","stake":"10"}"#,
        r#"{"market":1,"outcome":"SOUTH","stake":"10"}"#,
        r#"{"market":1,"outcome":"both","stake":"10"}"#,
        "{}",
        "null",
    ] {
        frames.push(order("bet.set", details, ""));
    }
    for more in ["to", "from", "user", "by", "wallet", "account", "payout", "pays", "key", "Stake"] {
        let details = format!(r#"{{"market":1,"outcome":"south","stake":"10","{more}":"kimani.1"}}"#);
        frames.push(order("bet.set", &details, ""));
    }
    let good = r#"{"market":1,"outcome":"south","stake":"10"}"#;
    for beside in [r#","user":"kimani.1""#, r#","by":1"#, r#","k":"bet.set""#, r#","d":{}"#, r#","c":null"#] {
        frames.push(order("bet.set", good, beside));
    }
    for kind in ["coins.give", "coins.send", "wallet.transfer", "bet.give", "bets.set", "BET.SET", "tip"] {
        frames.push(order(kind, r#"{"to":"kimani.1","amount":"10"}"#, ""));
    }
    frames.push(format!("[{}]", order("bet.set", good, "")));
    frames.push(format!("{0}{0}", order("bet.set", good, "")));
    assert!(frames.len() <= 3 * GROUP, "{} frames for three people", frames.len());
    for (group, tab) in frames.chunks(GROUP).zip(booth.bettors()) {
        for frame in group {
            let refusal = answer(tab, frame).await;
            assert!(matches!(refusal, Err(Refusal::BadMessage { .. })), "{frame}: {refusal:?}");
        }
    }
    println!("{} bets that are none are refused", frames.len());

    no_route_moves_coins(&people[3], &booth).await;
    assert_eq!(world.books().await.transfers, before, "nothing moved");
    for (tab, stake) in booth.bettors().iter().zip([0, 0, 0, 150]) {
        let ticket = ticket(tab).await;
        assert_eq!((free(&ticket), staked(&ticket)), (1_000 - stake, stake), "{}", tab.name());
    }
    booth.bettors()[0].bets(Outcome::South, 10).await.expect("a bet as it should be is taken");
    booth.ends_well(world).await;
}

/// No request of anybody passes coins on, and none for oneself does more than it says.
async fn no_route_moves_coins(person: &Person, booth: &Booth) {
    let gift = json!({ "to": ["kimani.0", "kimani.1"], "amount": "100" });
    let room = &booth.table.room;
    let paths = [
        "/api/transfer",
        "/api/gift",
        "/api/wallet",
        "/api/me/wallet",
        "/api/me/wallet/transfer",
        "/api/me/transfer",
        "/api/me/bets",
        "/api/betting",
        "/api/profiles/kimani.0",
        "/api/profiles/kimani.0/wallet",
    ];
    let mut paths: Vec<String> = paths.map(str::to_owned).to_vec();
    paths.push(format!("/api/rooms/{room}/bets"));
    paths.push(format!("/api/rooms/{room}/markets/1"));
    for path in paths {
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
            let response = person.fetch(Request::with(method, &path, &gift)).await.expect("an answer");
            assert!(matches!(response.status, 404 | 405), "{method} {path}: {}", response.text());
        }
    }
    let act = json!({ "type": "adjust", "login": "kimani.0", "amount": "100", "taken": false });
    let act = json!({ "key": Uuid::new_v4(), "act": act, "reason": "because he would like to have them" });
    let response = person.fetch(Request::post("/api/admin/betting", &act)).await.expect("an answer");
    assert!(matches!(response.status, 401 | 403 | 404), "only an administrator: {}", response.text());
    for wish in [json!({ "to": "kimani.0" }), json!({ "hidden": [true] }), json!([{ "hidden": true }])] {
        let request = Request::with("PUT", "/api/me/betting", &wish);
        let response = person.fetch(request).await.expect("an answer");
        assert_eq!(response.status, 400, "{wish}: {}", response.text());
    }
}

/// Tkd-Alex/Twitch-Channel-Points-Miner-v2#70: a stake below nothing was sent into an empty pool. W7.
#[tokio::test]
async fn m25_w7_a_stake_that_is_none_or_out_of_range_moves_nothing_in_an_empty_pool() {
    let world = World::with(&["--no-address-limits"]).await;
    let booth = Booth::open(&world, 3).await;
    let stake =
        |stake: &str| order("bet.set", &format!(r#"{{"market":1,"outcome":"south","stake":{stake}}}"#), "");
    let range = BetBar::StakeOutOfRange { min: coins(10), max: coins(200) };
    let out_of_range = ["1", "9", "201", "1001", "4503599627370496", "9007199254740991"];
    for number in out_of_range {
        let answer = answer(&booth.bettors()[0], &stake(&format!("\"{number}\""))).await;
        assert_eq!(answer, Err(Refusal::BetRefused { why: range }), "{number}");
    }
    let texts =
        ["-100", "-0", "1.5", "1e3", "9007199254740992", "18446744073709551626", "", " 10", "+10", "010"];
    let mut none: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    none.extend(["\"0x10\"", "\"NaN\"", "\"\u{661}\u{660}\"", "\"10,0\"", "\"all\""].map(str::to_owned));
    none.extend(
        ["null", "-100", "10", "1.5", "1e3", "9007199254740992", "true", "{}", "[]", "NaN"]
            .map(str::to_owned),
    );
    assert!(none.len() <= 2 * GROUP);
    for (group, tab) in none.chunks(GROUP).zip(&booth.bettors()[1..]) {
        for number in group {
            let answer = answer(tab, &stake(number)).await;
            assert!(matches!(answer, Err(Refusal::BadMessage { .. })), "{number}: {answer:?}");
        }
    }
    println!("{} stakes out of range and {} that are none", out_of_range.len(), none.len());
    assert!(world.books().await.transfers.is_empty(), "nothing moved");
    for tab in booth.bettors() {
        assert_eq!(tab.market().total, coins(0));
        let ticket = ticket(tab).await;
        assert_eq!((free(&ticket), ticket.stake), (1_000, None));
    }
    for (tab, stake) in booth.bettors().iter().zip([10, 200]) {
        tab.bets(Outcome::South, stake).await.expect("the smallest and the largest are taken");
    }
    booth.ends_well(world).await;
}

/// An order, written by hand; its identity is put in when it is sent.
fn order(kind: &str, details: &str, beside: &str) -> String {
    format!(r#"{{"c":"CID","k":"{kind}","d":{details}{beside}}}"#)
}

/// What is answered to an order written by hand. What is no order at all has no identity either.
async fn answer(tab: &Tab, frame: &str) -> Result<Answer, Refusal> {
    let c = Cid(Uuid::new_v4());
    tab.ignores_answers_to(c);
    let before = tab.look(|state| (state.frames.len(), state.errors.len()));
    tab.sends_text(&frame.replace("CID", &c.0.to_string()));
    let answer = tab
        .until(&format!("{frame} is answered"), |state| {
            if let Some(error) = state.errors.get(before.1) {
                return Some(Answer::from(error.clone()));
            }
            state.frames[before.0..].iter().find_map(|text| match serde_json::from_str(text) {
                Ok(ServerFrame::Res { c: of, a }) if of == c => Some(a),
                _ => None,
            })
        })
        .await;
    match answer {
        Answer::Err { err, .. } => Err(err),
        other => Ok(other),
    }
}
