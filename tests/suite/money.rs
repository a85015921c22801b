//! Money: what others were reported to lose, double or give away, tried on ours; every coin is
//! where the books say, whatever is cut, killed, sent twice or sent too late. `m05_…` is the test of
//! row 5 of the bets in `docs/defects.md`, `k07_…` that of row K7 there, and `w9_…` a story of one
//! wallet.

mod age;
pub(crate) mod booth;
mod crash;
mod farm;
mod forms;
mod k_gate;
mod k_races;
mod k_verbs;
mod k_voids;
mod limits;
mod lock;
mod purse;
mod reports;
mod rush;
mod scopes;
mod sockets;
mod tabs;
mod wallet;
