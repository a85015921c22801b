//! The books of coins as the server's own tools show them: checked by `sindillo ledger verify`, read
//! from `sindillo ledger export` (`docs/betting.md`).

use std::collections::BTreeMap;
use std::process::Output;

use serde::Deserialize;
use server::betting::export::{Line, MarketLine, TransferLine};
use tokio::process::Command;

use crate::world::{World, binary};

/// What a check of the books found.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Checked {
    /// Transfers that were read.
    pub transfers: u64,
    /// Markets that were compared with them.
    pub markets: u64,
    /// Coins that are given out.
    pub supply: String,
    /// Which invariants hold.
    pub invariants: BTreeMap<String, bool>,
    /// What is not as it should be.
    pub damaged: Vec<String>,
}

/// The lines of an export.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Books {
    /// Every transfer, in order.
    pub transfers: Vec<TransferLine>,
    /// Markets that have ended.
    pub markets: Vec<MarketLine>,
}

impl World {
    /// The server's own check of the books, which finds nothing, whether or not the server runs.
    ///
    /// # Panics
    /// When it finds something.
    pub async fn books_are_clean(&self) -> Checked {
        let output = self.ledger(&["verify"]).await;
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "the books are not clean: {said}{output:?}");
        let checked: Checked = serde_json::from_str(&said).expect("a report");
        assert!(checked.damaged.is_empty() && checked.invariants.values().all(|&holds| holds), "{checked:?}");
        checked
    }

    /// The books as they are handed out.
    ///
    /// # Panics
    /// When they are not.
    pub async fn books(&self) -> Books {
        let output = self.ledger(&["export"]).await;
        assert!(output.status.success(), "the books are handed out: {output:?}");
        let mut books = Books::default();
        for line in String::from_utf8(output.stdout).expect("text").lines() {
            match serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}")) {
                Line::Transfer(line) => books.transfers.push(line),
                Line::Market(line) => books.markets.push(line),
                Line::Start { .. } | Line::Trailer(_) => {}
            }
        }
        books
    }

    async fn ledger(&self, verb: &[&str]) -> Output {
        let mut command = Command::new(binary());
        command.arg("ledger").args(verb).arg("--data").arg(self.data());
        command.output().await.expect("the binary can be started")
    }
}

impl Books {
    /// Transfers of a kind.
    pub fn of_kind<'b>(&'b self, kind: &'b str) -> impl Iterator<Item = &'b TransferLine> {
        self.transfers.iter().filter(move |line| line.kind == kind)
    }

    /// Whoever reads the books line by line never finds an account that holds less than nothing, apart
    /// from where all coins come from.
    ///
    /// # Panics
    /// When there is one.
    pub fn never_hold_less_than_nothing(&self) {
        let mut held: BTreeMap<&str, i128> = BTreeMap::new();
        for line in &self.transfers {
            let amount: i128 = line.amount.parse().expect("a number of coins");
            *held.entry(&line.credit).or_default() += amount;
            let left = held.entry(&line.debit).or_default();
            *left -= amount;
            assert!(*left >= 0 || line.debit == "issuance", "{left} left after {line:?}");
        }
    }
}
