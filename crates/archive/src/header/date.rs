//! Dates as mail and news have written them over the years.
//!
//! The forms differ in the order of day, month and year; what follows them is time and zone in
//! nearly any order. So the date's first number or name tells the form, and the rest is taken as it
//! comes. Numbers that can be read in two ways, as `9/10/96`, are no date.
//!
//! It is not left to a library: `mail-parser` takes dates that cannot be, such as the 31st of February,
//! and those that are strict refuse the forms of old.

use super::cfws::after_cfws;

const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// RFC 5322 §3.3 has no year before it.
const FIRST_YEAR: i64 = 1900;
/// RFC 3339 §5.6 has four digits.
const LAST_YEAR: i64 = 9999;

/// Days from the 1st of January of year 1 to that of 1970.
const DAYS_TO_1970: i64 = 719_162;

/// Days before each month in a year that is no leap year.
const DAYS_BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Reads a date and gives it in seconds since 1970 began in UTC.
///
/// It may be written as in RFC 5322 §3.3 and §4.3, RFC 850 §2.1.4, ISO 8601 (RFC 3339), as C's
/// `asctime` does, as `January 7, 1997`, or as `1997/01/07`. A zone that is missing or has an
/// unknown name is UTC (RFC 5322 §4.3), a missing time is midnight. What is no day of the calendar,
/// no time of the day, or outside the years 1900 to 9999, is no date. The weekday is not looked at.
pub(crate) fn parse_date(value: &[u8]) -> Option<i64> {
    let mut tokens = Tokens(value);
    tokens.skip_day_of_week();
    let mut date = Date::read(&mut tokens)?;
    let mut clock = Clock::default();
    loop {
        match tokens.next() {
            Token::End => break,
            Token::Number(hour) if tokens.take(b":") => {
                // A second time of the day is part of some remark.
                if clock.time.is_none() {
                    clock.time = Some(Time::read(hour, &mut tokens)?);
                }
            }
            // `asctime` has the year after the time.
            Token::Number(year) if date.year.is_none() => date.year = year.year(),
            Token::Mark(sign @ (b'+' | b'-')) => clock.take_offset(sign, &mut tokens)?,
            Token::Word(word) => clock.take_word(word),
            Token::Number(_) | Token::Mark(_) => {}
        }
    }
    let seconds = date.days()? * SECONDS_A_DAY + clock.seconds();
    let latest = days_before(LAST_YEAR + 1, 1) * SECONDS_A_DAY;
    (seconds < latest).then_some(seconds)
}

/// Writes seconds since 1970 as RFC 3339 §5.6 says, in UTC: `1995-01-31T12:00:00Z`.
pub(crate) fn rfc3339(seconds: i64) -> String {
    let (year, month, day) = civil(seconds.div_euclid(SECONDS_A_DAY));
    let second = seconds.rem_euclid(SECONDS_A_DAY);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// A day of the calendar, perhaps an impossible one.
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
            Token::Word(word) => Self::month_first(month(word)?, tokens),
            Token::Mark(_) | Token::End => None,
        }
    }

    /// `date-fullyear "-" date-month "-" date-mday` (RFC 3339 §5.6), or with slashes or dots.
    fn year_first(year: Number, tokens: &mut Tokens<'_>) -> Option<Self> {
        let Token::Mark(mark @ (b'-' | b'/' | b'.')) = tokens.next() else {
            return None;
        };
        let month = tokens.number()?.of_digits(1..=2)?;
        if !tokens.take(&[mark]) {
            return None;
        }
        Some(Self {
            year: Some(year.year()?),
            month: usize::try_from(month).ok()?,
            day: tokens.number()?.of_digits(1..=2)?,
        })
    }

    /// `date = day month year` (RFC 5322 §3.3), or with hyphens (RFC 850 §2.1.4).
    fn day_first(day: Number, tokens: &mut Tokens<'_>) -> Option<Self> {
        let day = day.of_digits(1..=2)?;
        tokens.take(b"-/.,");
        let Token::Word(word) = tokens.next() else {
            return None;
        };
        tokens.take(b"-/.,");
        Some(Self {
            year: Some(tokens.number()?.year()?),
            month: month(word)?,
            day,
        })
    }

    /// `asctime`'s month and day, or with the year after them.
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

    /// The days from 1970 to this one, if there is such a day.
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

/// A month's name in English, whole or cut to three letters or more.
fn month(word: &[u8]) -> Option<usize> {
    let is_named = |month: &str| {
        let start = month.as_bytes().get(..word.len());
        word.len() >= 3 && start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let month = MONTHS.iter().position(|month| is_named(month))?;
    Some(month + 1)
}

/// The time of the day and its distance from UTC.
#[derive(Default)]
struct Clock {
    time: Option<Time>,
    /// As a number, in seconds east of UTC. It is what counts if there is a name, too.
    offset: Option<i64>,
    /// As a name.
    zone: Option<i64>,
}

impl Clock {
    /// Takes `("+" / "-") 4DIGIT` (RFC 5322 §3.3) after the sign, or as RFC 3339 §5.6 writes it.
    /// A sign in front of anything else says nothing, nor does one after an offset.
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
        self.offset = Some(if sign == b'-' { -east } else { east });
        Some(())
    }

    /// Takes a zone's name or half of the day. Other words say nothing.
    fn take_word(&mut self, word: &[u8]) {
        if let Some(time) = &mut self.time {
            match word.to_ascii_lowercase().as_slice() {
                b"am" => time.take_half(0),
                b"pm" => time.take_half(12),
                _ => {}
            }
        }
        if let Some(zone) = zone(word) {
            self.zone.get_or_insert(zone);
        }
    }

    /// The distance from the date's beginning in UTC.
    fn seconds(&self) -> i64 {
        let time = self.time.as_ref().map_or(0, Time::seconds);
        time - self.offset.or(self.zone).unwrap_or(0)
    }
}

/// `obs-zone` (RFC 5322 §4.3) in seconds east of UTC. The military zones were given the wrong sign
/// in RFC 822 and are to be read as UTC, and so is every other name.
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

/// A possible time of the day. The second may be 60 (RFC 5322 §3.3).
struct Time {
    hour: i64,
    minute: i64,
    second: i64,
}

impl Time {
    /// `time-of-day = hour ":" minute [ ":" second ]` (RFC 5322 §3.3), after the first colon. A
    /// fraction of a second is dropped.
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

    /// `first` is the hour at which the half of the day begins. Some write it after an hour that
    /// counts to 24; that hour knows better.
    fn take_half(&mut self, first: i64) {
        if self.hour <= 12 {
            self.hour = self.hour % 12 + first;
        }
    }

    fn seconds(&self) -> i64 {
        (self.hour * 60 + self.minute) * 60 + self.second
    }
}

/// What is left of a value, read token by token.
#[derive(Clone, Copy)]
struct Tokens<'v>(&'v [u8]);

#[derive(Clone, Copy)]
enum Token<'v> {
    Number(Number),
    /// Letters, and bytes that are not ASCII.
    Word(&'v [u8]),
    /// Any other byte.
    Mark(u8),
    End,
}

#[derive(Clone, Copy)]
struct Number {
    /// Of no use with more than nine digits, which no part of a date has.
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

    /// RFC 5322 §4.3: two digits are years from 1950 to 2049, three count from 1900.
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
    /// The next token, after white space and comments.
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
        Token::Mark(first)
    }

    fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'v [u8] {
        let end = self.0.iter().position(|&byte| !is_part(byte));
        let (taken, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Takes the next token if it is one of these marks.
    fn take(&mut self, marks: &[u8]) -> bool {
        let mut ahead = *self;
        let is_taken = matches!(ahead.next(), Token::Mark(mark) if marks.contains(&mark));
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

    /// `[ day-name "," ]` (RFC 5322 §3.3), in any language.
    fn skip_day_of_week(&mut self) {
        let mut ahead = *self;
        if let Token::Word(word) = ahead.next()
            && month(word).is_none()
        {
            *self = ahead;
            while self.take(b".,") {}
        }
    }
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

/// The days from 1970 to the first day of a month of 1 to 12, in a year from 1 on.
fn days_before(year: i64, month: usize) -> i64 {
    let past = year - 1;
    let leap_days = past / 4 - past / 100 + past / 400;
    let leap_day = i64::from(month > 2 && is_leap(year));
    past * 365 + leap_days + DAYS_BEFORE[month - 1] + leap_day - DAYS_TO_1970
}

/// Year, month and day, some days after the first of 1970.
fn civil(days: i64) -> (i64, usize, i64) {
    // The calendar repeats itself after 400 years; the last century of them has a day more than
    // the others, the last four years of a century may have one less, and the last of four years
    // has one more.
    let days = days + DAYS_TO_1970;
    let (cycles, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let centuries = (day / 36_524).min(3);
    let day = day - centuries * 36_524;
    let (fours, day) = (day / 1461, day % 1461);
    let years = (day / 365).min(3);
    let day = day - years * 365;
    let year = cycles * 400 + centuries * 100 + fours * 4 + years + 1;
    let leap_day = |month: usize| i64::from(month > 2 && is_leap(year));
    let first = |month: usize| DAYS_BEFORE[month - 1] + leap_day(month);
    let month = (1..=12).rev().find(|&month| first(month) <= day);
    let month = month.unwrap_or(1);
    (year, month, day - first(month) + 1)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[cfg(test)]
mod tests;
