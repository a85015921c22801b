//! Wallets, wishes and histories.

use protocol::betting::Outcome::{Draw, North, South};
use protocol::betting::{Coins, MarketEnd, Outcome, PaidView, VoidReason};
use protocol::http::betting::{BetRow, Leaderboard, ProfileView, SeasonRow, WalletView};
use protocol::refusal::Refusal;
use server::config::Bets;

use crate::stand::{coins, match_of, result};
use crate::world::{DAY, Who, World};

fn net_of(history: &[BetRow]) -> i64 {
    let of = |paid: PaidView| paid.back.get().cast_signed() - paid.stake.get().cast_signed();
    history.iter().filter_map(|row| row.paid).map(of).sum()
}

fn net(row: &SeasonRow) -> i64 {
    let net = row.net.get().cast_signed();
    if row.lost { -net } else { net }
}

async fn crowd(world: &World) -> Vec<Who> {
    let mut crowd = Vec::new();
    for name in ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"] {
        crowd.push(world.account(name).await);
    }
    crowd
}

#[tokio::test]
async fn wallet_history_and_table_agree_to_the_coin() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let crowd = crowd(&world).await;
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    for market in 1..=12_u32 {
        let outcomes = [South, North, Draw, North, South, South];
        let stakes: Vec<(&Who, Outcome, u64)> = crowd
            .iter()
            .zip(outcomes)
            .enumerate()
            .map(|(place, (who, outcome))| (who, outcome, 10 + u64::from(market) * 7 % 50 + place as u64))
            .collect();
        let end = [South, North, Draw][market as usize % 3];
        let end = if market == 12 { MarketEnd::Void { why: VoidReason::TooShort } } else { result(end) };
        world.plays(&mut story, market, [&crane, &heron], &stakes, end).await;
    }
    let table: Leaderboard = world.get("/api/leaderboard", &crowd[0]).await.json();
    assert_eq!((table.season, table.min_markets, table.rows.len()), (Some(1), 10, 6));
    let room: Leaderboard =
        world.get(&format!("/api/rooms/{}/leaderboard", story.id), &crowd[0]).await.json();
    assert_eq!(room.rows.iter().map(net).collect::<Vec<_>>(), table.rows.iter().map(net).collect::<Vec<_>>());
    assert_eq!(table.rows.iter().map(net).sum::<i64>(), 0, "no coin comes or goes");
    let mut best: Option<i64> = None;
    for row in &table.rows {
        assert!(best.is_none_or(|best| best >= net(row)), "{:?}", table.rows);
        best = Some(net(row));
    }
    for who in &crowd {
        let row = table.rows.iter().find(|row| row.name == who.name).unwrap();
        let history = world.history(who).await;
        assert_eq!((history.len(), row.markets), (12, 11), "the void one is in the history only");
        assert_eq!(net_of(&history), net(row), "{who:?}");
        let hits = history.iter().filter(|bet| bet.result == Some(bet.stake.outcome)).count();
        assert_eq!(row.hits as usize, hits);
        let wallet = world.wallet(who).await;
        let free = wallet.free.unwrap().get().cast_signed() - wallet.granted.get().cast_signed();
        assert_eq!((free, wallet.staked), (1000 + net(row), Coins::ZERO));
        let profile: ProfileView = world.get("/api/me/profile", who).await.json();
        let own = SeasonRow { own: true, ..row.clone() };
        assert_eq!(profile.season.as_ref(), Some(&own));
        assert_eq!(table.own.as_ref().filter(|_| row.own), Some(&own).filter(|_| row.own));
    }
}

/// `docs/betting.md`: a refund is booked as a refund.
#[tokio::test]
async fn b21_a_void_bet_is_refunded_and_changes_no_rate() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let crowd = crowd(&world).await;
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let stakes: Vec<_> =
        crowd.iter().zip([South, South, North, North, Draw, South]).map(|(who, on)| (who, on, 50)).collect();
    world.plays(&mut story, 1, [&crane, &heron], &stakes, result(South)).await;
    let before: ProfileView = world.get("/api/me/profile", &crowd[0]).await.json();
    let wallet = world.wallet(&crowd[0]).await;
    let end = MarketEnd::Void { why: VoidReason::MatchAborted };
    world.plays(&mut story, 2, [&crane, &heron], &stakes, end).await;
    let after: ProfileView = world.get("/api/me/profile", &crowd[0]).await.json();
    assert_eq!(after.season, before.season);
    assert_eq!(before.season.map(|row| (row.markets, row.hits)), Some((1, 1)));
    assert_eq!(world.wallet(&crowd[0]).await.free, wallet.free);
    let newest = world.history(&crowd[0]).await.remove(0);
    assert_eq!((newest.void, newest.result), (Some(VoidReason::MatchAborted), None));
    assert_eq!(newest.paid, Some(PaidView { stake: coins(50), back: coins(50) }), "refunded, net nothing");
}

#[tokio::test]
async fn a_history_is_read_a_hundred_at_a_time_with_what_is_open() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (ada, ben) = (world.account("Ada").await, world.account("Ben").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    for market in 1..=103 {
        let stakes = [(&ada, South, 10), (&ben, North, 10)];
        let end = result(if market % 2 == 0 { South } else { North });
        world.plays(&mut story, market, [&crane, &heron], &stakes, end).await;
    }
    world.opens(&mut story, 104).await;
    world.bets(&story, 104, (&ada, Draw, 20)).await;
    let first = world.history(&ada).await;
    assert_eq!(first.len(), 100);
    let open = &first[0];
    assert_eq!((open.game, open.title.as_str(), open.paid, open.result), (104, "A quick one", None, None));
    assert_eq!((open.stake.outcome, open.stake.stake, open.stake.pays), (Draw, coins(20), None));
    let rest: Vec<BetRow> = world.get(&format!("/api/me/bets?before={}", first[99].seq), &ada).await.json();
    let games: Vec<u16> = first.iter().chain(&rest).map(|bet| bet.game).collect();
    assert_eq!(games, (1..=104).rev().collect::<Vec<_>>(), "each once, the newest first");
    for wrong in ["?before=x", "?before=-1", "?after=1", "?before=1&before=2"] {
        let reply = world.get(&format!("/api/me/bets{wrong}"), &ada).await;
        assert!(matches!(reply.refusal(), Refusal::BadMessage { .. }), "{wrong}: {reply:?}");
        assert_eq!(reply.status, 400);
    }
}

#[tokio::test]
async fn the_coins_of_a_day_come_once_and_only_to_accounts() {
    let world = World::begin().await;
    let (ada, crow) = (world.account("Ada").await, world.guest("Crow").await);
    let first = world.wallet(&ada).await;
    assert_eq!((first.free, first.granted), (Some(coins(1100)), coins(100)), "1000 to begin with, 100 a day");
    let again = world.wallet(&ada).await;
    assert_eq!((again.free, again.granted), (Some(coins(1100)), Coins::ZERO));
    world.clock.wind(DAY);
    assert_eq!(world.wallet(&ada).await.granted, coins(100));
    let profile: ProfileView = world.get("/api/profiles/ADA", &crow).await.json();
    assert_eq!((profile.grants, profile.reliefs, profile.since.is_some()), (2, 0, true));
    let guest = world.wallet(&crow).await;
    assert_eq!((guest.free, guest.staked, guest.granted), (None, Coins::ZERO, Coins::ZERO));
    let guest: ProfileView = world.get("/api/me/profile", &crow).await.json();
    assert_eq!((guest.name.as_str(), guest.since, guest.season), ("Crow", None, None));
    for nobody in ["crow", "nobody", "%00", "%2e%2e"] {
        let reply = world.get(&format!("/api/profiles/{nobody}"), &ada).await;
        assert_eq!((reply.status, reply.refusal()), (404, Refusal::NotFound), "{nobody}");
    }
}

#[tokio::test]
async fn where_guesses_are_free_no_coins_come() {
    let world = World::with(|settings| settings.betting.betting = Bets::Picks).await;
    let ada = world.account("Ada").await;
    assert_eq!(world.wallet(&ada).await.free, None);
    let transfers: i64 = sqlx::query_scalar("SELECT count(*) FROM transfer")
        .fetch_one(&mut world.database().await)
        .await
        .unwrap();
    assert_eq!(transfers, 0);
}

#[tokio::test]
async fn wishes_are_kept_and_a_break_is_never_made_shorter() {
    let world = World::begin().await;
    let (ada, crow) = (world.account("Ada").await, world.guest("Crow").await);
    for who in [&ada, &crow] {
        let wish =
            async |body: serde_json::Value| world.send("PUT", "/api/me/betting", who, &body).await.status;
        let view = async || {
            let WalletView { hidden, unlisted, break_until, .. } = world.wallet(who).await;
            (hidden, unlisted, break_until)
        };
        assert_eq!(view().await, (false, false, None));
        assert_eq!(wish(serde_json::json!({"hidden": true})).await, 204);
        assert_eq!(wish(serde_json::json!({"unlisted": true, "break_days": 7})).await, 204);
        let until = world.clock.now() + 7 * DAY;
        assert_eq!(view().await, (true, true, Some(until)));
        assert_eq!(wish(serde_json::json!({"hidden": false, "break_days": 1})).await, 204);
        assert_eq!(view().await, (false, true, Some(until)));
        for wrong in [
            serde_json::json!({"break_days": 2}),
            serde_json::json!({"break_days": 0}),
            serde_json::json!({"break_days": -1}),
            serde_json::json!({"break_until": 0}),
            serde_json::json!([]),
        ] {
            assert_eq!(wish(wrong).await, 400);
        }
        assert_eq!(view().await, (false, true, Some(until)), "what is refused changes nothing");
    }
    world.clock.wind(7 * DAY);
    assert_eq!(world.wallet(&ada).await.break_until, None, "it is over");
}
