//! Text that is not an order: J1 to J12.

use protocol::{Cid, CloseCode, Refusal};
use sindillo_tests::{Tab, World};

use super::{is_well, room_and_visitor};

#[tokio::test]
async fn text_that_is_no_order_is_refused_and_harms_nobody() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let c = r#""c":"7d444840-9dc0-11d1-b245-5ffdce74fad2""#;
    let at = |number: &str| {
        format!(r#"{{{c},"k":"move.lay","d":{{"move":"1"}},"at":{{"game":{number},"ply":1}}}}"#)
    };
    let mut bad: Vec<String> =
        ["", " ", "null", "1", "\"x\"", "[]", "{}", "{", "nonsense", "{} {}", "{}x", "\u{feff}{}"]
            .map(str::to_owned)
            .to_vec();
    bad.push("[".repeat(16 * 1024));
    bad.push("{\"a\":".repeat(129));
    bad.push(format!("{{{}}}", (0..1_500).map(|n| format!("\"k{n}\":1")).collect::<Vec<_>>().join(",")));
    bad.push(format!("{{\"{}\":1}}", "k".repeat(16_000)));
    bad.push(format!(r#"{{{c},"k":"seat.leave","k":"seat.take","d":{{"side":"south"}}}}"#));
    bad.push(format!(r#"{{{c},"k":"seat.take","\u006b":"seat.leave","d":{{"side":"south"}}}}"#));
    bad.push(format!(r#"{{{c},"k":"seat.take","d":{{"side":"north","side":"south"}}}}"#));
    for number in [
        "-1",
        "1.0",
        "1e2",
        "1e999",
        "9007199254740993",
        "18446744073709551616",
        "-0",
        "01",
        "NaN",
        "\"1\"",
        "true",
        "null",
        "65536",
    ] {
        bad.push(at(number));
    }
    bad.push(at(&"9".repeat(16_000)));
    bad.push(format!(r#"{{{c},"k":"chat.say","d":{{"to":"all","text":"\ud800"}}}}"#));
    bad.push(format!(r#"{{{c},"k":"chat.say","d":{{"to":"all","text":"\u0000"}}}}"#));
    bad.push(format!("{{{c},\"k\":\"chat.say\",\"d\":{{\"to\":\"all\",\"text\":\"a\nb\"}}}}"));
    bad.push(format!(r#"{{{c},"k":"seat.leave","d":{{}}/* comment */}}"#));
    bad.push(format!(r#"{{{c},"k":"SEAT.LEAVE","d":{{}}}}"#));
    bad.push(format!(r#"{{{c},"k":"seat.fly","d":{{}}}}"#));
    bad.push(format!(r#"{{{c},"k":["seat.take",{{"side":"south"}}]}}"#));
    bad.push(r#"{"c":"not a uuid","k":"seat.leave","d":{}}"#.to_owned());
    let watcher = world.person("Hodan").await.enters(&room).await;
    let heads = watcher.look(|state| state.seen.heads.table);
    let mut figures = (0, 0_u128);
    // Fifteen on each socket: more than twenty a minute would be sustained abuse.
    for group in bad.chunks(15) {
        let tab = world.person("Broken").await.enters(&room).await;
        tab.ignores_answers_to(Cid(uuid::uuid!("7d444840-9dc0-11d1-b245-5ffdce74fad2")));
        for text in group {
            let before = refusals(&tab);
            let began = std::time::Instant::now();
            tab.sends_text(text);
            tab.until("it is refused", |state| (refusals_in(state) > before).then_some(())).await;
            figures = (figures.0 + 1, figures.1.max(began.elapsed().as_micros()));
        }
        assert!(tab.look(sindillo_tests::State::is_open), "the socket stays open");
        tab.leaves().await;
    }
    println!("{} bad texts, slowest answer {} µs", figures.0, figures.1);
    assert_eq!(watcher.look(|state| state.seen.heads.table), heads, "nothing came of any of them");
    drop(person);
    is_well(&world).await;
    world.end().await;
}

#[tokio::test]
async fn who_goes_on_with_nonsense_is_closed() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let tab = person.enters(&room).await;
    for _ in 0..100 {
        tab.sends_text("nonsense");
    }
    let code = tab.waits_for_close().await;
    assert_eq!(code, Some(CloseCode::BadSession.number()));
    let answered = refusals(&tab);
    assert!((15..=25).contains(&answered), "the first twenty are answered, {answered} were");
    is_well(&world).await;
    world.end().await;
}

fn refusals(tab: &Tab) -> usize {
    tab.look(refusals_in)
}

/// Refusals of bad messages, with an identity or without.
fn refusals_in(state: &sindillo_tests::State) -> usize {
    let plain = state.errors.iter().filter(|error| matches!(error, Refusal::BadMessage { .. })).count();
    let named = state
        .frames
        .iter()
        .filter(|frame| frame.starts_with("{\"f\":\"res\"") && frame.contains("bad_message"));
    plain + named.count()
}
