//! Coins of a room, and coins of accounts.

use engine::Side;
use protocol::betting::Outcome;
use sindillo_tests::World;

use super::booth::{
    AT_ONCE, Booth, all_end_well, free, has_account, people, public, settings, ticket, wallet,
};

/// manifoldmarkets/manifold#1379: what several accounts were given came together on one. Here what is
/// won in a room of its own coins stays there, whoever wins it.
#[tokio::test]
async fn m19_coins_of_a_room_never_come_into_a_wallet_of_the_server() {
    let world = World::with(&[&AT_ONCE[..], &["--max-stake", "1000"]].concat()).await;
    let guests = people(&world, 4).await;
    let [registered, guest, poor, poorer] = &guests[..] else { panic!("four") };
    has_account(registered, "kimani.0").await;
    let own = Booth::open_for(&world, settings(), &guests).await;
    for (tab, outcome) in own.bettors().iter().zip([0, 0, 2, 2].map(|place| Outcome::ALL[place])) {
        tab.bets(outcome, 1_000).await.expect("everybody's coins of the room");
    }
    own.is_won_by(Side::South).await;
    own.is_over(1).await;
    for (tab, held) in own.bettors().iter().zip([2_000, 2_000, 0, 0]) {
        assert_eq!(free(&ticket(tab).await), held, "{}", tab.name());
    }

    // Who has an account has it beside them, and who claims one begins as everybody does.
    for (person, login) in [(guest, "kimani.1"), (poor, "kimani.2"), (poorer, "kimani.3")] {
        has_account(person, login).await;
    }
    for tab in &own.bettors()[1..] {
        tab.waits_for_close().await;
        tab.connects().await;
    }
    let open = Booth::open_for(&world, public(), &guests).await;
    for tab in open.bettors() {
        let ticket = tab.bets(Outcome::South, 600).await.expect("bets are taken");
        assert_eq!(free(&ticket), 400, "{}", tab.name());
    }
    for (tab, held) in own.bettors().iter().zip([2_000, 2_000, 0, 0]) {
        assert_eq!(free(&ticket(tab).await), held, "the room's coins are where they were");
    }
    for person in &guests {
        let view = wallet(person).await;
        let held = view.free.unwrap_or_default().get() + view.staked.get();
        assert_eq!(held, 1_000 + view.granted.get(), "nothing but what everybody is given: {view:?}");
    }

    let books = world.books().await;
    let (mut of_rooms, mut of_accounts) = (0, 0);
    for line in &books.transfers {
        let ends = [line.debit.as_str(), line.credit.as_str()];
        let has = |kind: &str| ends.iter().any(|code| code.starts_with(kind));
        assert!(!(has("room_wallet:") && has("wallet:")), "{line:?}");
        let wallets = ends.iter().filter(|code| code.contains("wallet:")).count();
        assert!(wallets <= 1, "from one wallet to another: {line:?}");
        of_rooms += usize::from(has("room_wallet:"));
        of_accounts += usize::from(has("wallet:"));
    }
    // A pool is filled and emptied by wallets of one kind.
    for market in books.transfers.iter().filter_map(|line| line.market) {
        let kinds = |kind: &str| {
            books
                .transfers
                .iter()
                .filter(|line| line.market == Some(market))
                .any(|line| line.debit.starts_with(kind) || line.credit.starts_with(kind))
        };
        assert!(!(kinds("room_wallet:") && kinds("wallet:")), "market {market}");
    }
    println!("{of_rooms} transfers of room wallets, {of_accounts} of accounts, none between them");
    assert!(of_rooms > 0 && of_accounts > 0);
    all_end_well(vec![own, open], world).await;
}
