//! Days of the calendar, from seconds and back: no more of it than a date in a record needs.

const DAY: u64 = 86_400;
/// Days from 1 March of the year 0 to 1 January 1970, in the calendar that everybody counts by.
const EPOCH: u64 = 719_468;
/// Days of four hundred years.
const ERA: u64 = 146_097;

/// Date and time as a record has them, `2026.11.30` and `14:05:09`, in universal time.
pub(super) fn written(seconds: u64) -> (String, String) {
    let (year, month, day) = civil(seconds / DAY);
    let second = seconds % DAY;
    let time = format!("{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60);
    (format!("{year:04}.{month:02}.{day:02}"), time)
}

/// The seconds of a date and a time; nothing for other texts, for days that are not in the calendar, and
/// before 1970.
pub(super) fn read(date: &str, time: &str) -> Option<u64> {
    let [year, month, day] = numbers(date, '.')?;
    let [hour, minute, second] = numbers(time, ':')?;
    if !(1..=12).contains(&month) || !(1_970..=9_999).contains(&year) {
        return None;
    }
    let day_number = day_number(year, month, day)?;
    (hour < 24 && minute < 60 && second < 60).then_some(())?;
    Some(day_number * DAY + hour * 3_600 + minute * 60 + second)
}

fn numbers(text: &str, between: char) -> Option<[u64; 3]> {
    let mut parts = text.split(between);
    let mut next = || {
        let part = parts.next()?;
        let digits = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| digits)
    };
    let found = [next()?, next()?, next()?];
    parts.next().is_none().then_some(found)
}

/// Year, month and day of a day since the epoch. Years are counted from March, so that the day that
/// comes and goes is the last one.
const fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + EPOCH;
    let (era, of_era) = (days / ERA, days % ERA);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + era * 400 + later, month, day)
}

fn day_number(year: u64, month: u64, day: u64) -> Option<u64> {
    let year_from_march = if month > 2 { year } else { year - 1 };
    let (era, of_era) = (year_from_march / 400, year_from_march % 400);
    let months = (month + 9) % 12;
    let of_year = (153 * months + 2) / 5 + day.checked_sub(1)?;
    let days = (era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year).checked_sub(EPOCH)?;
    (civil(days) == (year, month, day)).then_some(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_399, "2000.02.28", "23:59:59"),
            (951_782_400, "2000.02.29", "00:00:00"),
            (1_796_035_947, "2026.11.30", "10:52:27"),
            (4_107_542_400, "2100.03.01", "00:00:00"),
        ] {
            assert_eq!(written(seconds), (date.to_owned(), time.to_owned()));
            assert_eq!(read(date, time), Some(seconds));
        }
        for day in 0..40_000 {
            let (date, time) = written(day * DAY);
            assert_eq!(read(&date, &time), Some(day * DAY), "{date}");
        }
    }

    #[test]
    fn other_texts_are_no_days() {
        for date in [
            "",
            "2026.11",
            "2026.02.29",
            "2026.13.01",
            "2026.00.01",
            "2026.01.00",
            "1969.12.31",
            "2026.1.1.1",
        ] {
            assert_eq!(read(date, "00:00:00"), None, "{date}");
        }
        for time in ["", "24:00:00", "00:60:00", "00:00:60", "-1:00:00", "00:00", "99999999999999999999:0:0"]
        {
            assert_eq!(read("2026.11.30", time), None, "{time}");
        }
    }
}
