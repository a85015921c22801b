//! The records of what stands beside the transfers: their chain, and whether what they sealed is still
//! what is noted.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;

use super::super::super::writer::Failure;
use super::super::records::seal_of;
use super::super::words::count;
use crate::betting::audit::{Audit, Invariant};
use crate::betting::record::{About, link};
use crate::betting::transfer::{FIRST_LINK, Link, hex};

/// Compare.
pub(super) async fn check(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    let known = check_chain(c, audit).await?;
    for &about in &known {
        let was: Vec<u8> = sqlx::query_scalar("SELECT seal FROM book_record WHERE kind = $1 AND about = $2")
            .bind(about.word())
            .bind(i64::try_from(about.number()).unwrap_or(i64::MAX))
            .fetch_one(&mut *c)
            .await?;
        match seal_of(c, about).await? {
            None => audit.fault(Invariant::I17, format!("{about}: it is gone")),
            Some(seal) if was != seal => {
                audit.fault(Invariant::I17, format!("{about}: what is noted is not what was noted"));
            }
            Some(_) => {}
        }
    }
    check_all(c, audit, &known).await?;
    check_reasons(c, audit).await
}

/// Number, kind, what it is about, seal and link of a record.
type Row = (i64, String, i64, Vec<u8>, Vec<u8>);

/// What there are records of.
async fn check_chain(c: &mut SqliteConnection, audit: &mut Audit) -> Result<BTreeSet<About>, Failure> {
    let rows: Vec<Row> = sqlx::query_as("SELECT n, kind, about, seal, hash FROM book_record ORDER BY n")
        .fetch_all(&mut *c)
        .await?;
    let (mut last, mut end, mut known) = (0, FIRST_LINK, BTreeSet::new());
    for (n, kind, number, seal, hash) in rows {
        let n = count(n);
        if n != last + 1 {
            audit.fault(Invariant::I17, format!("record {n}: it follows record {last}"));
        }
        let about = About::read(&kind, count(number));
        let seal = seal.try_into().unwrap_or_default();
        let hash: Link = hash.try_into().unwrap_or_default();
        if about.map(|about| link(&end, n, about, &seal)) != Some(hash) {
            let what = format!("record {n}: it, or the one before it, is not what was written");
            audit.fault(Invariant::I17, what);
        }
        (last, end) = (n, hash);
        known.extend(about);
    }
    let (n, hash): (i64, Vec<u8>) = sqlx::query_as("SELECT n, hash FROM record_head").fetch_one(c).await?;
    if count(n) != last || hash != end {
        let what = format!("the head of the records is {n}, the last one {last} ({})", hex(&end));
        audit.fault(Invariant::I17, what);
    }
    audit.records(last, end);
    Ok(known)
}

/// Nothing that must be recorded is not.
async fn check_all(
    c: &mut SqliteConnection,
    audit: &mut Audit,
    known: &BTreeSet<About>,
) -> Result<(), Failure> {
    let markets: Vec<(i64, bool)> = sqlx::query_as(
        "SELECT id, ended_at IS NOT NULL FROM market WHERE state IN ('locked', 'settled', 'void') ORDER BY id",
    )
    .fetch_all(&mut *c)
    .await?;
    let markets = markets
        .into_iter()
        .map(|(id, has_ended)| if has_ended { About::Ended(count(id)) } else { About::Locked(count(id)) });
    let acts: Vec<i64> = sqlx::query_scalar("SELECT id FROM betting_act ORDER BY id").fetch_all(c).await?;
    let acts = acts.into_iter().map(|id| About::Act(count(id)));
    for about in markets.chain(acts).filter(|about| !known.contains(about)) {
        audit.fault(Invariant::I17, format!("{about}: it was not recorded"));
    }
    Ok(())
}

/// The chain of transfers does not hold their reasons; the acts, which are sealed, do.
async fn check_reasons(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    let off: Vec<i64> = sqlx::query_scalar(
        "SELECT t.seq FROM transfer AS t JOIN coin_account AS d ON d.id = t.debit
         JOIN coin_account AS k ON k.id = t.credit
         LEFT JOIN betting_act AS a ON t.kind = 'ADJUST' AND a.kind = 'adjust'
             AND a.idem = unhex(replace(substr(t.idem, 8), '-', ''))
         WHERE t.kind <> 'ADJUST' AND t.reason IS NOT NULL
            OR t.kind = 'ADJUST' AND (a.id IS NULL OR a.reason <> t.reason OR a.amount <> t.amount
                OR a.at <> t.at OR a.taken <> (d.kind = 'wallet') OR a.bettor <> coalesce(d.bettor, k.bettor))
         ORDER BY t.seq",
    )
    .fetch_all(&mut *c)
    .await?;
    for seq in off {
        audit.fault(Invariant::I17, format!("transfer {seq}: its act says otherwise"));
    }
    let undone: Vec<i64> = sqlx::query_scalar(
        "SELECT a.id FROM betting_act AS a WHERE a.kind = 'adjust' AND NOT EXISTS (
             SELECT 1 FROM transfer AS t WHERE t.idem = 'adjust:' || lower(
                 substr(hex(a.idem), 1, 8) || '-' || substr(hex(a.idem), 9, 4) || '-'
                 || substr(hex(a.idem), 13, 4) || '-' || substr(hex(a.idem), 17, 4) || '-'
                 || substr(hex(a.idem), 21)))
         ORDER BY a.id",
    )
    .fetch_all(c)
    .await?;
    for id in undone {
        audit.fault(Invariant::I17, format!("act {id}: there is no transfer of it"));
    }
    Ok(())
}
