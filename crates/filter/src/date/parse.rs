//! Parses the forms of a date.

use jiff::{
    Span, Timestamp,
    civil::{Date, DateTime},
};
use urlsift::archive::month_number;

use super::form::DateForm;

/// Parses a date; `None` if it has no known form.
pub(super) fn date_form(text: &str) -> Option<DateForm> {
    relative(&text.to_ascii_lowercase())
        .or_else(|| calendar(text))
        .or_else(|| named_month(text))
        .or_else(|| time(text))
}

/// Parses a time relative to now.
fn relative(text: &str) -> Option<DateForm> {
    match text {
        "now" => return Some(DateForm::Ago(Span::new())),
        "today" => return Some(DateForm::Today),
        "yesterday" => return Some(DateForm::Yesterday),
        _ => {}
    }
    // Without "ago", the text would be a time in the future.
    text.strip_suffix("ago")?;
    Some(DateForm::Ago(text.parse().ok()?))
}

/// `date-fullyear ["-" date-month ["-" date-mday]]` (RFC 3339 §5.6), also with slashes.
fn calendar(text: &str) -> Option<DateForm> {
    let separator = if text.contains('/') { '/' } else { '-' };
    let mut numbers = text.split(separator);
    let year = number(numbers.next()?, 4)?;
    let Some(month) = numbers.next() else {
        let last = Date::new(year, 12, 31).ok()?;
        return Some(DateForm::Days(last.first_of_year(), last));
    };
    let month = number(month, 2)?;
    let Some(day) = numbers.next() else {
        return whole_month(year, month);
    };
    if numbers.next().is_some() {
        return None;
    }
    one_day(year, month, number(day, 2)?)
}

/// Parses a date whose month has a name: `Jan 1995`, `31 Jan 1995`, `January 31, 1995`, `1995 Jan 31`. The year has
/// four digits, so the order does not matter.
fn named_month(text: &str) -> Option<DateForm> {
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
    match day {
        Some(day) => one_day(year?, month?, day),
        None => whole_month(year?, month?),
    }
}

/// Returns the number of a month, by its name or an abbreviation, which may end in a period.
fn month_named(word: &str) -> Option<i8> {
    let word = word.strip_suffix('.').unwrap_or(word);
    i8::try_from(month_number(word.as_bytes())?).ok()
}

fn whole_month(year: i16, month: i8) -> Option<DateForm> {
    let first = Date::new(year, month, 1).ok()?;
    Some(DateForm::Days(first, first.last_of_month()))
}

fn one_day(year: i16, month: i8, day: i8) -> Option<DateForm> {
    let day = Date::new(year, month, day).ok()?;
    Some(DateForm::Days(day, day))
}

/// Parses a number of exactly `len` digits.
fn number<T: std::str::FromStr>(digits: &str, len: usize) -> Option<T> {
    let is_number = digits.len() == len && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// `date-time` (RFC 3339 §5.6) with an optional offset. Fractions of a second are dropped, because dates of
/// messages have none.
fn time(text: &str) -> Option<DateForm> {
    // `jiff` also accepts other forms of ISO 8601.
    let (day, _) = text.split_once(['T', 't', ' '])?;
    calendar(day).filter(|_| day.len() == "1995-01-31".len())?;
    let text = text.replace('/', "-");
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Some(DateForm::Instant(instant));
    }
    Some(DateForm::Time(text.parse::<DateTime>().ok()?))
}
