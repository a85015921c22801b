// Written by `./x codegen` from the protocol crate. Do not edit.

export const SUBPROTOCOL = "sindillo.v1.json";
export const PROTO_MINOR = 2;
export const MESSAGE_BYTES = 16384;
export const RECORD_BYTES = 2097152;
export const CHAT_CLUSTERS = 300;
export const CHAT_KEPT = 100;
export const TEAM_CHAT_KEPT = 50;
export const NAME_MIN_CLUSTERS = 2;
export const NAME_CLUSTERS = 24;
export const TITLE_CLUSTERS = 40;
export const NOTE_CLUSTERS = 140;
export const TEAM_MAX = 50;
export const REASON_CLUSTERS = 280;
export const REPORTS_KEPT = 50;
export const MOTIONS_OPEN = 3;
export const LARGE_FROM = 17;
export const ADVICE_KEPT = 50;
export const ADVICE_CLUSTERS = 140;
export const CHEER_MS = 5000;
export const CLOSE = {
  done: 1000,
  going_away: 1001,
  protocol: 1002,
  not_text: 1003,
  not_utf8: 1007,
  too_big: 1009,
  internal: 1011,
  bad_session: 4400,
  unauthorized: 4401,
  banned: 4403,
  no_room: 4404,
  slow_consumer: 4408,
  replaced: 4409,
  upgrade: 4426,
  flood: 4429,
  draining: 4503,
} as const;
export const FINAL_CLOSE: readonly number[] = [4401, 4403, 4404, 4409, 4426];
export const BOUNDS = {
  "team_max": [1, 50],
  "decision.vote_ms": [1000, 1209600000],
  "decision.runoff_ms": [1000, 1209600000],
  "decision.consent_ms": [0, 86400000],
  "decision.tries_max": [0, 10],
  "decision.takebacks_max": [0, 20],
  "decision.council": [3, 7],
  "stand.delay_ms": [0, 86400000],
  "stand.delay_plies": [0, 20],
  "clock.per_move.ms": [1000, 3600000],
  "clock.bank.ms": [1000, 43200000],
  "clock.bank.increment_ms": [0, 600000],
  "clock.byo_yomi.ms": [1000, 43200000],
  "clock.byo_yomi.periods": [1, 20],
  "clock.byo_yomi.period_ms": [1000, 3600000],
  "clock.slow.ms": [60000, 1209600000],
} as const;

/**
 * `GET /api/admin/abuse`: what an administrator should look at. Nothing in it is proof.
 */
export type AbuseReport = {
/**
 * Pairs of accounts that often meet with opposite stakes.
 */
opposed: Array<Suspicion>,
/**
 * Accounts that win mostly with one host or one player.
 */
favoured: Array<Suspicion>,
/**
 * Bets from addresses that are shared with somebody who sat.
 */
shared_address: Array<Suspicion>,
/**
 * Payouts of more than twenty times the stake.
 */
long_odds: Array<Suspicion>,
/**
 * Matches that were given up soon after the lock.
 */
thrown: Array<Suspicion>,
/**
 * Hosts whose markets often end void.
 */
void_hosts: Array<Suspicion>, };

/**
 * The account of a visitor, part of [`super::Session`].
 */
export type AccountView = {
/**
 * What one signs in with; nothing where only a key or a provider leads to it.
 */
login: string | null,
/**
 * Milliseconds since the Unix epoch.
 */
since: number,
/**
 * Whether a password leads to it.
 */
password: boolean,
/**
 * How many passkeys lead to it.
 */
passkeys: number,
/**
 * Whether the identity provider of this server leads to it.
 */
provider: boolean,
/**
 * Whether the person looks after this server.
 */
admin: boolean, };

/**
 * Body of `POST /api/admin/betting`. Every act needs a reason, which is public.
 */
export type AdminAct = {
/**
 * Made by the client, so that an act that is sent again is not done again.
 */
key: string,
/**
 * What.
 */
act: AdminVerb,
/**
 * Why: 10 to 280 characters.
 */
reason: string, };

/**
 * What an administrator may do.
 */
export type AdminVerb = { "type": "pause",
/**
 * The room.
 */
room: RoomId,
/**
 * Stopped or not.
 */
on: boolean, } | { "type": "void",
/**
 * The room.
 */
room: RoomId, } | { "type": "adjust",
/**
 * The account's name; or `#` and its number in the books; or its holder's identity.
 */
login: string,
/**
 * How many.
 */
amount: Coins,
/**
 * Whether they are taken.
 */
taken: boolean, } | { "type": "ban",
/**
 * The account's name; or `#` and its number in the books; or its holder's identity.
 */
login: string,
/**
 * Banned or not.
 */
on: boolean, };

/**
 * Advice from outside.
 */
export type AdviceRow = {
/**
 * The game.
 */
game: number,
/**
 * The ply that it is about.
 */
ply: number,
/**
 * Who.
 */
by: MemberId,
/**
 * When.
 */
at: number,
/**
 * A pit of the side's row, counted from 1.
 */
pit: number | null,
/**
 * What.
 */
text: string, };

/**
 * A move of a line.
 */
export type AnalysedMove = {
/**
 * The move.
 */
move: Move,
/**
 * The position after it.
 */
after: Position,
/**
 * The story of it.
 */
trace: Trace, };

/**
 * What was found.
 */
export type Analysis = {
/**
 * Plies that were looked at in full.
 */
depth: number,
/**
 * Turns played out plus their laps.
 */
work: number,
/**
 * The best moves, best first; nothing when the game is over.
 */
lines: Array<Line>, };

/**
 * Answer of `POST /api/analysis`.
 */
export type AnalysisReply = {
/**
 * The position the line begins with.
 */
start: Position,
/**
 * The moves that could be played, in canonical form.
 */
moves: Array<Move>,
/**
 * The last of them with their stories; of a line with very many laps only the newest have one.
 */
told: Array<AnalysedMove>,
/**
 * The first move that cannot be played: the line ends before it.
 */
fault: LineFault | null,
/**
 * The position at the end of the line.
 */
position: Position,
/**
 * The same as text.
 */
text: string,
/**
 * What may be played there.
 */
legal: Array<Offer>,
/**
 * How the game ends there, if it does.
 */
outcome: Ending | null,
/**
 * What the engine finds there, where it was asked for and may be told.
 */
analysis: Analysis | null,
/**
 * Lines of play are kept back: the asker sits in a rated game that is being played.
 */
barred: boolean, };

/**
 * Body of `POST /api/analysis`.
 */
export type AnalysisRequest = {
/**
 * The game.
 */
game: GameChoice,
/**
 * The position the line begins with, as text (`docs/rules.md`, notation); the opening when it
 * is left out.
 */
from: string | null,
/**
 * The moves, in their notation, with a space between two; at most [`LINE_MOVES`].
 */
moves: string,
/**
 * Of how many of the last moves the story is told.
 */
tell: number,
/**
 * How many lines of play are looked for where the line ends, at most [`LINES_MAX`].
 */
lines: number, };

/**
 * The answer to an order or a question.
 */
export type Answer = { "type": "ok" } | { "type": "err",
/**
 * Why.
 */
err: Refusal,
/**
 * What to do.
 */
retry: Retry, } | { "type": "bet" } & TicketView | { "type": "trace",
/**
 * What it would do.
 */
trace: Trace,
/**
 * The position after it.
 */
after: Position, };

/**
 * An order or a question as a client writes it.
 */
export type Asked<T> = {
/**
 * Its identity.
 */
c: Cid,
/**
 * The present as the asker sees it.
 */
at?: At, } & T;

/**
 * What the asker believes to be the present; a mismatch is refused as `stale`.
 */
export type At = {
/**
 * The game of the match, from 1.
 */
game: number,
/**
 * The ply to be played, from 1.
 */
ply: number,
/**
 * Tries laid in this turn so far, the one on the board included.
 */
tries: number,
/**
 * Moves that were taken back in this game so far, of both sides.
 */
back: number, };

/**
 * What an administrator did.
 */
export type AuditKind = "pause" | "resume" | "void" | "adjust" | "ban" | "unban";

/**
 * A line of `GET /api/audit`, newest first: what administrators did to the books. Public.
 */
export type AuditRow = {
/**
 * When.
 */
at: number,
/**
 * What.
 */
what: AuditKind,
/**
 * In which market, by its opaque number.
 */
market: number | null,
/**
 * About which account, by its opaque number.
 */
account: number | null,
/**
 * How many coins were given, or taken where `taken`.
 */
amount: Coins | null,
/**
 * Whether `amount` was taken.
 */
taken: boolean,
/**
 * Why, in the words of the administrator.
 */
reason: string, };

/**
 * A ballot of one side, counted from 1 in each room and for each side apart, so that the other
 * side cannot read from the numbers how often a team voted.
 */
export type BallotId = number;

/**
 * What a ballot is for.
 */
export type BallotKind = "first" | "run_off";

/**
 * What came of a ballot.
 */
export type BallotResult = { "type": "won",
/**
 * The move.
 */
move: Move,
/**
 * By its votes, by the hand's vote, or by the last link of the tie chain.
 */
by: WonBy, } | { "type": "run_off" } | { "type": "too_few" } | { "type": "laid" } | { "type": "void" };

/**
 * A ballot.
 */
export type BallotView = {
/**
 * Which.
 */
ballot: BallotId,
/**
 * First ballot or run-off.
 */
kind: BallotKind,
/**
 * Who may vote; struck members are gone from it.
 */
roll: Array<MemberId>,
/**
 * The options in the order in which they came up. One without voters stays only with a
 * written proposal.
 */
options: Array<OptionView>,
/**
 * Whether only the listed options may be voted for.
 */
options_fixed: boolean,
/**
 * Before this it does not close early.
 */
earliest: number,
/**
 * When it ends at the latest.
 */
deadline: number | null,
/**
 * When it closes, if it is about to.
 */
closing: number | null,
/**
 * Until when only the hand may lay, in a fallback.
 */
hand_until: number | null,
/**
 * Members whose voices count now.
 */
effective: number,
/**
 * Votes that decide now.
 */
need: number,
/**
 * What the side sees of it while it is open.
 */
visibility: VoteVisibility,
/**
 * Whether votes are told together.
 */
together: boolean,
/**
 * Members who have voted, as last told.
 */
voted: number, };

/**
 * Who wanted that a member is silent or gone.
 */
export type BanReason = "host" | "side";

/**
 * Why one may not bet, or not like this.
 */
export type BetBar = { "type": "betting_off" } | { "type": "bettor_banned" } | { "type": "wallet_scope" } | { "type": "account_too_new",
/**
 * From when on it is not.
 */
at: number, } | { "type": "is_participant" } | { "type": "has_authority" } | { "type": "shared_address" } | { "type": "market_suspended",
/**
 * Why.
 */
why: SuspendReason, } | { "type": "market_locked" } | { "type": "market_closed" } | { "type": "stake_out_of_range",
/**
 * The smallest.
 */
min: Coins,
/**
 * The largest.
 */
max: Coins, } | { "type": "insufficient_funds",
/**
 * What it holds, the stake that is placed included.
 */
free: Coins, } | { "type": "idempotency_conflict" } | { "type": "pot_limit" } | { "type": "no_such_outcome" } | { "type": "too_many_changes",
/**
 * How often.
 */
most: number, };

/**
 * A line of `GET /api/me/bets`, newest first; `?before=` the last `seq` goes on.
 */
export type BetRow = {
/**
 * Its place.
 */
seq: number,
/**
 * When it was last changed.
 */
at: number,
/**
 * The room.
 */
room: RoomId,
/**
 * What the room was called.
 */
title: string,
/**
 * The game.
 */
game: number,
/**
 * Pool or picks.
 */
mode: BettingMode,
/**
 * Whose coins.
 */
scope: WalletScope,
/**
 * On what, and how much.
 */
stake: StakeView,
/**
 * What came.
 */
result: Outcome | null,
/**
 * Why the stake went back.
 */
void: VoidReason | null,
/**
 * What came of it.
 */
paid: PaidView | null, };

/**
 * `GET /api/betting`: how this server bets.
 */
export type BettingInfo = {
/**
 * The most that a room may choose.
 */
mode: BettingMode,
/**
 * Coins that an account begins with.
 */
start_grant: Coins,
/**
 * Coins for the first visit of a day (UTC), to who has less than twice the start grant.
 */
daily_grant: Coins,
/**
 * Smallest stake.
 */
min_stake: Coins,
/**
 * Largest stake.
 */
max_stake: Coins,
/**
 * Milliseconds that an account must be old in public rooms.
 */
min_account_age_ms: number,
/**
 * The season that runs.
 */
season: number,
/**
 * When it ends.
 */
season_ends: number,
/**
 * The number of the last transfer, and what all transfers up to it come to.
 */
head: LedgerHead, };

/**
 * How spectators may bet. Later ones allow more; a server sets the most, a room may choose less.
 */
export type BettingMode = "off" | "picks" | "pool";

/**
 * Body of `PUT /api/me/betting`. What is left out stays.
 */
export type BettingWish = {
/**
 * Hide all betting from oneself.
 */
hidden: boolean | null,
/**
 * Be left out of the tables.
 */
unlisted: boolean | null,
/**
 * Take a break of 1, 7 or 30 days: it cannot be ended early.
 */
break_days: number | null, };

/**
 * A block on an option.
 */
export type BlockRow = {
/**
 * Who.
 */
by: MemberId,
/**
 * Why.
 */
reason: string, };

/**
 * Bots that sit down at once.
 */
export type BotSeats = {
/**
 * In South's row.
 */
south: number,
/**
 * In North's row.
 */
north: number, };

/**
 * One value for South and one for North.
 */
export type BySide<T> = {
/**
 * South's value.
 */
south: T,
/**
 * North's value.
 */
north: T, };

/**
 * A member's vote that changed.
 */
export type CastRow = {
/**
 * Who.
 */
by: MemberId,
/**
 * The move, or nothing any more.
 */
move: Move | null, };

/**
 * A line of chat.
 */
export type ChatLine = {
/**
 * Who.
 */
by: MemberId,
/**
 * When.
 */
at: number,
/**
 * What.
 */
text: string,
/**
 * By which name, on the stand, where those who watch are behind and may not know him yet.
 */
name?: string | null, };

/**
 * One way of choosing directions, with another result than those listed before it.
 */
export type Choice = {
/**
 * The move, in canonical form.
 */
move: Move,
/**
 * What it does.
 */
preview: Preview, };

/**
 * The identity of an order, made by the client and kept over re-sends, sockets and restarts.
 */
export type Cid = string;

/**
 * The clock of the moves. It runs for the side to move while nothing holds the room.
 */
export type Clock = { "type": "none" } | { "type": "per_move",
/**
 * Milliseconds.
 */
ms: number,
/**
 * What happens at zero.
 */
flag: FlagPolicy, } | { "type": "bank",
/**
 * Milliseconds at the start.
 */
ms: number,
/**
 * Milliseconds added when a move stands.
 */
increment_ms: number,
/**
 * What happens at zero.
 */
flag: FlagPolicy, } | { "type": "byo_yomi",
/**
 * Milliseconds of the bank.
 */
ms: number,
/**
 * How many periods.
 */
periods: number,
/**
 * Milliseconds of a period.
 */
period_ms: number,
/**
 * What happens at the end of the last one.
 */
flag: FlagPolicy, } | { "type": "slow",
/**
 * Milliseconds.
 */
ms: number,
/**
 * What happens at zero.
 */
flag: FlagPolicy, };

/**
 * The clocks at a moment.
 */
export type ClockView = {
/**
 * Milliseconds left to each side at `since`; meaningless without a clock.
 */
remaining_ms: BySide<number>,
/**
 * Whose clock runs.
 */
running: Side | null,
/**
 * When it started to run.
 */
since: number,
/**
 * Periods that each side has left behind the time that runs, in a byo-yomi.
 */
periods: BySide<number>, };

/**
 * The close codes that the server uses. Codes from 4400 are the application's own; 1002, 1003,
 * 1007 and 1009 answer breaches of the WebSocket protocol itself.
 */
export type CloseCode = "done" | "going_away" | "protocol" | "not_text" | "not_utf8" | "too_big" | "internal" | "bad_session" | "unauthorized" | "banned" | "no_room" | "slow_consumer" | "replaced" | "upgrade" | "flood" | "draining";

/**
 * A number of coins, 0 to 2^53 - 1. On the wire a string of digits without a leading zero.
 */
export type Coins = string;

/**
 * A request that may change the room. On the wire `{"c":…,"k":"vote.set","d":{…},"at":{…}}`.
 */
export type Command = { "k": "name.set", "d": {
/**
 * The wished name; see [`crate::names`].
 */
name: string, } } | { "k": "seat.take", "d": {
/**
 * Where; nothing is wherever fewer sit, of the sides on which one may.
 */
side: Side | null,
/**
 * Take back the own stake first, where it still may be.
 */
withdraw?: boolean, } } | { "k": "seat.leave", "d": Record<symbol, never> } | { "k": "ready.set", "d": {
/**
 * Ready or not.
 */
on: boolean, } } | { "k": "starter.set", "d": {
/**
 * A side, or nothing for the lot.
 */
starter: Side | null, } } | { "k": "bot.add", "d": {
/**
 * Where.
 */
side: Side, } } | { "k": "bot.remove", "d": {
/**
 * Which.
 */
member: MemberId, } } | { "k": "vote.set", "d": {
/**
 * The ballot.
 */
ballot: BallotId,
/**
 * The move.
 */
move: Move, } } | { "k": "vote.clear", "d": {
/**
 * The ballot.
 */
ballot: BallotId, } } | { "k": "proposal.add", "d": {
/**
 * The ballot.
 */
ballot: BallotId,
/**
 * The move.
 */
move: Move,
/**
 * Why; may be empty.
 */
note: string, } } | { "k": "move.lay", "d": {
/**
 * The move.
 */
move: Move, } } | { "k": "move.withdraw", "d": Record<symbol, never> } | { "k": "object.set", "d": {
/**
 * Object or not.
 */
on: boolean, } } | { "k": "approve.set", "d": {
/**
 * Approve or not.
 */
on: boolean, } } | { "k": "hand.pass", "d": {
/**
 * To whom.
 */
to: MemberId, } } | { "k": "hand.claim", "d": Record<symbol, never> } | { "k": "hand.name", "d": {
/**
 * The side.
 */
side: Side,
/**
 * To whom.
 */
to: MemberId, } } | { "k": "trust.set", "d": {
/**
 * Whom.
 */
member: MemberId,
/**
 * Trust or not.
 */
on: boolean, } } | { "k": "block.add", "d": {
/**
 * The ballot.
 */
ballot: BallotId,
/**
 * The option.
 */
move: Move,
/**
 * Why; not empty.
 */
reason: string, } } | { "k": "motion.open", "d": {
/**
 * What.
 */
what: Motion, } } | { "k": "motion.vote", "d": {
/**
 * Which.
 */
motion: MotionId,
/**
 * For it, against it, or neither.
 */
yes: boolean | null, } } | { "k": "offer.cancel", "d": {
/**
 * What.
 */
what: MotionKind, } } | { "k": "member.mute", "d": {
/**
 * Whom.
 */
member: MemberId,
/**
 * Muted or not.
 */
on: boolean, } } | { "k": "member.ban", "d": {
/**
 * Whom.
 */
member: MemberId,
/**
 * Banned or not.
 */
on: boolean, } } | { "k": "member.unseat", "d": {
/**
 * Whom.
 */
member: MemberId, } } | { "k": "member.report", "d": {
/**
 * About whom.
 */
member: MemberId,
/**
 * What; not empty.
 */
text: string, } } | { "k": "host.pass", "d": {
/**
 * Who.
 */
to: MemberId, } } | { "k": "rematch.set", "d": {
/**
 * For it or not.
 */
on: boolean, } } | { "k": "bet.set", "d": {
/**
 * Which.
 */
market: MarketId,
/**
 * On what.
 */
outcome: Outcome,
/**
 * How much; 0 takes the stake back. A guess is 1.
 */
stake: Coins, } } | { "k": "cheer", "d": {
/**
 * For whom.
 */
side: Side, } } | { "k": "ears.set", "d": {
/**
 * Listen or not.
 */
on: boolean, } } | { "k": "advice.give", "d": {
/**
 * Whom.
 */
side: Side,
/**
 * A pit of the side's row, counted from 1, or none.
 */
pit: number | null,
/**
 * What; may be empty where a pit is named.
 */
text: string, } } | { "k": "advice.mute", "d": {
/**
 * Whom.
 */
member: MemberId,
/**
 * Muted or not.
 */
on: boolean, } } | { "k": "chat.say", "d": {
/**
 * To whom.
 */
to: Hearers,
/**
 * Plain text; see [`crate::names::clean_line`].
 */
text: string, } };

/**
 * Votes for one option, as far as the side may know them while the ballot is open.
 */
export type CountRow = {
/**
 * The move.
 */
move: Move,
/**
 * Who brought it up, where that is not secret.
 */
by: MemberId | null,
/**
 * Its votes; nothing where they are told after the close.
 */
votes: number | null, };

/**
 * Body of `POST /api/account` (a guest claims an account, keeping seats and history) and of
 * `POST /api/login`.
 */
export type Credentials = {
/**
 * The name of the account: 3 to 32 of `a-z`, `0-9`, `_`, `-`, `.`; capital letters count as small.
 */
login: string,
/**
 * 10 to 128 characters.
 */
password: string, };

/**
 * How one side comes to a move. `docs/protocol.md` calls the parts by these names.
 */
export type Decision = {
/**
 * What closes a ballot.
 */
mode: DecisionMode,
/**
 * Who holds the hand from turn to turn.
 */
hand: HandPolicy,
/**
 * Milliseconds that a ballot lasts.
 */
vote_ms: number,
/**
 * Milliseconds before which a ballot does not close early.
 */
min_ms: number,
/**
 * Milliseconds between the moment a ballot could close and its close.
 */
settle_ms: number,
/**
 * Milliseconds of a run-off.
 */
runoff_ms: number,
/**
 * Milliseconds in which a tried move may be objected to.
 */
consent_ms: number,
/**
 * Milliseconds in a fallback during which only the hand may lay.
 */
fallback_ms: number,
/**
 * Tries of a turn that may be withdrawn; 0 means that the first laid move stands.
 */
tries_max: number,
/**
 * Times that a member may change a vote in one ballot.
 */
flips_max: number,
/**
 * Different moves in one ballot.
 */
options_max: number,
/**
 * Votes without which a tally does not count.
 */
quorum: number,
/**
 * Whether a tie goes to a run-off before the tie chain.
 */
runoff: boolean,
/**
 * The last link of the tie chain.
 */
tie: TieRule,
/**
 * What a side sees of its own ballot while it is open.
 */
visibility: VoteVisibility,
/**
 * Whether a member may block an option, in mode `consensus`.
 */
block: boolean,
/**
 * Members of the council that alone votes, elected by approval; 0: everybody votes.
 */
council: number,
/**
 * Moves that each side may ask back in one game.
 */
takebacks_max: number, };

/**
 * What closes a ballot, and what wins it.
 */
export type DecisionMode = "hand" | "plurality" | "majority" | "consensus" | "anyone";

/**
 * Body of `DELETE /api/account`.
 */
export type Deletion = {
/**
 * The password, where there is one.
 */
password: string | null,
/**
 * One of the account's passkeys, shown for this: by a challenge of `POST /api/login/passkey/start`.
 */
passkey?: PasskeyAnswer, };

/**
 * Why a game ended: the reasons of the rules, and those of the room.
 */
export type EndReason = "stuck" | "majority" | "all_endless" | "repetition" | "no_progress" | "endless" | "resigned" | "flag" | "abandoned" | "agreed" | "aborted" | "absent" | "expired";

/**
 * The end of a game.
 */
export type Ending = {
/**
 * Why it is over.
 */
reason: Reason,
/**
 * Captured seeds, own bulls and the share of the free seeds: all seeds together.
 */
score: BySide<number>,
/**
 * Who has more.
 */
winner: Winner, };

/**
 * What one order led to.
 */
export type Entry = {
/**
 * Form of the line.
 */
v: number,
/**
 * Version of the rules that made the events.
 */
rules: number,
/**
 * Milliseconds of the server's clock since the Unix epoch.
 */
at: number,
/**
 * Who asked; nobody when time did.
 */
by: MemberId | null,
/**
 * The order's identity, kept for ever so that it is never carried out twice.
 */
cid: Cid | null,
/**
 * What happened, in order; never empty.
 */
events: Array<Event>, };

/**
 * One thing that happened in a room. On the wire and in the log `{"k":"seated","d":{…}}`.
 *
 * Times are milliseconds of the server's clock since the Unix epoch.
 */
export type Event = { "k": "opened", "d": {
/**
 * What was agreed.
 */
settings: RoomSettings, } } | { "k": "identified", "d": {
/**
 * The member.
 */
member: MemberId,
/**
 * The person; a bot has one of its own.
 */
user: UserId, } } | { "k": "joined", "d": {
/**
 * The new member.
 */
member: MemberId,
/**
 * The name, unique and not confusable in the room.
 */
name: string,
/**
 * Person or bot.
 */
kind: MemberKind, } } | { "k": "host_named", "d": {
/**
 * Who.
 */
member: MemberId, } } | { "k": "renamed", "d": {
/**
 * Who.
 */
member: MemberId,
/**
 * The new name.
 */
name: string, } } | { "k": "seated", "d": {
/**
 * Who.
 */
member: MemberId,
/**
 * Where.
 */
side: Side, } } | { "k": "unseated", "d": {
/**
 * Who.
 */
member: MemberId,
/**
 * From where.
 */
side: Side, } } | { "k": "presence_changed", "d": {
/**
 * Who.
 */
member: MemberId,
/**
 * The presence from now on.
 */
presence: Presence,
/**
 * When a grace ends, unless the member is back by then.
 */
until?: number | null, } } | { "k": "muted", "d": {
/**
 * Who.
 */
member: MemberId,
/**
 * Muted or not.
 */
on: boolean,
/**
 * Whether the host or the own side wanted it.
 */
why: BanReason, } } | { "k": "banned", "d": {
/**
 * Who.
 */
member: MemberId,
/**
 * Banned or not.
 */
on: boolean,
/**
 * Whether the host or the own side wanted it.
 */
why: BanReason, } } | { "k": "hand_chosen", "d": {
/**
 * The side.
 */
side: Side,
/**
 * Who; nobody when the choice fell away.
 */
to: MemberId | null,
/**
 * How.
 */
why: HandReason, } } | { "k": "ready_set", "d": {
/**
 * Who.
 */
member: MemberId,
/**
 * Ready or not.
 */
on: boolean, } } | { "k": "starter_wished", "d": {
/**
 * Whose wish it counts as.
 */
side: Side,
/**
 * Who said it.
 */
by: MemberId,
/**
 * The wish; nothing is the lot.
 */
starter: Side | null, } } | { "k": "start_set", "d": {
/**
 * When; nothing when it waits for somebody again.
 */
at: number | null, } } | { "k": "ears_opened", "d": {
/**
 * Which.
 */
side: Side,
/**
 * By whose wish.
 */
by: MemberId,
/**
 * Listens or not.
 */
on: boolean, } } | { "k": "game_began", "d": {
/**
 * Its number in the match, from 1.
 */
game: number,
/**
 * The position in which the starter moves.
 */
opening: Position,
/**
 * Who starts.
 */
starter: Side,
/**
 * Why he does.
 */
how: StarterReason,
/**
 * The race that led to the opening, where one was run.
 */
race: RaceStory | null,
/**
 * What the game's lots are drawn from, sealed: the SHA-256 of what [`Event::Unsealed`]
 * tells at the end, in lower-case hexadecimal.
 */
seal?: string | null,
/**
 * The market on it, by its number in the room; nothing where none opened. Numbers of games
 * begin anew with each match, those of markets do not.
 */
market?: MarketId | null, } } | { "k": "sealed", "d": {
/**
 * The game.
 */
game: number,
/**
 * 32 bytes in hexadecimal.
 */
seed: string, } } | { "k": "unsealed", "d": {
/**
 * The game.
 */
game: number,
/**
 * 32 bytes in hexadecimal.
 */
seed: string, } } | { "k": "turn_began", "d": {
/**
 * The game.
 */
game: number,
/**
 * The ply to be played, from 1.
 */
ply: number,
/**
 * Whose turn.
 */
side: Side,
/**
 * Who holds the hand.
 */
hand: MemberId | null,
/**
 * When the ballot ends at the latest; nothing when there is no ballot.
 */
deadline: number | null,
/**
 * The clocks as they start.
 */
clock: ClockView, } } | { "k": "laid", "d": {
/**
 * The move's maker.
 */
by: MemberId,
/**
 * The move.
 */
move: Move,
/**
 * What it does.
 */
trace: Trace,
/**
 * The board with the move on it.
 */
after: Position,
/**
 * When it stands unless somebody acts.
 */
until: number,
/**
 * Which try of the turn, from 1.
 */
tries: number, } } | { "k": "consent_counted", "d": {
/**
 * Members who object.
 */
objections: number,
/**
 * Members who approve.
 */
approvals: number,
/**
 * Objections that withdraw the move.
 */
need: number, } } | { "k": "withdrawn", "d": {
/**
 * Who took it back.
 */
why: WithdrawReason,
/**
 * The move, spent for this turn.
 */
move: Move,
/**
 * When the new ballot ends at the latest.
 */
deadline: number | null,
/**
 * Whether the next laid move stands at once.
 */
last_try: boolean,
/**
 * Moves that are spent for this turn, this one included unless all were spent.
 */
spent: Array<Move>, } } | { "k": "stood", "d": {
/**
 * The game.
 */
game: number,
/**
 * The ply.
 */
ply: number,
/**
 * Who played.
 */
side: Side,
/**
 * The move's maker.
 */
by: MemberId,
/**
 * The move.
 */
move: Move,
/**
 * What it did.
 */
trace: Trace,
/**
 * The position after it.
 */
after: Position,
/**
 * Whether it had been tried before it stood.
 */
tried: boolean,
/**
 * Milliseconds left to each side.
 */
remaining_ms: BySide<number>, } } | { "k": "hand_passed", "d": {
/**
 * Of which side.
 */
side: Side,
/**
 * To whom; nobody when the side has no one left.
 */
to: MemberId | null,
/**
 * Why.
 */
why: HandReason, } } | { "k": "flagged", "d": {
/**
 * Whose.
 */
side: Side,
/**
 * What it means.
 */
effect: FlagEffect,
/**
 * The clocks from now on.
 */
clock: ClockView, } } | { "k": "period_began", "d": {
/**
 * Whose.
 */
side: Side,
/**
 * The clocks from now on.
 */
clock: ClockView, } } | { "k": "time_given", "d": {
/**
 * Who gave.
 */
by: Side,
/**
 * How much, to the other side.
 */
ms: number,
/**
 * The clocks from now on.
 */
clock: ClockView, } } | { "k": "taken_back", "d": {
/**
 * The game.
 */
game: number,
/**
 * The ply that is to be played again.
 */
ply: number,
/**
 * Whose move it was.
 */
side: Side,
/**
 * The position before it.
 */
position: Position,
/**
 * The clocks, standing still.
 */
clock: ClockView, } } | { "k": "offered", "d": {
/**
 * Who asks.
 */
side: Side,
/**
 * The member who moved it there.
 */
by: MemberId,
/**
 * What is asked.
 */
what: Motion,
/**
 * Until when it may be answered.
 */
until: number | null, } } | { "k": "offer_ended", "d": {
/**
 * Who asked.
 */
side: Side,
/**
 * What.
 */
what: MotionKind,
/**
 * The answer.
 */
end: MotionEnd, } } | { "k": "resume_set", "d": {
/**
 * When; nothing when it stays held.
 */
at: number | null, } } | { "k": "game_ended", "d": {
/**
 * The game.
 */
game: number,
/**
 * How.
 */
result: GameResult,
/**
 * The match so far.
 */
series: SeriesView, } } | { "k": "rematch_set", "d": {
/**
 * Who.
 */
member: MemberId,
/**
 * For it or not.
 */
on: boolean, } } | { "k": "held", "d": {
/**
 * A reason that was added.
 */
reason: HoldReason,
/**
 * Milliseconds left to each side.
 */
remaining_ms: BySide<number>,
/**
 * From when on time does not count, where that was before this moment.
 */
since?: number | null, } } | { "k": "released", "d": {
/**
 * The reason that fell away.
 */
reason: HoldReason,
/**
 * The reasons that still hold it.
 */
still: Array<HoldReason>,
/**
 * The clocks from now on.
 */
clock: ClockView,
/**
 * The new end of the ballot, where one runs.
 */
deadline: number | null,
/**
 * The new end of the consent window, where a move is tried.
 */
until: number | null, } } | { "k": "said", "d": {
/**
 * Who.
 */
by: MemberId,
/**
 * What.
 */
text: string, } } | { "k": "ballot_opened", "d": {
/**
 * Whose.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * First ballot or run-off.
 */
kind: BallotKind,
/**
 * Who may vote.
 */
roll: Array<MemberId>,
/**
 * The only moves that may be voted for, in a run-off.
 */
options: Array<Move> | null,
/**
 * When it opened.
 */
opened: number,
/**
 * Before this it does not close early.
 */
earliest: number,
/**
 * When it ends at the latest.
 */
deadline: number | null,
/**
 * Members whose voices count now.
 */
effective: number,
/**
 * Votes that decide now.
 */
need: number,
/**
 * What the side sees of it while it is open.
 */
visibility: VoteVisibility,
/**
 * Whether votes are told together, by [`Event::VotesTold`].
 */
together: boolean, } } | { "k": "proposed", "d": {
/**
 * Whose ballot.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * Who.
 */
by: MemberId,
/**
 * The move.
 */
move: Move,
/**
 * Why.
 */
note: string | null, } } | { "k": "voted", "d": {
/**
 * Whose ballot.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * Who.
 */
by: MemberId,
/**
 * The move, or nothing.
 */
move: Move | null,
/**
 * The side does not learn of it by this: a [`Event::VotesTold`] follows.
 */
quiet?: boolean, } } | { "k": "votes_told", "d": {
/**
 * Whose ballot.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * Votes that changed since this was told last; none where votes are not open.
 */
votes: Array<CastRow>,
/**
 * All options with their counts, in the order in which they came up.
 */
rows: Array<CountRow>,
/**
 * Members who have voted.
 */
voted: number, } } | { "k": "blocked", "d": {
/**
 * Whose ballot.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * Who.
 */
by: MemberId,
/**
 * The option.
 */
move: Move,
/**
 * Why.
 */
reason: string, } } | { "k": "roll_changed", "d": {
/**
 * Whose ballot.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * Members who were struck for good; their votes are dropped.
 */
struck: Array<MemberId>,
/**
 * Members whose voices count now.
 */
effective: number,
/**
 * Votes that decide now.
 */
need: number, } } | { "k": "closing_set", "d": {
/**
 * Whose ballot.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * When it closes; nothing when it is open again.
 */
until: number | null, } } | { "k": "ballot_closed", "d": {
/**
 * Whose.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * What came of it.
 */
result: BallotResult,
/**
 * Votes for each option, most first.
 */
tally: Array<TallyRow>, } } | { "k": "fell_back", "d": {
/**
 * Whose ballot.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * Until when only the hand may lay.
 */
hand_until: number, } } | { "k": "ballot_retimed", "d": {
/**
 * Whose.
 */
side: Side,
/**
 * Which.
 */
ballot: BallotId,
/**
 * Before this it does not close early.
 */
earliest: number,
/**
 * When it ends at the latest.
 */
deadline: number | null,
/**
 * When it closes, if it is about to.
 */
closing: number | null,
/**
 * Until when only the hand may lay, in a fallback.
 */
hand_until: number | null, } } | { "k": "stance_taken", "d": {
/**
 * Whose side.
 */
side: Side,
/**
 * Who.
 */
by: MemberId,
/**
 * The stance.
 */
stance: Stance,
/**
 * The side does not learn of it by this: a [`Event::StancesTold`] follows.
 */
quiet?: boolean, } } | { "k": "stances_told", "d": {
/**
 * Whose side.
 */
side: Side,
/**
 * The stances that changed.
 */
stances: Array<StanceRow>, } } | { "k": "trusted", "d": {
/**
 * Whose side.
 */
side: Side,
/**
 * Who.
 */
by: MemberId,
/**
 * Whom.
 */
member: MemberId,
/**
 * Trusted or not.
 */
on: boolean, } } | { "k": "council_seated", "d": {
/**
 * Whose side.
 */
side: Side,
/**
 * The council, most trusted first; empty when everybody votes.
 */
members: Array<MemberId>, } } | { "k": "motion_opened", "d": {
/**
 * Before which side.
 */
side: Side,
/**
 * Which motion of this side.
 */
motion: MotionId,
/**
 * Who moved it; of the other side, where that one asks.
 */
by: MemberId,
/**
 * What.
 */
what: Motion,
/**
 * Whether it is the answer to what the other side asks.
 */
answer: boolean,
/**
 * Who may vote.
 */
roll: Array<MemberId>,
/**
 * Members whose voices count now.
 */
effective: number,
/**
 * Voices for it that carry it now.
 */
need: number,
/**
 * When it falls, unless it is decided.
 */
until: number | null, } } | { "k": "motion_voted", "d": {
/**
 * Before which side.
 */
side: Side,
/**
 * Which.
 */
motion: MotionId,
/**
 * Who.
 */
by: MemberId,
/**
 * For it, against it, or neither.
 */
yes: boolean | null, } } | { "k": "motion_roll_changed", "d": {
/**
 * Before which side.
 */
side: Side,
/**
 * Which.
 */
motion: MotionId,
/**
 * Members who were struck for good.
 */
struck: Array<MemberId>,
/**
 * Members whose voices count now.
 */
effective: number,
/**
 * Voices for it that carry it now.
 */
need: number, } } | { "k": "motion_ended", "d": {
/**
 * Before which side.
 */
side: Side,
/**
 * Which.
 */
motion: MotionId,
/**
 * How.
 */
end: MotionEnd, } } | { "k": "resign_voted", "d": {
/**
 * Whose side.
 */
side: Side,
/**
 * Who.
 */
by: MemberId,
/**
 * For it or not.
 */
on: boolean, } } | { "k": "team_said", "d": {
/**
 * Whose side.
 */
side: Side,
/**
 * Who.
 */
by: MemberId,
/**
 * What.
 */
text: string, } } | { "k": "advised", "d": {
/**
 * Which side.
 */
side: Side,
/**
 * The game.
 */
game: number,
/**
 * The ply that it is about.
 */
ply: number,
/**
 * Who.
 */
by: MemberId,
/**
 * A pit of the side's row, counted from 1.
 */
pit: number | null,
/**
 * What; may be empty where a pit is named.
 */
text: string, } } | { "k": "advice_muted", "d": {
/**
 * Which side.
 */
side: Side,
/**
 * Whom.
 */
member: MemberId,
/**
 * Muted or not.
 */
on: boolean, } } | { "k": "stand_said", "d": {
/**
 * Who.
 */
by: MemberId,
/**
 * What.
 */
text: string,
/**
 * By which name, where those who watch are behind and may not know him yet.
 */
name?: string | null, } } | { "k": "reported", "d": {
/**
 * The host of that moment.
 */
host: MemberId,
/**
 * Who.
 */
by: MemberId,
/**
 * About whom.
 */
about: MemberId,
/**
 * What.
 */
text: string, } } | { "k": "market_opened", "d": {
/**
 * Which.
 */
market: MarketId,
/**
 * The game that is bet on.
 */
game: number,
/**
 * Pool or picks.
 */
mode: BettingMode,
/**
 * Whose coins.
 */
scope: WalletScope,
/**
 * What may be bet on.
 */
outcomes: Array<Outcome>, } } | { "k": "market_suspended", "d": {
/**
 * Which.
 */
market: MarketId,
/**
 * Why.
 */
why: SuspendReason, } } | { "k": "market_eased", "d": {
/**
 * Which.
 */
market: MarketId,
/**
 * The reason that fell away.
 */
why: SuspendReason, } } | { "k": "market_reopened", "d": {
/**
 * Which.
 */
market: MarketId, } } | { "k": "market_locked", "d": {
/**
 * Which.
 */
market: MarketId,
/**
 * When it is void if the game has not ended by then.
 */
stale_at: number,
/**
 * Who sits, or sat, on each side in this match.
 */
sides: BySide<Array<UserId>>,
/**
 * Who is the host.
 */
host: UserId | null, } } | { "k": "market_ended", "d": {
/**
 * Which.
 */
market: MarketId,
/**
 * How.
 */
end: MarketEnd, } } | { "k": "rating_due", "d": {
/**
 * The game.
 */
game: number,
/**
 * What came.
 */
outcome: Outcome,
/**
 * The persons of each side who were there for a turn at least, each with the turns of his
 * side at which he was there.
 */
sides: BySide<Array<[UserId, number]>>,
/**
 * Turns of each side.
 */
turns: BySide<number>,
/**
 * From when on the result may be told, where spectators learn of it later than this.
 */
from?: number | null, } } | { "k": "done", "d": {
/**
 * Whose order.
 */
member: MemberId,
/**
 * Which.
 */
cid: Cid, } };

/**
 * What a fallen flag means.
 */
export type FlagEffect = "lost" | "hand_passed" | "random_move";

/**
 * What happens when a side's clock runs out and nobody of it has voted.
 */
export type FlagPolicy = "lose" | "pass_hand" | "random_legal";

/**
 * A game on a board of a size.
 */
export type GameChoice = {
/**
 * The ruleset.
 */
preset: Preset,
/**
 * Pits in a row.
 */
pits: number,
/**
 * Seeds in a pit at the start, where the set-up is uniform; ignored by patterns.
 */
seeds_per_pit: number, };

/**
 * `GET /api/games`: what can be played, and what is usual.
 */
export type GameInfo = {
/**
 * The ruleset.
 */
preset: Preset,
/**
 * Sizes of the board that the game is played on.
 */
sizes: Array<number>,
/**
 * Seeds in a pit that may be chosen; empty where a pattern sets them.
 */
seeds: Array<number>,
/**
 * What a room of this game has unless the host changes it.
 */
defaults: RoomSettings,
/**
 * The same for a slow room, with days for a move.
 */
slow: RoomSettings, };

/**
 * How a game ended.
 */
export type GameResult = {
/**
 * By the rules, or by the people.
 */
reason: EndReason,
/**
 * The winner; nobody in a draw.
 */
winner: Side | null,
/**
 * The final score; all seeds are in it, whatever the reason.
 */
score: BySide<number>, };

/**
 * A game.
 */
export type GameView = {
/**
 * Its number in the match, from 1.
 */
game: number,
/**
 * The position before the first ply.
 */
opening: Position,
/**
 * Who started.
 */
starter: Side,
/**
 * The race that led to the opening.
 */
race: RaceStory | null,
/**
 * The position now, without a tried move.
 */
position: Position,
/**
 * The plies that stood, in order.
 */
plies: Array<PlyRow>,
/**
 * The last ply in full.
 */
last: LastPly | null,
/**
 * Moves that each side had back.
 */
takebacks: BySide<number>,
/**
 * What its lots are drawn from, sealed.
 */
seal: string | null,
/**
 * The same, once the game is over.
 */
unsealed: string | null,
/**
 * The market on it, by its number in the room; nothing where none opened.
 */
market?: MarketId | null,
/**
 * Who holds the hand of each side.
 */
hands: BySide<MemberId | null>,
/**
 * The clocks.
 */
clock: ClockView,
/**
 * The turn; nothing when the game is over.
 */
turn: TurnView | null,
/**
 * How it ended.
 */
result: GameResult | null, };

/**
 * The board at a glance. No words: nothing in it was written by anybody.
 */
export type Glance = {
/**
 * Whose row is the near one for whoever asked.
 */
viewer: Side,
/**
 * Whether the board is for practice: its page has no stand below it.
 */
practice: boolean,
/**
 * What is on the board, with the tried move on it, as far as whoever asked may know.
 */
position: Position, };

/**
 * Who holds the hand.
 */
export type HandPolicy = "rotating" | "fixed" | "elected" | "volunteer" | "host";

/**
 * Why the hand passed.
 */
export type HandReason = "handed_over" | "away" | "gone" | "flagged" | "replaced" | "claimed" | "named" | "elected";

/**
 * Number of the last event of each stream; nothing for a stream one does not read.
 */
export type Heads = {
/**
 * Everybody's stream.
 */
table: number | null,
/**
 * South's stream.
 */
south: number | null,
/**
 * North's stream.
 */
north: number | null,
/**
 * One's own stream.
 */
me: number | null,
/**
 * The spectators' stream.
 */
stand: number | null, };

/**
 * Who hears a line.
 */
export type Hearers = "team" | "all" | "stand";

/**
 * The first frame of a socket.
 */
export type Hello = {
/**
 * Minor version of the protocol that the client speaks.
 */
proto: number,
/**
 * Single-use ticket from `POST /api/ws-ticket`; it binds person and room.
 */
ticket: string,
/**
 * Random name of the tab, kept in memory only.
 */
tab: string,
/**
 * Where the streams were left, to go on from there.
 */
resume: Resume | null, };

/**
 * Why the room is held.
 */
export type HoldReason = "empty" | "recovering" | "draining" | "agreed" | "adjourned";

/**
 * Which rule forbids a move.
 */
export type IllegalReason = "no_such_pit" | "empty_pit" | "bull" | "endless" | "too_long" | "single_seed" | "start_filter" | "fixed_opening" | "special" | "not_an_option";

/**
 * One lifting of a pit and the sowing of exactly those seeds.
 *
 * On the wire it is the array `[from, seeds, direction, last]`, where the direction is `1` for
 * counterclockwise (ring index counting up) and `-1` for clockwise. All laps of a turn but the
 * last end in a relay; how the last one ended is [`Trace::end`].
 */
export type Lap = [number, number, number, number];

/**
 * How a lap ended: what the last seed did.
 */
export type LapEnd = "relay" | "in_bull" | "bull" | "uur" | "capture" | "sleep";

/**
 * The last ply in full, to be shown again.
 */
export type LastPly = {
/**
 * The position before it.
 */
before: Position,
/**
 * What it did.
 */
trace: Trace, };

/**
 * `GET /api/leaderboard?season=` and `GET /api/rooms/{room}/leaderboard`.
 */
export type Leaderboard = {
/**
 * The season; nothing for the table of a room.
 */
season: number | null,
/**
 * When it began and ended or ends.
 */
from: number | null,
/**
 * When it ended or ends.
 */
until: number | null,
/**
 * Settled markets from which on one is ranked.
 */
min_markets: number,
/**
 * The first hundred.
 */
rows: Array<SeasonRow>,
/**
 * The asker's own, where he has one.
 */
own: SeasonRow | null,
/**
 * The best ratings that are certain enough, where this is not the table of a room.
 */
ratings: Array<RatedRow>, };

/**
 * Where the books stand: whoever noted it can hold a later export against it.
 */
export type LedgerHead = {
/**
 * Transfers so far.
 */
seq: number,
/**
 * SHA-256 over all of them, in lower-case hexadecimal.
 */
hash: string, };

/**
 * A move, what it is worth, and how the game goes on if both sides do their best.
 */
export type Line = {
/**
 * What it is worth to the side to move.
 */
worth: Worth,
/**
 * The moves of both sides in turn; the first is the one that is valued.
 */
moves: Array<Move>, };

/**
 * Where a line cannot be played.
 */
export type LineFault = {
/**
 * The ply, from 1.
 */
ply: number,
/**
 * What was to be played.
 */
text: string,
/**
 * Why it cannot be.
 */
why: Refusal, };

/**
 * What goes on in a room, for the lobby.
 */
export type LobbyPhase = "seating" | "playing" | "ended";

/**
 * A line of `GET /api/rooms`, the lobby. Only public rooms are in it.
 */
export type LobbyRow = {
/**
 * The room.
 */
room: RoomId,
/**
 * Its title.
 */
title: string,
/**
 * The game.
 */
preset: Preset,
/**
 * Pits in a row.
 */
pits: number,
/**
 * How its sides decide.
 */
mode: DecisionMode,
/**
 * Members seated in South's row.
 */
south: number,
/**
 * Members seated in North's row.
 */
north: number,
/**
 * Seats of one side.
 */
team_max: number,
/**
 * Persons watching.
 */
watching: number,
/**
 * What goes on.
 */
phase: LobbyPhase,
/**
 * Plies of the running game.
 */
plies: number,
/**
 * Whether it is a slow game.
 */
slow: boolean,
/**
 * Whether bets are taken now.
 */
betting: boolean,
/**
 * Whether its games are rated.
 */
rated: boolean, };

/**
 * How a market ended, as the room decides it.
 */
export type MarketEnd = { "type": "result",
/**
 * What came.
 */
outcome: Outcome, } | { "type": "void",
/**
 * Why.
 */
why: VoidReason, };

/**
 * A market of one room: 1 for the first one, never reused.
 */
export type MarketId = number;

/**
 * `GET /api/rooms/{room}/markets`: the markets of a room, newest first.
 */
export type MarketRow = {
/**
 * Which.
 */
market: MarketId,
/**
 * Of which game.
 */
game: number, };

/**
 * Where a market is in its life. It only goes on; open and suspended change places.
 */
export type MarketState = "open" | "suspended" | "locked" | "settled" | "void";

/**
 * `GET /api/rooms/{room}/markets/{market}`: the story of a market, for its plot. Who sits in the
 * match may not see it before the game is over, and nobody sees a split before the lock.
 */
export type MarketStory = {
/**
 * The market.
 */
view: MarketView,
/**
 * When it opened.
 */
opened_at: number,
/**
 * When it was locked.
 */
locked_at: number | null,
/**
 * When it ended.
 */
ended_at: number | null,
/**
 * From the lock on: how the pools grew, at most 500 points with the first, the last, and all
 * highest and lowest kept.
 */
points: Array<PoolPoint>,
/**
 * The own bet.
 */
own: BetRow | null, };

/**
 * What spectators see of the market of a room. Before the lock nothing in it depends on who bets
 * on what, apart from whether there is more than one opinion.
 */
export type MarketView = {
/**
 * Which, within the room.
 */
market: MarketId,
/**
 * The game that is bet on.
 */
game: number,
/**
 * Pool or picks.
 */
mode: BettingMode,
/**
 * Whose coins.
 */
scope: WalletScope,
/**
 * Where it is in its life.
 */
state: MarketState,
/**
 * Why it is suspended.
 */
suspended: SuspendReason | null,
/**
 * Why it is void.
 */
void: VoidReason | null,
/**
 * What may be bet on.
 */
outcomes: Array<Outcome>,
/**
 * The smallest stake.
 */
min_stake: Coins,
/**
 * The largest stake.
 */
max_stake: Coins,
/**
 * All stakes together.
 */
total: Coins,
/**
 * Persons who have bet.
 */
bettors: number,
/**
 * Whether there are stakes on two outcomes.
 */
contested: boolean,
/**
 * From the lock on: the pool of each outcome, in the order of `outcomes`.
 */
pools: Array<PoolView> | null,
/**
 * What came.
 */
result: Outcome | null, };

/**
 * The end of a match.
 */
export type MatchEnd = {
/**
 * The winner; nobody in a draw.
 */
winner: Side | null, };

/**
 * What one person sees of himself.
 */
export type MeView = {
/**
 * Which member one is, once one sat or spoke.
 */
member: MemberId | null,
/**
 * The own vote, where the side learns of votes together.
 */
vote: OwnVote | null,
/**
 * What was reported to oneself as the host, oldest first.
 */
reports: Array<ReportRow>, };

/**
 * A member of one room: 1 for the first who joined, never reused.
 */
export type MemberId = number;

/**
 * What a member is.
 */
export type MemberKind = "person" | "bot";

/**
 * A member as everybody sees him.
 */
export type MemberView = {
/**
 * Which.
 */
id: MemberId,
/**
 * The name in this room.
 */
name: string,
/**
 * Person or bot.
 */
kind: MemberKind,
/**
 * Where the member sits; on no side when watching, on both in practice.
 */
seats: Array<Side>,
/**
 * Whether the member can be reached; meaningful for seated ones.
 */
presence: Presence,
/**
 * Since when the presence is what it is.
 */
since: number,
/**
 * When a grace ends.
 */
until: number | null,
/**
 * From when on a member who is away is missed: [`Self::since`], later by every hold that ended
 * since then. Nothing for who is not away.
 */
missed_from: number | null,
/**
 * Whether the member is ready for the next game.
 */
ready: boolean,
/**
 * Whether the member may say nothing.
 */
muted: boolean,
/**
 * Whether the member may not enter.
 */
banned: boolean, };

/**
 * What is moved. On the wire `{"type":"takeback","ply":7}`.
 */
export type Motion = { "type": "replace",
/**
 * Who holds it: named, so that nobody votes on a successor by mistake.
 */
from: MemberId,
/**
 * Who gets it; nothing is whoever comes next.
 */
to: MemberId | null, } | { "type": "takeback",
/**
 * The ply that is taken back.
 */
ply: number, } | { "type": "pause" } | { "type": "resume" } | { "type": "resign" } | { "type": "draw" } | { "type": "abort" } | { "type": "extend" } | { "type": "claim",
/**
 * As a draw rather than a win.
 */
draw: boolean, } | { "type": "kick",
/**
 * Whom.
 */
member: MemberId, } | { "type": "mute",
/**
 * Whom.
 */
member: MemberId, } | { "type": "adjourn" };

/**
 * Why a motion cannot be moved now.
 */
export type MotionBar = "nothing_to_take_back" | "takebacks_spent" | "already_held" | "not_held" | "too_late" | "once_a_turn" | "no_clock" | "not_absent" | "host_only" | "oneself" | "so_already";

/**
 * How a motion ended, in either side.
 */
export type MotionEnd = "passed" | "failed" | "expired" | "cancelled" | "void";

/**
 * A motion before one side, counted from 1 in each room and for each side apart, as ballots are.
 */
export type MotionId = number;

/**
 * The kind of a motion: a side has one open of each.
 */
export type MotionKind = "replace" | "takeback" | "pause" | "resume" | "resign" | "draw" | "abort" | "extend" | "claim" | "kick" | "mute" | "adjourn";

/**
 * An open motion.
 */
export type MotionView = {
/**
 * Which of this side.
 */
motion: MotionId,
/**
 * Who moved it; of the other side, where that one asks.
 */
by: MemberId,
/**
 * What.
 */
what: Motion,
/**
 * Whether it is the answer to what the other side asks.
 */
answer: boolean,
/**
 * Who may vote; struck members are gone from it.
 */
roll: Array<MemberId>,
/**
 * Who is for it.
 */
yes: Array<MemberId>,
/**
 * Who is against it.
 */
no: Array<MemberId>,
/**
 * Members whose voices count now.
 */
effective: number,
/**
 * Voices for it that carry it now.
 */
need: number,
/**
 * When it falls, unless it is decided.
 */
until: number | null, };

/**
 * A move of the side to move. Pits are own numbers, `1..=n`.
 */
export type Move = string;

/**
 * A line of `GET /api/me/games`: a room in which the visitor has a seat.
 */
export type MyGame = {
/**
 * The room as the lobby would show it, public or not.
 */
row: LobbyRow,
/**
 * Where the visitor sits.
 */
side: Side,
/**
 * Whose turn it is.
 */
turn: Side | null,
/**
 * Whether the visitor is waited for: a move to be laid, a vote, an answer.
 */
awaits: boolean,
/**
 * When the time of the turn ends, where time is counted.
 */
due: number | null, };

/**
 * What is wrong with a name.
 */
export type NameProblem = "too_short" | "too_long" | "character" | "mixed_scripts" | "reserved";

/**
 * What a slow room calls somebody back for who is not there.
 */
export type Notice = "turn" | "tried" | "motion" | "ended" | "rematch";

/**
 * A start that may be played.
 */
export type Offer = {
/**
 * The move that starts from the pit and chooses no direction.
 */
move: Move,
/**
 * Own number of the pit.
 */
pit: number,
/**
 * What that move does; `None` for an endless start that may be played: it leaves the board
 * as it is and costs the turn.
 */
preview: Preview | null,
/**
 * Whether the mover gains the privilege and has a later lap to use it on. Any list of
 * directions may be asked for then, not only the ones in `choices`.
 */
has_choice: boolean,
/**
 * Direction choices with other results than the plain move, fewest choices first; at most
 * [`MAX_CHOICES`].
 */
choices: Array<Choice>, };

/**
 * What a side asks of the other one.
 */
export type OfferView = {
/**
 * Who asks.
 */
side: Side,
/**
 * The member who moved it.
 */
by: MemberId,
/**
 * What is asked.
 */
what: Motion,
/**
 * Until when it may be answered.
 */
until: number | null, };

/**
 * One option of a ballot.
 */
export type OptionView = {
/**
 * The move.
 */
move: Move,
/**
 * Who brought it up, where that is not secret.
 */
by: MemberId | null,
/**
 * The written proposal.
 */
note: string | null,
/**
 * Whether it was put up as a proposal, and so stays without voters.
 */
proposed: boolean,
/**
 * Who votes for it, in the order of their votes; nobody where votes are not open.
 */
voters: Array<MemberId>,
/**
 * How many vote for it; nothing where that is told after the close.
 */
votes: number | null,
/**
 * Who blocked it, in order.
 */
blocks: Array<BlockRow>, };

/**
 * How a game can end for who bets on it.
 */
export type Outcome = "south" | "draw" | "north";

/**
 * The own vote in a ballot; past once another ballot is open.
 */
export type OwnVote = {
/**
 * Which side's ballot.
 */
side: Side,
/**
 * Which ballot.
 */
ballot: BallotId,
/**
 * The move.
 */
move: Move | null, };

/**
 * A pit that a side owns for good: a bull of Enkeshui or an uur of Layli Goobalay.
 */
export type OwnedPit = {
/**
 * Its ring index.
 */
pit: number,
/**
 * Whose it is, in whichever row it lies.
 */
owner: Side, };

/**
 * What came of a stake of one's own.
 */
export type PaidView = {
/**
 * What was staked.
 */
stake: Coins,
/**
 * What came back: a payout, or the stake itself where the market is void.
 */
back: Coins, };

/**
 * Body of `POST /api/passkeys` and `POST /api/login/passkey`.
 */
export type PasskeyAnswer = {
/**
 * Of the challenge.
 */
ceremony: string,
/**
 * What its owner calls a new key.
 */
name: string | null,
/**
 * What the browser answered, in the JSON form of the Web Authentication API.
 */
credential: unknown, };

/**
 * Answer of `POST /api/passkeys/start` and `POST /api/login/passkey/start`.
 */
export type PasskeyChallenge = {
/**
 * By which the answer is matched; good once, for five minutes.
 */
ceremony: string,
/**
 * What the browser is asked: `{"publicKey":{…}}` in the JSON form of the Web Authentication API.
 */
options: unknown, };

/**
 * A line of `GET /api/passkeys`.
 */
export type PasskeyRow = {
/**
 * By which it is removed: `DELETE /api/passkeys/{id}`.
 */
id: string,
/**
 * What its owner calls it.
 */
name: string,
/**
 * When it was made.
 */
since: number,
/**
 * When it was last used.
 */
seen: number | null, };

/**
 * Body of `PUT /api/account/password`: the other sessions end.
 */
export type PasswordChange = {
/**
 * The one that is; nothing where there is none.
 */
old: string | null,
/**
 * The name of the account, where it has none yet.
 */
login: string | null,
/**
 * The one that is to be.
 */
new: string, };

/**
 * A ping of the page.
 */
export type Ping = {
/**
 * Anything that the client wants back, up to 2^53 - 1.
 */
t: number, };

/**
 * A ply in the list of plies.
 */
export type PlyRow = {
/**
 * Who played.
 */
side: Side,
/**
 * The move.
 */
move: Move,
/**
 * Seeds taken.
 */
captured: number,
/**
 * Bulls made.
 */
bulls: number,
/**
 * The move's maker.
 */
by: MemberId,
/**
 * Tries of the turn that were withdrawn.
 */
withdrawn: number,
/**
 * Seeds that each side has safe after it: taken, and in its own bulls.
 */
secured: BySide<number>, };

/**
 * The pools at a moment of the betting.
 */
export type PoolPoint = {
/**
 * When.
 */
at: number,
/**
 * Coins on each outcome, in the order of [`MarketView::outcomes`].
 */
pools: Array<Coins>, };

/**
 * The pool of one outcome, from the lock on.
 */
export type PoolView = {
/**
 * Which.
 */
outcome: Outcome,
/**
 * Stakes on it.
 */
coins: Coins,
/**
 * Persons who have bet on it.
 */
bettors: number,
/**
 * Its share of all, in whole percent that sum to 100.
 */
percent: number,
/**
 * Whether it is more than nothing and less than one percent: shown as "<1".
 */
below_one: boolean,
/**
 * What a coin on it becomes, in hundredths; nothing where nobody has bet on it.
 */
multiple: Coins | null, };

/**
 * A position of a game. Plain memory: 256 bytes for every board size, and `Copy`.
 */
export type Position = { pits: Array<number>, bulls: Array<OwnedPit>, captured: BySide<number>, turn: Side, first_turn: boolean, special_used: BySide<boolean>, };

/**
 * Whether a seated member can be reached.
 */
export type Presence = "online" | "grace" | "away";

/**
 * A named ruleset (`docs/referee.md` 4.1, `docs/rules.md` part 2).
 */
export type Preset = "enkeshui" | "enkeshui-russ" | "en-gehe" | "en-dodoi" | "cross-endodoi" | "ndoto" | "layli-goobalay" | "layli-marin" | "layli-gabradarre";

/**
 * What a move would do, in a few numbers.
 */
export type Preview = {
/**
 * Seeds taken.
 */
captured: number,
/**
 * Bulls (or uurs) made.
 */
made_bulls: number,
/**
 * Laps of the turn.
 */
laps: number,
/**
 * Ring index of the pit of the last seed.
 */
last: number,
/**
 * How the last lap ends.
 */
end: LapEnd, };

/**
 * Body of every answer with an error status.
 */
export type Problem = {
/**
 * The HTTP status again.
 */
status: number,
/**
 * Why.
 */
refusal: Refusal, };

/**
 * `GET /api/me/profile` and `GET /api/profiles/{name}` (an account by its login).
 */
export type ProfileView = {
/**
 * The name.
 */
name: string,
/**
 * Since when there is the account; nothing for a guest.
 */
since: number | null,
/**
 * The rating; nothing before the first rated game.
 */
rating: RatingView | null,
/**
 * The betting of the season; nothing where it is hidden.
 */
season: SeasonRow | null,
/**
 * Coins of the day that were taken, ever.
 */
grants: number,
/**
 * Times that coins came as relief, ever.
 */
reliefs: number, };

/**
 * Why a browser cannot be told.
 */
export type PushBar = "service" | "keys";

/**
 * A browser that is told.
 */
export type PushDevice = {
/**
 * By which it is forgotten: the first 16 bytes of the SHA-256 of its endpoint in lower-case
 * hexadecimal, so that a browser knows itself.
 */
id: string,
/**
 * Who carries notices to it: a host.
 */
service: string,
/**
 * In which language it is told.
 */
lang: PushLang,
/**
 * Since when: milliseconds since the Unix epoch.
 */
since: number,
/**
 * What the browser said it was, in a few words.
 */
agent: string,
/**
 * Whether the asker's own session holds it.
 */
own: boolean, };

/**
 * `GET /api/push/key`: by what a browser knows this server when it subscribes.
 */
export type PushKey = {
/**
 * The public key of the server: an uncompressed point of P-256 in base64url without padding.
 */
key: string, };

/**
 * A language in which notices are worded.
 */
export type PushLang = "en" | "pl" | "it" | "sw";

/**
 * What is told, once it is decrypted. It says where and what for; the words are the page's, and
 * whatever a side knows for itself is looked up in the room.
 */
export type PushMessage = {
/**
 * The room.
 */
room: RoomId,
/**
 * What for.
 */
notice: Notice,
/**
 * What is played there.
 */
game: Preset,
/**
 * In which language.
 */
lang: PushLang,
/**
 * The same notice has the same number, so that one that comes twice is shown once.
 */
number: number, };

/**
 * Body of `PUT /api/me/push`: tell this browser too, until its session ends.
 */
export type PushSubscription = {
/**
 * Where notices to it are left: an address at a push service.
 */
endpoint: string,
/**
 * Its public key, 65 bytes in base64url.
 */
p256dh: string,
/**
 * Its authentication secret, 16 bytes in base64url.
 */
auth: string,
/**
 * In which language.
 */
lang: PushLang, };

/**
 * `GET /api/me/push`: what somebody is told of, and on which devices.
 */
export type PushView = {
/**
 * What he wants to be told of.
 */
wishes: PushWishes,
/**
 * Where, the newest first.
 */
devices: Array<PushDevice>, };

/**
 * What somebody wants to be told of: nothing, until he says so.
 */
export type PushWishes = {
/**
 * [`Notice::Turn`].
 */
turn: boolean,
/**
 * [`Notice::Tried`].
 */
tried: boolean,
/**
 * [`Notice::Motion`].
 */
motion: boolean,
/**
 * [`Notice::Ended`].
 */
ended: boolean,
/**
 * [`Notice::Rematch`].
 */
rematch: boolean, };

/**
 * A question that changes nothing and is answered at once. Same frame as a command.
 */
export type Query = { "k": "trace.get", "d": {
/**
 * The move.
 */
move: Move, } } | { "k": "ticket.get", "d": Record<symbol, never> } | { "k": "resync", "d": Record<symbol, never> };

/**
 * One drop of a race.
 */
export type RaceDrop = {
/**
 * Whose.
 */
side: Side,
/**
 * Where, by ring index.
 */
pit: number,
/**
 * Seeds lifted from there at once, when the hand was empty and the pit was not.
 */
lifted: number,
/**
 * Whether the side sleeps from now on.
 */
sleeps: boolean, };

/**
 * An opening race, drop by drop.
 */
export type RaceStory = {
/**
 * The position before it.
 */
before: Position,
/**
 * The pits lifted at the start, by ring index.
 */
lifted: BySide<number>,
/**
 * Each drop in order.
 */
drops: Array<RaceDrop>,
/**
 * Whether the race did not end and was taken back; the starter is then by lot.
 */
void: boolean, };

/**
 * A line of the table of players.
 */
export type RatedRow = {
/**
 * The name.
 */
name: string,
/**
 * The rating.
 */
rating: RatingView,
/**
 * Whether it is the asker's own.
 */
own: boolean, };

/**
 * A line of `GET /api/rooms/{room}/ratings`: what the last rated game changed.
 */
export type RatingChange = {
/**
 * Whose.
 */
member: MemberId,
/**
 * Which side's.
 */
side: Side,
/**
 * The share of the side's turns at which he was there, in percent.
 */
presence: number,
/**
 * The rating before.
 */
before: RatingView,
/**
 * The rating after.
 */
after: RatingView, };

/**
 * A rating: with 19 in 20 chances the strength is within twice the uncertainty of it.
 */
export type RatingView = {
/**
 * The rating, on a scale that begins at 1500.
 */
rating: number,
/**
 * Its uncertainty: one standard deviation.
 */
uncertainty: number,
/**
 * Rated games.
 */
games: number, };

/**
 * Why a game is over. Of several that fit, the first in this order is given.
 */
export type Reason = "stuck" | "majority" | "all_endless" | "repetition" | "no_progress" | "endless";

/**
 * The first thing in a record that is not as it should be.
 */
export type RecordFault = {
/**
 * Line of the file, from 1, where it can be said.
 */
line?: number | null,
/**
 * Character of the line, from 1, where it can be said.
 */
column?: number | null,
/**
 * Game of the file, from 1, where it is in one.
 */
game?: number | null,
/**
 * Ply of the game, from 1, where it is in one.
 */
ply?: number | null,
/**
 * What is wrong.
 */
code: RecordFaultCode,
/**
 * Which rule forbids the move, where one does.
 */
why?: IllegalReason | null,
/**
 * What was found and what should be there, in English.
 */
detail: string, };

/**
 * What is wrong with a record.
 */
export type RecordFaultCode = "not_a_record" | "syntax" | "no_games" | "too_long" | "missing_tag" | "bad_tag" | "unknown_game" | "unknown_rules" | "not_played" | "bad_name" | "bad_text" | "bad_settings" | "unknown_member" | "numbering" | "out_of_order" | "race_differs" | "opening_differs" | "wrong_side" | "illegal_move" | "direction_differs" | "capture_differs" | "bulls_differ" | "trace_differs" | "position_differs" | "try_differs" | "outcome_differs" | "series_differs" | "seal_differs";

/**
 * The lossless record of a room: everything that everybody was told, from its opening on.
 */
export type RecordFile = {
/**
 * Always [`RECORD_FORMAT`].
 */
format: string,
/**
 * Version of this form: [`RECORD_FILE_VERSION`].
 */
version: number,
/**
 * By which rules it was played, from its first event on.
 */
rules: Array<RulesSince>,
/**
 * The table as a whole when it was opened, and then its events as they came, as in a story.
 */
frames: Array<ServerFrame>,
/**
 * For who sat on a side: the events of that side's own stream in the time in which he did. An
 * import reads past it.
 */
own?: Array<ServerFrame>, };

/**
 * Body of a 422 of `POST /api/records`: a [`crate::http::Problem`] that also says where.
 */
export type RecordProblem = {
/**
 * The HTTP status again.
 */
status: number,
/**
 * Why, in the words of every route.
 */
refusal: Refusal,
/**
 * The first place that fails.
 */
fault: RecordFault, };

/**
 * Answer of `POST /api/records`: what a page shows as the story of a room.
 */
export type RecordReply = {
/**
 * The whole story; its room is no room of this server, and nothing follows.
 */
story: Story,
/**
 * Games in it.
 */
games: number,
/**
 * Plies that stood, those included that were taken back afterwards.
 */
plies: number, };

/**
 * Why something was not done. On the wire `{"code":"stale",…}`.
 */
export type Refusal = { "code": "bad_message",
/**
 * What is wrong with it, for the developer of a client.
 */
why: string, } | { "code": "too_large" } | { "code": "rate_limited",
/**
 * Milliseconds until the same would be accepted.
 */
wait_ms: number, } | { "code": "unauthorized" } | { "code": "forbidden_role" } | { "code": "not_seated" } | { "code": "not_mover" } | { "code": "not_on_roll" } | { "code": "stale",
/**
 * The game now.
 */
game: number,
/**
 * The ply now.
 */
ply: number,
/**
 * Tries of this turn now.
 */
tries: number,
/**
 * Moves taken back in this game now.
 */
back: number, } | { "code": "ballot_closed",
/**
 * The ballot of the asker's own side that is open.
 */
open: BallotId | null, } | { "code": "illegal_move",
/**
 * Which rule.
 */
why: IllegalReason, } | { "code": "move_spent" } | { "code": "too_many_options" } | { "code": "no_flips_left" } | { "code": "no_block" } | { "code": "hand_taken" } | { "code": "motion_barred",
/**
 * Why.
 */
why: MotionBar, } | { "code": "too_many_motions" } | { "code": "no_motion",
/**
 * The motions before the asker's own side.
 */
open: Array<MotionId>, } | { "code": "cooldown",
/**
 * Milliseconds until it may be moved again.
 */
wait_ms: number, } | { "code": "muted" } | { "code": "banned" } | { "code": "held" } | { "code": "game_over" } | { "code": "no_game" } | { "code": "game_running" } | { "code": "side_full" } | { "code": "side_locked" } | { "code": "seat_taken" } | { "code": "name_taken" } | { "code": "name_refused",
/**
 * Why.
 */
why: NameProblem, } | { "code": "text_refused",
/**
 * Why.
 */
why: TextProblem, } | { "code": "bad_settings",
/**
 * Everything that is wrong.
 */
problems: Array<SettingsProblem>, } | { "code": "no_such_member" } | { "code": "room_full" } | { "code": "too_many_rooms" } | { "code": "no_room" } | { "code": "bet_refused",
/**
 * Why.
 */
why: BetBar, } | { "code": "has_open_stake",
/**
 * Whether it may still be withdrawn.
 */
withdrawable: boolean, } | { "code": "market_running" } | { "code": "account_needed" } | { "code": "not_heard" } | { "code": "account_exists" } | { "code": "login_taken" } | { "code": "login_refused" } | { "code": "password_refused",
/**
 * Fewest characters.
 */
min: number,
/**
 * Most characters.
 */
max: number, } | { "code": "wrong_credentials" } | { "code": "last_way" } | { "code": "proof_needed" } | { "code": "push_refused",
/**
 * Why.
 */
why: PushBar, } | { "code": "not_found" } | { "code": "busy" } | { "code": "draining" } | { "code": "upgrade_required" } | { "code": "internal" };

/**
 * A report to the host.
 */
export type ReportRow = {
/**
 * Who.
 */
by: MemberId,
/**
 * About whom.
 */
about: MemberId,
/**
 * When.
 */
at: number,
/**
 * What.
 */
text: string, };

/**
 * Where a client left the streams.
 */
export type Resume = {
/**
 * The epoch of the welcome that the numbers belong to.
 */
epoch: string,
/**
 * The last numbers seen.
 */
heads: Heads, };

/**
 * What a client does with a refusal.
 */
export type Retry = "no" | "same" | "resync";

/**
 * Who one is in a room.
 */
export type Role = {
/**
 * Which member, once one sat or spoke.
 */
member: MemberId | null,
/**
 * The sides one sits on.
 */
seats: Array<Side>,
/**
 * Whether one is the host.
 */
host: boolean, };

/**
 * The unguessable name of a room, which is also its invitation: [`RoomId::LEN`] characters of
 * [`RoomId::ALPHABET`], 80 bits.
 */
export type RoomId = string;

/**
 * Answer of `POST /api/rooms`.
 */
export type RoomOpened = {
/**
 * The room: its link is `/r/<room>`.
 */
room: RoomId, };

/**
 * Body of `POST /api/rooms`.
 */
export type RoomRequest = {
/**
 * What the host chose.
 */
settings: RoomSettings,
/**
 * Bots that sit down at once, for each side.
 */
bots: BotSeats, };

/**
 * Everything that is agreed before the first seed falls.
 */
export type RoomSettings = {
/**
 * The room's name in the lobby; normalised like a person's name.
 */
title: string,
/**
 * Whether the lobby lists the room.
 */
visibility: Visibility,
/**
 * Which game, on which board.
 */
game: GameChoice,
/**
 * How many games make the match.
 */
series: SeriesGoal,
/**
 * Who starts the first game.
 */
starter: StarterRule,
/**
 * Seats of one side, 1 to [`crate::limits::TEAM_MAX`].
 */
team_max: number,
/**
 * How a side decides.
 */
decision: Decision,
/**
 * The clock of the moves.
 */
clock: Clock,
/**
 * A room where one person holds both sides.
 */
practice: boolean,
/**
 * What those may do who watch.
 */
stand: Stand,
/**
 * Whether its games count for the ratings of those who play; they need accounts then.
 */
rated: boolean, };

/**
 * From which event on a version of the rules was played.
 */
export type RulesSince = {
/**
 * Number of the first event of the table that it holds for.
 */
n: number,
/**
 * The version, see [`crate::RULES_VERSION`].
 */
version: number, };

/**
 * A line of a table of bettors.
 */
export type SeasonRow = {
/**
 * The place; nothing below the number of markets that counts.
 */
rank: number | null,
/**
 * The name.
 */
name: string,
/**
 * Payouts and refunds less stakes: won coins, or lost ones where `lost`.
 */
net: Coins,
/**
 * Whether `net` is a loss.
 */
lost: boolean,
/**
 * Markets that were settled.
 */
markets: number,
/**
 * Bets that were right.
 */
hits: number,
/**
 * Right guesses, where guesses are free.
 */
points: number,
/**
 * Whether it is the asker's own.
 */
own: boolean, };

/**
 * What a match is played for.
 */
export type SeriesGoal = { "goal": "single" } | { "goal": "first_to_wins",
/**
 * Pins that win the match, at least one.
 */
wins: number, } | { "goal": "first_to_seeds",
/**
 * Seeds that win the match, at least one.
 */
seeds: number, } | { "goal": "refill",
/**
 * Games after which more seeds win.
 */
max_games: number, } | { "goal": "even_spread" };

/**
 * A match so far.
 */
export type SeriesView = {
/**
 * Games that ended.
 */
games: number,
/**
 * Games won by each side: its pins.
 */
pins: BySide<number>,
/**
 * Seeds of all games together.
 */
seeds: BySide<number>,
/**
 * The end of the match.
 */
over: MatchEnd | null, };

/**
 * Everything that the server sends. On the wire `{"f":"events",…}`.
 */
export type ServerFrame = { "f": "welcome" } & Welcome | { "f": "snap" } & Snapshot | { "f": "events",
/**
 * The stream.
 */
s: Stream,
/**
 * Number of the first one.
 */
n: number,
/**
 * When: milliseconds of the server's clock.
 */
t: number,
/**
 * What happened.
 */
e: Array<Event>, } | { "f": "res",
/**
 * Which.
 */
c: Cid,
/**
 * The answer.
 */
a: Answer, } | { "f": "err",
/**
 * Why.
 */
err: Refusal,
/**
 * What to do.
 */
retry: Retry, } | { "f": "legal",
/**
 * The game.
 */
game: number,
/**
 * The ply to be played.
 */
ply: number,
/**
 * Each legal move, with what it leads to.
 */
moves: Array<Offer>, } | { "f": "crowd",
/**
 * Persons in the room without a seat.
 */
watching: number, } | { "f": "market",
/**
 * The market; nothing where there is none.
 */
market: MarketView | null, } | { "f": "ticket" } & TicketView | { "f": "cheers",
/**
 * For each side.
 */
cheers: BySide<number>, } | { "f": "pong",
/**
 * What the client sent.
 */
t: number,
/**
 * Milliseconds of the server's clock.
 */
now: number, } | { "f": "role" } & Role | { "f": "bye",
/**
 * Milliseconds after which it is worth coming back.
 */
retry_after_ms: number, };

/**
 * `GET` and `POST /api/session`: who the visitor is.
 */
export type Session = {
/**
 * The name that is used in rooms, unless another is chosen there.
 */
name: string,
/**
 * Whether the visitor chose the name.
 */
named: boolean,
/**
 * The account; nothing for a guest.
 */
account: AccountView | null, };

/**
 * Body of `POST /api/session`.
 */
export type SessionRequest = {
/**
 * The wished name; nothing keeps the one there is, or makes one up.
 */
name: string | null, };

/**
 * A line of `GET /api/sessions`.
 */
export type SessionRow = {
/**
 * By which it is ended: `DELETE /api/sessions/{id}`.
 */
id: string,
/**
 * Whether it is the asker's own.
 */
own: boolean,
/**
 * When it began.
 */
since: number,
/**
 * When it was last used, to a minute.
 */
seen: number,
/**
 * The browser and system it said it was, in a few words.
 */
agent: string, };

/**
 * One thing that is wrong with settings. All of them are told at once.
 */
export type SettingsProblem = { "type": "title" } | { "type": "pits",
/**
 * Smallest size.
 */
min: number,
/**
 * Largest size.
 */
max: number, } | { "type": "seeds",
/**
 * Fewest.
 */
min: number,
/**
 * Most.
 */
max: number, } | { "type": "race_not_played" } | { "type": "series" } | { "type": "betting",
/**
 * The most.
 */
most: BettingMode, } | { "type": "rated" } | { "type": "out_of_range",
/**
 * Which field, as it is called on the wire.
 */
field: string,
/**
 * Smallest value.
 */
min: number,
/**
 * Largest value.
 */
max: number, };

/**
 * One of the two sides. South is the one whose pits come first on the ring.
 */
export type Side = "south" | "north";

/**
 * `GET /api/accounts`: how one can sign in on this server.
 */
export type SignInWays = {
/**
 * Whether passkeys can be made here: they need a name that browsers trust.
 */
passkeys: boolean,
/**
 * What the identity provider is called; nothing where there is none.
 */
provider: string | null, };

/**
 * Where one stream stands, and all of it up to there.
 */
export type Snapshot = { "s": "table",
/**
 * Number of the last event in it.
 */
as_of: number,
/**
 * The table.
 */
view: TableView, } | { "s": "team",
/**
 * The side.
 */
side: Side,
/**
 * Number of the last event in it.
 */
as_of: number,
/**
 * The side's own.
 */
view: TeamView, } | { "s": "me",
/**
 * Number of the last event in it.
 */
as_of: number,
/**
 * The person's own.
 */
view: MeView, } | { "s": "stand",
/**
 * Number of the last event in it.
 */
as_of: number,
/**
 * The stand.
 */
view: StandView, };

/**
 * A stake of one's own.
 */
export type StakeView = {
/**
 * On what.
 */
outcome: Outcome,
/**
 * How much; 1 for a guess.
 */
stake: Coins,
/**
 * From the lock on: what it becomes if that comes, the stake included. Credited exactly so.
 */
pays: Coins | null, };

/**
 * What a member thinks of the tried move.
 */
export type Stance = "undecided" | "object" | "approve";

/**
 * A member's stance.
 */
export type StanceRow = {
/**
 * Who.
 */
member: MemberId,
/**
 * What.
 */
stance: Stance, };

/**
 * What those may do who watch, and how far behind they are.
 */
export type Stand = {
/**
 * Whether they may bet.
 */
betting: BettingMode,
/**
 * Milliseconds that they are behind.
 */
delay_ms: number,
/**
 * Plies that they are behind as long as a game goes on. Of both delays the stricter counts.
 */
delay_plies: number,
/**
 * Whether they may cheer.
 */
cheers: boolean,
/**
 * Whether a side may open its ears to their advice.
 */
advice: boolean, };

/**
 * What the spectators see of themselves.
 */
export type StandView = {
/**
 * The last lines.
 */
chat: Array<ChatLine>, };

/**
 * Why a side starts.
 */
export type StarterReason = "toss" | "agreed" | "race" | "alternated" | "lost_last" | "again";

/**
 * How it is settled who starts the first game. Later games of a match alternate, and the loser
 * of the last one starts where the rules say so.
 */
export type StarterRule = "toss" | "agreement" | "race";

/**
 * A wish for who starts.
 */
export type StarterWish = {
/**
 * Who said it.
 */
by: MemberId,
/**
 * The side; nothing is the lot.
 */
starter: Side | null, };

/**
 * A part of the story of a room.
 */
export type Story = {
/**
 * The room.
 */
room: RoomId,
/**
 * What a page was told that watched from the beginning: the table as a whole, in the first part,
 * and then its events as they came, each frame with its moment.
 */
frames: Array<ServerFrame>,
/**
 * What to ask for next as `from`; nothing when this is all there is so far.
 */
next: number | null, };

/**
 * A stream of numbered events.
 */
export type Stream = "table" | "south" | "north" | "me" | "stand";

/**
 * Why a market takes no bets for a while.
 */
export type SuspendReason = "roster" | "absent" | "admin" | "server" | "ledger";

/**
 * One thing to look at.
 */
export type Suspicion = {
/**
 * Names of those concerned.
 */
who: Array<string>,
/**
 * How often it was so.
 */
times: number,
/**
 * Out of how often.
 */
of: number,
/**
 * Coins that are concerned.
 */
coins: Coins,
/**
 * The newest room in which it was so.
 */
room: RoomId | null, };

/**
 * What everybody sees.
 */
export type TableView = {
/**
 * What was agreed.
 */
settings: RoomSettings,
/**
 * Who may change the room.
 */
host: MemberId | null,
/**
 * Everybody known, in the order of joining.
 */
members: Array<MemberView>,
/**
 * Whom each side would let start.
 */
wishes: BySide<StarterWish | null>,
/**
 * The game that is played or was played last.
 */
game: GameView | null,
/**
 * The match so far.
 */
series: SeriesView,
/**
 * Why the room is held; nothing when it is not.
 */
holds: Array<HoldReason>,
/**
 * When the room goes on after a pause or an adjournment; nothing while that is not decided.
 */
resume_at: number | null,
/**
 * From when on time does not count; nothing when the room is not held.
 */
held_from: number | null,
/**
 * What a side asks of the other one.
 */
offers: Array<OfferView>,
/**
 * Who is to hold each hand in the next game, where that was chosen.
 */
chosen: BySide<MemberId | null>,
/**
 * When the next game begins; nothing while it waits for somebody.
 */
start_at: number | null,
/**
 * Whether each side listens to those who watch.
 */
ears: BySide<boolean>,
/**
 * Members who want another game.
 */
rematch: Array<MemberId>,
/**
 * The last lines said to everybody.
 */
chat: Array<ChatLine>, };

/**
 * Votes for one option.
 */
export type TallyRow = {
/**
 * The move.
 */
move: Move,
/**
 * Its votes.
 */
votes: number, };

/**
 * What a side sees of itself.
 */
export type TeamView = {
/**
 * The ballot that is open, or in fallback.
 */
ballot: BallotView | null,
/**
 * Stances to the tried move; who is not listed is undecided.
 */
stances: Array<StanceRow>,
/**
 * Who votes for the side; empty when everybody does.
 */
council: Array<MemberId>,
/**
 * Who trusts whom with the hand or a place in the council.
 */
trust: Array<TrustRow>,
/**
 * Motions that are open.
 */
motions: Array<MotionView>,
/**
 * What those who watch advised last, oldest first; only that of the present ply is of interest.
 */
advice: Array<AdviceRow>,
/**
 * Members from whom the side hears nothing more.
 */
unheard: Array<MemberId>,
/**
 * The last lines.
 */
chat: Array<ChatLine>, };

/**
 * What is wrong with a line of text.
 */
export type TextProblem = "empty" | "too_long" | "character";

/**
 * Answer of `POST /api/ws-ticket`.
 */
export type Ticket = {
/**
 * Goes into `hello`; good once, for 30 s.
 */
ticket: string, };

/**
 * Body of `POST /api/ws-ticket`.
 */
export type TicketRequest = {
/**
 * The room.
 */
room: RoomId, };

/**
 * What one person sees of his own betting in a room.
 */
export type TicketView = {
/**
 * The market that it is about; nothing where there is none.
 */
market: MarketId | null,
/**
 * Why one may not bet; nothing where one may. Not about stake or funds.
 */
bar: BetBar | null,
/**
 * What the wallet of this room holds, beside the stake; nothing where one has none.
 */
wallet: Coins | null,
/**
 * The own stake.
 */
stake: StakeView | null,
/**
 * What came of it, once the market is over.
 */
paid: PaidView | null, };

/**
 * How a tie ends when neither a run-off nor the hand's own vote broke it.
 */
export type TieRule = "earliest" | "chance";

/**
 * Everything that happened in one move.
 */
export type Trace = {
/**
 * Who moved.
 */
side: Side,
/**
 * Ring index of the start pit; of the first lifted pit for a special move.
 */
start: number,
/**
 * The laps in order. Empty for a special move and for an endless start that is played.
 */
laps: Array<Lap>,
/**
 * How the last lap ended; `None` when there are no laps.
 */
end: LapEnd | null,
/**
 * What was taken, `[pit, seeds]` in order: facing pit, capturing seed, facing pits of the
 * chain.
 */
taken: Array<[number, number]>,
/**
 * All that was taken together.
 */
captured: number,
/**
 * One seed that crossed over, `[from, to]`, when two uurs were made.
 */
crossing: [number, number] | null,
/**
 * Pits that became the mover's for good, in the order of the rules.
 */
made_bulls: Array<number>,
/**
 * Whether the mover gained the direction privilege.
 */
privilege: boolean,
/**
 * Whether the start was endless: the board stays as it was.
 */
endless: boolean,
/**
 * Bulls that sowing passed over in this turn.
 */
passes_over: Array<number>,
/**
 * Whether laps dropped nothing into the pit they lifted.
 */
skips_origin: boolean,
/**
 * What a special move lifted, `[pit, seeds]`.
 */
lifted: Array<[number, number]>,
/**
 * What a special move laid, `[pit, seeds]`.
 */
laid: Array<[number, number]>, };

/**
 * A tried move.
 */
export type TriedView = {
/**
 * Its maker.
 */
by: MemberId,
/**
 * The move.
 */
move: Move,
/**
 * What it does.
 */
trace: Trace,
/**
 * The board with the move on it.
 */
after: Position,
/**
 * When it stands unless somebody acts.
 */
until: number,
/**
 * Members who object.
 */
objections: number,
/**
 * Members who approve.
 */
approvals: number,
/**
 * Objections that withdraw it.
 */
need: number, };

/**
 * Who trusts whom.
 */
export type TrustRow = {
/**
 * Who.
 */
by: MemberId,
/**
 * Whom.
 */
member: MemberId, };

/**
 * A turn as everybody sees it.
 */
export type TurnView = {
/**
 * The ply to be played, from 1.
 */
ply: number,
/**
 * Whose turn.
 */
side: Side,
/**
 * When the ballot ends at the latest.
 */
deadline: number | null,
/**
 * Tries so far, the one on the board included.
 */
tries: number,
/**
 * Whether the next laid move stands at once.
 */
last_try: boolean,
/**
 * Moves that were tried and withdrawn.
 */
spent: Array<Move>,
/**
 * The move on the board.
 */
tried: TriedView | null,
/**
 * Sides that gave the other one time in this turn.
 */
given: BySide<boolean>, };

/**
 * A person across rooms: what the session cookie stands for. Never sent to anybody else.
 */
export type UserId = string;

/**
 * Who may find the room.
 */
export type Visibility = "public" | "unlisted";

/**
 * Why everybody got his stake back.
 */
export type VoidReason = "no_bets" | "one_sided" | "no_winner" | "too_short" | "match_aborted" | "agreed_abort" | "host" | "moderator" | "abandoned" | "unrecoverable" | "stale" | "turned_off";

/**
 * What a side sees of its own ballot while it is open. Other sides never see any of it.
 */
export type VoteVisibility = "open" | "counts" | "after_close";

/**
 * Whose coins a market takes.
 */
export type WalletScope = "server" | "room";

/**
 * `GET /api/me/wallet`: asked for once a visit, which is also how the coins of the day come.
 */
export type WalletView = {
/**
 * Coins that are free; nothing without an account.
 */
free: Coins | null,
/**
 * Coins in open stakes.
 */
staked: Coins,
/**
 * Coins that came just now, with the day or as relief.
 */
granted: Coins,
/**
 * Whether betting is hidden from oneself.
 */
hidden: boolean,
/**
 * Whether one is left out of the tables.
 */
unlisted: boolean,
/**
 * Until when one takes a break from betting, by one's own will.
 */
break_until: number | null, };

/**
 * The answer to `hello`.
 */
export type Welcome = {
/**
 * Minor version of the protocol that the server speaks.
 */
proto: number,
/**
 * Version of the server.
 */
build: string,
/**
 * Numbers of streams belong to this epoch; another one means that nothing can be resumed.
 */
epoch: string,
/**
 * Milliseconds of the server's clock.
 */
now: number,
/**
 * Who one is.
 */
role: Role,
/**
 * Where the streams stand; only those one may read.
 */
heads: Heads,
/**
 * Whether events since the client's heads follow, rather than snapshots.
 */
resumed: boolean, };

/**
 * Who has won, if anyone.
 */
export type Winner = "south" | "north" | "draw";

/**
 * Why a tried move was taken back.
 */
export type WithdrawReason = "layer" | "team" | "hand_replaced";

/**
 * What decided a ballot.
 */
export type WonBy = "votes" | "hand" | "earliest" | "chance";

/**
 * What a position is worth to the side to move.
 */
export type Worth = {
/**
 * Whether the game is over at the end of the line and somebody has won it.
 */
decided: boolean,
/**
 * Seeds that the side to move has more than the other at the end of the line: captured and in
 * its bulls; when the game is over, by the rules of its end.
 */
seeds: number, };
