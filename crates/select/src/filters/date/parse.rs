//! Parses the forms of a date.

use jiff::{
    Span, Timestamp,
    civil::{Date, DateTime},
    fmt::rfc2822::DateTimeParser,
};
use urlsift::archive::month_number;

use super::form::{CalendarUnit, DateForm};
use crate::InvalidValue;

const EXPECTED: &str = "expected a date such as 1995, 1995-01-31, 'Jan 1995', 1995-01-31T12:00:00Z, yesterday or '2 weeks ago'";

/// The result of parsing a date; `None` if it has another form.
type Parsed = Option<Result<DateForm, InvalidValue>>;

/// The names of zones that have a meaning in mail (RFC 5322, section 4.3), and `UTC`. All others would be read as UTC.
const ZONES: [&str; 12] = [
    "ut", "utc", "gmt", "z", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt",
];

/// Parses a date.
///
/// # Errors
///
/// Returns an error if the text has no known form, or if there is no such day.
pub(super) fn date_form(text: &str) -> Result<DateForm, InvalidValue> {
    relative(&text.to_ascii_lowercase())
        .map(Ok)
        .or_else(|| calendar(text))
        .or_else(|| named_month(text))
        .or_else(|| time(text))
        .or_else(|| mail_time(text).map(Ok))
        .unwrap_or_else(|| Err(EXPECTED.into()))
}

/// Parses a time relative to now.
fn relative(text: &str) -> Option<DateForm> {
    let form = match text {
        "now" => DateForm::Ago(Span::new()),
        "today" => DateForm::Today,
        "yesterday" => DateForm::Yesterday,
        "last week" => DateForm::Last(CalendarUnit::Week),
        "last month" => DateForm::Last(CalendarUnit::Month),
        "last year" => DateForm::Last(CalendarUnit::Year),
        _ => DateForm::Ago(ago(text)?),
    };
    Some(form)
}

/// Parses a time before now: `2 weeks ago`, `a week ago`, `14d`.
fn ago(text: &str) -> Option<Span> {
    // Among the abbreviated units, "m" could be a minute or a month.
    let short = text.strip_suffix(['d', 'w', 'y']);
    if short.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
        return format!("{text} ago").parse().ok();
    }
    // Without "ago", the text would be a time in the future.
    text.strip_suffix("ago")?;
    let one = text.strip_prefix("a ").or_else(|| text.strip_prefix("an "));
    match one {
        Some(unit) => format!("1 {unit}").parse().ok(),
        None => text.parse().ok(),
    }
}

/// `date-fullyear ["-" date-month ["-" date-mday]]` (RFC 3339 §5.6), also with slashes, and a day without separators.
fn calendar(text: &str) -> Parsed {
    if number::<u32>(text, 8).is_some() {
        let (year, day) = text.split_at(4);
        let (month, day) = day.split_at(2);
        return Some(one_day(
            number(year, 4)?,
            number(month, 2)?,
            number(day, 2)?,
        ));
    }
    let separator = if text.contains('/') { '/' } else { '-' };
    let mut numbers = text.split(separator);
    let year = number(numbers.next()?, 4)?;
    let Some(month) = numbers.next() else {
        let last = Date::new(year, 12, 31).ok()?;
        return Some(Ok(DateForm::Days(last.first_of_year(), last)));
    };
    let month = number(month, 2)?;
    let Some(day) = numbers.next() else {
        return Some(whole_month(year, month));
    };
    if numbers.next().is_some() {
        return None;
    }
    Some(one_day(year, month, number(day, 2)?))
}

/// Parses a date whose month has a name: `Jan 1995`, `31 Jan 1995`, `January 31, 1995`, `1995 Jan 31`. The year has
/// four digits, so the order does not matter.
fn named_month(text: &str) -> Parsed {
    let words = text
        .split([' ', ',', '-', '\t'])
        .filter(|word| !word.is_empty());
    let (mut year, mut month, mut day) = (None, None, None);
    for word in words {
        let is_new = if let Some(named) = month_named(word) {
            month.replace(named).is_none()
        } else if word.len() == 4 {
            year.replace(number(word, 4)?).is_none()
        } else {
            let digits = number(word, word.len()).filter(|_| word.len() <= 2);
            day.replace(digits?).is_none()
        };
        if !is_new {
            return None;
        }
    }
    Some(match day {
        Some(day) => one_day(year?, month?, day),
        None => whole_month(year?, month?),
    })
}

/// Returns the number of a month, by its name or an abbreviation, which may end in a period.
fn month_named(word: &str) -> Option<i8> {
    let word = word.strip_suffix('.').unwrap_or(word);
    i8::try_from(month_number(word.as_bytes())?).ok()
}

fn whole_month(year: i16, month: i8) -> Result<DateForm, InvalidValue> {
    let first = first_of_month(year, month)?;
    Ok(DateForm::Days(first, first.last_of_month()))
}

fn one_day(year: i16, month: i8, day: i8) -> Result<DateForm, InvalidValue> {
    let first = first_of_month(year, month)?;
    let day = first.with().day(day).build();
    let day = day.map_err(|_| {
        let (month, days) = (first.strftime("%B %Y"), first.days_in_month());
        format!("{month} has {days} days")
    })?;
    Ok(DateForm::Days(day, day))
}

fn first_of_month(year: i16, month: i8) -> Result<Date, InvalidValue> {
    Date::new(year, month, 1).map_err(|_| format!("there is no month {month}").into())
}

/// Parses a number of exactly `len` digits.
fn number<T: std::str::FromStr>(digits: &str, len: usize) -> Option<T> {
    let is_number = digits.len() == len && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// `date-time` (RFC 3339 §5.6) with an optional offset, also after a space. Fractions of a second are dropped, because
/// dates of messages have none.
fn time(text: &str) -> Parsed {
    // `jiff` also accepts other forms of ISO 8601.
    let (day, time) = text.split_once(['T', 't', ' '])?;
    let parsed = calendar(day).filter(|_| day.len() == "1995-01-31".len())?;
    if parsed.is_err() {
        return Some(parsed);
    }
    let (time, offset) = match time.split_once(' ') {
        Some((time, "UTC" | "GMT" | "Z")) => (time, "Z"),
        Some((time, offset)) => (time, offset),
        None => (time, ""),
    };
    let text = format!("{}T{time}{offset}", day.replace('/', "-"));
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Some(Ok(DateForm::Instant(instant)));
    }
    // `jiff` would ignore the name of a zone in brackets.
    let time = text
        .parse::<DateTime>()
        .ok()
        .filter(|_| !text.contains('['))?;
    Some(Ok(DateForm::Time(time)))
}

/// `date-time` (RFC 5322 §3.3), as in a `Date` field, with an optional zone.
fn mail_time(text: &str) -> Option<DateForm> {
    let without_comments = without_comments(text);
    let zone = without_comments.split_ascii_whitespace().next_back()?;
    let is_name = zone.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_name && !ZONES.contains(&&*zone.to_ascii_lowercase()) {
        return None;
    }
    let parser = DateTimeParser::new();
    if let Ok(instant) = parser.parse_timestamp(text) {
        return Some(DateForm::Instant(instant));
    }
    let time = parser.parse_zoned(format!("{text} +0000")).ok()?;
    Some(DateForm::Time(time.datetime()))
}

/// Removes comments (RFC 5322 §3.2.2), each in parentheses. They may be nested, and a backslash quotes the character
/// after it.
fn without_comments(text: &str) -> String {
    let mut outside = String::new();
    let mut depth = 0_usize;
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '\\' if depth > 0 => {
                chars.next();
            }
            _ if depth == 0 => outside.push(char),
            _ => {}
        }
    }
    outside
}
