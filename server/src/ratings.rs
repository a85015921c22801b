//! What a rated game does to the ratings of those who played it (`docs/ratings.md`). Pure: it knows
//! neither accounts nor where ratings are kept.
//!
//! A side is rated as one player, whose strength is the mean of its members, each by how much of
//! the game he was there. What that one player would win or lose by Weng and Lin goes to the
//! members: to who is less certain more of it, and to nobody for turns at which he was not there.

use engine::BySide;
use protocol::betting::Outcome;
use protocol::http::betting::RatingView;
use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams};

/// Points of the shown scale for one of the scale of the formulas: 25 is shown as 1500, and the
/// uncertainty of somebody new, 25/3, as 500.
const POINTS: f64 = 60.0;
/// Games do not make an uncertainty smaller than this (shown as 60): who becomes stronger must be
/// able to show it.
const SURE: f64 = 1.0;
/// Shown uncertainty up to which somebody is listed among the best.
pub const LISTED_UNCERTAINTY: u32 = 400;
/// Rated games from which on somebody is listed among the best.
pub const LISTED_GAMES: u32 = 5;

/// How strong somebody is held to be, on the scale of the formulas.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The strength.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
}

/// Somebody who played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Player {
    /// The rating before the game.
    pub rating: Rating,
    /// Turns of his side at which he was there.
    pub turns: u16,
}

/// The players of a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Team {
    /// Everybody who was there at a turn at least; others change nothing.
    pub players: Vec<Player>,
    /// Turns of the side.
    pub turns: u16,
}

/// A side as one player.
struct Mean {
    rating: WengLinRating,
    /// The mean of the squares of the uncertainties of its members.
    variance: f64,
    /// Sum of the shares of all members.
    shares: f64,
}

/// The ratings after a game, in the order of the players; nothing where nobody of one side was there at
/// any turn: that was no game.
#[must_use]
pub fn rate(outcome: Outcome, teams: &BySide<Team>) -> Option<BySide<Vec<Rating>>> {
    let (south, north) = (mean(&teams.south)?, mean(&teams.north)?);
    let result = match outcome {
        Outcome::South => Outcomes::WIN,
        Outcome::Draw => Outcomes::DRAW,
        Outcome::North => Outcomes::LOSS,
    };
    let config = WengLinConfig::new();
    let (south_after, north_after) = weng_lin_two_teams(&[south.rating], &[north.rating], &result, &config);
    let of = |team: &Team, mean: &Mean, after: &[WengLinRating]| {
        let after = after.first().copied().unwrap_or(mean.rating);
        team.players.iter().map(|player| moved(player, team.turns, mean, after)).collect()
    };
    Some(BySide::new(of(&teams.south, &south, &south_after), of(&teams.north, &north, &north_after)))
}

/// The share of a side's turns at which somebody was there, in whole percent; 1 at least where he
/// was there at all.
#[must_use]
pub fn presence(turns: u16, of: u16) -> u8 {
    let (turns, of) = (u32::from(turns.min(of)), u32::from(of.max(1)));
    let percent = (turns * 100 + of / 2) / of;
    u8::try_from(percent.max(u32::from(turns > 0))).unwrap_or(100)
}

impl Rating {
    /// The rating of somebody new.
    #[must_use]
    pub fn new() -> Self {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Self { mu: rating, sigma: uncertainty }
    }

    /// Changed as `from` was changed to `to`.
    #[must_use]
    pub fn moved_like(self, from: Self, to: Self) -> Self {
        let sigma = self.sigma * (to.sigma / from.sigma);
        Self { mu: self.mu + (to.mu - from.mu), sigma: sigma.max(SURE.min(self.sigma)) }
    }

    /// What an uncertainty that is shown is on the scale of the formulas, at most.
    #[must_use]
    pub fn sigma_of(shown: u32) -> f64 {
        (f64::from(shown) + 0.5) / POINTS
    }

    /// As it is shown after so many games.
    #[must_use]
    pub fn view(self, games: u32) -> RatingView {
        RatingView { rating: points(self.mu), uncertainty: points(self.sigma).unsigned_abs(), games }
    }
}

impl Default for Rating {
    fn default() -> Self {
        Self::new()
    }
}

fn mean(team: &Team) -> Option<Mean> {
    let share = |player: &Player| share(player.turns, team.turns);
    let shares: f64 = team.players.iter().map(share).sum();
    if shares <= 0.0 {
        return None;
    }
    let weighted = |value: &dyn Fn(&Player) -> f64| -> f64 {
        team.players.iter().map(|player| share(player) / shares * value(player)).sum()
    };
    let square = |player: &Player| player.rating.sigma * player.rating.sigma;
    let of_mean = weighted(&|player| share(player) / shares * square(player));
    Some(Mean {
        rating: WengLinRating { rating: weighted(&|player| player.rating.mu), uncertainty: of_mean.sqrt() },
        variance: weighted(&square),
        shares,
    })
}

/// A player after his side, taken as one player, came to `after`.
fn moved(player: &Player, turns: u16, mean: &Mean, after: WengLinRating) -> Rating {
    let Rating { mu, sigma } = player.rating;
    let share = share(player.turns, turns);
    let part = share * (sigma * sigma) / mean.variance;
    let learnt = 1.0 - (after.uncertainty / mean.rating.uncertainty).powi(2);
    let kept = (1.0 - part * share / mean.shares * learnt).clamp(0.0, 1.0);
    Rating {
        mu: part.mul_add(after.rating - mean.rating.rating, mu),
        sigma: (sigma * kept.sqrt()).max(SURE.min(sigma)),
    }
}

fn share(turns: u16, of: u16) -> f64 {
    f64::from(turns.min(of)) / f64::from(of.max(1))
}

#[allow(clippy::cast_possible_truncation, reason = "a float becomes the nearest integer there is")]
fn points(value: f64) -> i32 {
    (value * POINTS).round() as i32
}

#[cfg(test)]
mod tests {
    use engine::Side;
    use proptest::prelude::*;

    use super::*;

    fn team(turns: u16, players: &[(f64, f64, u16)]) -> Team {
        let player = |&(mu, sigma, turns): &(f64, f64, u16)| Player { rating: Rating { mu, sigma }, turns };
        Team { players: players.iter().map(player).collect(), turns }
    }

    fn new_player(turns: u16) -> Player {
        Player { rating: Rating::new(), turns }
    }

    fn shown(ratings: &[Rating]) -> Vec<(i32, u32)> {
        ratings.iter().map(|rating| rating.view(1)).map(|view| (view.rating, view.uncertainty)).collect()
    }

    #[test]
    fn the_scale_begins_at_1500_and_500() {
        assert_eq!(Rating::new().view(0), RatingView { rating: 1500, uncertainty: 500, games: 0 });
    }

    /// The first game of two new players, by the formulas of the paper: c^2 = 2 beta^2 + 2 sigma^2,
    /// the winner gains sigma^2 / c / 2 = 2.635.
    #[test]
    fn two_new_players_part_by_316_points() {
        let teams = BySide::new(team(9, &[(25.0, 25.0 / 3.0, 9)]), team(8, &[(25.0, 25.0 / 3.0, 8)]));
        let after = rate(Outcome::South, &teams).unwrap();
        assert_eq!(shown(&after.south), [(1658, 484)]);
        assert_eq!(shown(&after.north), [(1342, 484)]);
        assert_eq!(
            rate(Outcome::Draw, &teams).unwrap().south,
            [Rating { sigma: after.south[0].sigma, ..Rating::new() }]
        );
    }

    #[test]
    fn a_member_of_a_big_side_moves_less_and_who_came_late_less_still() {
        let alone = Team { players: vec![new_player(10)], turns: 10 };
        let many =
            Team { players: vec![new_player(10), new_player(10), new_player(10), new_player(5)], turns: 10 };
        let after = rate(Outcome::South, &BySide::new(many, alone)).unwrap();
        let gains: Vec<f64> = after.south.iter().map(|rating| rating.mu - 25.0).collect();
        assert!(gains[0] > 0.0 && gains[0] < 1.2, "{gains:?}");
        assert!((gains[3] - gains[0] / 2.0).abs() < 1e-9, "half of the turns, half of the change: {gains:?}");
        assert!(after.south[3].sigma > after.south[0].sigma);
    }

    #[test]
    fn sides_of_different_size_are_held_to_be_equal() {
        let one = || Team { players: vec![new_player(10)], turns: 10 };
        let four = Team { players: vec![new_player(10); 4], turns: 10 };
        let after = rate(Outcome::Draw, &BySide::new(four, one())).unwrap();
        assert_eq!(after.north[0].mu, 25.0, "a draw of equals tells nothing");
        assert!(after.south.iter().all(|rating| (rating.mu - 25.0).abs() < 1e-9));
    }

    #[test]
    fn presence_is_told_in_percent() {
        for (turns, of, percent) in
            [(0, 9, 0), (9, 9, 100), (1, 3, 33), (2, 3, 67), (1, 500, 1), (12, 9, 100), (0, 0, 0)]
        {
            assert_eq!(presence(turns, of), percent, "{turns} of {of}");
        }
    }

    fn any_team() -> impl Strategy<Value = Team> {
        let players = prop::collection::vec((-80.0..120.0f64, 0.5..9.0f64, 0..60u16), 1..9);
        (players, 1..60u16).prop_map(|(players, turns)| team(turns, &players))
    }

    fn any_outcome() -> impl Strategy<Value = Outcome> {
        prop::sample::select(Outcome::ALL.to_vec())
    }

    fn other(outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::South => Outcome::North,
            Outcome::Draw => Outcome::Draw,
            Outcome::North => Outcome::South,
        }
    }

    fn changes(team: &Team, after: &[Rating]) -> Vec<f64> {
        team.players.iter().zip(after).map(|(player, after)| after.mu - player.rating.mu).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn no_winner_falls_and_no_loser_rises(south in any_team(), north in any_team()) {
            let teams = BySide::new(south, north);
            let Some(after) = rate(Outcome::North, &teams) else { return Ok(()) };
            prop_assert!(changes(&teams.north, &after.north).iter().all(|change| *change >= 0.0));
            prop_assert!(changes(&teams.south, &after.south).iter().all(|change| *change <= 0.0));
        }

        #[test]
        fn sides_are_alike(south in any_team(), north in any_team(), outcome in any_outcome()) {
            let there = rate(outcome, &BySide::new(south.clone(), north.clone()));
            let back = rate(other(outcome), &BySide::new(north, south));
            let (Some(there), Some(back)) = (&there, &back) else {
                prop_assert_eq!(there.is_some(), back.is_some());
                return Ok(());
            };
            for (a, b) in there.south.iter().zip(&back.north).chain(there.north.iter().zip(&back.south)) {
                prop_assert!((a.mu - b.mu).abs() < 1e-9 && (a.sigma - b.sigma).abs() < 1e-9, "{a:?} {b:?}");
            }
        }

        /// A side together never gets or loses more than its least certain member could alone.
        #[test]
        fn what_a_side_gains_is_bounded(south in any_team(), north in any_team(), outcome in any_outcome()) {
            let teams = BySide::new(south, north);
            let Some(after) = rate(outcome, &teams) else { return Ok(()) };
            for side in [Side::South, Side::North] {
                let sigma = teams[side].players.iter().map(|player| player.rating.sigma).fold(0.0, f64::max);
                let most = sigma * sigma / (2.0f64.sqrt() * 25.0 / 6.0);
                let sum: f64 = changes(&teams[side], &after[side]).iter().map(|change| change.abs()).sum();
                prop_assert!(sum <= most + 1e-9, "{sum} > {most}");
            }
        }

        #[test]
        fn who_was_not_there_is_not_moved(south in any_team(), north in any_team(), outcome in any_outcome()) {
            let teams = BySide::new(south, north);
            let Some(after) = rate(outcome, &teams) else { return Ok(()) };
            for side in [Side::South, Side::North] {
                for (player, after) in teams[side].players.iter().zip(&after[side]) {
                    prop_assert!(after.mu.is_finite() && after.sigma > 0.0);
                    prop_assert!(after.sigma <= player.rating.sigma, "nobody becomes less certain");
                    if player.turns == 0 {
                        prop_assert_eq!(*after, player.rating);
                    }
                }
            }
            let nobody = Team { players: vec![new_player(0)], turns: 5 };
            prop_assert_eq!(rate(outcome, &BySide::new(teams.south.clone(), nobody)), None);
        }

        #[test]
        fn a_draw_brings_sides_nearer(south in any_team(), north in any_team()) {
            let teams = BySide::new(south, north);
            let (Some(south), Some(north)) = (mean(&teams.south), mean(&teams.north)) else { return Ok(()) };
            let Some(after) = rate(Outcome::Draw, &teams) else { return Ok(()) };
            let weaker = if south.rating.rating < north.rating.rating { Side::South } else { Side::North };
            prop_assert!(changes(&teams[weaker], &after[weaker]).iter().all(|change| *change >= 0.0));
            let stronger = weaker.other();
            prop_assert!(changes(&teams[stronger], &after[stronger]).iter().all(|change| *change <= 0.0));
        }

        /// Twice the turns of everybody, and twice the turns of the side, is the same game.
        #[test]
        fn only_the_share_of_the_turns_counts(south in any_team(), north in any_team(), outcome in any_outcome()) {
            let doubled = |team: &Team| Team {
                players: team.players.iter().map(|p| Player { turns: p.turns * 2, ..*p }).collect(),
                turns: team.turns * 2,
            };
            let teams = BySide::new(south, north);
            let twice = BySide::new(doubled(&teams.south), doubled(&teams.north));
            prop_assert_eq!(rate(outcome, &teams), rate(outcome, &twice));
        }
    }
}
