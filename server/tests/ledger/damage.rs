//! What was changed behind the back of the books is found and named; what may not be written is
//! refused; what fails in the books fails nothing else.

use std::path::Path;

use clap::Parser;
use protocol::betting::{BettingMode, VoidReason, WalletScope};
use server::betting::audit::{Findings, Invariant};
use server::betting::export::{Line, Unreadable, check};
use server::cli::{Cli, run};
use server::store::ledger::{Act, Deed};
use server::store::sqlite::Sqlite;
use server::store::{Store, StoreError};
use sqlx::migrate::Migrate;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use uuid::Uuid;

use crate::world::{DRAW, NORTH, NOW, SOUTH, World, alter, bet, coins, opened, room, rules, suspended, user};

/// Books with a market of every kind: settled, void, locked, open, guessed.
async fn full() -> World {
    let world = World::disk(rules()).await;
    for n in 1..=4 {
        world.account(n).await;
        world.wallets().claim(user(n), NOW).await.unwrap();
    }
    for n in 1..=4_u8 {
        let room = room(n);
        world.open(&room, 1).await;
        for (who, outcome, stake) in [(1, SOUTH, 100), (2, SOUTH, 50), (3, NORTH, 75), (4, DRAW, 10)] {
            world.bet(&room, 1, user(who), 1, outcome, stake).await.unwrap();
        }
        world.bet(&room, 1, user(4), 2, NORTH, 20).await.unwrap();
    }
    for n in 1..=3 {
        world.lock(&room(n), 1).await;
    }
    world.end(&room(1), 1, SOUTH).await;
    world.void(&room(2), 1, VoidReason::Stale).await;
    world.tell(&room(5), opened(1, BettingMode::Picks, WalletScope::Room)).await;
    world.bet(&room(5), 1, user(9), 1, SOUTH, 1).await.unwrap();
    world.lock(&room(5), 1).await;
    world.end(&room(5), 1, SOUTH).await;
    for (key, deed) in [
        (1, Deed::Adjust { user: user(2), amount: coins(30), taken: false }),
        (2, Deed::Ban { user: user(3), on: true }),
    ] {
        let (key, admin, reason) = (Uuid::from_u128(key), user(1), "a good reason".to_owned());
        world.wallets().act(Act { key, admin, deed, reason }, NOW).await.unwrap().unwrap();
    }
    world.is_true().await;
    world
}

fn named(findings: &Findings) -> Vec<(Invariant, String)> {
    findings.faults.named().iter().map(|fault| (fault.invariant, fault.what.clone())).collect()
}

/// The exit code of `sindillo ledger …` for this directory.
async fn ledger(dir: &Path, rest: &[&str]) -> anyhow::Result<u8> {
    let dir = dir.to_str().unwrap();
    let begin = ["sindillo", "--data", dir, "ledger"];
    let arguments = begin.iter().chain(rest);
    run(Cli::try_parse_from(arguments).unwrap()).await
}

#[tokio::test]
async fn whatever_is_changed_in_the_books_is_found_and_named() {
    let cases: &[(&[&'static str], Invariant, &str)] = &[
        (
            &["DROP TRIGGER transfer_is", "UPDATE transfer SET amount = amount + 1 WHERE seq = 9"],
            Invariant::I6,
            "transfer 9: it, or the one before it, is not what was written",
        ),
        (
            &["DROP TRIGGER transfer_is", "UPDATE transfer SET at = at + 1 WHERE seq = 12"],
            Invariant::I6,
            "transfer 12:",
        ),
        (
            &["DROP TRIGGER transfer_is", "UPDATE transfer SET credit = debit WHERE seq = 10"],
            Invariant::I4,
            "transfer 10: STAKE does not go from",
        ),
        (
            &["DROP TRIGGER transfer_is", "UPDATE transfer SET idem = 'start:99' WHERE seq = 5"],
            Invariant::I5,
            "transfer 5: its key",
        ),
        (
            &["DROP TRIGGER transfer_stays", "DELETE FROM transfer WHERE seq = 11"],
            Invariant::I6,
            "transfer 12: it follows transfer 10",
        ),
        (
            &[
                "DROP TRIGGER transfer_stays",
                "DELETE FROM transfer WHERE seq = (SELECT max(seq) FROM transfer)",
            ],
            Invariant::I6,
            "the head is",
        ),
        (
            &["UPDATE coin_account SET balance = balance + 5 WHERE code = 'wallet:2'"],
            Invariant::I3,
            "wallet:2 holds",
        ),
        (
            &["UPDATE coin_account SET balance = balance + 5 WHERE code = 'wallet:2'"],
            Invariant::I1,
            "all balances together are 5",
        ),
        (
            &["UPDATE position SET stake = stake + 1 WHERE market = 4 AND bettor = 1"],
            Invariant::I7,
            "pool:4:south",
        ),
        (&["DELETE FROM position WHERE market = 3 AND bettor = 3"], Invariant::I7, "pool:3:north"),
        (
            &["UPDATE position SET back = back + 1 WHERE market = 1 AND bettor = 2"],
            Invariant::I9,
            "market 1: bettor 2",
        ),
        (
            &["UPDATE position SET pays = 1 WHERE market = 3 AND bettor = 1"],
            Invariant::I9,
            "market 3: bettor 1",
        ),
        (&["UPDATE position SET back = 0 WHERE market = 5"], Invariant::I9, "market 5"),
        (&["UPDATE market SET result = 'north' WHERE id = 1"], Invariant::I9, "market 1: wallet:"),
        (&["UPDATE market SET locked_seq = 20 WHERE id = 3"], Invariant::I15, "market 3: transfer"),
        (
            &[
                "DROP TRIGGER market_goes_on",
                "UPDATE market SET state = 'locked', ended_at = NULL WHERE id = 1",
            ],
            Invariant::I15,
            "market 1: it was settled and goes on",
        ),
        (&["DELETE FROM market_event WHERE kind = 'void'"], Invariant::I15, "market 2: Void after"),
        (
            &["INSERT INTO participant (market, bettor, role) VALUES (4, 3, 'south')"],
            Invariant::I14,
            "market 4: bettor 3 plays and has a stake",
        ),
        (&["DROP TRIGGER transfer_moves"], Invariant::I4, "the trigger transfer_moves is gone"),
        (&["UPDATE ledger_head SET hash = zeroblob(32)"], Invariant::I6, "the head is"),
    ];
    all_are_named(cases).await;
}

#[tokio::test]
async fn whatever_is_changed_of_markets_that_have_ended_is_found_and_named() {
    let cases: &[(&[&'static str], Invariant, &str)] = &[
        (
            &["UPDATE position SET bettor = 5 WHERE market = 1 AND bettor = 2"],
            Invariant::I7,
            "market 1: wallet:2 is noted under bettor 5",
        ),
        (
            &[
                "UPDATE position SET bettor = 5, account = (SELECT id FROM coin_account WHERE code = 'room_wallet:5:5')
                 WHERE market = 1 AND bettor = 2",
            ],
            Invariant::I7,
            "market 1: wallet:2 has staked 50 on south, noted is nothing",
        ),
        (
            &["UPDATE position SET bettor = 5 WHERE market = 3 AND bettor = 3"],
            Invariant::I7,
            "market 3: wallet:3 is noted under bettor 5",
        ),
        (&["DELETE FROM position WHERE market = 1"], Invariant::I7, "market 1: wallet:1 has staked 100"),
        (&["DELETE FROM position WHERE market = 2"], Invariant::I7, "market 2: wallet:3 has staked 75"),
        (
            &["UPDATE position SET stake = stake + 1, back = back + 1 WHERE market = 2"],
            Invariant::I7,
            "market 2: wallet:1 has staked 100 on south, noted is 101 on south",
        ),
        (
            &["UPDATE position SET account = NULL WHERE market = 2"],
            Invariant::I7,
            "market 2: the stake of bettor 1 came from no wallet",
        ),
        (&["UPDATE position SET bettor = 2 WHERE market = 5"], Invariant::I17, "market 5: what is noted"),
        (&["DELETE FROM position WHERE market = 5"], Invariant::I17, "market 5: what is noted"),
        (&["UPDATE position SET at = at + 1 WHERE market = 3"], Invariant::I17, "market 3: what is noted"),
        (&["UPDATE market SET counts = 1 WHERE id = 1"], Invariant::I17, "market 1: what is noted"),
        (&["UPDATE market SET scope = 'server' WHERE id = 5"], Invariant::I17, "market 5: what is noted"),
        (&["UPDATE market SET ended_at = ended_at + 1 WHERE id = 2"], Invariant::I17, "market 2: what is noted"),
        (
            &["INSERT INTO participant (market, bettor, role) VALUES (1, 5, 'south')"],
            Invariant::I17,
            "market 1: what is noted",
        ),
    ];
    all_are_named(cases).await;
}

#[tokio::test]
async fn whatever_is_changed_of_acts_and_their_reasons_is_found_and_named() {
    let cases: &[(&[&'static str], Invariant, &str)] = &[
        (
            &["DROP TRIGGER betting_act_is", "UPDATE betting_act SET reason = 'another' WHERE id = 2"],
            Invariant::I17,
            "act 2: what is noted",
        ),
        (
            &["DROP TRIGGER betting_act_is", "UPDATE betting_act SET admin = zeroblob(16) WHERE id = 1"],
            Invariant::I17,
            "act 1: what is noted",
        ),
        (
            &["DROP TRIGGER betting_act_stays", "DELETE FROM betting_act WHERE id = 2"],
            Invariant::I17,
            "act 2: it is gone",
        ),
        (
            &["INSERT INTO betting_act (idem, at, admin, kind, bettor, reason)
               VALUES (zeroblob(16), 1, zeroblob(16), 'unban', 3, 'x')"],
            Invariant::I17,
            "act 3: it was not recorded",
        ),
        (
            &["DROP TRIGGER transfer_is", "UPDATE transfer SET reason = 'another' WHERE kind = 'ADJUST'"],
            Invariant::I17,
            "its act says otherwise",
        ),
        (
            &["DROP TRIGGER transfer_is", "UPDATE transfer SET reason = 'a gift' WHERE seq = 5"],
            Invariant::I17,
            "transfer 5: its act says otherwise",
        ),
        (
            &["DROP TRIGGER book_record_stays", "DELETE FROM book_record WHERE n = 2"],
            Invariant::I17,
            "record 3: it follows record 1",
        ),
        (
            &[
                "DROP TRIGGER book_record_stays",
                "DELETE FROM book_record WHERE n = (SELECT max(n) FROM book_record)",
            ],
            Invariant::I17,
            "the head of the records is",
        ),
        (
            &["DROP TRIGGER book_record_is", "UPDATE book_record SET seal = zeroblob(32) WHERE n = 1"],
            Invariant::I17,
            "record 1: it, or the one before it, is not what was written",
        ),
    ];
    all_are_named(cases).await;
}

#[tokio::test]
async fn tables_and_triggers_that_no_longer_keep_to_the_rules_are_found_and_named() {
    let cases: &[(&[&'static str], Invariant, &str)] = &[
        (
            &[
                "DROP TRIGGER transfer_is",
                "CREATE TRIGGER transfer_is BEFORE UPDATE ON transfer BEGIN SELECT 1; END",
            ],
            Invariant::I4,
            "the trigger transfer_is is not what it was",
        ),
        (
            &["CREATE TRIGGER gift AFTER INSERT ON transfer BEGIN
                   UPDATE coin_account SET balance = balance + 1 WHERE id = NEW.credit; END"],
            Invariant::I4,
            "the trigger gift is none of these books",
        ),
        (
            &["PRAGMA writable_schema = ON; UPDATE sqlite_master
               SET sql = replace(sql, 'CHECK (amount > 0)', '') WHERE name = 'transfer'"],
            Invariant::I4,
            "the table transfer is not what it was",
        ),
        (&["DROP INDEX market_event_end"], Invariant::I4, "the index market_event_end is gone"),
    ];
    all_are_named(cases).await;
}

/// Each is found by itself, and said in its words.
async fn all_are_named(cases: &[(&[&'static str], Invariant, &str)]) {
    let world = full().await;
    let (store, dir) = world.sqlite();
    store.close().await.unwrap();
    assert_eq!(ledger(dir, &["verify"]).await.unwrap(), 0);
    for (statements, invariant, what) in cases {
        let copy = TempDir::new().unwrap();
        std::fs::copy(dir.join("sindillo.db"), copy.path().join("sindillo.db")).unwrap();
        for statement in *statements {
            alter(copy.path(), statement).await.unwrap();
        }
        let findings = Sqlite::look(copy.path()).await.unwrap().audit_books().await.unwrap();
        let named = named(&findings);
        let is_named = named.iter().any(|(of, how)| of == invariant && how.contains(what));
        assert!(is_named, "{statements:?}: {named:?}");
        assert!(!findings.holds()[invariant]);
        assert_eq!(ledger(copy.path(), &["verify"]).await.unwrap(), 1, "{statements:?}");
    }
}

#[tokio::test]
async fn an_export_is_checked_by_itself() {
    let world = full().await;
    let (store, dir) = world.sqlite();
    let lines = async |since, names| {
        let mut lines = Vec::new();
        let take = |line: &Line| {
            lines.push(serde_json::to_string(line)?);
            Ok(())
        };
        store.export_books(since, names, take).await.unwrap();
        lines
    };
    let checked = |lines: &[String]| check(lines.iter().cloned().map(Ok::<_, String>), 3);
    let whole = lines(0, false).await;
    let findings = checked(&whole).unwrap();
    assert_eq!(named(&findings), []);
    assert_eq!(findings.transfers, world.is_true().await.transfers);
    assert_eq!(findings.markets, 3, "two pools and a guess have ended");
    assert!(!whole.iter().any(|line| line.contains("P1") || line.contains("name")), "no names");
    assert!(lines(0, true).await.iter().any(|line| line.contains(r#""debit_name":"P1""#)));

    // From the middle on: the chain is checked, and what came before it is left alone.
    let half = findings.seq / 2;
    let rest = lines(half, false).await;
    assert_eq!(rest.len(), whole.len() - usize::try_from(half).unwrap());
    let part = checked(&rest).unwrap();
    assert_eq!((named(&part), part.seq, part.hash()), (vec![], findings.seq, findings.hash()));
    let late = store.export_books(findings.seq + 1, false, |_| Ok(())).await;
    assert!(matches!(late, Err(StoreError::Damaged(why)) if why.contains("there is no transfer")));

    // A file on the command line.
    let file = dir.join("books.jsonl");
    std::fs::write(&file, whole.join("\n")).unwrap();
    assert_eq!(ledger(dir, &["verify", file.to_str().unwrap()]).await.unwrap(), 0);

    let place = |part: &str| whole.iter().position(|line| line.contains(part)).unwrap();
    let spoilt = |place: usize, from: &str, to: &str| {
        let mut lines = whole.clone();
        assert!(lines[place].contains(from), "{}", lines[place]);
        lines[place] = lines[place].replace(from, to);
        lines
    };
    for (lines, invariant, what) in [
        (spoilt(9, r#""amount":""#, r#""amount":"1"#), Invariant::I6, "transfer 9:"),
        (spoilt(place("PAYOUT"), r#""amount":""#, r#""amount":"1"#), Invariant::I9, "market 1: wallet:"),
        (spoilt(place(r#""type":"market","id":1"#), r#""south""#, r#""north""#), Invariant::I9, "market 1:"),
        (spoilt(place(r#""type":"market","id":2"#), "void\"", "settled\""), Invariant::I9, "market 2:"),
        (spoilt(whole.len() - 1, r#""supply":""#, r#""supply":"1"#), Invariant::I3, "the last line says"),
    ] {
        let named = named(&checked(&lines).unwrap());
        assert!(named.iter().any(|(of, how)| *of == invariant && how.contains(what)), "{named:?}");
    }
    let mut missing = whole.clone();
    missing.remove(7);
    let gap = named(&checked(&missing).unwrap());
    assert!(
        gap.iter().any(|(of, how)| *of == Invariant::I6 && how.contains("it follows transfer 6")),
        "{gap:?}"
    );
    let mut silent = whole.clone();
    silent.remove(place(r#""type":"market","id":1"#));
    assert!(named(&checked(&silent).unwrap()).iter().any(|(of, _)| *of == Invariant::I15));
    std::fs::write(&file, missing.join("\n")).unwrap();
    assert_eq!(ledger(dir, &["verify", file.to_str().unwrap()]).await.unwrap(), 1);

    let cut = &whole[..whole.len() - 1];
    assert_eq!(checked(cut).unwrap_err(), Unreadable::Ends("the last line is missing"));
    assert_eq!(checked(&[]).unwrap_err(), Unreadable::Ends("it is empty"));
    assert!(matches!(checked(&whole[1..]), Err(Unreadable::Ends(_))));
    let torn = spoilt(4, "}", "");
    assert!(matches!(checked(&torn), Err(Unreadable::Line { line: 5, .. })));
    std::fs::write(&file, torn.join("\n")).unwrap();
    assert!(ledger(dir, &["verify", file.to_str().unwrap()]).await.is_err());
}

#[tokio::test]
async fn the_tables_themselves_refuse_what_may_not_be() {
    let world = full().await;
    let (_, dir) = world.sqlite();
    for (sql, why) in [
        ("UPDATE transfer SET amount = 1 WHERE seq = 3", "a transfer is never changed"),
        ("DELETE FROM transfer WHERE seq = 3", "a transfer is never deleted"),
        ("UPDATE coin_account SET kind = 'wallet' WHERE id = 1", "an account stays what it is"),
        ("DELETE FROM coin_account WHERE code = 'wallet:1'", "an account is never deleted"),
        (
            "INSERT INTO coin_account (code, kind, bettor, balance) VALUES ('x', 'wallet', 1, 5)",
            "an account begins with nothing",
        ),
        ("UPDATE coin_account SET balance = -1 WHERE code = 'wallet:1'", "CHECK constraint failed"),
        ("UPDATE market SET state = 'locked', ended_at = NULL WHERE id = 1", "a market only goes on"),
        (
            "UPDATE market SET state = 'open', void = NULL, ended_at = NULL WHERE id = 2",
            "a market only goes on",
        ),
        ("DELETE FROM market WHERE id = 1", "a market is never deleted"),
        (
            "INSERT INTO market_event (market, n, at, kind, data) VALUES (1, 99, 0, 'void', '')",
            "UNIQUE constraint failed",
        ),
    ] {
        let error = alter(dir, sql).await.unwrap_err().to_string();
        assert!(error.contains(why), "{sql}: {error}");
    }
    // A transfer of this kind, from one account to another, in this market.
    for (kind, from, to, market) in [
        ("STAKE", "wallet:1", "wallet:2", "4"),
        ("PAYOUT", "wallet:1", "wallet:2", "4"),
        ("ADJUST", "wallet:1", "wallet:2", "NULL"),
        ("GIFT", "wallet:1", "wallet:2", "NULL"),
        ("GRANT_DAILY", "wallet:1", "issuance", "NULL"),
        ("STAKE", "wallet:1", "pool:4:south", "3"),
        ("STAKE", "wallet:1", "pool:4:south", "NULL"),
        ("STAKE", "issuance", "pool:4:south", "4"),
        ("SWEEP", "pool:3:south", "pool:4:south", "4"),
        ("PAYOUT", "pool:4:south", "issuance", "4"),
        ("CLOSE", "pool:4:south", "issuance", "NULL"),
        ("ROOM_GRANT", "issuance", "wallet:1", "NULL"),
    ] {
        let error = insert(dir, kind, from, to, market, 1).await.unwrap_err().to_string();
        assert!(error.contains("does not join these accounts"), "{kind} {from} {to}: {error}");
    }
    let broke = insert(dir, "CLOSE", "wallet:1", "issuance", "NULL", 100_000).await;
    assert!(broke.unwrap_err().to_string().contains("CHECK constraint failed"));
    let nothing = insert(dir, "CLOSE", "wallet:1", "issuance", "NULL", 0).await;
    assert!(nothing.unwrap_err().to_string().contains("CHECK constraint failed"));
    world.is_true().await;
}

async fn insert(
    dir: &Path,
    kind: &str,
    from: &str,
    to: &str,
    market: &str,
    amount: i64,
) -> Result<(), sqlx::Error> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.join("sindillo.db"));
    let mut connection = options.connect().await?;
    let done = sqlx::query(
        "INSERT INTO transfer (seq, at, idem, kind, debit, credit, amount, market, reason, hash)
         SELECT (SELECT seq + 1 FROM ledger_head), 0, 'x', $1, d.id, c.id, $2, $3, 'x', zeroblob(32)
         FROM coin_account d, coin_account c WHERE d.code = $4 AND c.code = $5",
    )
    .bind(kind)
    .bind(amount)
    .bind(market.parse::<i64>().ok())
    .bind(from)
    .bind(to)
    .execute(&mut connection)
    .await?;
    assert_eq!(done.rows_affected(), 1, "these accounts are there");
    connection.close().await
}

#[tokio::test]
async fn books_that_fail_fail_nothing_else() {
    let world = full().await;
    let (store, dir) = world.sqlite();
    alter(dir, "ALTER TABLE ledger_head RENAME TO gone").await.unwrap();
    let why = protocol::betting::SuspendReason::Ledger;
    let place = room(4);
    let (failed, ()) = tokio::join!(
        world.ledger().place(&place, vec![bet(1, user(1), 9, SOUTH, 50)], NOW),
        world.write(&place, NOW, vec![suspended(1, why)]),
    );
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    assert!(store.log(&room(4)).await.unwrap().unwrap().head() == 2, "the log goes on");
    assert!(world.ledger().follow(&room(4), NOW).await.is_err());
    assert!(world.wallets().claim(user(1), NOW).await.is_err());

    alter(dir, "ALTER TABLE gone RENAME TO ledger_head").await.unwrap();
    let market = world.follow(&room(4)).await.unwrap();
    assert_eq!(market.view.suspended, Some(why), "what was written is carried out later");
    world.bet(&room(4), 1, user(1), 10, SOUTH, 0).await.unwrap();
    world.is_true().await;
}

#[tokio::test]
async fn what_was_noted_before_there_were_records_is_recorded_when_the_server_comes_up() {
    let world = full().await;
    let (_, dir) = world.sqlite();
    let before = world.is_true().await.records.unwrap();
    for statement in
        ["DROP TABLE book_record", "DROP TABLE record_head", "DELETE FROM _sqlx_migrations WHERE version = 9"]
    {
        alter(dir, statement).await.unwrap();
    }
    let world = world.reopened(rules()).await;
    let records = world.is_true().await.records.unwrap();
    assert_eq!(records.0, before.0 - 3, "of those that have ended the end alone");
    let world = world.reopened(rules()).await;
    assert_eq!(world.is_true().await.records, Some(records), "once");
    world.end(&room(3), 1, SOUTH).await;
    assert_eq!(world.is_true().await.records.unwrap().0, records.0 + 1);
}

#[tokio::test]
async fn books_come_to_a_server_that_had_none_and_stay_when_it_restarts() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("sindillo.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut old = options.connect().await.unwrap();
    let all = sqlx::migrate!("migrations/sqlite");
    old.ensure_migrations_table(&all.table_name).await.unwrap();
    for migration in all.iter().filter(|migration| migration.version <= 3) {
        old.apply(&all.table_name, migration).await.unwrap();
    }
    sqlx::query(
        "INSERT INTO room (id, opened_by, opened_at, touched_at, head, awake, listed, facts)
         VALUES ('0000000000000000', x'00000000000000000000000000000001', 1, 1, 0, 0, 0, '')",
    )
    .execute(&mut old)
    .await
    .unwrap();
    old.close().await.unwrap();

    let error = ledger(dir.path(), &["verify"]).await.unwrap_err();
    assert!(format!("{error:#}").contains("newer than they are"), "{error:#}");
    let world = World::in_dir(dir, rules(), &[(room(0), 0)]).await;
    for n in 1..=2 {
        world.account(n).await;
    }
    world.open(&room(0), 1).await;
    world.bet(&room(0), 1, user(1), 1, SOUTH, 100).await.unwrap();
    world.bet(&room(0), 1, user(2), 1, NORTH, 100).await.unwrap();
    world.is_true().await;

    let world = world.reopened(rules()).await;
    world.lock(&room(0), 1).await;
    let world = world.reopened(rules()).await;
    world.end(&room(0), 1, SOUTH).await;
    assert_eq!((world.wallet(user(1)).await, world.wallet(user(2)).await), (1100, 900));
    world.is_true().await;
}
