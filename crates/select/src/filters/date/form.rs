//! The forms of a date, and the periods that they denote.

use jiff::{
    Span, Timestamp,
    civil::{self, DateTime},
    tz::TimeZone,
};

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

/// The form of a date.
#[derive(Clone, Copy, Debug)]
pub(super) enum DateForm {
    /// From the first to the last day.
    Days(civil::Date, civil::Date),
    /// A time without an offset.
    Time(DateTime),
    /// A time with an offset.
    Instant(Timestamp),
    /// The whole current day.
    Today,
    /// The whole day before the current one.
    Yesterday,
    /// The whole week, month or year before the current one.
    Last(CalendarUnit),
    /// A time before now: a negative span.
    Ago(Span),
}

/// A unit of the calendar. A week begins on Monday.
#[derive(Clone, Copy, Debug)]
pub(super) enum CalendarUnit {
    Week,
    Month,
    Year,
}

impl CalendarUnit {
    /// Returns the first and the last day of the unit before the one of a day.
    fn before(self, day: civil::Date) -> Option<(civil::Date, civil::Date)> {
        let first = match self {
            Self::Week => {
                let after_monday = i64::from(day.weekday().to_monday_zero_offset());
                day.checked_sub(Span::new().try_days(after_monday).ok()?)
                    .ok()?
            }
            Self::Month => day.first_of_month(),
            Self::Year => day.first_of_year(),
        };
        let last = first.yesterday().ok()?;
        let first = match self {
            Self::Week => first.checked_sub(Span::new().try_days(7).ok()?).ok()?,
            Self::Month => last.first_of_month(),
            Self::Year => last.first_of_year(),
        };
        Some((first, last))
    }
}

impl DateForm {
    /// Returns the first and the last second of the period; `None` if there is no such time.
    pub(super) fn period(self, zone: &TimeZone, now: Timestamp) -> Option<(i64, i64)> {
        let at = |second| Some((second, second));
        let today = || now.to_zoned(zone.clone()).date();
        match self {
            Self::Days(first, last) => Some(days(first, last, zone)),
            Self::Time(time) => at(seconds(time, zone)),
            Self::Instant(instant) => at(floor(instant.as_second(), instant.subsec_nanosecond())),
            Self::Today => Some(days(today(), today(), zone)),
            Self::Yesterday => {
                let day = today().yesterday().ok()?;
                Some(days(day, day, zone))
            }
            Self::Last(unit) => {
                let (first, last) = unit.before(today())?;
                Some(days(first, last, zone))
            }
            Self::Ago(span) => {
                let then = now
                    .to_zoned(zone.clone())
                    .checked_add(span)
                    .ok()?
                    .timestamp();
                at(then.as_second())
            }
        }
    }
}

fn days(first: civil::Date, last: civil::Date, zone: &TimeZone) -> (i64, i64) {
    let midnight = |day: civil::Date| seconds(day.into(), zone);
    let last = match last.tomorrow() {
        Ok(next) => midnight(next) - 1,
        Err(_) => midnight(last) + SECONDS_PER_DAY - 1,
    };
    (midnight(first), last)
}

/// Returns the seconds from the Unix epoch to a time, rounded down.
fn seconds(at: DateTime, zone: &TimeZone) -> i64 {
    if let Ok(timestamp) = zone.to_timestamp(at) {
        return floor(timestamp.as_second(), timestamp.subsec_nanosecond());
    }
    // The range of timestamps does not include the end of the last year.
    let past = at.duration_since(civil::date(1970, 1, 1).into());
    floor(past.as_secs(), past.subsec_nanos())
}

/// Rounds a number of seconds down. The fraction has the same sign as the seconds.
fn floor(seconds: i64, nanoseconds: i32) -> i64 {
    seconds - i64::from(nanoseconds < 0)
}
