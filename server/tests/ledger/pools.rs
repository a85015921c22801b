//! What a pool pays: worked examples, and what holds for every pool.

use std::collections::BTreeMap;

use proptest::prelude::*;
use protocol::betting::{BettingMode, MarketEnd, Outcome, VoidReason};
use serde::Deserialize;
use server::betting::display::{Percent, if_ended_now, multiple, percents, pools};
use server::betting::pool::{LARGEST_POT, Pot, Stake, TooMuch};

use crate::world::usually;

/// The worked examples P1 to P18 of `docs/betting.md`; bets in the order of their last change.
const EXAMPLES: &str = include_str!("../data/pools.jsonl");

#[derive(Deserialize)]
struct Example {
    id: String,
    bets: Vec<(String, String, String)>,
    result: String,
    state: String,
    reason: String,
    pay: BTreeMap<String, String>,
}

fn outcome(letter: &str) -> Option<Outcome> {
    match letter {
        "S" => Some(Outcome::South),
        "D" => Some(Outcome::Draw),
        "N" => Some(Outcome::North),
        _ => None,
    }
}

fn end(result: &str) -> MarketEnd {
    let void = MarketEnd::Void { why: VoidReason::MatchAborted };
    outcome(result).map_or(void, |outcome| MarketEnd::Result { outcome })
}

fn pot(stakes: &[(Outcome, u64)]) -> Pot {
    Pot::new(stakes.iter().map(|&(outcome, coins)| Stake { outcome, coins }).collect())
        .expect("it fits into a pot")
}

#[test]
fn worked_examples_come_out_to_the_coin() {
    let mut seen = 0;
    for line in EXAMPLES.lines() {
        let example: Example = serde_json::from_str(line).unwrap();
        let stakes: Vec<(Outcome, u64)> = example
            .bets
            .iter()
            .map(|(_, on, coins)| (outcome(on).unwrap(), coins.parse().unwrap()))
            .collect();
        let settlement = pot(&stakes).settle(BettingMode::Pool, end(&example.result));
        let reason = match settlement.void {
            None => "RESULT",
            Some(VoidReason::NoBets) => "NO_BETS",
            Some(VoidReason::OneSided) => "ONE_SIDED",
            Some(VoidReason::NoWinner) => "NO_WINNER",
            // Stands for whatever ends a match without a result.
            Some(_) => "MATCH_VOID",
        };
        assert_eq!(reason, example.reason, "{}", example.id);
        assert_eq!(settlement.void.is_none(), example.state == "SETTLED", "{}", example.id);
        let paid: BTreeMap<String, String> = example
            .bets
            .iter()
            .zip(&settlement.back)
            .filter(|&(_, &coins)| coins > 0)
            .map(|((who, _, _), coins)| (who.clone(), coins.to_string()))
            .collect();
        assert_eq!(paid, example.pay, "{}", example.id);
        seen += 1;
    }
    assert_eq!(seen, 18);
}

/// P19: thirty bettors; what some of them get, and who gets the five coins that are left over.
#[test]
fn thirty_bettors_share_to_the_coin() {
    let of = |user: u64| match user % 3 {
        0 => Outcome::South,
        1 => Outcome::North,
        _ => Outcome::Draw,
    };
    let stakes: Vec<(Outcome, u64)> = (1..=30).map(|user| (of(user), 10 + (37 * user) % 191)).collect();
    let pot = pot(&stakes);
    assert_eq!(pot.total(), 3180);
    let south = [
        (3, 367),
        (6, 124),
        (9, 461),
        (12, 218),
        (15, 555),
        (18, 313),
        (21, 70),
        (24, 407),
        (27, 164),
        (30, 501),
    ];
    let north = [
        (1, 140),
        (4, 469),
        (7, 231),
        (10, 561),
        (13, 323),
        (16, 86),
        (19, 415),
        (22, 178),
        (25, 507),
        (28, 270),
    ];
    let cases = [
        (Outcome::South, 1048, &south, vec![18, 21, 24, 27, 30]),
        (Outcome::North, 1072, &north, vec![1, 4, 10, 22, 28]),
    ];
    for (outcome, right, expected, lucky) in cases {
        assert_eq!(pot.on(outcome), right);
        let back = pot.payouts(outcome).unwrap();
        let paid: Vec<(u64, u64)> = (1..=30).zip(back).filter(|&(_, coins)| coins > 0).collect();
        assert_eq!(paid, expected);
        let rounded_up: Vec<u64> = paid
            .iter()
            .filter(|&&(user, coins)| coins > (10 + (37 * user) % 191) * 3180 / right)
            .map(|&(user, _)| user)
            .collect();
        assert_eq!(rounded_up, lucky);
    }
    assert_eq!(pot.on(Outcome::Draw), 1060);
    let back = pot.payouts(Outcome::Draw).unwrap();
    for (user, coins) in (1..=30).zip(back) {
        assert_eq!(coins, if of(user) == Outcome::Draw { 3 * (10 + (37 * user) % 191) } else { 0 });
    }
}

/// P20: percent, multiples, and what a stake would become.
#[test]
fn shares_sum_to_a_hundred_and_little_is_not_nothing() {
    let percent = |pools: &[u64]| -> Vec<u8> { percents(pools).iter().map(|share| share.percent).collect() };
    assert_eq!(percent(&[150, 75, 0]), [67, 33, 0]);
    assert_eq!(percent(&[1, 1, 1]), [34, 33, 33]);
    assert_eq!(percent(&[100, 200, 10]), [32, 65, 3]);
    assert_eq!(percent(&[0, 0, 0]), [0, 0, 0]);
    let little = percents(&[2000, 10, 0]);
    assert_eq!(little[0], Percent { percent: 100, below_one: false });
    assert_eq!(little[1], Percent { percent: 0, below_one: true });
    assert_eq!(little[2], Percent { percent: 0, below_one: false });

    let multiples = |pools: &[u64]| -> Vec<Option<u64>> {
        let total = pools.iter().sum();
        pools.iter().map(|&pool| multiple(total, pool)).collect()
    };
    assert_eq!(multiples(&[150, 75, 0]), [Some(150), Some(300), None]);
    assert_eq!(multiples(&[100, 200, 10]), [Some(310), Some(155), Some(3100)]);

    assert_eq!(if_ended_now(0, 50, 150, 225), Some(68));
    assert_eq!(if_ended_now(50, 50, 150, 225), Some(137));
    assert_eq!(if_ended_now(0, 0, 0, 0), None);
}

#[test]
fn guesses_have_shares_and_no_multiples() {
    let counts = [(Outcome::South, 3, 3), (Outcome::Draw, 0, 0), (Outcome::North, 1, 1)];
    let picks = pools(BettingMode::Picks, &counts);
    assert_eq!(
        picks.iter().map(|pool| (pool.percent, pool.multiple)).collect::<Vec<_>>(),
        [(75, None), (0, None), (25, None)]
    );
    let coins = pools(BettingMode::Pool, &counts);
    let multiples: Vec<Option<u64>> = coins.iter().map(|pool| pool.multiple.map(|m| m.get())).collect();
    assert_eq!(multiples, [Some(133), None, Some(400)]);
}

#[test]
fn a_pot_that_cannot_be_shared_exactly_is_refused() {
    let stake = |coins| Stake { outcome: Outcome::South, coins };
    assert_eq!(Pot::new(vec![stake(LARGEST_POT), stake(1)]), Err(TooMuch));
    assert_eq!(Pot::new(vec![stake(u64::MAX), stake(u64::MAX)]), Err(TooMuch));
    assert_eq!(Pot::new(vec![stake(LARGEST_POT)]).unwrap().total(), LARGEST_POT);
}

/// Stakes of one to forty people: small ones, where remainders meet, and such that the pot is as
/// large as can be.
fn markets() -> impl Strategy<Value = Vec<Stake>> {
    let outcome = prop::sample::select(Outcome::ALL.to_vec());
    let coins = prop_oneof![1_u64..=12, 1_u64..=200, 1_u64..=LARGEST_POT / 40];
    prop::collection::vec((outcome, coins), 1..=40)
        .prop_map(|stakes| stakes.into_iter().map(|(outcome, coins)| Stake { outcome, coins }).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: usually(2_000, 20_000), ..ProptestConfig::default() })]

    /// What is paid is what was staked; nobody gets less than the stake when right, nor a coin more
    /// or less than his share; who staked more is not paid less, who staked the same not two coins
    /// apart; nobody whose share is whole gets a coin on top.
    #[test]
    fn every_pool_is_shared_fairly(stakes in markets(), result in prop::sample::select(Outcome::ALL.to_vec())) {
        let pot = Pot::new(stakes.clone()).unwrap();
        let total: u128 = stakes.iter().map(|stake| u128::from(stake.coins)).sum();
        let settlement = pot.settle(BettingMode::Pool, MarketEnd::Result { outcome: result });
        prop_assert_eq!(settlement.back.iter().copied().map(u128::from).sum::<u128>(), total);
        prop_assert_eq!(settlement.result, Some(result));

        if let Some(why) = settlement.void {
            let on = |outcome| stakes.iter().any(|stake| stake.outcome == outcome);
            let sides = Outcome::ALL.into_iter().filter(|&outcome| on(outcome)).count();
            prop_assert_eq!(why, if sides == 1 { VoidReason::OneSided } else { VoidReason::NoWinner });
            prop_assert!(sides == 1 || !on(result));
            for (stake, &back) in stakes.iter().zip(&settlement.back) {
                prop_assert_eq!(back, stake.coins);
            }
            return Ok(());
        }
        let right: u128 = stakes.iter().filter(|s| s.outcome == result).map(|s| u128::from(s.coins)).sum();
        let winners: Vec<(u64, u64)> = stakes
            .iter()
            .zip(&settlement.back)
            .filter(|(stake, _)| stake.outcome == result)
            .map(|(stake, &back)| (stake.coins, back))
            .collect();
        for (stake, &back) in stakes.iter().zip(&settlement.back) {
            prop_assert!(stake.outcome == result || back == 0);
        }
        for &(coins, back) in &winners {
            let share = u128::from(coins) * total;
            let back = u128::from(back);
            prop_assert!(back >= u128::from(coins));
            prop_assert!(back * right < share + right && share < (back + 1) * right, "within a coin");
            prop_assert!(!share.is_multiple_of(right) || back == share / right, "a whole share is paid as it is");
        }
        for &(coins, back) in &winners {
            for &(other, paid) in &winners {
                prop_assert!(coins <= other || back >= paid, "more staked, not less paid");
                prop_assert!(coins != other || back.abs_diff(paid) <= 1);
            }
        }
    }

    /// Shares sum to a hundred, are never two off, and keep their order.
    #[test]
    fn every_split_is_shown_as_a_hundred(split in prop::collection::vec(0_u64..=LARGEST_POT / 3, 2..=3)) {
        let total: u128 = split.iter().copied().map(u128::from).sum();
        let shown = percents(&split);
        let sum: u32 = shown.iter().map(|share| u32::from(share.percent)).sum();
        prop_assert_eq!(sum, if total == 0 { 0 } else { 100 });
        for (&pool, share) in split.iter().zip(&shown) {
            let (pool, percent) = (u128::from(pool), u128::from(share.percent));
            prop_assert!(total == 0 || percent * total < (pool * 100) + total);
            prop_assert!(total == 0 || pool * 100 < (percent + 1) * total);
            prop_assert_eq!(share.below_one, pool > 0 && pool * 100 < total);
        }
    }
}
