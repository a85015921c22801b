//! What administrators do to the books: written down with its reason, once, for everybody to see.

use protocol::{MarketId, RoomId, UserId};
use sqlx::SqliteConnection;

use super::super::super::ledger::{Act, ActBar, Acted, Deed};
use super::super::writer::Failure;
use super::pen::{Line, Pen, balance};
use super::words::{column, count, small, word};
use super::{bettors, grants, markets, records};
use crate::betting::display::shown;
use crate::betting::record;
use crate::betting::rules::Rules;
use crate::betting::transfer::{Account, Kind};

/// What an act is about, as it is written down.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct About {
    market: Option<(u64, MarketId)>,
    bettor: Option<u64>,
    amount: Option<u64>,
    taken: bool,
}

/// Do it, unless it was done.
pub(super) async fn act(
    c: &mut SqliteConnection,
    rules: &Rules,
    act: &Act,
    now: u64,
) -> Result<Result<Acted, ActBar>, Failure> {
    if act.reason.trim().is_empty() {
        return Ok(Err(ActBar::NoReason));
    }
    if let Some(answer) = earlier(c, act).await? {
        return Ok(answer);
    }
    let mut pen = Pen::take(c, now).await?;
    let about = match &act.deed {
        Deed::Pause { room, .. } => about_market(pen.c, room).await?,
        Deed::Void { room } => about_market(pen.c, room).await?,
        Deed::Ban { user, on } => ban(&mut pen, act, *user, *on).await?,
        Deed::Adjust { user, amount, taken } => {
            adjust(&mut pen, rules, act, *user, amount.get(), *taken).await?
        }
    };
    match about {
        Ok(about) => {
            write(&mut pen, act, about).await?;
            Ok(Ok(Acted { again: false, market: about.market.map(|(_, number)| number), stands: true }))
        }
        Err(bar) => Ok(Err(bar)),
    }
}

async fn about_market(c: &mut SqliteConnection, room: &RoomId) -> Result<Result<About, ActBar>, Failure> {
    let Some(found) = markets::alive(c, room).await?.pop() else { return Ok(Err(ActBar::NoMarket)) };
    Ok(Ok(About { market: Some((found.id, found.number)), ..About::default() }))
}

async fn ban(pen: &mut Pen<'_>, act: &Act, user: UserId, on: bool) -> Result<Result<About, ActBar>, Failure> {
    if bettors::look(pen.c, user).await?.person.account_since.is_none() {
        return Ok(Err(ActBar::NoAccount));
    }
    let Some(bettor) = bettors::number(pen.c, user).await? else { return Ok(Err(ActBar::NoAccount)) };
    sqlx::query("UPDATE bettor SET banned_at = $1, ban_reason = $2 WHERE number = $3")
        .bind(on.then_some(column(pen.now)))
        .bind(on.then_some(act.reason.as_str()))
        .bind(column(bettor))
        .execute(&mut *pen.c)
        .await?;
    Ok(Ok(About { bettor: Some(bettor), ..About::default() }))
}

async fn adjust(
    pen: &mut Pen<'_>,
    rules: &Rules,
    act: &Act,
    user: UserId,
    amount: u64,
    taken: bool,
) -> Result<Result<About, ActBar>, Failure> {
    if bettors::look(pen.c, user).await?.person.account_since.is_none() {
        return Ok(Err(ActBar::NoAccount));
    }
    let Some(bettor) = bettors::number(pen.c, user).await? else { return Ok(Err(ActBar::NoAccount)) };
    let Some(wallet) = grants::wallet(pen, rules, Account::Wallet { bettor }).await? else {
        return Ok(Err(ActBar::OutOfRange));
    };
    let free = balance(pen.c, wallet).await?;
    if taken && free < amount {
        return Ok(Err(ActBar::InsufficientFunds { free: shown(free) }));
    }
    if amount == 0 || !taken && pen.can_issue().await? < amount {
        return Ok(Err(ActBar::OutOfRange));
    }
    let (from, to) = if taken { (wallet, pen.issuance()) } else { (pen.issuance(), wallet) };
    let (key, reason) = (format!("adjust:{}", act.key), Some(act.reason.clone()));
    pen.write(&[Line { kind: Kind::Adjust, from, to, amount, key, market: None, reason }]).await?;
    Ok(Ok(About { bettor: Some(bettor), amount: Some(amount), taken, ..About::default() }))
}

async fn write(pen: &mut Pen<'_>, act: &Act, about: About) -> Result<(), Failure> {
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO betting_act (idem, at, admin, kind, market, bettor, amount, taken, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
    )
    .bind(act.key.as_bytes().as_slice())
    .bind(column(pen.now))
    .bind(act.admin.0.as_bytes().as_slice())
    .bind(word(&act.deed.kind())?)
    .bind(about.market.map(|(id, _)| column(id)))
    .bind(about.bettor.map(column))
    .bind(about.amount.map(column))
    .bind(about.taken)
    .bind(&act.reason)
    .fetch_one(&mut *pen.c)
    .await?;
    records::write(pen.c, record::About::Act(count(id))).await
}

#[derive(sqlx::FromRow)]
struct Row {
    admin: Vec<u8>,
    kind: String,
    room: Option<String>,
    number: Option<i64>,
    bettor: Option<i64>,
    amount: Option<i64>,
    taken: bool,
    reason: String,
    stands: bool,
}

async fn earlier(c: &mut SqliteConnection, act: &Act) -> Result<Option<Result<Acted, ActBar>>, Failure> {
    let row: Option<Row> = sqlx::query_as(
        "SELECT a.admin, a.kind, r.room, m.number, a.bettor, a.amount, a.taken, a.reason,
                a.kind NOT IN ('pause', 'resume') OR NOT EXISTS (SELECT 1 FROM betting_act AS b WHERE b.market = a.market AND b.id > a.id
                            AND b.kind IN ('pause', 'resume')) AS stands
         FROM betting_act AS a LEFT JOIN market AS m ON m.id = a.market
         LEFT JOIN betting_room AS r ON r.number = m.room WHERE a.idem = $1",
    )
    .bind(act.key.as_bytes().as_slice())
    .fetch_optional(&mut *c)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let (room, user, amount, taken) = match &act.deed {
        Deed::Pause { room, .. } | Deed::Void { room } => (Some(room.as_str()), None, None, false),
        Deed::Ban { user, .. } => (None, Some(*user), None, false),
        Deed::Adjust { user, amount, taken } => (None, Some(*user), Some(amount.get()), *taken),
    };
    let bettor = match user {
        Some(user) => bettors::look(c, user).await?.number,
        None => None,
    };
    let is_same = row.admin == act.admin.0.as_bytes()
        && row.kind == word(&act.deed.kind())?
        && row.room.as_deref() == room
        && row.bettor.map(count) == bettor
        && row.amount.map(count) == amount
        && row.taken == taken
        && row.reason == act.reason;
    let market = row.number.map(small).transpose()?.map(MarketId);
    let again = Acted { again: true, market, stands: row.stands };
    Ok(Some(if is_same { Ok(again) } else { Err(ActBar::Conflict) }))
}
