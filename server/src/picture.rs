//! The picture of a room for those who share its link: the board at a moment, as a PNG.
//!
//! A view of the table comes in and bytes come out; the same view gives the same bytes. Names are
//! strangers' words and are escaped in one place ([`text`]). Nothing here knows a room that is awake, a
//! gate or HTTP: what may not be seen must not be in the view.

mod layout;
mod scene;
mod text;

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

pub(crate) use scene::name_of;
pub use scene::scene;
pub(crate) use text::escaped;

/// Pixels of a picture, as pages that show links want it.
pub const WIDTH: u16 = 1200;
/// The same from top to bottom.
pub const HEIGHT: u16 = 630;

/// Letters of Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic (`server/fonts/LICENSE`).
const FONT: &[u8] = include_bytes!("../fonts/DejaVuSans-Bold.ttf");
/// What it is called.
const FAMILY: &str = "DejaVu Sans";

/// A scene drawn as a PNG; nothing when it cannot be drawn, which none of ours is known to be.
#[must_use]
pub fn png(scene: &str) -> Option<Vec<u8>> {
    let options =
        usvg::Options { fontdb: fonts(), font_family: FAMILY.to_owned(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(scene, &options).ok()?;
    let mut pixels = Pixmap::new(u32::from(WIDTH), u32::from(HEIGHT))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// The font, read once.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let read = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        Arc::new(fonts)
    };
    Arc::clone(FONTS.get_or_init(read))
}

#[cfg(test)]
mod tests {
    use engine::Preset;
    use protocol::Event;
    use protocol::event::{MemberKind, StarterReason};
    use protocol::view::TableView;
    use protocol::{MemberId, RoomSettings};

    use super::*;
    use crate::room::settings::{catalogue, defaults};
    use crate::room::{Room, view};

    fn table(settings: RoomSettings, name: &str) -> TableView {
        let mut room = Room::default();
        let rules = crate::room::settings::check(&settings).unwrap().rules;
        let opening = rules.opening_position().unwrap();
        let (member, side) = (MemberId(1), opening.turn());
        for event in [
            Event::Opened { settings },
            Event::Joined { member, name: name.to_owned(), kind: MemberKind::Person },
            Event::Seated { member, side },
            Event::GameBegan {
                game: 1,
                opening,
                starter: side,
                how: StarterReason::Toss,
                race: None,
                seal: None,
                market: None,
            },
        ] {
            room.apply(1, &event);
        }
        view::table(&room).unwrap()
    }

    /// Width and height out of a PNG's header.
    fn size(png: &[u8]) -> (u32, u32) {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    #[test]
    fn every_game_on_every_board_is_a_picture_of_the_size() {
        for info in catalogue() {
            let sizes = [info.sizes.first(), info.sizes.last()];
            for pits in sizes.into_iter().flatten() {
                let mut settings = info.defaults.clone();
                settings.game.pits = *pits;
                let scene = scene(&table(settings, "Naserian"));
                let picture = png(&scene).expect("it is drawn");
                assert_eq!(size(&picture), (u32::from(WIDTH), u32::from(HEIGHT)), "{:?} {pits}", info.preset);
                assert_eq!(png(&scene), Some(picture), "the same view gives the same bytes");
            }
        }
    }

    #[test]
    fn names_are_words_and_nothing_else() {
        let mut settings = defaults(Preset::EnDodoi);
        settings.title = "<script>&\"'</svg>".to_owned();
        let view = {
            let mut view = table(defaults(Preset::EnDodoi), "</text><image href=\"file:///etc/passwd\"/>");
            view.settings.title = settings.title;
            view
        };
        let scene = scene(&view);
        assert!(!scene.contains("<image") && !scene.contains("<script"), "{scene}");
        assert!(scene.contains("&lt;script&gt;&amp;&quot;&#39;"), "{scene}");
        assert!(png(&scene).is_some());
    }

    #[test]
    fn letters_with_marks_are_in_the_font() {
        let blank = png(&text_only("")).unwrap();
        for letters in
            ["ŻÓŁĆ ąęśźń", "Gehé àèìòù", "Ёлка", "Ελλάδα", "שלום", "سلام", "Ọlá Ẹ̀kọ́", "½ × – … 0123456789"]
        {
            assert_ne!(png(&text_only(letters)).unwrap(), blank, "{letters}");
        }
        let letters = letters_of(FONT);
        for c in "ŻÓŁĆąęśźńéàèìòùЁлкаΕλάδשלוםسلامọẹ½×–…0123456789".chars()
        {
            assert!(letters.contains(&u32::from(c)), "{c} has no shape");
        }
    }

    fn text_only(letters: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\">\
             <text x=\"40\" y=\"100\" font-size=\"60\" font-family=\"{FAMILY}\">{letters}</text></svg>"
        )
    }

    /// The letters of a font, by its table of format 4, which holds all of ours.
    fn letters_of(data: &[u8]) -> std::collections::BTreeSet<u32> {
        let word = |at: usize| u16::from_be_bytes([data[at], data[at + 1]]);
        let long = |at: usize| u32::from_be_bytes(data[at..at + 4].try_into().unwrap()) as usize;
        let tables = usize::from(word(4));
        let cmap =
            (0..tables).map(|n| 12 + 16 * n).find(|&at| &data[at..at + 4] == b"cmap").map(|at| long(at + 8));
        let cmap = cmap.expect("a table of letters");
        let mut letters = std::collections::BTreeSet::new();
        for entry in 0..usize::from(word(cmap + 2)) {
            let table = cmap + long(cmap + 4 + 8 * entry + 4);
            if word(table) != 4 {
                continue;
            }
            let twice = usize::from(word(table + 6));
            for segment in (0..twice).step_by(2) {
                let last = word(table + 14 + segment);
                let first = word(table + 16 + twice + segment);
                letters.extend((u32::from(first)..=u32::from(last)).filter(|&c| c != 0xffff));
            }
        }
        letters
    }
}
