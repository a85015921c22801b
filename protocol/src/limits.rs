//! Every bound that a client can meet in a room, in one place.

/// Bytes of the largest frame or message that a client may send.
pub const MESSAGE_BYTES: usize = 16 * 1024;
/// Bytes of the largest frame that the server sends: the table of a room with thousands of members,
/// hours of talk and a move of ten thousand laps. Not a bound of memory: frames are written one by
/// one, and who lets pings pile up is closed after a few.
pub const LARGEST_FRAME_BYTES: usize = 2 * 1024 * 1024;
/// Bytes of the read buffer of a socket.
pub const READ_BUFFER_BYTES: usize = 4 * 1024;
/// Nesting of the JSON that a client may send.
pub const JSON_DEPTH: usize = 8;
/// Largest whole number on the wire: what every JSON reader keeps exactly.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;
/// Messages waiting for one socket.
pub const OUT_QUEUE_MESSAGES: usize = 256;
/// Bytes waiting for one socket.
pub const OUT_QUEUE_BYTES: usize = 256 * 1024;
/// Orders waiting for one room.
pub const MAILBOX: usize = 1024;
/// Events kept in memory for resuming, a stream.
pub const RING_EVENTS: usize = 512;
/// Bytes of events kept in memory for resuming, a stream.
pub const RING_BYTES: usize = 256 * 1024;
/// Answers kept for orders sent again, a member.
pub const RESULTS_KEPT: usize = 256;
/// Sockets that one person may hold in one room.
pub const SOCKETS_PER_ROOM: usize = 5;
/// Sockets that one person may hold in all rooms.
pub const SOCKETS_PER_SESSION: usize = 10;
/// Members of one side.
pub const TEAM_MAX: u8 = 50;
/// Sockets watching one room.
pub const WATCHERS_MAX: usize = 5_000;
/// Known members of one room: both teams, everybody who ever sat or spoke.
pub const MEMBERS_MAX: usize = 2_000;
/// User-perceived characters of a chat line.
pub const CHAT_CLUSTERS: usize = 300;
/// Bytes of a chat line.
pub const CHAT_BYTES: usize = 1_200;
/// Lines of a chat kept in a snapshot.
pub const CHAT_KEPT: usize = 100;
/// Team lines shown to somebody who joins the side.
pub const TEAM_CHAT_KEPT: usize = 50;
/// Shortest name, in user-perceived characters.
pub const NAME_MIN_CLUSTERS: usize = 2;
/// Longest name, in user-perceived characters.
pub const NAME_CLUSTERS: usize = 24;
/// Bytes of a name.
pub const NAME_BYTES: usize = 64;
/// Longest room title, in user-perceived characters.
pub const TITLE_CLUSTERS: usize = 40;
/// User-perceived characters of a note on a proposal.
pub const NOTE_CLUSTERS: usize = 140;
/// Options of one ballot, whatever the room sets.
pub const OPTIONS_MAX: u8 = 64;
/// New options that one member may add to one ballot.
pub const OPTIONS_PER_MEMBER: u8 = 2;
/// Direction choices in one move.
pub const DIRECTIONS_MAX: usize = 64;
/// Milliseconds from the upgrade to `hello`.
pub const HELLO_MS: u64 = 5_000;
/// Milliseconds between pings of the server.
pub const PING_MS: u64 = 15_000;
/// Milliseconds of silence after which a socket is closed.
pub const SILENCE_MS: u64 = 45_000;
/// Milliseconds within which a begun message must be complete.
pub const MESSAGE_MS: u64 = 15_000;
/// Milliseconds that a write may stall.
pub const WRITE_STALL_MS: u64 = 10_000;
/// Milliseconds that a ticket for a socket lives.
pub const TICKET_MS: u64 = 30_000;
/// Milliseconds without a socket after which a member in `grace` is `away`.
pub const GRACE_MS: u64 = 15_000;
/// The same for a member who said good-bye: long enough for a page that is loaded again.
pub const BYE_MS: u64 = 5_000;
/// The same in a slow room.
pub const GRACE_SLOW_MS: u64 = 300_000;
/// Motions that a side may have open.
pub const MOTIONS_OPEN: usize = 3;
/// Milliseconds after which a member may move again what failed.
pub const COOLDOWN_MS: u64 = 60_000;
/// Milliseconds between two lines of one member to his side, where seventeen or more sit there.
pub const SLOW_CHAT_MS: u64 = 5_000;
/// Members from which on votes are told together.
pub const TOGETHER_FROM: usize = 9;
/// Milliseconds between two tellings of votes in a side of nine to sixteen.
pub const TOGETHER_MS: u64 = 250;
/// Members from which on a side is large: votes are told less often, chat is slow.
pub const LARGE_FROM: usize = 17;
/// Milliseconds between two tellings of votes in a large side.
pub const TOGETHER_LARGE_MS: u64 = 500;
/// User-perceived characters of a reason for a block and of a report.
pub const REASON_CLUSTERS: usize = 280;
/// Reports that a host is shown.
pub const REPORTS_KEPT: usize = 50;
/// Reports of one member in an hour.
pub const REPORTS_PER_HOUR: usize = 5;
/// Rooms that `GET /api/me/games` tells of, the newest first.
pub const MY_GAMES: usize = 100;
/// Credits that a member may use at once.
pub const CREDITS_BURST: u32 = 20;
/// Credits that come back in a second.
pub const CREDITS_PER_SECOND: u32 = 5;
/// Bad messages a minute before the socket is closed.
pub const BAD_MESSAGES_PER_MINUTE: u32 = 20;
/// Live rooms that one guest may have opened.
pub const ROOMS_PER_GUEST: usize = 3;
/// Rooms that one guest may open in an hour.
pub const ROOMS_PER_GUEST_HOUR: usize = 10;
/// Live rooms of one server.
pub const ROOMS_MAX: usize = 5_000;
/// Pieces of advice that a side keeps.
pub const ADVICE_KEPT: usize = 50;
/// User-perceived characters of a piece of advice.
pub const ADVICE_CLUSTERS: usize = 140;
/// Milliseconds between two cheers of one person.
pub const CHEER_MS: u64 = 5_000;
/// Milliseconds between two counts of cheers.
pub const CHEERS_TOLD_MS: u64 = 1_000;
/// Bets of one person in a minute.
pub const BETS_PER_MINUTE: usize = 20;
