//! `sindillo verify`: every room's log is read, checked and folded. It may run beside a server.

use std::path::Path;

use protocol::RoomId;
use serde::Serialize;

use crate::rooms::{Checked, check};
use crate::store::sqlite::Sqlite;
use crate::store::{Store, StoreError};

/// What was found.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    /// Rooms that were read.
    rooms: usize,
    /// Entries of all of them.
    entries: usize,
    /// Events in these entries.
    events: usize,
    /// Rooms that are not whole.
    damaged: Vec<Damage>,
}

#[derive(Debug, Serialize)]
struct Damage {
    room: String,
    why: String,
}

impl Report {
    /// Whether every room is whole.
    pub(super) fn is_clean(&self) -> bool {
        self.damaged.is_empty()
    }
}

/// Check every room.
pub(super) async fn run(data: &Path) -> anyhow::Result<Report> {
    let store = Sqlite::look(data).await?;
    let mut report = Report::default();
    for room in store.all_rooms().await? {
        report.rooms += 1;
        match read(&store, &room).await {
            Ok(Checked { entries, events }) => {
                report.entries += entries;
                report.events += events;
            }
            Err(error) => report.damaged.push(Damage { room: room.to_string(), why: error.to_string() }),
        }
    }
    Ok(report)
}

async fn read(store: &Sqlite, room: &RoomId) -> Result<Checked, StoreError> {
    let log = store.log(room).await?;
    check(&log.ok_or_else(|| StoreError::Damaged("it is gone".to_owned()))?)
}
