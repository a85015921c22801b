//! What is shown of the books to a room: markets with their stakes, and what a person may bet with.

use std::collections::BTreeMap;

use protocol::betting::WalletScope;
use protocol::{MarketId, RoomId, UserId};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::super::super::ledger::{Bettor, Market, Stake};
use super::super::writer::Failure;
use super::markets::{self, Found};
use super::words::{column, count, damaged, thing};
use super::{bettors, grants};
use crate::betting::display::{self, Facts, shown};
use crate::betting::place::bar;
use crate::betting::pool::place_of;
use crate::betting::rules::Rules;
use crate::betting::transfer::Account;

/// The newest market of a room.
pub(super) async fn newest(c: &mut SqliteConnection, room: &RoomId) -> Result<Option<Market>, Failure> {
    match markets::newest(c, room).await? {
        Some(found) => show(c, found).await.map(Some),
        None => Ok(None),
    }
}

/// A market of a room.
pub(super) async fn market(
    c: &mut SqliteConnection,
    room: &RoomId,
    market: MarketId,
) -> Result<Option<Market>, Failure> {
    match markets::find(c, room, market).await? {
        Some(found) => show(c, found).await.map(Some),
        None => Ok(None),
    }
}

/// What a person may bet with.
pub(super) async fn bettor(
    c: &mut SqliteConnection,
    rules: &Rules,
    room: &RoomId,
    scope: WalletScope,
    user: UserId,
    now: u64,
) -> Result<Bettor, Failure> {
    let who = bettors::look(c, user).await?;
    let account = match (scope, who.number) {
        (_, None) => None,
        (WalletScope::Server, Some(bettor)) => Some(Account::Wallet { bettor }),
        (WalletScope::Room, Some(bettor)) => {
            let room = markets::known_room(c, room).await?;
            room.map(|room| Account::RoomWallet { room, bettor })
        }
    };
    let free = grants::free(c, rules, account, scope, &who.person).await?;
    Ok(Bettor { free: free.map(shown), bar: bar(rules, scope, &who.person, now) })
}

#[derive(sqlx::FromRow)]
struct Row {
    person: Option<Vec<u8>>,
    outcome: String,
    stake: i64,
    pays: Option<i64>,
    back: Option<i64>,
}

async fn show(c: &mut SqliteConnection, found: Found) -> Result<Market, Failure> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT b.person, p.outcome, p.stake, p.pays, p.back
         FROM position AS p JOIN bettor AS b ON b.number = p.bettor WHERE p.market = $1 ORDER BY p.seq",
    )
    .bind(column(found.id))
    .fetch_all(c)
    .await?;
    let mut on = [(0_u64, 0_u32); 3];
    let mut stakes = BTreeMap::new();
    for row in &rows {
        let (user, stake) = read(row)?;
        let (coins, bettors) = &mut on[place_of(stake.outcome)];
        *coins += stake.stake.get();
        *bettors += 1;
        // Of a deleted account the stake counts, but it is nobody's.
        stakes.extend(user.map(|user| (user, stake)));
    }
    let Found { number: market, game, void, result, .. } = found;
    // What a stake pays is written at the lock.
    let locked = rows.iter().any(|row| row.pays.is_some());
    let view = display::market(&found.book, &Facts { market, game, void, result, locked, on });
    Ok(Market { view, stakes })
}

fn read(row: &Row) -> Result<(Option<UserId>, Stake), Failure> {
    let user = row.person.as_deref().map(Uuid::from_slice).transpose();
    let user = user.map_err(|e| damaged(&e.to_string()))?.map(UserId);
    let stake = Stake {
        outcome: thing(&row.outcome)?,
        stake: shown(count(row.stake)),
        pays: row.pays.map(|pays| shown(count(pays))),
        back: row.back.map(|back| shown(count(back))),
    };
    Ok((user, stake))
}
