//! What an administrator should look at: six reports over the markets that ended in the last four
//! weeks, each of the [`REPORTED`] that are most so. Nothing in them is proof.

use protocol::http::betting::{AbuseReport, Suspicion};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::reading;
use super::super::rows::moment;
use super::thrown;
use super::words::{coins, count, plain, room};
use crate::store::port::StoreError;

/// Milliseconds that are looked back over.
pub(super) const LOOK_BACK_MS: u64 = 28 * 86_400_000;
/// Rows of a report.
pub(super) const REPORTED: u32 = 50;
/// Markets that are looked at, the newest.
const MARKETS: u32 = 2_000;

// ?1 is the moment from which markets are looked at, ?2 how many of them, ?3 how many rows are told.
// Every report is a list by the name of `top`: of whom (`one`, `other`), how often (`times`) out of how
// often (`met`), how many coins, and the newest market. Names are looked up for what is told only.

/// The markets that are looked at.
const RECENT: &str = "WITH recent AS MATERIALIZED (
        SELECT id, state, void, mode FROM market
        WHERE ended_at >= ?1 ORDER BY ended_at DESC LIMIT ?2
    )";

/// How somebody is named: by what an administrator can act on.
pub(super) const NAMES: &str = "who AS (
        SELECT bettor.number,
            coalesce(account.login, person.name || ' (#' || bettor.number || ')', '#' || bettor.number) AS name
        FROM bettor
        LEFT JOIN person ON person.id = bettor.person
        LEFT JOIN account ON account.user = bettor.person AND account.deleted_at IS NULL
    )";

const TOLD: &str = "SELECT one.name AS who, other.name AS other, times, met, coins, betting_room.room
     FROM top
     JOIN who one ON one.number = top.one
     LEFT JOIN who other ON other.number = top.other
     JOIN market ON market.id = top.market
     JOIN betting_room ON betting_room.number = market.room";

/// Pairs that met with opposite stakes three times at least, and more often so than not. Only pots
/// of up to ten people are looked at: in larger ones nobody can hand coins to somebody.
const OPPOSED: &str = "small AS MATERIALIZED (
        SELECT id FROM recent WHERE state = 'settled' AND mode = 'pool'
            AND (SELECT count(*) FROM position WHERE position.market = recent.id) <= 10
    ), pair AS (
        SELECT a.bettor AS one, b.bettor AS other, a.outcome <> b.outcome AS opposed,
            a.stake + b.stake AS coins, small.id AS market
        FROM small
        CROSS JOIN position a ON a.market = small.id
        CROSS JOIN position b ON b.market = small.id AND b.bettor > a.bettor
    ), top AS (
        SELECT one, other, sum(opposed) AS times, count(*) AS met, sum(iif(opposed, coins, 0)) AS coins,
            max(iif(opposed, market, NULL)) AS market
        FROM pair GROUP BY one, other HAVING sum(opposed) >= 3 AND 2 * sum(opposed) > count(*)
        ORDER BY times DESC, coins DESC LIMIT ?3
    )";

/// Bettors who won three times at least, and more than half of all they won, with one host or player.
const FAVOURED: &str = "won AS MATERIALIZED (
        SELECT position.bettor, position.back - position.stake AS coins, recent.id AS market
        FROM recent CROSS JOIN position ON position.market = recent.id
        WHERE state = 'settled' AND mode = 'pool' AND position.back > position.stake
    ), all_won AS MATERIALIZED (
        SELECT bettor, sum(coins) AS coins, count(*) AS times FROM won GROUP BY bettor
    ), friend AS MATERIALIZED (
        SELECT DISTINCT participant.market, participant.bettor
        FROM recent CROSS JOIN participant ON participant.market = recent.id
    ), shared AS (
        SELECT won.bettor AS one, friend.bettor AS other, count(*) AS times, sum(won.coins) AS coins,
            max(won.market) AS market
        FROM won JOIN friend ON friend.market = won.market GROUP BY won.bettor, friend.bettor
    ), top AS (
        SELECT one, other, shared.times, all_won.times AS met, shared.coins, market
        FROM shared JOIN all_won ON all_won.bettor = one
        WHERE shared.times >= 3 AND 2 * shared.coins > all_won.coins
        ORDER BY shared.times DESC, shared.coins DESC LIMIT ?3
    )";

/// Bettors at addresses from which somebody sat.
const SHARED: &str = "top AS (
        SELECT position.bettor AS one, NULL AS other, sum(shared_address) AS times, count(*) AS met,
            sum(iif(shared_address, stake, 0)) AS coins, max(iif(shared_address, recent.id, NULL)) AS market
        FROM recent CROSS JOIN position ON position.market = recent.id
        GROUP BY position.bettor HAVING sum(shared_address) > 0
        ORDER BY times DESC, coins DESC LIMIT ?3
    )";

/// Bettors who were paid more than twenty times their stake.
const LONG_ODDS: &str = "mine AS (
        SELECT position.bettor, position.back, position.back > 20 * position.stake AS long, recent.id AS market
        FROM recent CROSS JOIN position ON position.market = recent.id
        WHERE state = 'settled' AND mode = 'pool'
    ), top AS (
        SELECT bettor AS one, NULL AS other, sum(long) AS times, count(*) AS met,
            sum(iif(long, back, 0)) AS coins, max(iif(long, market, NULL)) AS market
        FROM mine GROUP BY bettor HAVING sum(long) > 0 ORDER BY times DESC, coins DESC LIMIT ?3
    )";

/// Hosts of whose markets three at least, and more than a quarter, ended void by what was done in the
/// match. What only the bettors did (no bets, one side, nobody right) counts as an ordinary end.
const VOID_HOSTS: &str = "hosted AS (
        SELECT participant.bettor, recent.id AS market, state = 'void'
                AND void NOT IN ('no_bets', 'one_sided', 'no_winner') AS broken,
            (SELECT coalesce(sum(stake), 0) FROM position WHERE position.market = recent.id) AS coins
        FROM recent CROSS JOIN participant ON participant.market = recent.id AND participant.role = 'host'
    ), top AS (
        SELECT bettor AS one, NULL AS other, sum(broken) AS times, count(*) AS met,
            sum(iif(broken, coins, 0)) AS coins, max(iif(broken, market, NULL)) AS market
        FROM hosted GROUP BY bettor HAVING sum(broken) >= 3 AND 4 * sum(broken) > count(*)
        ORDER BY times DESC, coins DESC LIMIT ?3
    )";

pub(super) async fn report(reads: &SqlitePool, now: u64) -> Result<AbuseReport, StoreError> {
    let since = now.saturating_sub(LOOK_BACK_MS);
    Ok(AbuseReport {
        opposed: rows(reads, OPPOSED, since).await?,
        favoured: rows(reads, FAVOURED, since).await?,
        shared_address: rows(reads, SHARED, since).await?,
        long_odds: rows(reads, LONG_ODDS, since).await?,
        thrown: thrown::report(reads, since).await?,
        void_hosts: rows(reads, VOID_HOSTS, since).await?,
    })
}

async fn rows(reads: &SqlitePool, of: &str, since: u64) -> Result<Vec<Suspicion>, StoreError> {
    let sql = format!("{RECENT}, {NAMES}, {of} {TOLD} ORDER BY times DESC, coins DESC, who, other.name");
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(moment(since))
        .bind(MARKETS)
        .bind(REPORTED)
        .fetch_all(reads)
        .await
        .map_err(|e| reading(&e))?;
    rows.iter().map(suspicion).collect()
}

fn suspicion(row: &SqliteRow) -> Result<Suspicion, StoreError> {
    let other: Option<String> = plain(row, "other")?;
    Ok(Suspicion {
        who: [Some(plain(row, "who")?), other].into_iter().flatten().collect(),
        times: count(row, "times")?,
        of: count(row, "met")?,
        coins: coins(row, "coins")?,
        room: Some(room(row, "room")?),
    })
}
