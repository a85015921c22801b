//! The last lines of a story, for whoever must understand a failure.

use std::cell::RefCell;
use std::collections::VecDeque;

/// Lines that are kept.
const KEPT: usize = 80;

thread_local! {
    static TALE: RefCell<Option<VecDeque<String>>> = const { RefCell::new(None) };
}

/// Tell a story once more, only for its last lines.
pub(crate) fn of(story: impl FnOnce() + std::panic::UnwindSafe) -> Vec<String> {
    TALE.set(Some(VecDeque::new()));
    let _ = std::panic::catch_unwind(story);
    TALE.take().unwrap_or_default().into()
}

/// A line, if somebody wants to hear it.
pub(crate) fn say(line: impl FnOnce() -> String) {
    TALE.with_borrow_mut(|tale| {
        if let Some(tale) = tale {
            if tale.len() == KEPT {
                tale.pop_front();
            }
            tale.push_back(line());
        }
    });
}
