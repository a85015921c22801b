//! Every test vector of the rules through the whole of `sindillo referee`.

#![allow(clippy::unwrap_used, reason = "in a test, what cannot be unwrapped has failed")]

use std::fs;
use std::io::Read;
use std::path::Path;

use serde_json::{Value, json};
use server::referee;

fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/data").join(name);
    fs::read(path).unwrap()
}

fn vectors(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn worked() -> Vec<Value> {
    vectors(&String::from_utf8(data("worked.jsonl")).unwrap())
}

fn random() -> Vec<Value> {
    let mut text = String::new();
    flate2::read::GzDecoder::new(&data("random.jsonl.gz")[..]).read_to_string(&mut text).unwrap();
    vectors(&text)
}

fn answer(line: &str) -> Value {
    let mut answer: Value = serde_json::from_str(&referee::answer(line).unwrap()).unwrap();
    answer.as_object_mut().unwrap().remove("detail");
    answer
}

fn check(vectors: &[Value]) {
    let wrong: Vec<String> = vectors
        .iter()
        .filter_map(|vector| {
            let got = answer(&vector["request"].to_string());
            let expected = &vector["answer"];
            (got != *expected).then(|| {
                format!(
                    "{}\n request {}\n expected {expected}\n got {got}",
                    vector["name"], vector["request"]
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
}

#[test]
fn all_worked_examples_are_answered_exactly() {
    let vectors = worked();
    assert_eq!(vectors.len(), 239);
    check(&vectors);
}

#[test]
fn all_random_vectors_are_answered_exactly() {
    let vectors = random();
    assert_eq!(vectors.len(), 1_498);
    check(&vectors);
}

#[test]
fn the_filter_answers_line_by_line_and_survives_anything() {
    let mut input = Vec::new();
    input.extend_from_slice(b"\n  \t\n{\"id\":1,\"ruleset\":\"en-dodoi\",\"position\":\"start\"}\r\n");
    input.extend_from_slice(b"not json\n\xff\xfe\n[]\n");
    input.extend_from_slice(&vec![b'['; referee::MAX_LINE + 10]);
    input.extend_from_slice(b"\n{\"id\":[2.0],\"op\":\"refill\"}");
    let mut output = Vec::new();
    referee::run(&input[..], &mut output).unwrap();
    let answers = vectors(&String::from_utf8(output).unwrap());
    let oks: Vec<&Value> = answers.iter().map(|answer| &answer["ok"]).collect();
    assert_eq!(oks, [true, false, false, false, false, false]);
    assert_eq!(answers[0]["legal"], json!([1, 2, 3, 4, 5, 6, 7, 8]));
    assert!(answers[1..].iter().all(|answer| answer["error"] == "bad_request"));
    assert_eq!(answers[5]["id"], json!([2.0]));
    assert!(answers[1].get("id").is_none());
}

#[test]
fn an_id_is_repeated_letter_by_letter() {
    for id in ["null", "123456789012345678901234567890", "-0", "1.50", r#""é\u00e9""#, r#"{"a":[]}"#] {
        let line = format!(r#"{{"id":{id},"ruleset":"bao"}}"#);
        let text = referee::answer(&line).unwrap();
        assert!(text.starts_with(&format!(r#"{{"id":{id},"#)), "{text}");
    }
}

/// What the page of the format says and no vector shows.
#[test]
fn malformed_and_illegal_are_told_apart() {
    let error = |request: Value| answer(&request.to_string())["error"].clone();
    let start = |mv: Value| json!({"ruleset": "enkeshui", "position": "start", "move": mv});
    for bad in [
        json!({"ruleset": "en-dodoi", "position": null}),
        json!({"ruleset": "en-dodoi", "params": {"Pits": 8}, "position": "start"}),
        json!({"ruleset": "en-dodoi", "params": {"unknown": null}, "position": "start"}),
        json!({"ruleset": "en-dodoi", "params": {"pits": 8.0}, "position": "start"}),
        json!({"ruleset": "en-dodoi", "params": {"capture_max": 0}, "position": "start"}),
        json!({"ruleset": "en-dodoi", "params": {"setup": "8A", "pits": 12}, "position": "start"}),
        json!({"ruleset": "enkeshui", "params": {"pits": 6}, "position": "start"}),
        json!({"ruleset": "enkeshui", "params": {"skip_origin": true, "sow_into_special": "skip_all"}, "position": "start"}),
        json!({"ruleset": "en-dodoi", "params": {"setup": [9999, 1]}, "position": "start"}),
        json!({"ruleset": "en-dodoi", "op": "game", "position": "start"}),
        json!({"ruleset": "en-dodoi", "op": "game", "position": "start", "moves": [null]}),
        json!({"ruleset": "enkeshui", "op": "race", "drops": ["east"]}),
        json!({"ruleset": "enkeshui", "op": "race", "drops": [], "pits": {"south": 1, "north": 8}}),
        json!({"ruleset": "enkeshui", "op": "refill", "scores": {"south": 24, "north": 23}}),
        start(json!({"pit": 3, "special": {"lift": [3, 4], "lay": {"1": 8}}})),
        start(json!({"special": {"lift": [3, 4], "lay": {"1": 0}}})),
        start(json!({"special": {"lift": [3, 4], "lay": {"x": 8}}})),
        start(json!({"special": {"lift": [3, 4]}})),
        start(json!({"pit": 1, "directions": ["cw", "left"]})),
    ] {
        assert_eq!(error(bad.clone()), "bad_request", "{bad}");
    }
    let huge: Value = serde_json::from_str("1000000000000000000000").unwrap();
    for illegal in [
        start(json!({"pit": 1})),
        start(json!({"pit": i64::MIN})),
        start(json!({"special": {"lift": [3, 4], "lay": {"1": 8}}})),
        json!({"ruleset": "en-dodoi", "op": "game", "position": "start", "moves": [{"pit": 9}, 7]}),
        json!({"ruleset": "enkeshui", "op": "race", "drops": vec!["south"; 60]}),
    ] {
        assert_eq!(error(illegal.clone()), "illegal_move", "{illegal}");
    }
    assert!(huge.is_f64(), "a number beyond every machine type");
    let line = r#"{"ruleset":"enkeshui","position":"start","move":{"pit":1000000000000000000000}}"#;
    assert_eq!(answer(line)["error"], "illegal_move");
}

/// However many moves there are, a line is answered after bounded work.
#[test]
fn a_game_of_endless_turns_is_cut_off() {
    let ask = |plies: usize| {
        let request = json!({
            "ruleset": "en-dodoi", "op": "game",
            "params": {
                "pits": 4, "endless": "pass", "max_laps": 1_000_000,
                "repetition": 1_000_000, "no_progress": 1_000_000,
            },
            "position": {"south": [3, 2, 3, 2], "north": [3, 2, 3, 2]},
            "moves": vec![json!({"pit": 2}); plies],
        });
        answer(&request.to_string())
    };
    assert_eq!(ask(100)["plies"][99]["quiet"], 100);
    assert_eq!(ask(100)["plies"][99]["occurrences"], 51);
    assert_eq!(ask(300)["error"], "bad_request");
}
