//! Dates in flags.

use jiff::{
    Span, Timestamp,
    civil::{Date, DateTime, date},
    tz::TimeZone,
};

/// A period of time, inclusive, in seconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first second.
    pub first: i64,
    /// The last second.
    pub last: i64,
}

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

impl Period {
    /// Parses a time, day, month or year; in UTC if it has no offset; or a
    /// time before now: `2 weeks ago`, `yesterday`, `today`, `now`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has another form, or if there is no such day.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        Self::parse_at(text, Timestamp::now())
    }

    /// Parses a time (RFC 3339 §5.6), in UTC if it has no offset; a day, month or year, in UTC; or a time
    /// relative to `now`: `2 weeks ago`, `yesterday`, `today`, `now`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has another form, or if there is no such day.
    pub(crate) fn parse_at(text: &str, now: Timestamp) -> Result<Self, &'static str> {
        let text = text.trim();
        let relative = relative(&text.to_ascii_lowercase(), now);
        let period = relative.or_else(|| calendar(text)).or_else(|| time(text));
        period.ok_or(
            "expected a date such as 1995, 1995-01-31, 1995-01-31T12:00:00Z, yesterday or '2 weeks ago'",
        )
    }

    /// Returns the period from a day to another, inclusive.
    fn days(first: Date, last: Date) -> Self {
        Self {
            first: seconds(first.into()),
            last: seconds(last.into()) + SECONDS_PER_DAY - 1,
        }
    }

    /// Returns the period of one second.
    fn second(at: i64) -> Self {
        Self {
            first: at,
            last: at,
        }
    }
}

/// Returns the seconds from the Unix epoch to a time in UTC, rounded down.
fn seconds(at: DateTime) -> i64 {
    let past = at.duration_since(date(1970, 1, 1).into());
    past.as_secs() - i64::from(past.subsec_nanos() < 0)
}

/// Parses a time relative to `now`.
fn relative(text: &str, now: Timestamp) -> Option<Period> {
    let now = now.to_zoned(TimeZone::UTC).datetime();
    match text {
        "now" => return Some(Period::second(seconds(now))),
        "today" => return Some(Period::days(now.date(), now.date())),
        "yesterday" => {
            let day = now.date().yesterday().ok()?;
            return Some(Period::days(day, day));
        }
        _ => {}
    }
    // Without "ago", the text would be a time in the future.
    text.strip_suffix("ago")?;
    let span: Span = text.parse().ok()?;
    Some(Period::second(seconds(now.checked_add(span).ok()?)))
}

/// `date-fullyear ["-" date-month ["-" date-mday]]` (RFC 3339 §5.6)
fn calendar(text: &str) -> Option<Period> {
    let mut numbers = text.split('-');
    let year: i16 = number(numbers.next()?, 4)?;
    let Some(month) = numbers.next() else {
        let last = Date::new(year, 12, 31).ok()?;
        return Some(Period::days(last.first_of_year(), last));
    };
    let month = number(month, 2)?;
    let Some(day) = numbers.next() else {
        let first = Date::new(year, month, 1).ok()?;
        return Some(Period::days(first, first.last_of_month()));
    };
    if numbers.next().is_some() {
        return None;
    }
    let day = Date::new(year, month, number(day, 2)?).ok()?;
    Some(Period::days(day, day))
}

/// Parses a number of exactly `len` digits.
fn number<T: std::str::FromStr>(digits: &str, len: usize) -> Option<T> {
    let is_number = digits.len() == len && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// `date-time` (RFC 3339 §5.6) with an optional offset. Fractions of a second are dropped, because dates of
/// messages have none.
fn time(text: &str) -> Option<Period> {
    // `jiff` also accepts other forms of ISO 8601.
    let (day, _) = text.split_once(['T', 't', ' '])?;
    calendar(day).filter(|_| day.len() == "1995-01-31".len())?;
    let at = match text.parse::<Timestamp>() {
        Ok(at) => at.to_zoned(TimeZone::UTC).datetime(),
        Err(_) => text.parse::<DateTime>().ok()?,
    };
    Some(Period::second(seconds(at)))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::Period;

    const DAY: i64 = 86_400;

    /// 1995-01-31T00:00:00Z, computed with `date`.
    const JAN_31: i64 = 791_510_400;

    /// Parses a date at 1995-03-31T10:30:00Z.
    fn parse(text: &str) -> Option<(i64, i64)> {
        let now: Timestamp = "1995-03-31T10:30:00Z".parse().expect("a time");
        let period = Period::parse_at(text, now).ok()?;
        Some((period.first, period.last))
    }

    #[test]
    fn days_months_and_years_are_inclusive() {
        assert_eq!(parse("1995-01-31"), Some((JAN_31, JAN_31 + DAY - 1)));
        assert_eq!(
            parse("1995-01"),
            Some((JAN_31 - 30 * DAY, JAN_31 + DAY - 1))
        );
        let new_year = JAN_31 - 30 * DAY;
        assert_eq!(parse("1995"), Some((new_year, new_year + 365 * DAY - 1)));
        assert_eq!(
            parse("1996"),
            Some((new_year + 365 * DAY, new_year + 731 * DAY - 1))
        );
        let leap_day = 825_552_000;
        assert_eq!(parse("1996-02-29"), Some((leap_day, leap_day + DAY - 1)));
        assert_eq!(
            parse("1996-02"),
            Some((leap_day - 28 * DAY, leap_day + DAY - 1))
        );
        assert_eq!(parse("1970"), Some((0, 365 * DAY - 1)));
        // The latest date of a message.
        assert_eq!(
            parse("9999-12-31").map(|(_, last)| last),
            Some(253_402_300_799)
        );
        assert_eq!(parse("9999").map(|(_, last)| last), Some(253_402_300_799));
    }

    #[test]
    fn a_time_is_one_second() {
        let noon = JAN_31 + DAY / 2;
        for text in [
            "1995-01-31T12:00:00Z",
            "1995-01-31t12:00:00z",
            "1995-01-31 12:00:00Z",
            "1995-01-31T13:30:00+01:30",
            "1995-01-31T04:00:00-08:00",
            "1995-01-31T12:00:00-00:00",
            "1995-01-31T12:00:00",
            "1995-01-31 12:00",
            "1995-01-31T12:00:00.5Z",
            " 1995-01-31T12:00:00Z ",
        ] {
            assert_eq!(parse(text), Some((noon, noon)), "{text}");
        }
        for text in ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59.5Z"] {
            assert_eq!(parse(text), Some((-1, -1)), "{text}");
        }
    }

    #[test]
    fn relative_times_count_back_from_now() {
        let now = JAN_31 + 59 * DAY + 37_800;
        let at = |at| Some((at, at));
        assert_eq!(parse("now"), at(now));
        assert_eq!(parse("2 weeks ago"), at(now - 14 * DAY));
        assert_eq!(parse("1 day ago"), at(now - DAY));
        assert_eq!(parse("3 Days Ago"), at(now - 3 * DAY));
        assert_eq!(parse("90 minutes ago"), at(now - 5400));
        // February has no 31st.
        assert_eq!(parse("1 month ago"), at(now - 31 * DAY));
        assert_eq!(parse("1 year ago"), at(now - 365 * DAY));
        let today = now - 37_800;
        assert_eq!(parse("today"), Some((today, today + DAY - 1)));
        assert_eq!(parse("Yesterday"), Some((today - DAY, today - 1)));
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in [
            "",
            "soon",
            "ago",
            "weeks ago",
            "2 weeks",
            "P2W",
            "99999999 years ago",
            "95",
            "19950131",
            "1995-1-31",
            "1995-13",
            "1995-02-29",
            "1995-01-32",
            "1995-01-31-01",
            "-1995",
            "+1995",
            "1995-01-31T",
            "1995-01-31T25:00:00Z",
            "1995-01-31T12:00:00Q",
            "1995-01T12:00:00Z",
            "31 Jan 1995",
            "31/01/1995",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
