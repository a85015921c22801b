//! How many accounts are made at one address in a day.

use std::net::{IpAddr, Ipv4Addr};

use protocol::Refusal;
use sindillo_tests::World;

use super::{PASSWORD, claims, signs_in, who};

const fn address(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 9, number))
}

const DAY_MS: u32 = 24 * 60 * 60 * 1_000;

/// Manifold PR 1379: one person with several accounts, for what each of them is given.
#[tokio::test]
async fn b19_five_accounts_of_one_address_are_two_too_many_for_a_day() {
    let world = World::new().await;
    let owner = world.person_from(address(2), "Owner").await;
    assert_eq!(claims(&owner, "owner", PASSWORD).await.status, 200);
    let mut people = Vec::new();
    for number in 0..5 {
        people.push(world.person_from(address(1), &format!("Sock {number}")).await);
    }
    // What is refused takes nobody's place.
    for (login, password) in
        [("owner", PASSWORD), ("owner", PASSWORD), ("sock", "short"), ("admin", PASSWORD)]
    {
        assert_ne!(claims(&people[0], login, password).await.status, 200);
    }
    // All at one moment are no more than one after the other.
    let wanted = people.iter().enumerate().map(|(number, person)| async move {
        let answer = claims(person, &format!("sock.number.{number}"), PASSWORD).await;
        (number, answer)
    });
    let answers = futures_util::future::join_all(wanted).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|(_, answer)| answer.status == 200);
    assert_eq!((made.len(), refused.len()), (3, 2));
    for (number, _) in refused {
        let answer = claims(&people[*number], &format!("sock.number.{number}"), PASSWORD).await;
        let Refusal::RateLimited { wait_ms } = answer.refusal() else { panic!("{}", answer.text()) };
        assert!((DAY_MS - 600_000..=DAY_MS).contains(&wait_ms), "{wait_ms}");
        let seconds: u32 = answer.header("retry-after").expect("a time").parse().expect("seconds");
        assert_eq!(seconds, wait_ms.div_ceil(1_000));
        // He plays on as a guest, and comes into an account that there is.
        assert!(who(&people[*number]).await.expect("a guest").account.is_none());
    }
    assert_eq!(signs_in(&people[refused_first(&answers)], "owner", PASSWORD).await.status, 200);
    // Elsewhere it is another day's work.
    let elsewhere = world.person_from(address(3), "Elsewhere").await;
    assert_eq!(claims(&elsewhere, "elsewhere", PASSWORD).await.status, 200);
    world.end().await;
}

fn refused_first(answers: &[(usize, sindillo_tests::http::Response)]) -> usize {
    answers.iter().find(|(_, answer)| answer.status != 200).expect("somebody was refused").0
}

#[tokio::test]
async fn a_host_says_how_many_or_lifts_the_limit() {
    let world = World::with(&["--accounts-per-address", "4"]).await;
    for number in 0..4 {
        let sibling = world.person_from(address(4), "Sibling").await;
        assert_eq!(claims(&sibling, &format!("sibling.{number}"), PASSWORD).await.status, 200);
    }
    let fifth = world.person_from(address(4), "Fifth").await;
    assert!(matches!(claims(&fifth, "fifth", PASSWORD).await.refusal(), Refusal::RateLimited { .. }));
    world.end().await;
    let party = World::with(&["--no-address-limits"]).await;
    for number in 0..8 {
        let guest = party.person_from(address(5), "Guest").await;
        assert_eq!(claims(&guest, &format!("guest.{number}"), PASSWORD).await.status, 200);
    }
    party.end().await;
}
