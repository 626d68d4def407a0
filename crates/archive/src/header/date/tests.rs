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
        // The zone moves the date into the next year.
        ("31 Dec 1999 23:30:00 -0100", "2000-01-01T00:30:00Z"),
        ("1 Jan 2000 00:30:00 +0100", "1999-12-31T23:30:00Z"),
        // A leap second equals the next second.
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
fn obsolete_dates_of_rfc_5322_are_parsed() {
    assert_reads(&[
        ("21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06Z"),
        ("21 Nov 49 09:55 UT", "2049-11-21T09:55:00Z"),
        ("21 Nov 50 09:55 UT", "1950-11-21T09:55:00Z"),
        ("21 Nov 00 09:55 UT", "2000-11-21T09:55:00Z"),
        // A year counted from 1900.
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
        // An offset takes precedence, before or after the name.
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
        assert_reads(&[(&value, &format!("1997-01-07T{hour}:00:00Z"))]);
    }
}

#[test]
fn dates_of_news_and_of_programs_are_parsed() {
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
fn dates_with_the_year_first_are_parsed() {
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
fn impossible_dates_are_rejected() {
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
        // Ambiguous order of day and month.
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
