//! Whoever logs an error tells of something that must not happen: a room that failed, a timer that
//! did nothing, a log that cannot be read. Here it is heard.

use std::cell::RefCell;
use std::fmt::{Debug, Write};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Level, Metadata, Subscriber};

thread_local! {
    static HEARD: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Listen on this thread until the guard is dropped.
pub(crate) fn listen() -> DefaultGuard {
    HEARD.take();
    tracing::subscriber::set_default(Ear)
}

/// What was heard since this was asked last.
pub(crate) fn heard() -> Vec<String> {
    HEARD.take()
}

struct Ear;

struct Words(String);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

impl Subscriber for Ear {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut words = Words(String::new());
        event.record(&mut words);
        HEARD.with_borrow_mut(|heard| heard.push(words.0));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
