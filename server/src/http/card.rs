//! The card of a room: what other sites and messengers show where somebody put its link. It stands in the
//! head of the page, as Open Graph and Twitter have it.
//!
//! Pure. It tells what was agreed when the room was opened, which whoever has the link may know, and where
//! its picture is; addresses begin with the server's own origin, never with what a request says of it.

use protocol::RoomId;
use protocol::settings::{DecisionMode, RoomSettings};

use crate::config::Origin;
use crate::picture::{HEIGHT, WIDTH, escaped, name_of};

/// What ends the head of a page.
const END: &[u8] = b"</head>";
/// What ends the path of a story.
const STORY: &str = "/story";

/// The room whose page, or whose story, a path is.
pub(super) fn room(path: &str) -> Option<RoomId> {
    let rest = path.strip_prefix("/r/")?;
    let room = rest.strip_suffix(STORY).unwrap_or(rest);
    RoomId::try_from(room.to_owned()).ok()
}

/// Whether the path of a room is that of its story.
pub(super) fn is_story(path: &str) -> bool {
    path.ends_with(STORY)
}

/// The lines for the head of a page.
pub(super) fn head(room: &RoomId, agreed: &RoomSettings, origin: &Origin) -> String {
    let game = format!("{}, 2×{}", name_of(agreed.game.preset), agreed.game.pits);
    let title = format!("{} · {game}", agreed.title);
    let page = format!("{origin}/r/{room}");
    let picture = format!("{origin}/api/rooms/{room}/image.png");
    let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
    let description = description(agreed);
    let rows = [
        ("property", "og:site_name", "Sindillo"),
        ("property", "og:type", "website"),
        ("property", "og:title", &title),
        ("property", "og:description", &description),
        ("property", "og:url", &page),
        ("property", "og:image", &picture),
        ("property", "og:image:type", "image/png"),
        ("property", "og:image:width", &width),
        ("property", "og:image:height", &height),
        ("property", "og:image:alt", "The board, the teams, and what each side has taken"),
        ("name", "twitter:card", "summary_large_image"),
        ("name", "twitter:title", &title),
        ("name", "twitter:description", &description),
        ("name", "twitter:image", &picture),
    ];
    rows.iter()
        .map(|(kind, name, content)| {
            format!("    <meta {kind}=\"{name}\" content=\"{}\" />\n", escaped(content))
        })
        .collect()
}

/// A page with these lines at the end of its head; nothing for a page without one.
pub(super) fn insert(page: &[u8], head: &str) -> Option<Vec<u8>> {
    let at = page.windows(END.len()).position(|piece| piece.eq_ignore_ascii_case(END))?;
    let (before, behind) = page.split_at(at);
    Some([before.trim_ascii_end(), b"\n", head.as_bytes(), b"  ", behind].concat())
}

fn description(agreed: &RoomSettings) -> String {
    let how = match agreed.decision.mode {
        DecisionMode::Hand => "the hand lays, the team advises",
        DecisionMode::Plurality => "the most votes decide",
        DecisionMode::Majority => "a majority decides",
        DecisionMode::Consensus => "nearly all must agree",
        DecisionMode::Anyone => "the first vote decides",
    };
    match (agreed.practice, agreed.team_max) {
        (true, _) => "Team mancala: a practice board.".to_owned(),
        (false, 1) => "Team mancala: one against one.".to_owned(),
        (false, most) => format!("Team mancala: up to {most} a side, {how}."),
    }
}

#[cfg(test)]
mod tests {
    use engine::Preset;

    use super::*;
    use crate::room::settings::defaults;

    fn lines(title: &str) -> String {
        let agreed = RoomSettings { title: title.to_owned(), ..defaults(Preset::EnGehe) };
        let origin = "https://play.example.org".parse().unwrap();
        head(&RoomId::from_bits([1; 10]), &agreed, &origin)
    }

    #[test]
    fn addresses_are_whole_and_the_servers_own() {
        let head = lines("Saturday");
        let room = RoomId::from_bits([1; 10]);
        assert!(head.contains(&format!(
            "<meta property=\"og:image\" content=\"https://play.example.org/api/rooms/{room}/image.png\" />"
        )));
        assert!(head.contains("content=\"Saturday · En Gehé, 2×50\""), "{head}");
        assert!(head.contains("up to 8 a side, a majority decides"), "{head}");
        assert_eq!(head.lines().count(), 14);
    }

    #[test]
    fn a_title_is_a_text_and_nothing_else() {
        let head = lines("\"><script>alert('x')</script>&");
        assert!(!head.contains("<script") && !head.contains("\"\">"), "{head}");
        assert!(head.contains("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;"), "{head}");
    }

    #[test]
    fn lines_stand_at_the_end_of_the_head() {
        let page = b"<html><head>\n    <title>x</title>\n  </head><body></head></body></html>";
        let page = String::from_utf8(insert(page, "    <meta />\n").unwrap()).unwrap();
        assert_eq!(
            page,
            "<html><head>\n    <title>x</title>\n    <meta />\n  </head><body></head></body></html>"
        );
        assert_eq!(insert(b"<title>x</title>", "y"), None);
    }

    #[test]
    fn only_pages_of_rooms_have_a_card() {
        let id = RoomId::from_bits([1; 10]);
        for path in [format!("/r/{id}"), format!("/r/{id}/story")] {
            assert_eq!(room(&path), Some(id.clone()), "{path}");
        }
        for path in ["/", "/r/", "/r/x", "/r/0123456789abcdeu", "/rules", "/r/../x", "/r/story"] {
            assert_eq!(room(path), None, "{path}");
        }
        assert_eq!(room(&format!("/r/{id}/other")), None);
    }
}
