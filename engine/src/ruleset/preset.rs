//! The named bundles of knobs: the six games and their sourced variants.

use super::{
    CaptureLap, Chain, Layout, Opening, OwnSeed, Privilege, Remaining, Ruleset, RulesetDraft, SingleSeed,
    Sowing, SpecialPit,
};

/// A named ruleset (`docs/referee.md` 4.1, `docs/rules.md` part 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Preset {
    /// Enkeshui: bulls, capture on the first lap only, direction privilege, opening race.
    Enkeshui,
    /// Enkeshui after Russ 1984: captures on any lap, no privilege, no race.
    EnkeshuiRuss,
    /// En Gehé: two rows of fifty.
    EnGehe,
    /// En Dodoi: the base of all the others.
    EnDodoi,
    /// Cross-Endodoi: the number of seeds decides the direction of every lap.
    CrossEndodoi,
    /// Ndoto: lone seeds step into empty pits only, the capturing seed stays.
    Ndoto,
    /// Layli Goobalay, short board.
    LayliGoobalay,
    /// Layli Goobalay after Marin 1931: twelve pits, clockwise, fixed first pit.
    LayliMarin,
    /// Layli Goobalay of Gabradarre: five seeds a pit.
    LayliGabradarre,
}

impl Preset {
    /// Every preset.
    pub const ALL: &'static [Self] = &[
        Self::Enkeshui,
        Self::EnkeshuiRuss,
        Self::EnGehe,
        Self::EnDodoi,
        Self::CrossEndodoi,
        Self::Ndoto,
        Self::LayliGoobalay,
        Self::LayliMarin,
        Self::LayliGabradarre,
    ];

    /// Its name on the wire: `"enkeshui-russ"`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Enkeshui => "enkeshui",
            Self::EnkeshuiRuss => "enkeshui-russ",
            Self::EnGehe => "en-gehe",
            Self::EnDodoi => "en-dodoi",
            Self::CrossEndodoi => "cross-endodoi",
            Self::Ndoto => "ndoto",
            Self::LayliGoobalay => "layli-goobalay",
            Self::LayliMarin => "layli-marin",
            Self::LayliGabradarre => "layli-gabradarre",
        }
    }

    /// The preset with that [`id`](Self::id).
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|preset| preset.id() == id)
    }

    /// Its knobs, to change some of them.
    #[must_use]
    pub fn draft(self) -> RulesetDraft {
        let base = RulesetDraft::default();
        match self {
            Self::Enkeshui => RulesetDraft {
                setup: Layout::EightA,
                opening: Opening::Race,
                direction_privilege: Privilege::PerLap,
                capture_lap: CaptureLap::FirstLapOnly,
                chain: Chain::EmptyRun,
                special_pit: SpecialPit::Bull,
                ..base
            },
            Self::EnkeshuiRuss => RulesetDraft {
                setup: Layout::EightB,
                opening: Opening::Free,
                direction_privilege: Privilege::Off,
                capture_lap: CaptureLap::AnyLap,
                ..Self::Enkeshui.draft()
            },
            Self::EnGehe => RulesetDraft { pits: 50, ..base },
            Self::EnDodoi => base,
            Self::CrossEndodoi => RulesetDraft { pits: 6, direction: Sowing::Parity, ..base },
            Self::Ndoto => RulesetDraft {
                seeds_per_pit: 2,
                own_seed: OwnSeed::Never,
                single_seed: SingleSeed::ToEmpty,
                remaining: Remaining::PitOwner,
                stop_at_majority: true,
                ..base
            },
            Self::LayliGoobalay => RulesetDraft { pits: 6, special_pit: SpecialPit::Uur, ..base },
            Self::LayliMarin => RulesetDraft {
                pits: 12,
                direction: Sowing::Cw,
                opening: Opening::FixedPit,
                ..Self::LayliGoobalay.draft()
            },
            Self::LayliGabradarre => RulesetDraft { seeds_per_pit: 5, ..Self::LayliGoobalay.draft() },
        }
    }

    /// The knobs for another size; see [`Ruleset::with_size`].
    #[must_use]
    pub fn draft_with_size(self, pits: Option<u8>, seeds_per_pit: Option<u8>) -> RulesetDraft {
        let mut draft = self.draft();
        if let Some(seeds) = seeds_per_pit {
            draft.seeds_per_pit = seeds;
        }
        if let Some(pits) = pits {
            draft.pits = pits;
            if draft.setup != Layout::Uniform {
                draft.setup = match pits {
                    8 => draft.setup,
                    10 => Layout::TenR,
                    12 => Layout::Twelve,
                    _ => Layout::Open,
                };
            }
        }
        draft
    }

    /// The ruleset as it stands.
    #[must_use]
    pub fn ruleset(self) -> Ruleset {
        // A unit test checks that every preset's draft passes.
        Ruleset(self.draft())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_goes_together_and_is_found_by_its_name() {
        for &preset in Preset::ALL {
            assert_eq!(preset.draft().check(), Ok(preset.ruleset()));
            assert_eq!(Preset::from_id(preset.id()), Some(preset));
        }
        assert_eq!(Preset::from_id("bao"), None);
    }

    #[test]
    fn enkeshui_finds_its_layout_for_eight_ten_and_twelve_pits() {
        let rows = |pits| Ruleset::with_size(Preset::Enkeshui, Some(pits), None).unwrap();
        for pits in [8, 10, 12] {
            let total: u16 = rows(pits).start_rows().unwrap().iter().flat_map(|(_, row)| row).sum();
            assert_eq!(total, 48, "{pits}");
        }
        assert_eq!(rows(7).start_rows(), None);
    }
}
