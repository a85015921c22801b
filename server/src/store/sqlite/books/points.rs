//! How the pools grew, in as many points as a plot can show.

use std::collections::BTreeSet;

use protocol::http::betting::PoolPoint;

/// At most `most` of these points, evenly spread. The first, the last, and of each pool the lowest and
/// the highest are always among them.
pub(super) fn thinned(points: Vec<PoolPoint>, most: usize) -> Vec<PoolPoint> {
    if points.len() <= most {
        return points;
    }
    let mut kept = landmarks(&points);
    let room = most.saturating_sub(kept.len());
    // Spread over all places: those that are kept already leave theirs to nobody.
    kept.extend((0..room).map(|step| step * points.len() / room.max(1)));
    points.into_iter().enumerate().filter(|(place, _)| kept.contains(place)).map(|(_, point)| point).collect()
}

fn landmarks(points: &[PoolPoint]) -> BTreeSet<usize> {
    let pools = points.first().map_or(0, |point| point.pools.len());
    let mut kept: BTreeSet<usize> = [0, points.len().saturating_sub(1)].into();
    for pool in 0..pools {
        let of = |place: &usize| points[*place].pools.get(pool).copied();
        kept.extend((0..points.len()).min_by_key(of));
        kept.extend((0..points.len()).max_by_key(of));
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use protocol::betting::Coins;

    use super::*;

    fn extremes(points: &[PoolPoint]) -> Vec<(Coins, Coins)> {
        (0..3)
            .map(|pool| {
                let of = || points.iter().map(move |point| point.pools[pool]);
                (of().min().unwrap(), of().max().unwrap())
            })
            .collect()
    }

    proptest! {
        #[test]
        fn a_plot_keeps_its_ends_and_its_extremes(pools in prop::collection::vec([0..9_999_u64, 0..9_999, 0..9_999], 1..2_000)) {
            let point = |(at, pools): (usize, &[u64; 3])| PoolPoint {
                at: at as u64,
                pools: pools.iter().map(|&coins| Coins::new(coins).unwrap()).collect(),
            };
            let all: Vec<PoolPoint> = pools.iter().enumerate().map(point).collect();
            let kept = thinned(all.clone(), 500);
            prop_assert!(kept.len() <= 500);
            prop_assert!(all.len() > 500 || kept.len() == all.len());
            prop_assert!(all.len() < 1_000 || kept.len() > 450, "{}", kept.len());
            prop_assert_eq!((kept.first(), kept.last()), (all.first(), all.last()));
            prop_assert_eq!(extremes(&kept), extremes(&all));
            prop_assert!(kept.windows(2).all(|two| two[0].at < two[1].at));
        }
    }
}
