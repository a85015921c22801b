//! What writes transfers: one hand for a whole transaction, which knows where the chain ends.
//!
//! On PostgreSQL taking it is what locks the books (`FOR UPDATE`); here the writer is alone.

use protocol::betting::Coins;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::super::writer::Failure;
use super::words::{column, count, damaged};
use crate::betting::transfer::{Account, Kind, Link, Transfer, outcome_word};

/// Transfers of one statement.
const AT_ONCE: usize = 100;
/// The row of the account that coins come from.
const ISSUANCE: Ref = Ref { id: 1, account: Account::Issuance };

/// The hand that writes in the books during one transaction.
pub(super) struct Pen<'c> {
    /// What it writes with.
    pub(super) c: &'c mut SqliteConnection,
    /// When.
    pub(super) now: u64,
    seq: u64,
    link: Link,
}

/// An account and its row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ref {
    pub(super) id: i64,
    pub(super) account: Account,
}

/// Coins that are to move.
pub(super) struct Line {
    pub(super) kind: Kind,
    pub(super) from: Ref,
    pub(super) to: Ref,
    pub(super) amount: u64,
    pub(super) key: String,
    pub(super) market: Option<u64>,
    pub(super) reason: Option<String>,
}

impl<'c> Pen<'c> {
    /// Take the books.
    pub(super) async fn take(c: &'c mut SqliteConnection, now: u64) -> Result<Self, Failure> {
        let (seq, hash): (i64, Vec<u8>) =
            sqlx::query_as("SELECT seq, hash FROM ledger_head").fetch_one(&mut *c).await?;
        let link = hash.try_into().map_err(|_| damaged("the head is no hash"))?;
        Ok(Self { c, now, seq: count(seq), link })
    }

    /// The number of the last transfer.
    pub(super) const fn head(&self) -> u64 {
        self.seq
    }

    /// Move coins. Amounts of nothing are left out.
    pub(super) async fn write(&mut self, lines: &[Line]) -> Result<(), Failure> {
        let lines: Vec<&Line> = lines.iter().filter(|line| line.amount > 0).collect();
        for lines in lines.chunks(AT_ONCE) {
            let rows: Vec<(i64, Link)> = lines.iter().map(|line| self.follow(line)).collect();
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO transfer (seq, at, idem, kind, debit, credit, amount, market, reason, hash) ",
            );
            query.push_values(lines.iter().zip(&rows), |mut row, (line, (seq, link))| {
                row.push_bind(*seq)
                    .push_bind(column(self.now))
                    .push_bind(line.key.as_str())
                    .push_bind(line.kind.word())
                    .push_bind(line.from.id)
                    .push_bind(line.to.id)
                    .push_bind(column(line.amount))
                    .push_bind(line.market.map(column))
                    .push_bind(line.reason.as_deref())
                    .push_bind(link.as_slice());
            });
            query.build().execute(&mut *self.c).await?;
        }
        Ok(())
    }

    /// The account, made if there is none yet.
    pub(super) async fn account(&mut self, account: Account) -> Result<Ref, Failure> {
        if let Some(found) = find(self.c, account).await? {
            return Ok(found);
        }
        let (bettor, room, market, outcome) = match account {
            Account::Issuance => return Ok(ISSUANCE),
            Account::Wallet { bettor } => (Some(bettor), None, None, None),
            Account::RoomWallet { room, bettor } => (Some(bettor), Some(room), None, None),
            Account::Pool { market, outcome } => (None, None, Some(market), Some(outcome)),
        };
        let id = sqlx::query_scalar(
            "INSERT INTO coin_account (code, kind, bettor, room, market, outcome)
             VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
        )
        .bind(account.to_string())
        .bind(account.kind())
        .bind(bettor.map(column))
        .bind(room.map(column))
        .bind(market.map(column))
        .bind(outcome.map(outcome_word))
        .fetch_one(&mut *self.c)
        .await?;
        Ok(Ref { id, account })
    }

    /// The account that coins come from.
    pub(super) const fn issuance(&self) -> Ref {
        ISSUANCE
    }

    /// Coins that can still be given out.
    pub(super) async fn can_issue(&mut self) -> Result<u64, Failure> {
        let given: i64 = sqlx::query_scalar("SELECT -balance FROM coin_account WHERE id = $1")
            .bind(ISSUANCE.id)
            .fetch_one(&mut *self.c)
            .await?;
        Ok(Coins::MAX.get().saturating_sub(count(given)))
    }

    /// Whether a transfer with this key was written.
    pub(super) async fn has(&mut self, key: &str) -> Result<bool, Failure> {
        Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM transfer WHERE idem = $1)")
            .bind(key)
            .fetch_one(&mut *self.c)
            .await?)
    }

    /// The number of the next stake, over all markets.
    pub(super) async fn next_stake(&mut self) -> Result<i64, Failure> {
        Ok(sqlx::query_scalar("UPDATE ledger_head SET stakes = stakes + 1 RETURNING stakes")
            .fetch_one(&mut *self.c)
            .await?)
    }

    /// The chain goes on with this.
    fn follow(&mut self, line: &Line) -> (i64, Link) {
        self.seq += 1;
        let transfer = Transfer {
            seq: self.seq,
            at: self.now,
            kind: line.kind,
            debit: line.from.account,
            credit: line.to.account,
            amount: line.amount,
            key: line.key.clone(),
            market: line.market,
        };
        self.link = transfer.link(&self.link);
        (column(self.seq), self.link)
    }
}

/// The account, where there is one.
pub(super) async fn find(c: &mut SqliteConnection, account: Account) -> Result<Option<Ref>, Failure> {
    let id = sqlx::query_scalar("SELECT id FROM coin_account WHERE code = $1")
        .bind(account.to_string())
        .fetch_optional(c)
        .await?;
    Ok(id.map(|id| Ref { id, account }))
}

/// What an account holds. The one that coins come from holds nothing.
pub(super) async fn balance(c: &mut SqliteConnection, account: Ref) -> Result<u64, Failure> {
    let balance: i64 = sqlx::query_scalar("SELECT balance FROM coin_account WHERE id = $1")
        .bind(account.id)
        .fetch_one(c)
        .await?;
    Ok(count(balance))
}
