//! Dates in flags.
//!
//! A date in a flag is a *period*: `1995` is a year, `1995-01` a month. Whether `--until 1995` includes December is
//! then no question, and `--since` takes the first second of the same period. A library that parses dates into points
//! in time, with the first second for what is missing, cannot say which of the two was meant.
//!
//! The forms are few: ISO dates, dates of mail, dates with the name of a month, and times before now. Not worth doing:
//! `3/4/1995`, which is March or April by country; `14m`, which is minutes or months; and dates in the future.

mod form;
mod parse;

use jiff::{Timestamp, tz::TimeZone};

use crate::InvalidValue;
use form::DateForm;

/// A period of time, inclusive, in seconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    /// The first second.
    pub(crate) first: i64,
    /// The last second.
    pub(crate) last: i64,
}

/// A date that is not bound to a time zone, unless it has an offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Date {
    form: DateForm,
    now: Timestamp,
}

impl Date {
    /// Parses a year, month or day (`1995`, `1995-01`, `1995/01/31`, `19950131`, `Jan 1995`, `31 Jan 1995`, `January
    /// 31, 1995`), a time (RFC 3339 §5.6 or RFC 5322 §3.3, with or without an offset), or a time before now: `2 weeks
    /// ago`, `a week ago`, `14d`, `2w`, `1y`, `last week`, `last month`, `last year`, `yesterday`, `today`, `now`. The
    /// last week, month or year is a calendar period; a week begins on Monday.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has another form, or if there is no such day.
    pub(crate) fn parse(text: &str) -> Result<Self, InvalidValue> {
        Self::parse_at(text, Timestamp::now())
    }

    /// Parses a date, relative to `now`.
    fn parse_at(text: &str, now: Timestamp) -> Result<Self, InvalidValue> {
        let form = parse::date_form(text.trim())?;
        let date = Self { form, now };
        // A time before all times is found here; the zone makes no difference.
        form.period(&TimeZone::UTC, now)
            .map(|_| date)
            .ok_or_else(|| "the date is out of range".into())
    }

    /// Returns the period in UTC, unless the date has an offset.
    pub(crate) fn in_utc(self) -> Period {
        self.in_zone(&TimeZone::UTC)
    }

    /// Returns the period in the time zone of the system, unless the date has an offset. Without such a zone it is in
    /// UTC.
    pub(crate) fn in_local_zone(self) -> Period {
        self.in_zone(&TimeZone::try_system().unwrap_or(TimeZone::UTC))
    }

    fn in_zone(self, zone: &TimeZone) -> Period {
        let period = self.form.period(zone, self.now);
        let period = period.or_else(|| self.form.period(&TimeZone::UTC, self.now));
        // `parse_at` has verified the period in UTC.
        let (first, last) = period.unwrap_or_default();
        Period { first, last }
    }
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, tz::TimeZone};
    use urlsift_tables::{lines, rows};

    use super::{Date, Period};

    const DAY: i64 = 86_400;

    /// 1995-01-31T00:00:00Z, computed with `date`.
    const JAN_31: i64 = 791_510_400;

    /// Parses a date at 1995-03-31T10:30:00Z.
    fn parse(text: &str) -> Option<(i64, i64)> {
        parse_in(text, &TimeZone::UTC)
    }

    /// Parses a date at 1995-03-31T10:30:00Z in a time zone.
    fn parse_in(text: &str, zone: &TimeZone) -> Option<(i64, i64)> {
        let now: Timestamp = "1995-03-31T10:30:00Z".parse().expect("a time");
        let Period { first, last } = Date::parse_at(text, now).ok()?.in_zone(zone);
        Some((first, last))
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
        for text in lines!("cases.toml", "a_time_is_one_second") {
            assert_eq!(parse(text), Some((noon, noon)), "{text}");
        }
        for text in ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59.5Z"] {
            assert_eq!(parse(text), Some((-1, -1)), "{text}");
        }
    }

    /// They would be read as UTC.
    #[test]
    fn unknown_zones_are_rejected() {
        for text in lines!("cases.toml", "unknown_zones_are_rejected") {
            assert_eq!(parse(text), None, "{text}");
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
        for (short, long) in [
            ("a week ago", "1 week ago"),
            ("An hour ago", "1 hour ago"),
            ("14d", "14 days ago"),
            ("2W", "2 weeks ago"),
            ("1y", "1 year ago"),
            ("2w ago", "2 weeks ago"),
        ] {
            assert!(parse(long).is_some(), "{long}");
            assert_eq!(parse(short), parse(long), "{short}");
        }
    }

    /// 1995-03-31 is a Friday.
    #[test]
    fn last_units_are_those_of_the_calendar() {
        let days = |first, last| {
            let first = parse(first).expect("a day").0;
            Some((first, parse(last).expect("a day").1))
        };
        assert_eq!(parse("last week"), days("1995-03-20", "1995-03-26"));
        assert_eq!(parse("Last month"), parse("1995-02"));
        assert_eq!(parse("last year"), parse("1994"));
    }

    #[test]
    fn errors_say_what_there_is_not() {
        for (text, expected) in rows!("cases.toml", "errors_say_what_there_is_not") {
            let error = Date::parse(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn months_have_names_and_numbers_slashes() {
        for (text, iso) in rows!("cases.toml", "months_have_names_and_numbers_slashes") {
            assert!(parse(iso).is_some(), "{iso}");
            assert_eq!(parse(text), parse(iso), "{text}");
        }
    }

    #[test]
    fn days_begin_at_midnight_of_the_zone() {
        let zone = TimeZone::fixed(jiff::tz::offset(-5));
        let at = |text| parse_in(text, &zone);
        let day = JAN_31 + 5 * 3600;
        assert_eq!(at("1995-01-31"), Some((day, day + DAY - 1)));
        let noon = JAN_31 + 17 * 3600;
        assert_eq!(at("1995-01-31 12:00"), Some((noon, noon)));
        // A date with an offset, or relative to now, is the same everywhere.
        for text in [
            "1995-01-31T12:00:00Z",
            "1995-01-31T12:00:00+01:00",
            "now",
            "2 hours ago",
        ] {
            assert_eq!(at(text), parse(text), "{text}");
        }
        // At 10:30 in UTC, it is 05:30.
        let today = JAN_31 + 59 * DAY + 5 * 3600;
        assert_eq!(at("today"), Some((today, today + DAY - 1)));
        assert_eq!(at("yesterday"), Some((today - DAY, today - 1)));
        // The clocks go forward on 1995-03-26 at 02:00.
        let rules = "CET-1CEST,M3.5.0,M10.5.0/3";
        let zone = TimeZone::posix(rules).expect("rules of a zone");
        let sunday = 796_172_400;
        assert_eq!(
            parse_in("1995-03-26", &zone),
            Some((sunday, sunday + 23 * 3600 - 1))
        );
        // The last date has no next one.
        assert_eq!(
            at("9999").map(|(_, last)| last),
            parse("9999").map(|(_, last)| last)
        );
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in lines!("cases.toml", "invalid_dates_are_rejected") {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
