//! Stakes are set: looked at by the rules, then moved, each with the answer that its order gets
//! however often it comes.

use protocol::betting::{BetBar, BettingMode, Coins, WalletScope};
use protocol::{Cid, RoomId};
use sqlx::SqliteConnection;

use super::super::super::ledger::{Bet, Placed};
use super::super::writer::Failure;
use super::markets::Found;
use super::pen::{Line, Pen, Ref};
use super::words::{column, count, thing, word};
use super::{bettors, grants, markets, notes, pen};
use crate::betting::display::shown;
use crate::betting::place::{Change, Held, Wish, decide};
use crate::betting::pool::place_of;
use crate::betting::rules::{CHANGES, Rules};
use crate::betting::transfer::{Account, Kind};

/// Set stakes, in order.
pub(super) async fn place(
    c: &mut SqliteConnection,
    rules: &Rules,
    room: &RoomId,
    bets: &[Bet],
    now: u64,
) -> Result<Vec<Result<Placed, BetBar>>, Failure> {
    let mut pen = Pen::take(c, now).await?;
    // A call that waited long may find that the game has begun in the log.
    let late = notes::lateness(pen.c, room).await?;
    let mut placed = Vec::with_capacity(bets.len());
    for bet in bets {
        placed.push(place_one(&mut pen, rules, room, bet, late).await?);
    }
    Ok(placed)
}

async fn place_one(
    pen: &mut Pen<'_>,
    rules: &Rules,
    room: &RoomId,
    bet: &Bet,
    late: Option<BetBar>,
) -> Result<Result<Placed, BetBar>, Failure> {
    let Some(market) = markets::find(pen.c, room, bet.market).await? else {
        return Ok(Err(BetBar::MarketClosed));
    };
    let who = bettors::look(pen.c, bet.user).await?;
    let mut held = None;
    if let Some(number) = who.number {
        if let Some(answer) = earlier(pen.c, number, &market, bet).await? {
            return Ok(answer);
        }
        held = holding(pen.c, number, &market).await?;
    }
    if let Some(why) = bet.barred.or(late) {
        return Ok(Err(why));
    }
    let free = match market.book.mode {
        BettingMode::Pool => {
            let account = who.number.map(|number| wallet_of(&market, number));
            grants::free(pen.c, rules, account, market.book.scope, &who.person).await?.unwrap_or(0)
        }
        BettingMode::Picks | BettingMode::Off => 0,
    };
    let wish = Wish { outcome: bet.outcome, stake: bet.stake.get(), shared_address: bet.shared_address };
    let change = match decide(rules, &market.book, &who.person, held, free, &wish, pen.now) {
        Ok(change) => change,
        Err(bar) => return Ok(Err(bar)),
    };
    let is_full = match who.number {
        Some(number) => granted(pen.c, number, &market).await? >= CHANGES,
        None => false,
    };
    if is_full && change.held.is_some() {
        return Ok(Err(BetBar::TooManyChanges { most: CHANGES }));
    }
    // Nothing to take back: nobody needs a wallet for that. It is remembered all the same, or sent again
    // it would take back what was staked since; where nothing can be staked any more there is no need.
    if change.held.is_none() && held.is_none() {
        let free = (market.book.mode == BettingMode::Pool).then_some(free);
        if !is_full {
            let Some(bettor) = bettors::number(pen.c, bet.user).await? else {
                return Ok(Err(BetBar::WalletScope));
            };
            remember(pen, &market, bettor, bet, free).await?;
        }
        return Ok(Ok(answer(&market, bet, free, false)));
    }
    set(pen, rules, &market, bet, held, change).await
}

/// Move what must move, and note the answer.
async fn set(
    pen: &mut Pen<'_>,
    rules: &Rules,
    market: &Found,
    bet: &Bet,
    held: Held,
    change: Change,
) -> Result<Result<Placed, BetBar>, Failure> {
    let Some(bettor) = bettors::number(pen.c, bet.user).await? else {
        return Ok(Err(BetBar::WalletScope));
    };
    let wallet = match market.book.mode {
        BettingMode::Pool => match grants::wallet(pen, rules, wallet_of(market, bettor)).await? {
            Some(wallet) => Some(wallet),
            None => return Ok(Err(BetBar::PotLimit)),
        },
        BettingMode::Picks | BettingMode::Off => None,
    };
    if let Some(wallet) = wallet {
        transfer(pen, market, bettor, bet.key, wallet, change).await?;
    }
    if change.held != held {
        hold(pen, market, bettor, bet, wallet, held, change.held).await?;
    }
    let free = match wallet {
        Some(wallet) => Some(pen::balance(pen.c, wallet).await?),
        None => None,
    };
    remember(pen, market, bettor, bet, free).await?;
    Ok(Ok(answer(market, bet, free, false)))
}

async fn transfer(
    pen: &mut Pen<'_>,
    market: &Found,
    bettor: u64,
    key: Cid,
    wallet: Ref,
    change: Change,
) -> Result<(), Failure> {
    let key = format!("c:{bettor}:{}:{}", market.id, key.0);
    let mut lines = Vec::new();
    if let Some((outcome, amount)) = change.back {
        let pool = pen.account(Account::Pool { market: market.id, outcome }).await?;
        let key = format!("{key}:out");
        lines.push(moving(market, Kind::Unstake, pool, wallet, amount, key));
    }
    if let Some((outcome, amount)) = change.put {
        let pool = pen.account(Account::Pool { market: market.id, outcome }).await?;
        lines.push(moving(market, Kind::Stake, wallet, pool, amount, key));
    }
    pen.write(&lines).await
}

fn moving(market: &Found, kind: Kind, from: Ref, to: Ref, amount: u64, key: String) -> Line {
    Line { kind, from, to, amount, key, market: Some(market.id), reason: None }
}

/// Write down what is held from now on.
async fn hold(
    pen: &mut Pen<'_>,
    market: &Found,
    bettor: u64,
    bet: &Bet,
    wallet: Option<Ref>,
    before: Held,
    after: Held,
) -> Result<(), Failure> {
    let mut pools = market.pools;
    if let Some((outcome, stake)) = before {
        pools[place_of(outcome)] = pools[place_of(outcome)].saturating_sub(stake);
    }
    if let Some((outcome, stake)) = after {
        pools[place_of(outcome)] += stake;
        let seq = pen.next_stake().await?;
        sqlx::query(
            "INSERT INTO position (market, bettor, account, outcome, stake, seq, at, shared_address, origin)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT (market, bettor) DO UPDATE SET outcome = excluded.outcome,
                 stake = excluded.stake, seq = excluded.seq, at = excluded.at,
                 shared_address = excluded.shared_address, origin = excluded.origin",
        )
        .bind(column(market.id))
        .bind(column(bettor))
        .bind(wallet.map(|wallet| wallet.id))
        .bind(word(&outcome)?)
        .bind(column(stake))
        .bind(seq)
        .bind(column(pen.now))
        .bind(bet.shared_address)
        .bind(bet.origin.as_ref().map(|origin| origin.as_slice()))
        .execute(&mut *pen.c)
        .await?;
    } else {
        sqlx::query("DELETE FROM position WHERE market = $1 AND bettor = $2")
            .bind(column(market.id))
            .bind(column(bettor))
            .execute(&mut *pen.c)
            .await?;
    }
    let now = pen.now;
    markets::point(pen, market.id, now, pools).await
}

/// How many orders of this person were granted in the market.
async fn granted(c: &mut SqliteConnection, bettor: u64, market: &Found) -> Result<u32, Failure> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM bet_request WHERE bettor = $1 AND market = $2")
        .bind(column(bettor))
        .bind(column(market.id))
        .fetch_one(c)
        .await?)
}

/// What this person has in the market.
async fn holding(c: &mut SqliteConnection, bettor: u64, market: &Found) -> Result<Held, Failure> {
    let held: Option<(String, i64)> =
        sqlx::query_as("SELECT outcome, stake FROM position WHERE market = $1 AND bettor = $2")
            .bind(column(market.id))
            .bind(column(bettor))
            .fetch_optional(c)
            .await?;
    held.map(|(outcome, stake)| Ok((thing(&outcome)?, count(stake)))).transpose()
}

/// The answer of an order that was granted before.
async fn earlier(
    c: &mut SqliteConnection,
    bettor: u64,
    market: &Found,
    bet: &Bet,
) -> Result<Option<Result<Placed, BetBar>>, Failure> {
    let found: Option<(String, i64, Option<i64>)> = sqlx::query_as(
        "SELECT outcome, stake, free FROM bet_request WHERE bettor = $1 AND market = $2 AND cid = $3",
    )
    .bind(column(bettor))
    .bind(column(market.id))
    .bind(bet.key.0.as_bytes().as_slice())
    .fetch_optional(c)
    .await?;
    let Some((outcome, stake, free)) = found else { return Ok(None) };
    let same =
        thing::<protocol::betting::Outcome>(&outcome)? == bet.outcome && count(stake) == bet.stake.get();
    let again = answer(market, bet, free.map(count), true);
    Ok(Some(if same { Ok(again) } else { Err(BetBar::IdempotencyConflict) }))
}

async fn remember(
    pen: &mut Pen<'_>,
    market: &Found,
    bettor: u64,
    bet: &Bet,
    free: Option<u64>,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO bet_request (bettor, market, cid, outcome, stake, free, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(column(bettor))
    .bind(column(market.id))
    .bind(bet.key.0.as_bytes().as_slice())
    .bind(word(&bet.outcome)?)
    .bind(column(bet.stake.get()))
    .bind(free.map(column))
    .bind(column(pen.now))
    .execute(&mut *pen.c)
    .await?;
    Ok(())
}

fn answer(market: &Found, bet: &Bet, free: Option<u64>, again: bool) -> Placed {
    let free: Option<Coins> = free.map(shown);
    Placed { market: market.number, outcome: bet.outcome, stake: bet.stake, free, again }
}

const fn wallet_of(market: &Found, bettor: u64) -> Account {
    match market.book.scope {
        WalletScope::Server => Account::Wallet { bettor },
        WalletScope::Room => Account::RoomWallet { room: market.room, bettor },
    }
}
