//! Dates in the format of RFC 3339.

use core::{fmt, ops::RangeInclusive, str};

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

/// The range from `0000-01-01T00:00:00Z` to `9999-12-31T23:59:59Z`, as Unix timestamps.
const YEARS_0_TO_9999: RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;

/// A date in UTC, in the form of RFC 3339 §5.6: `1995-01-31T12:00:00Z`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rfc3339([u8; 20]);

impl Rfc3339 {
    /// Formats a Unix timestamp in seconds. RFC 3339 only has years of four digits.
    pub(crate) fn new(seconds: i64) -> Option<Self> {
        if !YEARS_0_TO_9999.contains(&seconds) {
            return None;
        }
        let (year, month, day) = civil(seconds.div_euclid(SECONDS_PER_DAY));
        let second = seconds.rem_euclid(SECONDS_PER_DAY);
        let mut text = *b"0000-00-00T00:00:00Z";
        digits(&mut text[..4], year);
        digits(&mut text[5..7], month);
        digits(&mut text[8..10], day);
        digits(&mut text[11..13], second / 3600);
        digits(&mut text[14..16], second / 60 % 60);
        digits(&mut text[17..19], second % 60);
        Some(Self(text))
    }

    pub(crate) fn as_str(&self) -> &str {
        // All of it is ASCII.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Returns a Unix timestamp in seconds as a date in UTC in the form of RFC 3339, such as `1995-01-31T12:00:00Z`; `None`
/// for a year outside 0 to 9999.
#[must_use]
pub fn rfc3339(seconds: i64) -> Option<String> {
    Rfc3339::new(seconds).map(|date| date.to_string())
}

impl fmt::Display for Rfc3339 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Writes a number as decimal digits that fill the buffer.
fn digits(text: &mut [u8], number: i64) {
    let mut number = number.unsigned_abs();
    for digit in text.iter_mut().rev() {
        *digit = b"0123456789"[(number % 10) as usize];
        number /= 10;
    }
}

/// Returns the year, month and day of a day since 1970-01-01, by the Gregorian calendar.
fn civil(day: i64) -> (i64, i64, i64) {
    const DAYS_PER_ERA: i64 = 146_097;
    // Eras of 400 years, and years, begin in March, so that leap days come last.
    let day = day + 719_468;
    let era = day.div_euclid(DAYS_PER_ERA);
    let day = day.rem_euclid(DAYS_PER_ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 {
        (year, month + 3)
    } else {
        (year + 1, month - 9)
    };
    (era * 400 + year, month, day)
}

#[cfg(test)]
mod tests {
    use super::{Rfc3339, YEARS_0_TO_9999};

    fn text(seconds: i64) -> Option<String> {
        Rfc3339::new(seconds).map(|date| date.to_string())
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (1_000_000_000, "2001-09-09T01:46:40Z"),
            (2_147_483_647, "2038-01-19T03:14:07Z"),
            // The NTP epoch (RFC 5905 §6).
            (-2_208_988_800, "1900-01-01T00:00:00Z"),
            (791_553_600, "1995-01-31T12:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (-2_203_891_200, "1900-03-01T00:00:00Z"),
            (-2_203_891_201, "1900-02-28T23:59:59Z"),
            (*YEARS_0_TO_9999.start(), "0000-01-01T00:00:00Z"),
            (*YEARS_0_TO_9999.end(), "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(text(seconds).as_deref(), Some(expected));
        }
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut date = (1599, 12, 31);
        // 400 years and a day from 1600 on, after which the calendar repeats.
        for day_number in -135_140..=-135_140 + 146_097 {
            let next = super::civil(day_number);
            let (year, month, day) = date;
            let is_next = next == (year, month, day + 1) && day < 31
                || next == (year, month + 1, 1) && day >= 28
                || next == (year + 1, 1, 1) && (month, day) == (12, 31);
            assert!(is_next, "{date:?}, {next:?}");
            date = next;
        }
        assert_eq!(date, (2000, 1, 1));
    }

    #[test]
    fn years_of_more_digits_have_no_date() {
        let (first, last) = YEARS_0_TO_9999.into_inner();
        for seconds in [first - 1, last + 1, i64::MIN, i64::MAX] {
            assert_eq!(text(seconds), None);
        }
    }
}
