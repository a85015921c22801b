//! Where the pits of a board lie in a picture. A long board is folded into bands: each holds a stretch of
//! both rows, so that a pit lies above the one it faces.

/// Pixels between two bands.
const GAP: f32 = 8.0;
/// Pixels between the pits of a band and its edge.
const EDGE: f32 = 7.0;
/// Pixels of a pit, where there is room for more.
const LARGEST: f32 = 118.0;
/// Bands at most.
const BANDS: u8 = 6;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Area {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// A board laid out.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Layout {
    /// Pixels from the middle of a pit to that of the next.
    pub(super) cell: f32,
    pub(super) bands: Vec<Area>,
    /// The middle of each pit, by ring index.
    pub(super) pits: Vec<(f32, f32)>,
}

/// Two rows of so many pits, South's below, as large as they can be in an area.
pub(super) fn layout(pits: u8, area: Area) -> Layout {
    let sizes = (1..=BANDS.min(pits.max(1))).map(|bands| (bands, cell(pits, bands, area)));
    let (bands, cell) = sizes.fold((1, 0.0), |best, next| if next.1 > best.1 { next } else { best });
    let columns = pits.div_ceil(bands.max(1)).max(1);
    let (width, height) = (f32::from(columns) * cell + 2.0 * EDGE, 2.0 * cell + 2.0 * EDGE);
    let whole = f32::from(bands) * (height + GAP) - GAP;
    let left = area.x + (area.width - width) / 2.0;
    let top = area.y + (area.height - whole) / 2.0;
    let mut laid = Layout { cell, bands: Vec::new(), pits: vec![(0.0, 0.0); 2 * usize::from(pits)] };
    for column in 0..pits {
        let (band, place) = (column / columns, column % columns);
        let y = top + f32::from(band) * (height + GAP);
        if place == 0 {
            let held = columns.min(pits - column);
            let width = f32::from(held) * cell + 2.0 * EDGE;
            laid.bands.push(Area { x: left, y, width, height });
        }
        let x = left + EDGE + (f32::from(place) + 0.5) * cell;
        let last = 2 * usize::from(pits) - 1;
        let rows = [(last - usize::from(column), 0.5), (usize::from(column), 1.5)];
        for (ring, row) in rows {
            if let Some(pit) = laid.pits.get_mut(ring) {
                *pit = (x, y + EDGE + row * cell);
            }
        }
    }
    laid
}

/// The size of a cell in so many bands.
fn cell(pits: u8, bands: u8, area: Area) -> f32 {
    let columns = f32::from(pits.div_ceil(bands).max(1));
    let (bands, gaps) = (f32::from(bands), f32::from(bands - 1));
    let across = (area.width - 2.0 * EDGE) / columns;
    let down = (area.height - gaps * GAP - bands * 2.0 * EDGE) / (2.0 * bands);
    across.min(down).min(LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { x: 44.0, y: 146.0, width: 1112.0, height: 352.0 };

    #[test]
    fn every_board_lies_in_its_area_and_its_pits_do_not_touch() {
        for pits in 1..=50 {
            let laid = layout(pits, AREA);
            assert!(laid.cell >= 47.0, "{pits}: {}", laid.cell);
            for &(x, y) in &laid.pits {
                let half = laid.cell / 2.0;
                assert!(x - half >= AREA.x - 0.1 && x + half <= AREA.x + AREA.width + 0.1, "{pits} {x}");
                assert!(y - half >= AREA.y - 0.1 && y + half <= AREA.y + AREA.height + 0.1, "{pits} {y}");
            }
            for (at, one) in laid.pits.iter().enumerate() {
                for other in &laid.pits[..at] {
                    let apart = (one.0 - other.0).abs().max((one.1 - other.1).abs());
                    assert!(apart >= laid.cell - 0.1, "{pits}: {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_pit_lies_above_the_one_it_faces() {
        for pits in [8, 12, 50] {
            let laid = layout(pits, AREA);
            for column in 0..usize::from(pits) {
                let (south, north) = (laid.pits[column], laid.pits[2 * usize::from(pits) - 1 - column]);
                assert_eq!(south.0, north.0);
                assert!((south.1 - north.1 - laid.cell).abs() < 0.1);
            }
        }
        assert_eq!(layout(8, AREA).bands.len(), 1);
        assert!(layout(50, AREA).bands.len() > 1);
    }
}
