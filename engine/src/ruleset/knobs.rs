//! The knobs that are words, each with its values, its default first, and their names on the
//! wire (`docs/referee.md` 4.2).

macro_rules! knob {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $value:ident = $id:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
        pub enum $name { $($(#[$vdoc])* #[cfg_attr(feature = "serde", serde(rename = $id))] $value),+ }

        impl $name {
            /// The word for this value on the wire.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$value => $id),+ }
            }

            /// The value with that word.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                match id { $($id => Some(Self::$value),)+ _ => None }
            }
        }
    };
}

knob! {
    /// What is special about the start of a game.
    Opening {
        /// The side to move starts from any pit.
        #[default] Free = "free",
        /// A race decides who starts and from what position; a turn is as in `Free`.
        Race = "race",
        /// On the first turn only the rightmost pit with free seeds may start.
        FixedPit = "fixed_pit",
    }
}
knob! {
    /// Which way laps are sown.
    Sowing {
        /// Counterclockwise.
        #[default] Ccw = "ccw",
        /// Clockwise.
        Cw = "cw",
        /// Before every lap: an odd number of seeds in the pit goes clockwise, an even one
        /// counterclockwise.
        Parity = "parity",
    }
}
knob! {
    /// When a mover may choose the direction of later laps.
    Privilege {
        /// Never.
        #[default] Off = "off",
        /// Once a single lap has dropped a seed into every opponent pit.
        PerLap = "per_lap",
        /// Once the laps of the turn together have.
        PerTurn = "per_turn",
    }
}
knob! {
    /// Whether sowing goes on from the pit of the last seed.
    Relay {
        /// Until a lap ends in an empty pit.
        #[default] ToEmpty = "to_empty",
        /// A turn has one lap.
        Off = "off",
    }
}
knob! {
    /// When a pit of one seed may start.
    SingleSeed {
        /// Always.
        #[default] Free = "free",
        /// If that seed falls into an empty pit.
        ToEmpty = "to_empty",
        /// If that seed falls into an empty pit and every filled own pit (bulls aside) holds one.
        AllSingleToEmpty = "all_single_to_empty",
        /// If every filled own pit (bulls aside) holds one.
        OnlyIfAllSingle = "only_if_all_single",
    }
}
knob! {
    /// What the first lap of a start must do.
    StartFilter {
        /// Anything.
        #[default] Any = "any",
        /// Drop a seed into the other row, or its last seed into an empty pit.
        MustReach = "must_reach",
    }
}
knob! {
    /// Which laps may take anything.
    CaptureLap {
        /// Every lap.
        #[default] AnyLap = "any_lap",
        /// Lap one only.
        FirstLapOnly = "first_lap_only",
    }
}
knob! {
    /// When the capturing seed is taken.
    OwnSeed {
        /// With a capture.
        #[default] OnCapture = "on_capture",
        /// With a capture, and also when the facing pit is empty.
        Always = "always",
        /// Never.
        Never = "never",
    }
}
knob! {
    /// Whether a capture goes on along the row.
    Chain {
        /// It does not.
        #[default] None = "none",
        /// Through own empty pits that face seeds.
        EmptyRun = "empty_run",
    }
}
knob! {
    /// Whether there are pits that a side owns for good.
    SpecialPit {
        /// There are none.
        #[default] None = "none",
        /// Bulls, made by the last seeds of a lap.
        Bull = "bull",
        /// Uurs, made where a capture would have taken exactly three.
        Uur = "uur",
    }
}
knob! {
    /// In which rows a lap makes bulls.
    BullRows {
        /// In both.
        #[default] Both = "both",
        /// In the mover's row; a pair needs both of its pits there.
        Own = "own",
    }
}
knob! {
    /// Which bulls sowing drops seeds into.
    SowIntoSpecial {
        /// All of them.
        #[default] All = "all",
        /// The mover's; those of the other side are passed over.
        SkipOpponents = "skip_opponents",
        /// None; all are passed over.
        SkipAll = "skip_all",
    }
}
knob! {
    /// Whether seeds may be laid anew instead of a turn.
    SpecialMove {
        /// No.
        #[default] Off = "off",
        /// Once a game for each side.
        OncePerSide = "once_per_side",
        /// As often as wanted.
        Free = "free",
    }
}
knob! {
    /// Whose lack of starts ends a game.
    EndCheck {
        /// That of the side to move.
        #[default] AtTurnStart = "at_turn_start",
        /// That of either side.
        AfterAnyMove = "after_any_move",
    }
}
knob! {
    /// Who gets the free seeds when a side is stuck.
    Remaining {
        /// The side that is not stuck gets them all.
        #[default] OtherSide = "other_side",
        /// Each side gets those of its own row.
        PitOwner = "pit_owner",
    }
}
knob! {
    /// What an endless start does.
    Endless {
        /// It is not legal.
        #[default] Illegal = "illegal",
        /// It is legal and ends the game.
        EndsGame = "ends_game",
        /// It is legal, leaves the board as it was and costs the turn.
        Pass = "pass",
    }
}
