//! Dates as mail and news have written them over the years.
//!
//! The forms differ in the order of day, month and year; what follows them is time and zone in
//! nearly any order. So the date's first number or name tells the form, and the rest is taken as it
//! comes. Numbers that can be read in two ways, as `9/10/96`, are no date.

use super::behind_cfws;

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
            // `asctime` has the year behind the time.
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

    /// `asctime`'s month and day, or with the year behind them.
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
    /// Takes `("+" / "-") 4DIGIT` (RFC 5322 §3.3) behind the sign, or as RFC 3339 §5.6 writes it.
    /// A sign in front of anything else says nothing, nor does one behind an offset.
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
    /// `time-of-day = hour ":" minute [ ":" second ]` (RFC 5322 §3.3), behind the first colon. A
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

    /// `first` is the hour at which the half of the day begins. Some write it behind an hour that
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
    /// The next token, behind white space and comments.
    fn next(&mut self) -> Token<'v> {
        self.0 = behind_cfws(self.0);
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
mod tests {
    use super::{DAYS_BEFORE, SECONDS_A_DAY, civil, days_before, is_leap, parse_date, rfc3339};

    fn read(value: &str) -> Option<String> {
        parse_date(value.as_bytes()).map(rfc3339)
    }

    fn assert_reads(cases: &[(&str, &str)]) {
        for (value, expected) in cases {
            assert_eq!(read(value).as_deref(), Some(*expected), "{value:?}");
        }
    }

    #[test]
    fn seconds_are_counted_from_1970() {
        let known = [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (1_000_000_000, "2001-09-09T01:46:40Z"),
            (2_147_483_647, "2038-01-19T03:14:07Z"),
            // Where the time of NTP begins (RFC 5905 §6).
            (-2_208_988_800, "1900-01-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ];
        for (seconds, written) in known {
            assert_eq!(rfc3339(seconds), written);
            assert_eq!(parse_date(written.as_bytes()), Some(seconds), "{written}");
        }
        // No second has a date that cannot be written.
        assert!(rfc3339(i64::MIN).ends_with('Z') && rfc3339(i64::MAX).ends_with('Z'));
    }

    #[test]
    fn the_calendar_agrees_with_one_that_counts_days() {
        let mut day = days_before(1899, 1);
        for year in 1899..2402 {
            for month in 1..=12 {
                assert_eq!(days_before(year, month), day, "{year}-{month}");
                let next = DAYS_BEFORE.get(month).copied().unwrap_or(365);
                let leap_day = i64::from(month == 2 && is_leap(year));
                for of_month in 1..=next - DAYS_BEFORE[month - 1] + leap_day {
                    assert_eq!(civil(day), (year, month, of_month));
                    day += 1;
                }
            }
        }
        assert_eq!(
            [1900, 2000, 2001, 2004].map(is_leap),
            [false, true, false, true]
        );
    }

    #[test]
    fn the_form_of_rfc_5322() {
        assert_reads(&[
            ("Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T15:55:06Z"),
            (
                " Tue, 1 Jul 2003 10:52:37 +0200\r\n",
                "2003-07-01T08:52:37Z",
            ),
            (
                "Thu,\r\n\t13\r\n  Feb\r\n 1969\r\n 23:32\r\n -0330",
                "1969-02-14T03:02:00Z",
            ),
            ("13 Feb 2002 00:00:00 -0000", "2002-02-13T00:00:00Z"),
            // The zone moves it over the end of a year.
            ("31 Dec 1999 23:30:00 -0100", "2000-01-01T00:30:00Z"),
            ("1 Jan 2000 00:30:00 +0100", "1999-12-31T23:30:00Z"),
            // A leap second is the next one.
            ("31 Dec 1998 23:59:60 GMT", "1999-01-01T00:00:00Z"),
            // The 7th was a Tuesday.
            ("Sun, 7 Jan 1997 12:00:00 GMT", "1997-01-07T12:00:00Z"),
            ("tue, 7 JAN 1997 12:00:00 gmt", "1997-01-07T12:00:00Z"),
            (
                "Tuesday, 7 January 1997 12:00:00 GMT",
                "1997-01-07T12:00:00Z",
            ),
            (
                "Mit, 12 Mar 1997 12:00:00 +0100 (MEZ)",
                "1997-03-12T11:00:00Z",
            ),
        ]);
    }

    #[test]
    fn the_obsolete_forms_of_rfc_5322() {
        assert_reads(&[
            ("21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06Z"),
            ("21 Nov 49 09:55 UT", "2049-11-21T09:55:00Z"),
            ("21 Nov 50 09:55 UT", "1950-11-21T09:55:00Z"),
            ("21 Nov 00 09:55 UT", "2000-11-21T09:55:00Z"),
            // A year that was counted from 1900.
            ("21 Nov 102 09:55 UT", "2002-11-21T09:55:00Z"),
            (
                "Fri, 21 Nov 1997 09(comment):   55  :  06 -0600",
                "1997-11-21T15:55:06Z",
            ),
            (
                "(a (b \\) c)) Fri (d) , (e) 21 Nov(f)1997 9:55",
                "1997-11-21T09:55:00Z",
            ),
            (
                "21 Nov 1997 09:55:06 -0600 (never closed",
                "1997-11-21T15:55:06Z",
            ),
            ("21 Nov 1997 09:55:06", "1997-11-21T09:55:06Z"),
            ("21 Nov 1997", "1997-11-21T00:00:00Z"),
        ]);
        let zones = [
            ("EST", "17"),
            ("EDT", "16"),
            ("CST", "18"),
            ("CDT", "17"),
            ("MST", "19"),
            ("MDT", "18"),
            ("PST", "20"),
            ("pdt", "19"),
            ("Z", "12"),
            ("UTC", "12"),
            // Military zones and unknown ones are UTC.
            ("A", "12"),
            ("y", "12"),
            ("CET", "12"),
            ("MET DST", "12"),
            // A number knows better, whether it follows the name or not.
            ("GMT+2", "10"),
            ("EST -0400", "16"),
            ("-0400 EST", "16"),
            ("UTC+01:00", "11"),
            ("+-0500", "17"),
            ("0500", "12"),
            ("+1 -0500", "11"),
        ];
        for (zone, hour) in zones {
            let value = format!("7 Jan 1997 12:00:00 {zone}");
            assert_eq!(
                read(&value),
                Some(format!("1997-01-07T{hour}:00:00Z")),
                "{zone}"
            );
        }
    }

    #[test]
    fn the_forms_of_news_and_of_programs() {
        assert_reads(&[
            ("Tuesday, 07-Jan-97 12:00:00 GMT", "1997-01-07T12:00:00Z"),
            ("Tue, 07-Jan-1997 12:00:00 GMT", "1997-01-07T12:00:00Z"),
            ("Mon Jan  7 00:00:00 2002", "2002-01-07T00:00:00Z"),
            ("Mon Jan  7 00:00:00 EST 2002", "2002-01-07T05:00:00Z"),
            ("Mon Jan  7 00:00:00 2002 EST", "2002-01-07T05:00:00Z"),
            ("Mon Jan  7 00:00:00 +0100 2002", "2002-01-06T23:00:00Z"),
            ("Mon Jan  7 00:00:00 2002 +0100", "2002-01-06T23:00:00Z"),
            ("Mon Jan 7 00:00:00 EST5EDT 2002", "2002-01-07T05:00:00Z"),
            (
                "Mon Jan 07 2002 10:20:30 GMT-0500 (EST)",
                "2002-01-07T15:20:30Z",
            ),
            ("January 7, 2002 1:05 PM", "2002-01-07T13:05:00Z"),
            ("Mon, Sept. 9, 2002 at 12:05am EDT", "2002-09-09T04:05:00Z"),
            ("7. Jan. 2002 12:05 PM", "2002-01-07T12:05:00Z"),
            ("7 Jan 2002 14:05 PM", "2002-01-07T14:05:00Z"),
        ]);
    }

    #[test]
    fn the_year_first() {
        assert_reads(&[
            ("2002-01-07T00:00:00+01:00", "2002-01-06T23:00:00Z"),
            ("2002-01-07t00:00:00z", "2002-01-07T00:00:00Z"),
            ("2002-01-07T10:20:30.123456-05:30", "2002-01-07T15:50:30Z"),
            ("2002-01-07T10:20:30,5Z", "2002-01-07T10:20:30Z"),
            ("2002-01-07 10:20+01", "2002-01-07T09:20:00Z"),
            ("2002-01-07", "2002-01-07T00:00:00Z"),
            ("1997/11/17", "1997-11-17T00:00:00Z"),
            ("1997/11/17 10:20", "1997-11-17T10:20:00Z"),
            ("1997/11/17 10:20:30 PST", "1997-11-17T18:20:30Z"),
            ("1997/11/17 +0100", "1997-11-16T23:00:00Z"),
            ("1997/1/7 Tue 10:20:30 GMT", "1997-01-07T10:20:30Z"),
            ("Mon 1997.11.17 10:20", "1997-11-17T10:20:00Z"),
        ]);
    }

    #[test]
    fn what_cannot_be_is_no_date() {
        let cases = [
            "",
            " ",
            "()",
            "(",
            "Tue",
            "Tue,",
            "7",
            "7 Jan",
            "Jan 7",
            "Jan 7 12:00:00",
            "tomorrow",
            "Likely to be three days, including a Saturday",
            "May I ask you 7 things in 1997",
            // Days and months.
            "31 Feb 1997 12:00:00 GMT",
            "29 Feb 1997 12:00 GMT",
            "29 Feb 1900 12:00 GMT",
            "31 Apr 1997 12:00 GMT",
            "0 Jan 1997 12:00 GMT",
            "32 Jan 1997 12:00 GMT",
            "007 Jan 1997 12:00 GMT",
            "7 Foo 1997 12:00 GMT",
            "7 Ja 1997",
            "7 Januaryx 1997",
            "1997-13-01",
            "1997-00-01",
            "1997-02-30",
            "1997/11-17",
            "1997-11",
            "19971117",
            // Years.
            "7 Jan 7 12:00 GMT",
            "7 Jan 0097 12:00 GMT",
            "7 Jan 1899 12:00",
            "7 Jan 19100 12:00",
            "31 Dec 9999 23:59:59 -0001",
            "7 Jan 99999999999999999999 12:00",
            // Times.
            "7 Jan 1997 25:00:00 GMT",
            "7 Jan 1997 24:00:00 GMT",
            "7 Jan 1997 12:60:00 GMT",
            "7 Jan 1997 12:00:61 GMT",
            "7 Jan 1997 12:",
            "7 Jan 1997 12:00:",
            "7 Jan 1997 12:xx",
            "7 Jan 1997 012:00",
            "7 Jan 1997 12:000",
            // Zones.
            "7 Jan 1997 12:00:00 +9999",
            "7 Jan 1997 12:00:00 -0060",
            "7 Jan 1997 12:00 +01:60",
            "7 Jan 1997 12:00:00 +01000",
            "7 Jan 1997 12:00:00 +01:0",
            // Day or month first? Nobody can tell.
            "9/10/96 12:00",
            "09-10-1996",
            "10/28/96",
        ];
        for value in cases {
            assert_eq!(read(value), None, "{value:?}");
        }
    }

    #[test]
    fn a_29th_of_february_needs_a_leap_year() {
        let years = [1996, 1997, 1900, 2000, 2100, 2400];
        let has_day = years.map(|year| read(&format!("29 Feb {year}")).is_some());
        assert_eq!(has_day, [true, false, false, true, false, true]);
    }

    #[test]
    fn a_long_value_takes_no_longer_than_it_is() {
        for piece in [
            "(", ")", "()", "(()", "1", "1 ", "a", "a ", ":", "+1", "-", "1:", "\\", "\u{e9}",
        ] {
            let long = piece.repeat(1_000_000 / piece.len());
            assert_eq!(read(&long), None);
            let behind = format!("7 Jan 1997 {long}");
            let _ = parse_date(behind.as_bytes());
        }
        let remark = format!("7 Jan 1997 ({}) 12:00", "x".repeat(1_000_000));
        assert_eq!(
            parse_date(remark.as_bytes()).map(|at| at % SECONDS_A_DAY),
            Some(12 * 3600)
        );
    }
}
