//! The books are read as a whole, at one moment, beside the server that writes them: to be checked,
//! and to be handed out.

mod records;
mod rows;
mod schema;

use protocol::betting::Outcome;
use sqlx::{FromRow, SqliteConnection};

use super::super::super::port::StoreError;
use super::super::writer::Failure;
use super::super::{Sqlite, reading};
use super::words::{column, count, damaged, thing, thing_of};
use crate::betting::audit::{Audit, Findings, Market};
use crate::betting::export::{FORM, Line, MarketLine, Trailer, TransferLine};
use crate::betting::pool::Stake;
use crate::betting::transfer::{Account, FIRST_LINK, Kind, Link, Transfer, hex};

/// Transfers that are read at once.
const PAGE: i64 = 2_000;

impl Sqlite {
    /// Check the books: every transfer, every balance, every stake, every market.
    ///
    /// # Errors
    /// They cannot be read. What is wrong with them is no error but found.
    pub async fn audit_books(&self) -> Result<Findings, StoreError> {
        self.hand_out_books(0, false, |_| Ok(())).await
    }

    /// Hand the books out line by line, from behind a transfer on; with `names` also whose the
    /// accounts are. What was found on the way is what the last line says.
    ///
    /// # Errors
    /// They cannot be read, there is no such transfer yet, or a line could not be taken.
    pub async fn export_books(
        &self,
        since: u64,
        names: bool,
        take: impl FnMut(&Line) -> std::io::Result<()>,
    ) -> Result<Findings, StoreError> {
        self.hand_out_books(since, names, take).await
    }

    async fn hand_out_books(
        &self,
        since: u64,
        names: bool,
        mut take: impl FnMut(&Line) -> std::io::Result<()>,
    ) -> Result<Findings, StoreError> {
        let mut take = |line: &Line| take(line).map_err(|e| StoreError::Unavailable(e.to_string()));
        let mut moment = self.reads.begin().await.map_err(|e| reading(&e))?;
        let c = &mut *moment;
        let link = link_at(c, since).await.map_err(|failure| failure.error)?;
        let mut audit = Audit::after(since, link, self.rules.reliefs_a_day);
        take(&Line::Start { v: FORM, since, hash: hex(&link) })?;
        let mut last = column(since);
        loop {
            let page = page(c, last).await.map_err(|failure| failure.error)?;
            let Some(end) = page.last().map(|row| row.seq) else { break };
            for row in &page {
                if let Some(line) = read(&mut audit, row, names) {
                    take(&Line::Transfer(line))?;
                }
            }
            last = end;
        }
        if audit.is_whole() {
            read_stakes(c, &mut audit).await.map_err(|failure| failure.error)?;
        }
        for market in markets(c, since).await.map_err(|failure| failure.error)? {
            audit.market(&market);
            if market.ended_seq.is_some() {
                take(&Line::Market(MarketLine::from(&market)))?;
            }
        }
        if audit.is_whole() {
            check_beside(c, &mut audit).await.map_err(|failure| failure.error)?;
        }
        let findings = audit.finish();
        take(&Line::Trailer(Trailer::new(&findings)))?;
        Ok(findings)
    }
}

/// What the lines of an export do not hold.
async fn check_beside(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    schema::check(c, audit).await?;
    rows::check(c, audit).await?;
    records::check(c, audit).await
}

/// Stakes as they are noted beside the transfers, to be held against these.
async fn read_stakes(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    audit.expect_noted();
    let rows: Vec<(i64, i64, Option<String>, String, i64)> = sqlx::query_as(
        "SELECT p.market, p.bettor, k.code, p.outcome, p.stake
         FROM position AS p JOIN market AS m ON m.id = p.market
         LEFT JOIN coin_account AS k ON k.id = p.account
         WHERE m.mode = 'pool' ORDER BY p.market, p.seq",
    )
    .fetch_all(c)
    .await?;
    for (market, bettor, code, outcome, coins) in rows {
        let stake = Stake { outcome: thing(&outcome)?, coins: count(coins) };
        audit.noted(count(market), count(bettor), code.as_deref().and_then(Account::read), stake);
    }
    Ok(())
}

#[derive(FromRow)]
struct Row {
    seq: i64,
    at: i64,
    idem: String,
    kind: String,
    debit: Option<String>,
    credit: Option<String>,
    amount: i64,
    market: Option<i64>,
    reason: Option<String>,
    hash: Vec<u8>,
    debit_name: Option<String>,
    credit_name: Option<String>,
}

#[derive(FromRow)]
struct MarketRow {
    id: i64,
    mode: String,
    state: String,
    result: Option<String>,
    void: Option<String>,
    locked_seq: Option<i64>,
    ended_seq: Option<i64>,
}

async fn link_at(c: &mut SqliteConnection, seq: u64) -> Result<Link, Failure> {
    if seq == 0 {
        return Ok(FIRST_LINK);
    }
    let hash: Option<Vec<u8>> = sqlx::query_scalar("SELECT hash FROM transfer WHERE seq = $1")
        .bind(column(seq))
        .fetch_optional(c)
        .await?;
    let link = hash.and_then(|hash| hash.try_into().ok());
    link.ok_or_else(|| damaged(&format!("there is no transfer {seq}")).into())
}

async fn page(c: &mut SqliteConnection, after: i64) -> Result<Vec<Row>, Failure> {
    Ok(sqlx::query_as(
        "SELECT t.seq, t.at, t.idem, t.kind, d.code AS debit, c.code AS credit, t.amount, t.market, t.reason,
             t.hash, dp.name AS debit_name, cp.name AS credit_name
         FROM transfer AS t
         LEFT JOIN coin_account AS d ON d.id = t.debit
         LEFT JOIN coin_account AS c ON c.id = t.credit
         LEFT JOIN bettor AS db ON db.number = d.bettor LEFT JOIN person AS dp ON dp.id = db.person
         LEFT JOIN bettor AS cb ON cb.number = c.bettor LEFT JOIN person AS cp ON cp.id = cb.person
         WHERE t.seq > $1 ORDER BY t.seq LIMIT $2",
    )
    .bind(after)
    .bind(PAGE)
    .fetch_all(c)
    .await?)
}

/// Check a transfer; the line of it, unless it cannot be read.
fn read(audit: &mut Audit, row: &Row, names: bool) -> Option<TransferLine> {
    let link: Link = row.hash.as_slice().try_into().unwrap_or_default();
    match transfer(row) {
        Ok(transfer) => {
            audit.transfer(&transfer, &link);
            let mut line = TransferLine::new(&transfer, &link, row.reason.clone());
            if names {
                (line.debit_name, line.credit_name) = (row.debit_name.clone(), row.credit_name.clone());
            }
            Some(line)
        }
        Err(why) => {
            audit.unread(count(row.seq), &link, &why);
            None
        }
    }
}

fn transfer(row: &Row) -> Result<Transfer, String> {
    let account = |code: Option<&str>| {
        let code = code.ok_or("an account is missing")?;
        Account::read(code).ok_or_else(|| format!("no account: {code}"))
    };
    let positive = |number: i64| u64::try_from(number).map_err(|_| format!("{number} is below nothing"));
    Ok(Transfer {
        seq: positive(row.seq)?,
        at: positive(row.at)?,
        kind: Kind::read(&row.kind).ok_or_else(|| format!("no kind: {}", row.kind))?,
        debit: account(row.debit.as_deref())?,
        credit: account(row.credit.as_deref())?,
        amount: positive(row.amount)?,
        key: row.idem.clone(),
        market: row.market.map(positive).transpose()?,
    })
}

async fn markets(c: &mut SqliteConnection, since: u64) -> Result<Vec<Market>, Failure> {
    let rows: Vec<MarketRow> = sqlx::query_as(
        "SELECT id, mode, state, result, void, locked_seq, ended_seq FROM market
         WHERE ended_seq IS NULL OR $1 = 0 OR ended_seq > $1 ORDER BY id",
    )
    .bind(column(since))
    .fetch_all(c)
    .await?;
    rows.iter().map(market).collect()
}

fn market(row: &MarketRow) -> Result<Market, Failure> {
    let result: Option<Outcome> = thing_of(row.result.as_deref())?;
    Ok(Market {
        id: count(row.id),
        mode: thing(&row.mode)?,
        state: thing(&row.state)?,
        result,
        void: thing_of(row.void.as_deref())?,
        locked_seq: row.locked_seq.map(count),
        ended_seq: row.ended_seq.map(count),
    })
}
