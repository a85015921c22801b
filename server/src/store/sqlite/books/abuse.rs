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
const MARKETS: u32 = 5_000;

// ?1 is the moment from which markets are looked at, ?2 how many of them, ?3 how many rows are told.

/// The markets that are looked at.
const RECENT: &str = "WITH recent AS (
        SELECT market.id, market.room, market.state, market.void, market.mode, market.result, market.locked_at, market.ended_at,
            betting_room.room AS name
        FROM market JOIN betting_room ON betting_room.number = market.room
        WHERE market.ended_at >= ?1 ORDER BY market.ended_at DESC LIMIT ?2
    )";

/// How somebody is named: by what an administrator can act on, where there is that.
pub(super) const NAMES: &str = "who AS (
        SELECT bettor.number,
            coalesce(account.login, person.name, '#' || bettor.number) AS name
        FROM bettor
        LEFT JOIN person ON person.id = bettor.person
        LEFT JOIN account ON account.user = bettor.person AND account.deleted_at IS NULL
    )";

/// Pairs that met with opposite stakes three times at least, and more often so than not. Only pots
/// of up to twenty people are looked at: in larger ones nobody can hand coins to somebody.
const OPPOSED: &str = "small AS (
        SELECT recent.id, recent.name, recent.ended_at FROM recent
        WHERE state = 'settled' AND mode = 'pool'
            AND (SELECT count(*) FROM position WHERE position.market = recent.id) <= 20
    ), pair AS (
        SELECT a.bettor AS one, b.bettor AS other, a.outcome <> b.outcome AS opposed,
            a.stake + b.stake AS coins, small.name, small.ended_at
        FROM small
        JOIN position a ON a.market = small.id
        JOIN position b ON b.market = small.id AND b.bettor > a.bettor
    )
    SELECT w1.name AS who, w2.name AS other, sum(opposed) AS times, count(*) AS met,
        sum(iif(opposed, coins, 0)) AS coins, max(iif(opposed, pair.ended_at, NULL)), pair.name AS room
    FROM pair JOIN who w1 ON w1.number = one JOIN who w2 ON w2.number = other
    GROUP BY one, other HAVING sum(opposed) >= 3 AND 2 * sum(opposed) > count(*)
    ORDER BY times DESC, coins DESC LIMIT ?3";

/// Bettors who won three times at least, and more than half of all they won with one host or player.
const FAVOURED: &str = "won AS (
        SELECT position.bettor, position.back - position.stake AS coins, recent.id, recent.name, recent.ended_at
        FROM recent JOIN position ON position.market = recent.id
        WHERE state = 'settled' AND mode = 'pool' AND position.back > position.stake
    ), all_won AS (
        SELECT bettor, sum(coins) AS coins, count(*) AS times FROM won GROUP BY bettor
    ), shared AS (
        SELECT DISTINCT won.bettor, participant.bettor AS friend, won.id, won.coins, won.name, won.ended_at
        FROM won JOIN participant ON participant.market = won.id
    )
    SELECT w1.name AS who, w2.name AS other, count(*) AS times, all_won.times AS met,
        sum(shared.coins) AS coins, max(shared.ended_at), shared.name AS room
    FROM shared JOIN all_won ON all_won.bettor = shared.bettor
    JOIN who w1 ON w1.number = shared.bettor JOIN who w2 ON w2.number = friend
    GROUP BY shared.bettor, friend HAVING count(*) >= 3 AND 2 * sum(shared.coins) > all_won.coins
    ORDER BY coins DESC, times DESC LIMIT ?3";

/// Bettors at addresses from which somebody sat.
const SHARED: &str = "mine AS (
        SELECT position.bettor, position.stake, position.shared_address, recent.name, recent.ended_at
        FROM recent JOIN position ON position.market = recent.id
    )
    SELECT who.name AS who, NULL AS other, sum(shared_address) AS times, count(*) AS met,
        sum(iif(shared_address, stake, 0)) AS coins, max(iif(shared_address, mine.ended_at, NULL)),
        mine.name AS room
    FROM mine JOIN who ON who.number = mine.bettor
    GROUP BY mine.bettor HAVING sum(shared_address) > 0
    ORDER BY times DESC, coins DESC LIMIT ?3";

/// Bettors who were paid more than twenty times their stake.
const LONG_ODDS: &str = "mine AS (
        SELECT position.bettor, position.back, position.back > 20 * position.stake AS long,
            recent.name, recent.ended_at
        FROM recent JOIN position ON position.market = recent.id
        WHERE state = 'settled' AND mode = 'pool'
    )
    SELECT who.name AS who, NULL AS other, sum(long) AS times, count(*) AS met,
        sum(iif(long, back, 0)) AS coins, max(iif(long, mine.ended_at, NULL)), mine.name AS room
    FROM mine JOIN who ON who.number = mine.bettor
    GROUP BY mine.bettor HAVING sum(long) > 0
    ORDER BY coins DESC, times DESC LIMIT ?3";

/// Hosts of whose markets three at least, and more than a quarter, ended void by what was done in the
/// match. What only the bettors did (no bets, one side, nobody right) counts as an ordinary end.
const VOID_HOSTS: &str = "hosted AS (
        SELECT participant.bettor, recent.name, recent.ended_at, state = 'void'
                AND void NOT IN ('no_bets', 'one_sided', 'no_winner') AS broken,
            (SELECT coalesce(sum(stake), 0) FROM position WHERE position.market = recent.id) AS coins
        FROM recent JOIN participant ON participant.market = recent.id AND participant.role = 'host'
    )
    SELECT who.name AS who, NULL AS other, sum(broken) AS times, count(*) AS met,
        sum(iif(broken, coins, 0)) AS coins, max(iif(broken, hosted.ended_at, NULL)), hosted.name AS room
    FROM hosted JOIN who ON who.number = hosted.bettor
    GROUP BY hosted.bettor HAVING sum(broken) >= 3 AND 4 * sum(broken) > count(*)
    ORDER BY times DESC, coins DESC LIMIT ?3";

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
    let sql = format!("{RECENT}, {NAMES}, {of}");
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
