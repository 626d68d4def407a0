use urlsift_tables::{lines, rows};

use super::{DAYS_BEFORE, Date, days_before, is_leap, parse_date};

fn read(value: &str) -> Option<i64> {
    parse_date(value.as_bytes())
}

/// Asserts that values denote the same second as RFC 3339 dates.
fn assert_reads(cases: &[(&str, &str)]) {
    for (value, expected) in cases {
        let expected = read(expected).expect("a date");
        assert_eq!(read(value), Some(expected), "{value:?}");
    }
}

#[test]
fn seconds_are_counted_from_1970() {
    let known = [
        (0, "1970-01-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"),
        (1_000_000_000, "2001-09-09T01:46:40Z"),
        (2_147_483_647, "2038-01-19T03:14:07Z"),
        // The epoch of NTP (RFC 5905 §6).
        (-2_208_988_800, "1900-01-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ];
    for (seconds, written) in known {
        assert_eq!(read(written), Some(seconds), "{written}");
    }
}

#[test]
fn the_calendar_agrees_with_counted_days() {
    let mut day = days_before(1900, 1);
    for year in 1900..2402 {
        for month in 1..=12 {
            assert_eq!(days_before(year, month), day, "{year}-{month}");
            let next = DAYS_BEFORE.get(month).copied().unwrap_or(365);
            let leap_day = i64::from(month == 2 && is_leap(year));
            let len = next - DAYS_BEFORE[month - 1] + leap_day;
            let date = |day| Date {
                year: Some(year),
                month,
                day,
            };
            for of_month in 1..=len {
                assert_eq!(date(of_month).days(), Some(day));
                day += 1;
            }
            assert_eq!([0, len + 1].map(|day| date(day).days()), [None; 2]);
        }
    }
    assert_eq!(
        [1900, 2000, 2001, 2004].map(is_leap),
        [false, true, false, true]
    );
}

#[test]
fn dates_of_rfc_5322_are_parsed() {
    assert_reads(&rows!("tests.toml", "dates_of_rfc_5322_are_parsed"));
}

#[test]
fn obsolete_dates_of_rfc_5322_are_parsed() {
    assert_reads(&rows!("tests.toml", "obsolete_dates_rfc_1"));
    let zones = rows!("tests.toml", "obsolete_dates_of_rfc_5322_are_parsed_2");
    for (zone, hour) in zones {
        let value = format!("7 Jan 1997 12:00:00 {zone}");
        assert_reads(&[(&value, &format!("1997-01-07T{hour}:00:00Z"))]);
    }
}

#[test]
fn dates_of_news_and_of_programs_are_parsed() {
    assert_reads(&rows!("tests.toml", "dates_news_programs"));
}

#[test]
fn dates_with_the_year_first_are_parsed() {
    assert_reads(&rows!("tests.toml", "dates_with_the_year_first_are_parsed"));
}

#[test]
fn impossible_dates_are_rejected() {
    let cases = lines!("tests.toml", "impossible_dates_are_rejected");
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
