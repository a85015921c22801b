//! How many members it takes, for a side of `n` whose voices count now (`docs/room.md` 3).
//!
//! All of them are non-decreasing in `n`, so a shrinking roll never makes passing harder.

use protocol::event::BallotKind;
use protocol::settings::DecisionMode;

/// Votes that decide, `M`: more than half of `n`.
#[must_use]
pub const fn majority(n: usize) -> usize {
    n / 2 + 1
}

/// Objections that withdraw a tried move, `W`: half of the `others`, rounded up. The layer is not
/// one of them; where there are no others nobody can object.
#[must_use]
pub const fn withdraw(others: usize) -> usize {
    others.div_ceil(2)
}

/// Votes that make a consensus, `C`.
#[must_use]
pub const fn consensus(n: usize) -> usize {
    match n {
        0..=4 => n,
        5..=9 => n - 1,
        _ => n - n.div_ceil(10),
    }
}

/// Votes that decide a ballot. In a run-off, and where the most votes or the hand decide, they are
/// those with which a move is not tried first.
#[must_use]
pub const fn needed(mode: DecisionMode, kind: BallotKind, n: usize) -> usize {
    match (kind, mode) {
        (BallotKind::First, DecisionMode::Consensus) if n > 0 => consensus(n),
        (BallotKind::First, DecisionMode::Anyone) => 1,
        (BallotKind::RunOff, _)
        | (
            BallotKind::First,
            DecisionMode::Hand | DecisionMode::Plurality | DecisionMode::Majority | DecisionMode::Consensus,
        ) => majority(n),
    }
}

/// Votes that replace the hand, `R`: more than half of the others.
#[must_use]
pub const fn replace(n: usize) -> usize {
    majority(n.saturating_sub(1))
}

/// Two thirds, `S`.
#[must_use]
pub const fn two_thirds(n: usize) -> usize {
    (2 * n).div_ceil(3)
}

/// Votes that send a member away, `K`, the member himself not among `n - 1`; nothing below three,
/// where only the host may.
#[must_use]
pub const fn kick(n: usize) -> Option<usize> {
    if n < 3 {
        return None;
    }
    let most = (2 * (n - 1)).div_ceil(3);
    Some(if most < 2 { 2 } else { most })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// n, M, W, C, R, S, K as printed in `docs/room.md` 3. Zero stands for "the host" and for a dash;
    /// the dash of R at n = 1, where there is nobody to vote, is computed as an unreachable 1.
    const PRINTED: [(usize, usize, usize, usize, usize, usize, usize); 17] = [
        (1, 1, 0, 1, 1, 1, 0),
        (2, 2, 1, 2, 1, 2, 0),
        (3, 2, 1, 3, 2, 2, 2),
        (4, 3, 2, 4, 2, 3, 2),
        (5, 3, 2, 4, 3, 4, 3),
        (6, 4, 3, 5, 3, 4, 4),
        (7, 4, 3, 6, 4, 5, 4),
        (8, 5, 4, 7, 4, 6, 5),
        (9, 5, 4, 8, 5, 6, 6),
        (10, 6, 5, 9, 5, 7, 6),
        (12, 7, 6, 10, 6, 8, 8),
        (16, 9, 8, 14, 8, 11, 10),
        (20, 11, 10, 18, 10, 14, 13),
        (25, 13, 12, 22, 13, 17, 16),
        (30, 16, 15, 27, 15, 20, 20),
        (40, 21, 20, 36, 20, 27, 26),
        (50, 26, 25, 45, 25, 34, 33),
    ];

    #[test]
    fn the_printed_table_is_what_is_computed() {
        for (n, m, w, c, r, s, k) in PRINTED {
            let computed = (majority(n), withdraw(n - 1), consensus(n), replace(n), two_thirds(n));
            assert_eq!(computed, (m, w, c, r, s), "{n}");
            assert_eq!(kick(n).unwrap_or(0), k, "{n}");
        }
    }

    /// P11.
    #[test]
    fn no_threshold_rises_when_the_roll_shrinks() {
        for n in 1..50 {
            assert!(majority(n) <= majority(n + 1));
            assert!(withdraw(n - 1) <= withdraw(n));
            assert!(consensus(n) <= consensus(n + 1));
            assert!(replace(n) <= replace(n + 1));
            assert!(two_thirds(n) <= two_thirds(n + 1));
            assert!(kick(n) <= kick(n + 1));
        }
    }
}
