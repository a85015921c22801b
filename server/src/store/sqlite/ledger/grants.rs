//! Coins that are given: what a wallet begins with, what comes with the day, relief; and what goes
//! back when an account is deleted.

use protocol::UserId;
use protocol::betting::{BettingMode, WalletScope};
use sqlx::SqliteConnection;

use super::super::super::ledger::Claim;
use super::super::writer::Failure;
use super::bettors;
use super::pen::{Line, Pen, Ref, balance, find};
use super::words::{column, count, damaged};
use crate::betting::display::shown;
use crate::betting::place::Person;
use crate::betting::rules::{Rules, day};
use crate::betting::transfer::{Account, Kind};

/// What is free to bet with: of a wallet that is there yet what it holds, else what one would be
/// given; nothing where one can have none.
pub(super) async fn free(
    c: &mut SqliteConnection,
    rules: &Rules,
    account: Option<Account>,
    scope: WalletScope,
    person: &Person,
) -> Result<Option<u64>, Failure> {
    if scope == WalletScope::Server && person.account_since.is_none() {
        return Ok(None);
    }
    let found = match account {
        Some(account) => find(c, account).await?,
        None => None,
    };
    match found {
        Some(wallet) => balance(c, wallet).await.map(Some),
        None => Ok(Some(rules.start_grant)),
    }
}

/// The wallet, which is made and given what it begins with if need be; nothing where that would be
/// more coins than there can be.
pub(super) async fn wallet(
    pen: &mut Pen<'_>,
    rules: &Rules,
    account: Account,
) -> Result<Option<Ref>, Failure> {
    if let Some(found) = find(pen.c, account).await? {
        return Ok(Some(found));
    }
    let (kind, key) = match account {
        Account::Wallet { bettor } => (Kind::GrantStart, format!("start:{bettor}")),
        Account::RoomWallet { room, bettor } => (Kind::RoomGrant, format!("room:{room}:{bettor}")),
        Account::Issuance | Account::Pool { .. } => return Err(damaged("no wallet").into()),
    };
    if pen.can_issue().await? < rules.start_grant {
        return Ok(None);
    }
    let to = pen.account(account).await?;
    give(pen, kind, to, rules.start_grant, key).await?;
    Ok(Some(to))
}

/// Give an account what is due to it.
pub(super) async fn claim(
    c: &mut SqliteConnection,
    rules: &Rules,
    user: UserId,
    now: u64,
) -> Result<Option<Claim>, Failure> {
    let who = bettors::look(c, user).await?;
    if who.person.account_since.is_none() {
        return Ok(None);
    }
    let mut pen = Pen::take(c, now).await?;
    let Some(bettor) = bettors::number(pen.c, user).await? else { return Ok(None) };
    let staked = staked(pen.c, bettor).await?;
    let account = Account::Wallet { bettor };
    let wallet = match rules.mode {
        BettingMode::Pool => wallet(&mut pen, rules, account).await?,
        BettingMode::Off | BettingMode::Picks => find(pen.c, account).await?,
    };
    let Some(wallet) = wallet else {
        return Ok(Some(Claim { free: shown(0), staked: shown(staked), granted: shown(0) }));
    };
    let mut granted = 0;
    if rules.mode == BettingMode::Pool {
        granted += daily(&mut pen, rules, wallet, bettor, staked).await?;
        granted += relief(&mut pen, rules, wallet, bettor, staked).await?;
    }
    let free = balance(pen.c, wallet).await?;
    Ok(Some(Claim { free: shown(free), staked: shown(staked), granted: shown(granted) }))
}

/// An account is deleted: what it has goes back, and nothing leads from its number to it any more.
pub(super) async fn close(c: &mut SqliteConnection, user: UserId, now: u64) -> Result<(), Failure> {
    let Some(bettor) = bettors::look(c, user).await?.number else { return Ok(()) };
    let mut pen = Pen::take(c, now).await?;
    let codes: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, code FROM coin_account WHERE bettor = $1 ORDER BY id")
            .bind(column(bettor))
            .fetch_all(&mut *pen.c)
            .await?;
    for (id, code) in codes {
        let account = Account::read(&code).ok_or_else(|| damaged("an account has no such code"))?;
        give_back(&mut pen, Ref { id, account }, "").await?;
    }
    sqlx::query("UPDATE bettor SET person = NULL, closed_at = $1, ban_reason = NULL WHERE number = $2")
        .bind(column(now))
        .bind(column(bettor))
        .execute(&mut *pen.c)
        .await?;
    Ok(())
}

/// What the wallet of a deleted account holds goes back. `after` sets later times apart.
pub(super) async fn give_back(pen: &mut Pen<'_>, wallet: Ref, after: &str) -> Result<(), Failure> {
    let (kind, key) = match wallet.account {
        Account::Wallet { bettor } => (Kind::Close, format!("close:{bettor}{after}")),
        Account::RoomWallet { room, bettor } => {
            (Kind::RoomClose, format!("roomclose:{room}:{bettor}{after}"))
        }
        Account::Issuance | Account::Pool { .. } => return Err(damaged("no wallet").into()),
    };
    let (amount, to) = (balance(pen.c, wallet).await?, pen.issuance());
    pen.write(&[Line { kind, from: wallet, to, amount, key, market: None, reason: None }]).await
}

/// What an account has in open stakes of its own coins.
pub(super) async fn staked(c: &mut SqliteConnection, bettor: u64) -> Result<u64, Failure> {
    let staked: Option<i64> = sqlx::query_scalar(
        "SELECT sum(p.stake) FROM position AS p JOIN market AS m ON m.id = p.market
         WHERE p.bettor = $1 AND p.account IS NOT NULL AND m.scope = 'server'
           AND m.state IN ('open', 'suspended', 'locked')",
    )
    .bind(column(bettor))
    .fetch_one(c)
    .await?;
    Ok(count(staked.unwrap_or(0)))
}

/// The coins of the day, once.
async fn daily(
    pen: &mut Pen<'_>,
    rules: &Rules,
    wallet: Ref,
    bettor: u64,
    staked: u64,
) -> Result<u64, Failure> {
    let key = format!("daily:{bettor}:{}", day(pen.now));
    let has = balance(pen.c, wallet).await?.saturating_add(staked);
    if has >= rules.daily_ceiling() || pen.has(&key).await? || pen.can_issue().await? < rules.daily_grant {
        return Ok(0);
    }
    give(pen, Kind::GrantDaily, wallet, rules.daily_grant, key).await?;
    Ok(rules.daily_grant)
}

/// Up to so many times a day, who has too little for a stake is brought to a little more.
async fn relief(
    pen: &mut Pen<'_>,
    rules: &Rules,
    wallet: Ref,
    bettor: u64,
    staked: u64,
) -> Result<u64, Failure> {
    let has = balance(pen.c, wallet).await?.saturating_add(staked);
    let more = rules.relief_to.saturating_sub(has);
    if has >= rules.min_stake || pen.can_issue().await? < more {
        return Ok(0);
    }
    let day = day(pen.now);
    for n in 1..=rules.reliefs_a_day {
        let key = format!("relief:{bettor}:{day}:{n}");
        if !pen.has(&key).await? {
            give(pen, Kind::Relief, wallet, more, key).await?;
            return Ok(more);
        }
    }
    Ok(0)
}

async fn give(pen: &mut Pen<'_>, kind: Kind, to: Ref, amount: u64, key: String) -> Result<(), Failure> {
    let from = pen.issuance();
    pen.write(&[Line { kind, from, to, amount, key, market: None, reason: None }]).await
}
