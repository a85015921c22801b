//! How long the suites may take. What is counted in thousands, or takes minutes, is done a few
//! times in every run, and in full where `SINDILLO_LONG` is set to 1. Read here and nowhere else.

/// Whether everything is to be done in full.
#[must_use]
pub fn is_long() -> bool {
    #[allow(clippy::disallowed_methods, reason = "how long the suites take is chosen from outside")]
    let wish = std::env::var("SINDILLO_LONG");
    wish.is_ok_and(|wish| wish == "1")
}

/// One of two measures: the first in every run, the second where everything is done in full.
#[must_use]
pub fn usually<T>(usual: T, long: T) -> T {
    if is_long() { long } else { usual }
}
