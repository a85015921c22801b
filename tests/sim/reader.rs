//! Reading frames as a page does, once for all who get the same.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use protocol::{ServerFrame, Stream};
use server::rooms::Frame;

use crate::mirror::SECRET;

/// Frames that are remembered before all are forgotten.
const KEPT: usize = 512;

/// A frame that was read.
pub(crate) struct Read {
    pub(crate) frame: ServerFrame,
    /// Whether its events were held against the log.
    pub(crate) sound: Cell<bool>,
    /// Keeps the bytes where they are, so that no other frame can be taken for this one.
    _bytes: Frame,
}

/// What reads frames.
#[derive(Default)]
pub(crate) struct Reader(BTreeMap<(usize, usize), Rc<Read>>);

impl Reader {
    pub(crate) fn read(&mut self, frame: &Frame) -> Rc<Read> {
        let place = (frame.as_bytes().as_ptr().addr(), frame.len());
        if let Some(read) = self.0.get(&place) {
            return Rc::clone(read);
        }
        if self.0.len() >= KEPT {
            self.0.clear();
        }
        let text = std::str::from_utf8(frame.as_bytes()).expect("a frame is text");
        let read: ServerFrame = serde_json::from_str(text)
            .unwrap_or_else(|error| panic!("a frame that no page can read: {error}: {text}"));
        assert!(is_of_a_side(&read) || !text.contains(SECRET), "R16: a secret where others read: {text}");
        let read = Rc::new(Read { frame: read, sound: Cell::new(false), _bytes: frame.clone() });
        self.0.insert(place, Rc::clone(&read));
        read
    }
}

const fn is_of_a_side(frame: &ServerFrame) -> bool {
    match frame {
        ServerFrame::Snap(snapshot) => matches!(snapshot, protocol::Snapshot::Team { .. }),
        ServerFrame::Events { s, .. } => matches!(s, Stream::South | Stream::North),
        _ => false,
    }
}
