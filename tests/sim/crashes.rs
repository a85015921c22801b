//! The machine stops at every append of a match, one after the other: before it is written, and
//! when it is written and nobody has been told.

use crate::dice::Dice;
use crate::disk::Mishap;
use crate::plan::{Fault, Persona, Plan};
use crate::story::{Told, tell_with};

/// A short match in which only lines are cut, so that a stop meets everything else as it is.
fn short(seed: u64, stop: Option<(u64, Mishap)>) -> Told {
    let mut dice = Dice::new(seed);
    let mut plan = Plan::of(&mut dice);
    (plan.south, plan.north, plan.watchers) = (2, 1, 1);
    plan.faults = vec![Fault::Cut, Fault::Again];
    plan.personas = vec![Persona::Honest, Persona::DoubleClicker];
    (plan.seated, plan.steps, plan.plies) = (true, 30, 3);
    tell_with(seed, plan, dice, false, stop)
}

#[test]
fn a_stop_at_any_append_loses_nothing_that_was_said() {
    let mut stops = 0;
    for seed in 1..=2 {
        let appends = short(seed, None).appends;
        // The first append opens the room, before anybody is there.
        for append in 2..=appends {
            for how in [Mishap::CrashBefore, Mishap::CrashAfter] {
                let told = short(seed, Some((append, how)));
                let met = told.figures.get("crash at an append");
                assert_eq!(met, 1, "seed {seed}, append {append}, {how:?}: the machine was to stop");
                stops += 1;
            }
        }
    }
    println!("{stops} stops");
}
