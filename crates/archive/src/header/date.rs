//! Parses the date formats of mail and news.
//!
//! The formats differ in the order of day, month and year; time and zone follow in nearly any
//! order. The first number or name of the date decides the format, and the rest is read in any
//! order. Ambiguous numbers, as in `9/10/96`, are no date.
//!
//! No library serves here: `mail-parser` accepts impossible dates, such as the 31st of February,
//! and strict parsers reject the old formats.

use super::{cfws::after_cfws, month::month_number};

const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// The first year that RFC 5322 §3.3 allows.
const FIRST_YEAR: i64 = 1900;
/// The last year with the four digits of RFC 3339 §5.6.
const LAST_YEAR: i64 = 9999;

/// Days from the 1st of January of year 1 to the 1st of January 1970.
const DAYS_TO_1970: i64 = 719_162;

/// Days before each month in a year that is not a leap year.
const DAYS_BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/// Parses a date. Returns a Unix timestamp in seconds.
///
/// Accepts the formats of RFC 5322 §3.3 and §4.3, RFC 850 §2.1.4, ISO 8601 (RFC 3339) and C's
/// `asctime`, and also `January 7, 1997` and `1997/01/07`. A missing or unknown zone is UTC (RFC
/// 5322 §4.3), a missing time is midnight. Days that are not in the calendar, invalid times, and
/// years other than 1900 to 9999 are rejected. The weekday is ignored.
pub(crate) fn parse_date(value: &[u8]) -> Option<i64> {
    let mut tokens = Tokens(value);
    tokens.skip_day_of_week();
    let mut date = Date::read(&mut tokens)?;
    let mut time_and_zone = TimeAndZone::default();
    loop {
        match tokens.next() {
            Token::End => break,
            Token::Number(hour) if tokens.take(b":") => {
                // A second time of day belongs to some remark.
                if time_and_zone.time.is_none() {
                    time_and_zone.time = Some(Time::read(hour, &mut tokens)?);
                }
            }
            // In `asctime` the year follows the time.
            Token::Number(year) if date.year.is_none() => date.year = year.year(),
            Token::Symbol(sign @ (b'+' | b'-')) => time_and_zone.take_offset(sign, &mut tokens)?,
            Token::Word(word) => time_and_zone.take_word(word),
            Token::Number(_) | Token::Symbol(_) => {}
        }
    }
    let seconds = date.days()? * SECONDS_A_DAY + time_and_zone.seconds();
    let latest = days_before(LAST_YEAR + 1, 1) * SECONDS_A_DAY;
    (seconds < latest).then_some(seconds)
}

/// A date, which may not exist in the calendar.
struct Date {
    year: Option<i64>,
    month: usize,
    day: i64,
}

impl Date {
    fn read(tokens: &mut Tokens<'_>) -> Option<Self> {
        match tokens.next() {
            Token::Number(year) if year.digits == 4 => Self::year_first(year, tokens),
            Token::Number(day) => Self::day_first(day, tokens),
            Token::Word(word) => Self::month_first(month_number(word)?, tokens),
            Token::Symbol(_) | Token::End => None,
        }
    }

    /// Parses `date-fullyear "-" date-month "-" date-mday` (RFC 3339 §5.6), or with slashes or
    /// dots.
    fn year_first(year: Number, tokens: &mut Tokens<'_>) -> Option<Self> {
        let Token::Symbol(symbol @ (b'-' | b'/' | b'.')) = tokens.next() else {
            return None;
        };
        let month = tokens.number()?.of_digits(1..=2)?;
        if !tokens.take(&[symbol]) {
            return None;
        }
        Some(Self {
            year: Some(year.year()?),
            month: usize::try_from(month).ok()?,
            day: tokens.number()?.of_digits(1..=2)?,
        })
    }

    /// Parses `date = day month year` (RFC 5322 §3.3), or with hyphens (RFC 850 §2.1.4).
    fn day_first(day: Number, tokens: &mut Tokens<'_>) -> Option<Self> {
        let day = day.of_digits(1..=2)?;
        tokens.take(b"-/.,");
        let Token::Word(word) = tokens.next() else {
            return None;
        };
        tokens.take(b"-/.,");
        Some(Self {
            year: Some(tokens.number()?.year()?),
            month: month_number(word)?,
            day,
        })
    }

    /// Parses the month and day of `asctime`, optionally with the year after them.
    fn month_first(month: usize, tokens: &mut Tokens<'_>) -> Option<Self> {
        tokens.take(b".");
        let day = tokens.number()?.of_digits(1..=2)?;
        tokens.take(b",");
        let mut ahead = *tokens;
        let year = match ahead.next() {
            Token::Number(year) if !ahead.take(b":") => {
                tokens.number();
                Some(year.year()?)
            }
            _ => None,
        };
        Some(Self { year, month, day })
    }

    /// Returns the days since 1970, if the date exists.
    fn days(&self) -> Option<i64> {
        let year = self.year?;
        let is_month = (1..=12).contains(&self.month);
        if !is_month || !(FIRST_YEAR..=LAST_YEAR).contains(&year) {
            return None;
        }
        let first = days_before(year, self.month);
        let next = match self.month {
            12 => days_before(year + 1, 1),
            month => days_before(year, month + 1),
        };
        (1..=next - first)
            .contains(&self.day)
            .then(|| first + self.day - 1)
    }
}

/// The greatest offset of a zone, in seconds: the Line Islands have it. A greater one is taken for an error.
const MAX_OFFSET: i64 = 14 * 60 * 60;

/// The time of day and the UTC offset.
#[derive(Default)]
struct TimeAndZone {
    time: Option<Time>,
    /// The numeric offset, in seconds east of UTC. It takes precedence over the name.
    offset: Option<i64>,
    /// The offset of the zone name.
    zone: Option<i64>,
}

impl TimeAndZone {
    /// Parses `("+" / "-") 4DIGIT` (RFC 5322 §3.3) after the sign, or the form of RFC 3339 §5.6. A
    /// sign before anything else is ignored, and so is a second offset, or one that no zone has.
    fn take_offset(&mut self, sign: u8, tokens: &mut Tokens<'_>) -> Option<()> {
        if self.offset.is_some() || !tokens.0.first().is_some_and(u8::is_ascii_digit) {
            return Some(());
        }
        let number = tokens.number()?;
        let (hours, minutes) = match number.digits {
            1 | 2 if tokens.take(b":") => (number.value, tokens.number()?.of_digits(2..=2)?),
            1 | 2 => (number.value, 0),
            3 | 4 => (number.value / 100, number.value % 100),
            _ => return None,
        };
        if minutes > 59 {
            return None;
        }
        let east = (hours * 60 + minutes) * 60;
        if east > MAX_OFFSET {
            return Some(());
        }
        self.offset = Some(if sign == b'-' { -east } else { east });
        Some(())
    }

    /// Takes a zone name or AM or PM. Other words are ignored.
    fn take_word(&mut self, word: &[u8]) {
        if let Some(time) = &mut self.time {
            match word.to_ascii_lowercase().as_slice() {
                b"am" => time.take_meridiem(0),
                b"pm" => time.take_meridiem(12),
                _ => {}
            }
        }
        if let Some(zone) = zone(word) {
            self.zone.get_or_insert(zone);
        }
    }

    /// Returns the seconds from midnight UTC of the date.
    fn seconds(&self) -> i64 {
        let time = self.time.as_ref().map_or(0, Time::seconds);
        time - self.offset.or(self.zone).unwrap_or(0)
    }
}

/// Parses `obs-zone` (RFC 5322 §4.3) in seconds east of UTC. RFC 822 gave the military zones the
/// wrong sign, so they are read as UTC, like all unknown names.
fn zone(name: &[u8]) -> Option<i64> {
    let hours = match name.to_ascii_uppercase().as_slice() {
        b"UT" | b"GMT" | b"UTC" | b"Z" => 0,
        b"EDT" => -4,
        b"EST" | b"CDT" => -5,
        b"CST" | b"MDT" => -6,
        b"MST" | b"PDT" => -7,
        b"PST" => -8,
        _ => return None,
    };
    Some(hours * 60 * 60)
}

/// A valid time of day. The second may be 60 (RFC 5322 §3.3).
struct Time {
    hour: i64,
    minute: i64,
    second: i64,
}

impl Time {
    /// Parses `time-of-day = hour ":" minute [ ":" second ]` (RFC 5322 §3.3) after the first colon.
    /// A fraction of a second is dropped.
    fn read(hour: Number, tokens: &mut Tokens<'_>) -> Option<Self> {
        let hour = hour.of_digits(1..=2)?;
        let minute = tokens.number()?.of_digits(1..=2)?;
        let mut second = 0;
        if tokens.take(b":") {
            second = tokens.number()?.of_digits(1..=2)?;
            if let [b'.' | b',', digit, ..] = tokens.0
                && digit.is_ascii_digit()
            {
                tokens.next();
                tokens.next();
            }
        }
        (hour <= 23 && minute <= 59 && second <= 60).then_some(Self {
            hour,
            minute,
            second,
        })
    }

    /// Applies AM or PM; `first` is the first hour of that half. Ignored after an hour of the
    /// 24-hour clock.
    fn take_meridiem(&mut self, first: i64) {
        if self.hour <= 12 {
            self.hour = self.hour % 12 + first;
        }
    }

    fn seconds(&self) -> i64 {
        (self.hour * 60 + self.minute) * 60 + self.second
    }
}

/// A tokenizer over the rest of a value.
#[derive(Clone, Copy)]
struct Tokens<'v>(&'v [u8]);

#[derive(Clone, Copy)]
enum Token<'v> {
    Number(Number),
    /// Letters and bytes that are not ASCII.
    Word(&'v [u8]),
    /// Any other byte.
    Symbol(u8),
    End,
}

#[derive(Clone, Copy)]
struct Number {
    /// Only meaningful with up to nine digits; no part of a date has more.
    value: i64,
    digits: usize,
}

impl Number {
    fn of(digits: &[u8]) -> Self {
        let digit = |value, byte: &u8| value * 10 + i64::from(byte - b'0');
        Self {
            value: digits.iter().take(9).fold(0, digit),
            digits: digits.len(),
        }
    }

    fn of_digits(self, digits: std::ops::RangeInclusive<usize>) -> Option<i64> {
        digits.contains(&self.digits).then_some(self.value)
    }

    /// RFC 5322 §4.3: two-digit years are 1950 to 2049, three-digit years count from 1900.
    fn year(self) -> Option<i64> {
        match (self.digits, self.value) {
            (2, value @ ..50) => Some(2000 + value),
            (2 | 3, value) => Some(1900 + value),
            (4, value) => Some(value),
            _ => None,
        }
    }
}

impl<'v> Tokens<'v> {
    /// Returns the next token, after white space and comments.
    fn next(&mut self) -> Token<'v> {
        self.0 = after_cfws(self.0);
        let Some((&first, rest)) = self.0.split_first() else {
            return Token::End;
        };
        if first.is_ascii_digit() {
            return Token::Number(Number::of(self.take_while(|byte| byte.is_ascii_digit())));
        }
        if is_letter(first) {
            return Token::Word(self.take_while(is_letter));
        }
        self.0 = rest;
        Token::Symbol(first)
    }

    fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'v [u8] {
        let end = self.0.iter().position(|&byte| !is_part(byte));
        let (taken, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Takes the next token if it is one of these symbols.
    fn take(&mut self, symbols: &[u8]) -> bool {
        let mut ahead = *self;
        let is_taken = matches!(ahead.next(), Token::Symbol(symbol) if symbols.contains(&symbol));
        if is_taken {
            *self = ahead;
        }
        is_taken
    }

    fn number(&mut self) -> Option<Number> {
        match self.next() {
            Token::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Skips `[ day-name "," ]` (RFC 5322 §3.3), in any language.
    fn skip_day_of_week(&mut self) {
        let mut ahead = *self;
        if let Token::Word(word) = ahead.next()
            && month_number(word).is_none()
        {
            *self = ahead;
            while self.take(b".,") {}
        }
    }
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

/// Returns the days from 1970 to the first day of a month, 1 to 12. The year is 1 or later.
fn days_before(year: i64, month: usize) -> i64 {
    let past = year - 1;
    let leap_days = past / 4 - past / 100 + past / 400;
    let leap_day = i64::from(month > 2 && is_leap(year));
    past * 365 + leap_days + DAYS_BEFORE[month - 1] + leap_day - DAYS_TO_1970
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[cfg(test)]
mod tests;
