//! A line of the books: coins that went from one account to another, and the chain that shows that
//! no line was changed, left out or put in.

use std::fmt;

use protocol::betting::Outcome;
use sha2::{Digest, Sha256};

/// What all transfers up to one come to: the SHA-256 over it and the link before.
pub type Link = [u8; 32];

/// The link before the first transfer.
pub const FIRST_LINK: Link = [0; 32];

/// Between the fields of a link: no field holds it.
const BETWEEN: u8 = 0x1f;

/// Why coins move. There is no kind from one person to another, and none can be made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// What an account begins with.
    GrantStart,
    /// What comes with a day.
    GrantDaily,
    /// What who has too little for the smallest stake is brought up to.
    Relief,
    /// What everybody begins with in a room of its own coins.
    RoomGrant,
    /// Coins of a room that go back: nobody can use them any more.
    RoomClose,
    /// A stake, or more of it.
    Stake,
    /// A stake that is taken back, or a part of it.
    Unstake,
    /// What was staked on something else goes to those who were right.
    Sweep,
    /// What who was right is paid.
    Payout,
    /// A stake of a market that is void.
    Refund,
    /// An administrator gave or took.
    Adjust,
    /// The end of a season.
    Season,
    /// An account is deleted.
    Close,
}

/// What an account of the books is. Its code is public: it holds numbers, never names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Account {
    /// Where coins come from and go back to: the only one that may be below nothing.
    Issuance,
    /// An account's coins.
    Wallet {
        /// Whose.
        bettor: u64,
    },
    /// Somebody's coins in one room.
    RoomWallet {
        /// In which.
        room: u64,
        /// Whose.
        bettor: u64,
    },
    /// What is staked on one outcome.
    Pool {
        /// In which market.
        market: u64,
        /// On what.
        outcome: Outcome,
    },
}

/// A transfer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Its number: 1 for the first, no gaps.
    pub seq: u64,
    /// When: milliseconds since the Unix epoch.
    pub at: u64,
    /// Why.
    pub kind: Kind,
    /// From where.
    pub debit: Account,
    /// To where.
    pub credit: Account,
    /// How many coins, never 0.
    pub amount: u64,
    /// What makes it happen once: no two have the same.
    pub key: String,
    /// In which market.
    pub market: Option<u64>,
}

impl Transfer {
    /// What all transfers up to this one come to, after those before it came to `before`.
    #[must_use]
    pub fn link(&self, before: &Link) -> Link {
        let market = self.market.map(|market| market.to_string()).unwrap_or_default();
        let fields = [
            self.seq.to_string(),
            self.at.to_string(),
            self.kind.to_string(),
            self.debit.to_string(),
            self.credit.to_string(),
            self.amount.to_string(),
            self.key.clone(),
            market,
        ];
        let mut hash = Sha256::new();
        hash.update(before);
        for field in fields {
            hash.update([BETWEEN]);
            hash.update(field);
        }
        hash.finalize().into()
    }

    /// Whether such a transfer may be at all.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.amount > 0 && self.kind.joins(self.debit, self.credit) && self.has_right_market()
    }

    fn has_right_market(&self) -> bool {
        let of = |account| match account {
            Account::Pool { market, .. } => Some(market),
            Account::Issuance | Account::Wallet { .. } | Account::RoomWallet { .. } => None,
        };
        let pools: Vec<u64> = [of(self.debit), of(self.credit)].into_iter().flatten().collect();
        match self.market {
            // The coins of a deleted account leave it after the market has paid them.
            None => pools.is_empty(),
            Some(market) => pools.iter().all(|&pool| pool == market) && !pools.is_empty(),
        }
    }
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::GrantStart,
        Self::GrantDaily,
        Self::Relief,
        Self::RoomGrant,
        Self::RoomClose,
        Self::Stake,
        Self::Unstake,
        Self::Sweep,
        Self::Payout,
        Self::Refund,
        Self::Adjust,
        Self::Season,
        Self::Close,
    ];

    /// How it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::GrantStart => "GRANT_START",
            Self::GrantDaily => "GRANT_DAILY",
            Self::Relief => "RELIEF",
            Self::RoomGrant => "ROOM_GRANT",
            Self::RoomClose => "ROOM_CLOSE",
            Self::Stake => "STAKE",
            Self::Unstake => "UNSTAKE",
            Self::Sweep => "SWEEP",
            Self::Payout => "PAYOUT",
            Self::Refund => "REFUND",
            Self::Adjust => "ADJUST",
            Self::Season => "SEASON",
            Self::Close => "CLOSE",
        }
    }

    /// The kind that is written so.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether coins go like this between these accounts.
    fn joins(self, debit: Account, credit: Account) -> bool {
        use Account::{Issuance, Pool, RoomWallet, Wallet};
        match self {
            Self::GrantStart | Self::GrantDaily | Self::Relief => {
                matches!((debit, credit), (Issuance, Wallet { .. }))
            }
            Self::RoomGrant => matches!((debit, credit), (Issuance, RoomWallet { .. })),
            Self::RoomClose => matches!((debit, credit), (RoomWallet { .. }, Issuance)),
            Self::Stake => matches!((debit, credit), (Wallet { .. } | RoomWallet { .. }, Pool { .. })),
            Self::Unstake | Self::Payout | Self::Refund => {
                matches!((debit, credit), (Pool { .. }, Wallet { .. } | RoomWallet { .. }))
            }
            Self::Sweep => matches!((debit, credit), (Pool { .. }, Pool { .. })) && debit != credit,
            Self::Adjust | Self::Season => {
                matches!((debit, credit), (Issuance, Wallet { .. }) | (Wallet { .. }, Issuance))
            }
            Self::Close => matches!((debit, credit), (Wallet { .. }, Issuance)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Account {
    /// The account of a code.
    #[must_use]
    pub fn read(code: &str) -> Option<Self> {
        let (kind, rest) = code.split_once(':').unwrap_or((code, ""));
        let number = |digits: &str| digits.parse::<u64>().ok();
        let account = match kind {
            "issuance" => Self::Issuance,
            "wallet" => Self::Wallet { bettor: number(rest)? },
            "room_wallet" => {
                let (room, bettor) = rest.split_once(':')?;
                Self::RoomWallet { room: number(room)?, bettor: number(bettor)? }
            }
            "pool" => {
                let (market, outcome) = rest.split_once(':')?;
                let outcome = Outcome::ALL.into_iter().find(|&of| outcome_word(of) == outcome)?;
                Self::Pool { market: number(market)?, outcome }
            }
            _ => return None,
        };
        // Written otherwise it would be another text for the same account.
        (account.to_string() == code).then_some(account)
    }

    /// The first part of its code.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Issuance => "issuance",
            Self::Wallet { .. } => "wallet",
            Self::RoomWallet { .. } => "room_wallet",
            Self::Pool { .. } => "pool",
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Issuance => f.write_str("issuance"),
            Self::Wallet { bettor } => write!(f, "wallet:{bettor}"),
            Self::RoomWallet { room, bettor } => write!(f, "room_wallet:{room}:{bettor}"),
            Self::Pool { market, outcome } => write!(f, "pool:{market}:{}", outcome_word(*outcome)),
        }
    }
}

/// An outcome as it stands in the books.
#[must_use]
pub const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::South => "south",
        Outcome::Draw => "draw",
        Outcome::North => "north",
    }
}

/// A link as it is written: lower-case hexadecimal.
#[must_use]
pub fn hex(link: &Link) -> String {
    link.iter().map(|byte| format!("{byte:02x}")).collect()
}
