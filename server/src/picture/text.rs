//! Words in a picture: escaped, and cut to the room that they have.

/// A text between tags or in an attribute, of SVG or of HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Most of them are nothing that a document may have.
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// The beginning of a text that fits so many pixels in letters of a size, with dots where it was cut.
pub(super) fn cut(text: &str, size: f32, width: f32) -> String {
    let mut used = 0.0;
    let mut kept = String::new();
    for c in text.chars() {
        used += share(c) * size;
        if used > width {
            // The dots take the place of a wide letter.
            kept.pop();
            kept.push('…');
            return kept;
        }
        kept.push(c);
    }
    kept
}

/// How wide a letter is in the font, in its size: rather too wide than too narrow.
fn share(c: char) -> f32 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | ' ' | '-' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' => 1.1,
        c if u32::from(c) < 0x1100 => 0.76,
        _ => 1.05,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_cut() {
        assert_eq!(cut("Naserian", 20.0, 500.0), "Naserian");
        assert_eq!(cut("Naserian", 20.0, 60.0), "Na…");
        assert_eq!(cut("", 20.0, 0.0), "");
        assert_eq!(escaped("a<b>&'\"\u{1}"), "a&lt;b&gt;&amp;&#39;&quot; ");
    }
}
