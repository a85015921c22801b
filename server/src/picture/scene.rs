//! What is in a picture: the board as it lies, who plays, what each side has taken, how it stands.

use std::fmt::Write;

use engine::{BySide, Position, Preset, Side};
use protocol::event::{EndReason, GameResult};
use protocol::settings::SIDES;
use protocol::view::{GameView, TableView};

use super::layout::{Area, layout};
use super::text::{cut, escaped};
use super::{FAMILY, HEIGHT, WIDTH};
use crate::room::settings::check;

/// The colours of the page in its light form (`web-client/src/style/tokens.css`), by their names there.
const BONE: &str = "#f8f6f1";
const INK: &str = "#221511";
const INK_SOFT: &str = "#6a574c";
const STAGE: &str = "#7d3f2a";
const STAGE_EDGE: &str = "#6b3422";
const RIM: &str = "#c58a60";
const RIM_CHOICE: &str = "#f3d9a4";
const HOLE: &str = "#43200f";
const ON_EARTH: &str = "#fdf3e4";
const SOUTH: &str = "#b3202a";
const NORTH: &str = "#1d4a98";
const BEAD_WHITE: &str = "#ffffff";

/// Pixels from the edge.
const MARGIN: f32 = 44.0;
/// Where the board lies.
const BOARD: Area = Area { x: MARGIN, y: 146.0, width: 1112.0, height: 352.0 };
/// The lines of text.
const HEAD_Y: f32 = 66.0;
const NORTH_Y: f32 = 128.0;
const SOUTH_Y: f32 = 536.0;
const FOOT_Y: f32 = 600.0;

/// The picture of a table, as SVG.
#[must_use]
pub fn scene(view: &TableView) -> String {
    let mut drawing = Drawing(String::new());
    drawing.open();
    let right = f32::from(WIDTH) - MARGIN;
    drawing.line((MARGIN, HEAD_Y), 40.0, INK, "start", &cut(&view.settings.title, 40.0, 680.0));
    drawing.line((right, HEAD_Y), 28.0, INK_SOFT, "end", &game_name(view));
    let position = position(view);
    for side in SIDES {
        drawing.side(view, side, position.as_ref());
    }
    if let Some(position) = &position {
        drawing.board(position, view.game.as_ref().and_then(last_start));
    }
    drawing.line((MARGIN, FOOT_Y), 30.0, INK, "start", &standing(view));
    drawing.line((right, FOOT_Y), 28.0, INK_SOFT, "end", "Sindillo");
    drawing.0.push_str("</svg>");
    drawing.0
}

struct Drawing(String);

impl Drawing {
    fn open(&mut self) {
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"{FAMILY}\" font-weight=\"bold\">\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{BONE}\"/>"
        ));
    }

    fn put(&mut self, piece: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(piece);
    }

    fn line(&mut self, at: (f32, f32), size: f32, colour: &str, anchor: &str, text: &str) {
        let (x, y) = at;
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(text)
        ));
    }

    /// A side: its bead, who sits there, what it has taken, and a mark where it is its turn.
    fn side(&mut self, view: &TableView, side: Side, position: Option<&Position>) {
        let y = if side == Side::South { SOUTH_Y } else { NORTH_Y };
        let middle = y - 10.0;
        self.bead((MARGIN + 14.0, middle), 14.0, side);
        let names = cut(&names(view, side), 30.0, 860.0);
        self.line((MARGIN + 44.0, y), 30.0, INK, "start", &names);
        let right = f32::from(WIDTH) - MARGIN;
        if let Some(seeds) = taken(view, position) {
            self.line((right, y), 38.0, colour(side), "end", &seeds[side].to_string());
        }
        if to_move(view) == Some(side) {
            let (x, top, low) = (right - 150.0, middle - 13.0, middle + 13.0);
            let points = format!("{x},{top} {},{middle} {x},{low}", x + 22.0);
            self.put(format_args!("<polygon points=\"{points}\" fill=\"{}\"/>", colour(side)));
        }
    }

    /// South is striped, North is dotted: nobody has to tell colours apart.
    fn bead(&mut self, middle: (f32, f32), radius: f32, side: Side) {
        let (x, y) = middle;
        let fill = colour(side);
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"));
        match side {
            Side::South => self.put(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"5\" fill=\"{BEAD_WHITE}\"/>",
                x - radius + 2.0,
                y - 2.5,
                2.0 * radius - 4.0
            )),
            Side::North => self.put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{BEAD_WHITE}\"/>",
                radius * 0.36
            )),
        }
    }

    fn board(&mut self, position: &Position, start: Option<u8>) {
        let laid = layout(position.pits_per_row(), BOARD);
        for band in &laid.bands {
            let Area { x, y, width, height } = band;
            self.put(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"13\" fill=\"{STAGE}\" \
                 stroke=\"{STAGE_EDGE}\" stroke-width=\"3\"/>"
            ));
        }
        for (ring, &middle) in (0..).zip(&laid.pits) {
            self.pit(position, ring, middle, laid.cell, start == Some(ring));
        }
    }

    /// A pit with the number of its seeds; a bull has a ring of its owner's.
    fn pit(&mut self, position: &Position, ring: u8, middle: (f32, f32), cell: f32, begun: bool) {
        let ((x, y), radius) = (middle, cell * 0.43);
        let (rim, width) = if begun { (RIM_CHOICE, 5.0) } else { (RIM, 2.0) };
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{HOLE}\" stroke=\"{rim}\" stroke-width=\"{width}\"/>"
        ));
        if let Some(owner) = position.bull(ring) {
            let (radius, width) = (radius * 0.84, cell * 0.09);
            let dots = if owner == Side::North { format!("0.1 {}", width * 1.9) } else { "none".to_owned() };
            self.put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{BEAD_WHITE}\" \
                 stroke-width=\"{}\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-dasharray=\"{dots}\"/>",
                width * 1.5,
                colour(owner)
            ));
        }
        let seeds = position.seeds(ring);
        if seeds > 0 {
            let is_wide = seeds > 99 || (seeds > 9 && position.bull(ring).is_some());
            let size = if is_wide { cell * 0.34 } else { cell * 0.46 };
            self.line((x, y + size * 0.36), size, ON_EARTH, "middle", &seeds.to_string());
        }
    }
}

/// The board that everybody sees: with the tried move on it, where one is.
fn position(view: &TableView) -> Option<Position> {
    match &view.game {
        Some(game) => {
            let tried = game.turn.as_ref().and_then(|turn| turn.tried.as_ref());
            Some(tried.map_or(game.position, |tried| tried.after))
        }
        None => check(&view.settings).ok()?.rules.opening_position().ok(),
    }
}

/// Where the move began that is tried, or was played last.
fn last_start(game: &GameView) -> Option<u8> {
    let tried = game.turn.as_ref().and_then(|turn| turn.tried.as_ref()).map(|tried| &tried.trace);
    tried.or(game.last.as_ref().map(|last| &last.trace)).map(|trace| trace.start)
}

/// What each side has: the score where the game is over.
fn taken(view: &TableView, position: Option<&Position>) -> Option<BySide<u16>> {
    let result = view.game.as_ref()?.result.as_ref();
    result.map(|result| result.score).or(position.map(Position::captured))
}

fn to_move(view: &TableView) -> Option<Side> {
    Some(view.game.as_ref()?.turn.as_ref()?.side)
}

fn names(view: &TableView, side: Side) -> String {
    let seated = view.members.iter().filter(|member| member.seats.contains(&side));
    let names: Vec<&str> = seated.map(|member| member.name.as_str()).collect();
    if names.is_empty() { side_name(side).to_owned() } else { names.join(", ") }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::South => "South",
        Side::North => "North",
    }
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::South => SOUTH,
        Side::North => NORTH,
    }
}

fn game_name(view: &TableView) -> String {
    format!("{} · 2×{}", name_of(view.settings.game.preset), view.settings.game.pits)
}

/// What a game is called.
pub(crate) const fn name_of(preset: Preset) -> &'static str {
    match preset {
        Preset::Enkeshui => "Enkeshui",
        Preset::EnkeshuiRuss => "Enkeshui (Russ)",
        Preset::EnGehe => "En Gehé",
        Preset::EnDodoi => "En Dodoi",
        Preset::CrossEndodoi => "Cross-Endodoi",
        Preset::Ndoto => "Ndoto",
        Preset::LayliGoobalay => "Layli Goobalay",
        Preset::LayliMarin => "Layli (Marin)",
        Preset::LayliGabradarre => "Layli (Gabradarre)",
    }
}

/// How it stands, in a line.
fn standing(view: &TableView) -> String {
    let Some(game) = &view.game else { return "Taking seats".to_owned() };
    let pins = match (view.series.games, view.series.pins) {
        (games, pins) if games > 1 => format!(" · pins {}–{}", pins.south, pins.north),
        _ => String::new(),
    };
    let now = match (&game.result, &game.turn) {
        (Some(result), _) => ended(result),
        (None, Some(turn)) => match &turn.tried {
            Some(tried) => format!("Move {}: {} tries {}", turn.ply, side_name(turn.side), tried.mv),
            None => format!("Move {}: {} to play", turn.ply, side_name(turn.side)),
        },
        (None, None) => String::new(),
    };
    format!("{now}{pins}")
}

/// How a game ended, the winner's seeds first.
fn ended(result: &GameResult) -> String {
    let Some(side) = result.winner else {
        let BySide { south, north } = result.score;
        return if result.reason.counts() {
            format!("Draw {south}–{north}")
        } else {
            "Not counted".to_owned()
        };
    };
    let how = match result.reason {
        EndReason::Resigned => "by resignation".to_owned(),
        EndReason::Flag => "on time".to_owned(),
        EndReason::Abandoned | EndReason::Absent => "by absence".to_owned(),
        EndReason::Stuck
        | EndReason::Majority
        | EndReason::AllEndless
        | EndReason::Repetition
        | EndReason::NoProgress
        | EndReason::Endless
        | EndReason::Agreed
        | EndReason::Aborted
        | EndReason::Expired => format!("{}–{}", result.score[side], result.score[side.other()]),
    };
    format!("{} wins {how}", side_name(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_are_those_of_the_page() {
        let tokens = include_str!("../../../web-client/src/style/tokens.css");
        let light = tokens.split("data-theme").next().expect("the light form comes first");
        for (name, colour) in [
            ("bone", BONE),
            ("ink", INK),
            ("ink-soft", INK_SOFT),
            ("stage", STAGE),
            ("stage-edge", STAGE_EDGE),
            ("rim", RIM),
            ("rim-choice", RIM_CHOICE),
            ("hole", HOLE),
            ("on-earth", ON_EARTH),
            ("south", SOUTH),
            ("north", NORTH),
            ("bead-white", BEAD_WHITE),
        ] {
            assert!(light.contains(&format!("--{name}: {colour};")), "{name}");
        }
    }
}
