//! Dates, as they are given to flags.

use jiff::{
    Span, Timestamp,
    civil::{Date, DateTime, date},
    tz::TimeZone,
};

/// Some time, from its first second to its last, both included, in seconds since 1970 began in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) first: i64,
    pub(crate) last: i64,
}

const SECONDS_A_DAY: i64 = 24 * 60 * 60;

impl Period {
    /// Reads a time of RFC 3339 §5.6, which is in UTC if it tells no zone; a day, a month or a year as
    /// that begins, which are in UTC; or how long before `now` it was: `2 weeks ago`, `yesterday`,
    /// `today`, `now`.
    ///
    /// # Errors
    ///
    /// What is no such thing, and no day of the calendar.
    pub(crate) fn parse(given: &str, now: Timestamp) -> Result<Self, &'static str> {
        let given = given.trim();
        let words = by_words(&given.to_ascii_lowercase(), now);
        let period = words.or_else(|| calendar(given)).or_else(|| time(given));
        period.ok_or(
            "not a date, such as 1995-01-31, 1995-01, 1995-01-31T12:00:00Z, yesterday or `2 weeks ago`",
        )
    }

    /// These days, the last one included.
    fn days(first: Date, last: Date) -> Self {
        Self {
            first: seconds(first.into()),
            last: seconds(last.into()) + SECONDS_A_DAY - 1,
        }
    }

    /// This second.
    fn second(at: i64) -> Self {
        Self {
            first: at,
            last: at,
        }
    }
}

/// The seconds from 1970 to a time in UTC, rounded down.
fn seconds(at: DateTime) -> i64 {
    let past = at.duration_since(date(1970, 1, 1).into());
    past.as_secs() - i64::from(past.subsec_nanos() < 0)
}

fn by_words(given: &str, now: Timestamp) -> Option<Period> {
    let now = now.to_zoned(TimeZone::UTC).datetime();
    match given {
        "now" => return Some(Period::second(seconds(now))),
        "today" => return Some(Period::days(now.date(), now.date())),
        "yesterday" => {
            let day = now.date().yesterday().ok()?;
            return Some(Period::days(day, day));
        }
        _ => {}
    }
    // Without it the same words tell what is to come.
    given.strip_suffix("ago")?;
    let span: Span = given.parse().ok()?;
    Some(Period::second(seconds(now.checked_add(span).ok()?)))
}

/// `date-fullyear ["-" date-month ["-" date-mday]]` (RFC 3339 §5.6)
fn calendar(given: &str) -> Option<Period> {
    let mut numbers = given.split('-');
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

/// A number of so many digits.
fn number<T: std::str::FromStr>(digits: &str, len: usize) -> Option<T> {
    let is_number = digits.len() == len && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// `date-time` (RFC 3339 §5.6), where the offset may be missing. A second that has begun counts, at
/// its end as at its beginning: messages tell no fractions.
fn time(given: &str) -> Option<Period> {
    // The parser of the library takes other forms of ISO 8601, too.
    let (day, _) = given.split_once(['T', 't', ' '])?;
    calendar(day).filter(|_| day.len() == "1995-01-31".len())?;
    let at = match given.parse::<Timestamp>() {
        Ok(at) => at.to_zoned(TimeZone::UTC).datetime(),
        Err(_) => given.parse::<DateTime>().ok()?,
    };
    Some(Period::second(seconds(at)))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::Period;

    const DAY: i64 = 86_400;

    /// 1995-01-31T00:00:00Z, as `date` tells it.
    const JAN_31: i64 = 791_510_400;

    /// Of what is given on the last of March of 1995, at half past ten.
    fn parse(given: &str) -> Option<(i64, i64)> {
        let now: Timestamp = "1995-03-31T10:30:00Z".parse().expect("a time");
        let period = Period::parse(given, now).ok()?;
        Some((period.first, period.last))
    }

    #[test]
    fn days_months_and_years_have_all_of_themselves() {
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
        // The last second that a message can have.
        assert_eq!(
            parse("9999-12-31").map(|(_, last)| last),
            Some(253_402_300_799)
        );
        assert_eq!(parse("9999").map(|(_, last)| last), Some(253_402_300_799));
    }

    #[test]
    fn a_time_is_one_second() {
        let noon = JAN_31 + DAY / 2;
        for given in [
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
            assert_eq!(parse(given), Some((noon, noon)), "{given}");
        }
        for given in ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59.5Z"] {
            assert_eq!(parse(given), Some((-1, -1)), "{given}");
        }
    }

    #[test]
    fn words_count_back_from_now() {
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
    fn what_is_no_date_is_refused() {
        for given in [
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
            assert_eq!(parse(given), None, "{given}");
        }
    }
}
