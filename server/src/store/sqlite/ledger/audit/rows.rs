//! What stands beside the transfers: balances, stakes, the course of markets. All of it must say
//! the same.

use std::collections::BTreeMap;

use protocol::betting::{BettingMode, MarketState, Outcome};
use sqlx::SqliteConnection;

use super::super::super::writer::Failure;
use super::super::words::{column, count, damaged, thing, thing_of};
use crate::betting::audit::{Audit, Invariant};
use crate::betting::pool::{Pot, Stake};
use crate::betting::transfer::{Account, hex};

/// Compare what stands beside the transfers with what they come to.
pub(super) async fn check(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    check_head(c, audit).await?;
    check_balances(c, audit).await?;
    check_stakes(c, audit).await?;
    check_players(c, audit).await?;
    check_course(c, audit).await
}

async fn check_head(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    let (seq, hash): (i64, Vec<u8>) =
        sqlx::query_as("SELECT seq, hash FROM ledger_head").fetch_one(c).await?;
    let (read, link) = audit.end();
    if count(seq) != read || hash != link {
        let what = format!("the head is {seq}, the last transfer {read} ({})", hex(&link));
        audit.fault(Invariant::I6, what);
    }
    Ok(())
}

async fn check_balances(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("SELECT code, balance FROM coin_account ORDER BY id").fetch_all(c).await?;
    let mut sum: i128 = 0;
    for (code, balance) in rows {
        let balance = i128::from(balance);
        sum += balance;
        let Some(account) = Account::read(&code) else {
            audit.fault(Invariant::I4, format!("no account: {code}"));
            continue;
        };
        let moved = audit.balances().get(&account).copied().unwrap_or(0);
        if balance != moved {
            audit.fault(Invariant::I3, format!("{code} holds {balance}, its transfers come to {moved}"));
        }
        if balance < 0 && account != Account::Issuance {
            audit.fault(Invariant::I2, format!("{code} holds {balance}"));
        }
    }
    if sum != 0 {
        audit.fault(Invariant::I1, format!("all balances together are {sum}"));
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
struct Row {
    market: i64,
    mode: String,
    state: String,
    result: Option<String>,
    bettor: i64,
    outcome: String,
    stake: i64,
    pays: Option<i64>,
    back: Option<i64>,
}

/// Stakes of one market.
struct Stakes {
    mode: BettingMode,
    state: MarketState,
    result: Option<Outcome>,
    stakes: Vec<Stake>,
    rows: Vec<Row>,
}

async fn check_stakes(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT p.market, m.mode, m.state, m.result, p.bettor, p.outcome, p.stake, p.pays, p.back
         FROM position AS p JOIN market AS m ON m.id = p.market ORDER BY p.market, p.seq",
    )
    .fetch_all(&mut *c)
    .await?;
    let mut markets: BTreeMap<u64, Stakes> = BTreeMap::new();
    for row in rows {
        let stake = Stake { outcome: thing(&row.outcome)?, coins: count(row.stake) };
        let (mode, state) = (thing(&row.mode)?, thing(&row.state)?);
        let result = thing_of(row.result.as_deref())?;
        let empty = || Stakes { mode, state, result, stakes: Vec::new(), rows: Vec::new() };
        let market = markets.entry(count(row.market)).or_insert_with(empty);
        market.stakes.push(stake);
        market.rows.push(row);
    }
    let alive: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM market WHERE mode = 'pool' AND state IN ('open', 'suspended', 'locked')",
    )
    .fetch_all(&mut *c)
    .await?;
    for id in alive.into_iter().map(count) {
        let stakes = markets.get(&id).map(|market| market.stakes.as_slice()).unwrap_or_default();
        check_pools(audit, id, stakes);
        check_point(c, audit, id, stakes).await?;
    }
    for (id, market) in &markets {
        check_amounts(audit, *id, market)?;
    }
    Ok(())
}

fn on(stakes: &[Stake], outcome: Outcome) -> u64 {
    stakes.iter().filter(|stake| stake.outcome == outcome).map(|stake| stake.coins).sum()
}

fn check_pools(audit: &mut Audit, market: u64, stakes: &[Stake]) {
    for outcome in Outcome::ALL {
        let pool = Account::Pool { market, outcome };
        let staked = i128::from(on(stakes, outcome));
        let held = audit.balances().get(&pool).copied().unwrap_or(0);
        if held != staked {
            audit.fault(Invariant::I7, format!("{pool} holds {held}, {staked} are staked"));
        }
    }
}

async fn check_point(
    c: &mut SqliteConnection,
    audit: &mut Audit,
    market: u64,
    stakes: &[Stake],
) -> Result<(), Failure> {
    let (south, draw, north): (i64, i64, i64) = sqlx::query_as(
        "SELECT south, draw, north FROM market_point WHERE market = $1 ORDER BY n DESC LIMIT 1",
    )
    .bind(column(market))
    .fetch_one(c)
    .await?;
    if [south, draw, north].map(count) != Outcome::ALL.map(|outcome| on(stakes, outcome)) {
        audit.fault(Invariant::I7, format!("market {market}: its last point is not what is staked"));
    }
    Ok(())
}

/// What stands with a stake must be what the rule says it becomes.
fn check_amounts(audit: &mut Audit, id: u64, market: &Stakes) -> Result<(), Failure> {
    let pot = Pot::new(market.stakes.clone()).map_err(|_| damaged("a pot holds more than there can be"))?;
    let pays = pot.pays(market.mode);
    let back = match (market.state, market.result) {
        (MarketState::Settled, Some(outcome)) => {
            pot.settle(market.mode, protocol::betting::MarketEnd::Result { outcome }).back
        }
        (MarketState::Settled, None) => Vec::new(),
        (MarketState::Open | MarketState::Suspended | MarketState::Locked | MarketState::Void, _) => {
            market.stakes.iter().map(|stake| stake.coins).collect()
        }
    };
    let has_ended = matches!(market.state, MarketState::Settled | MarketState::Void);
    for ((row, pays), back) in market.rows.iter().zip(pays).zip(back) {
        let says = |what: &str| format!("market {id}: bettor {}: what {what} is not by the rule", row.bettor);
        if row.pays.is_some_and(|said| count(said) != pays) {
            audit.fault(Invariant::I9, says("is shown"));
        }
        if row.back.map(count) != has_ended.then_some(back) {
            audit.fault(Invariant::I9, says("came back"));
        }
    }
    Ok(())
}

async fn check_players(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    let playing: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT DISTINCT p.market, p.bettor FROM position AS p
         JOIN participant AS q ON q.market = p.market AND q.bettor = p.bettor ORDER BY p.market, p.bettor",
    )
    .fetch_all(c)
    .await?;
    for (market, bettor) in playing {
        audit.fault(Invariant::I14, format!("market {market}: bettor {bettor} plays and has a stake"));
    }
    Ok(())
}

/// A market opens once, goes on, and ends once.
async fn check_course(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    let rows: Vec<(i64, String, i64, i64, i64)> = sqlx::query_as(
        "SELECT m.id, m.state,
             count(CASE WHEN e.kind = 'opened' THEN 1 END),
             count(CASE WHEN e.kind = 'locked' THEN 1 END),
             count(CASE WHEN e.kind IN ('settled', 'void') THEN 1 END)
         FROM market AS m LEFT JOIN market_event AS e ON e.market = m.id
         GROUP BY m.id, m.state ORDER BY m.id",
    )
    .fetch_all(&mut *c)
    .await?;
    for (id, state, opened, locked, ended) in rows {
        let state: MarketState = thing(&state)?;
        let (locks, ends) = match state {
            MarketState::Open | MarketState::Suspended => (0..=0, 0),
            MarketState::Locked => (1..=1, 0),
            MarketState::Settled => (1..=1, 1),
            MarketState::Void => (0..=1, 1),
        };
        if opened != 1 || !locks.contains(&locked) || ended != ends {
            let what =
                format!("market {id}: {state:?} after {opened} openings, {locked} locks, {ended} ends");
            audit.fault(Invariant::I15, what);
        }
    }
    let late: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT e.market, e.n FROM market_event AS e JOIN market_event AS t ON t.market = e.market
         WHERE t.kind IN ('settled', 'void') AND e.n > t.n ORDER BY e.market, e.n",
    )
    .fetch_all(c)
    .await?;
    for (market, n) in late {
        audit.fault(Invariant::I15, format!("market {market}: event {n} came after the end"));
    }
    Ok(())
}
