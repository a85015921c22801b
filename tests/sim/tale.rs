//! The last lines of a story, for whoever must understand a failure.

use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;

/// Lines that are kept.
const KEPT: usize = 80;
/// Letters of a line that are kept.
const LONGEST: usize = 600;

thread_local! {
    static TALE: RefCell<Option<VecDeque<String>>> = const { RefCell::new(None) };
}

/// Tell a story once more, only for its last lines.
pub(crate) fn of(story: impl FnOnce() + std::panic::UnwindSafe) -> Vec<String> {
    TALE.set(Some(VecDeque::new()));
    let why = std::panic::catch_unwind(story).err().map(|why| words(&*why));
    let lines = TALE.take().unwrap_or_default();
    lines.into_iter().chain(why).collect()
}

/// What a panic says.
fn words(why: &(dyn Any + Send)) -> String {
    let text =
        why.downcast_ref::<String>().map(String::as_str).or_else(|| why.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without words").to_owned()
}

/// A line, if somebody wants to hear it.
pub(crate) fn say(line: impl FnOnce() -> String) {
    TALE.with_borrow_mut(|tale| {
        if let Some(tale) = tale {
            if tale.len() == KEPT {
                tale.pop_front();
            }
            tale.push_back(line().chars().take(LONGEST).collect());
        }
    });
}
