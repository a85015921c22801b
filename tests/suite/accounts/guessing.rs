//! Guessing: a password is tried a few times and then not for a while, the owner is never locked
//! out, and nobody learns from an answer, or from how long it takes, whether there is an account.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use protocol::Refusal;
use sindillo_tests::World;
use sindillo_tests::patience::came_back;

use super::{PASSWORD, registered, signs_in};

const fn address(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 7, number))
}

#[tokio::test]
async fn who_guesses_has_to_wait_and_who_owns_the_account_comes_in_from_elsewhere() {
    let world = World::new().await;
    let _owner = registered(&world, "Naserian").await;
    let attacker = world.person_from(address(1), "Attacker").await;
    let (began, mut wrong) = (tokio::time::Instant::now(), 0);
    let wait = loop {
        let answer = signs_in(&attacker, "naserian", "guess number one").await;
        match answer.refusal() {
            Refusal::WrongCredentials => wrong += 1,
            Refusal::RateLimited { wait_ms } => {
                assert_eq!(answer.status, 429);
                assert!(answer.header("retry-after").is_some());
                break wait_ms;
            }
            other => panic!("{other:?}"),
        }
        assert!(wrong < 50, "there is no limit");
    };
    println!("{wrong} guesses from one address, then one in {wait} ms");
    let back = came_back(began, Duration::from_secs(20));
    assert!(wrong >= 5 && wrong <= 11 + back, "{wrong}, {back} of them came back");
    assert!(wait <= 20_000, "a wait, not a lock: {wait}");
    // He has to wait also when he is right, and in whatever spelling and browser.
    let again = world.person_from(address(1), "Again").await;
    for login in ["naserian", "NASERIAN", " naserian "] {
        let answer = signs_in(&again, login, PASSWORD).await;
        assert!(matches!(answer.refusal(), Refusal::RateLimited { .. }), "{login}: {}", answer.text());
    }
    // Others of the same address are not concerned, nor is the owner elsewhere.
    let neighbour = world.person_from(address(1), "Moinan").await;
    assert_eq!(super::claims(&neighbour, "moinan", PASSWORD).await.status, 200);
    assert_eq!(signs_in(&neighbour, "moinan", PASSWORD).await.status, 200);
    let elsewhere = world.person_from(address(2), "Owner").await;
    assert_eq!(signs_in(&elsewhere, "naserian", PASSWORD).await.status, 200);
    world.end().await;
}

#[tokio::test]
async fn an_answer_tells_nothing_of_accounts_and_takes_as_long() {
    let world = World::with(&["--no-address-limits"]).await;
    let people = ["Naserian", "Moinan", "Sankau"];
    for name in people {
        let _ = registered(&world, name).await;
    }
    let stranger = world.person("Stranger").await;
    let mut times: [Vec<Duration>; 3] = Default::default();
    let mut bodies = Vec::new();
    for round in 0..15 {
        for (kind, times) in times.iter_mut().enumerate() {
            let login = match kind {
                0 => people[round % 3].to_lowercase(),
                1 => format!("nobody.{round}"),
                _ => "no name at all!".to_owned(),
            };
            let began = Instant::now();
            let answer = signs_in(&stranger, &login, "a wrong password").await;
            times.push(began.elapsed());
            assert_eq!(answer.status, 401);
            bodies.push(answer.body);
        }
    }
    assert!(bodies.iter().all(|body| *body == bodies[0]), "one answer for all of it");
    // The fastest of each is what it costs; what is slower waited for something else.
    let [there, not_there, no_name] = times.map(|times| times.into_iter().min().expect("some"));
    println!("wrong password {there:?}, unknown name {not_there:?}, no name {no_name:?}");
    for other in [not_there, no_name] {
        assert!(other < there * 3 && there < other * 3, "{there:?} and {other:?}");
    }
    world.end().await;
}

/// I3, music-assistant#5269: the limiter locked the whole party out.
#[tokio::test]
async fn a_class_behind_one_address_signs_in_while_one_of_them_guesses() {
    let world = World::with(&["--accounts-per-address", "20"]).await;
    let mut class = Vec::new();
    for number in 0..20 {
        let pupil = world.person_from(address(3), &format!("Pupil {number}")).await;
        assert_eq!(super::claims(&pupil, &format!("pupil.{number}"), PASSWORD).await.status, 200, "{number}");
        class.push(pupil);
    }
    let attacker = world.person_from(address(3), "Attacker").await;
    for _ in 0..15 {
        let _ = signs_in(&attacker, "pupil.3", "guess number one").await;
    }
    for (number, pupil) in class.iter().enumerate().filter(|(number, _)| *number != 3) {
        let answer = signs_in(pupil, &format!("pupil.{number}"), PASSWORD).await;
        assert_eq!(answer.status, 200, "{number}: {}", answer.text());
    }
    world.end().await;
}
