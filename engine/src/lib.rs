//! The board: rules, moves, traces, notation, race and series of six two-row mancala games.
//!
//! ```
//! use engine::{Move, Preset};
//!
//! let rules = Preset::EnDodoi.ruleset();
//! let position = rules.opening_position().expect("En Dodoi has start rows");
//! let turn = position.play(&rules, &Move::sow(8)).expect("S8 is a legal opening");
//! assert_eq!(turn.trace.captured, 7);
//! ```
//!
//! The rules are those of `docs/rules.md`; `docs/referee.md` is their exact form. The shape is
//! always the same: a [`Setup`] is any arrangement and a [`Position`] a possible one, a
//! [`RulesetDraft`] is any combination of knobs and a [`Ruleset`] a possible one,
//! [`Position::play`] gives a [`Turn`] (what the board looks like and the [`Trace`] that tells
//! how it came about) or says why not ([`Illegal`]).
//!
//! There is no clock, no chance and no input or output here, and nothing of the people at the
//! board. Nothing depends on anything but `std`; the features `serde` and `export` only put
//! derives on the types.

pub mod board;
mod capture;
pub mod game;
mod landing;
pub mod moves;
pub mod notation;
pub mod offer;
pub mod outcome;
pub mod perft;
mod play;
pub mod position;
pub mod race;
pub mod ruleset;
pub mod search;
pub mod series;
pub mod setup;
pub mod side;
mod sowing;
pub mod starts;
pub mod trace;
mod wire;

pub use board::{Direction, Ring};
pub use game::Game;
pub use moves::{Illegal, Move};
pub use offer::{Choice, Offer, Preview};
pub use outcome::{Outcome, Reason, Winner};
pub use perft::perft;
pub use play::Advanced;
pub use position::Position;
pub use race::Race;
pub use ruleset::{Preset, Ruleset, RulesetDraft, RulesetProblem};
pub use series::{Series, SeriesGoal, SeriesState};
pub use setup::{OwnedPit, Setup, SetupProblem};
pub use side::{BySide, Side};
pub use sowing::Summary;
pub use starts::Starts;
pub use trace::{Lap, LapEnd, Trace, Turn};
