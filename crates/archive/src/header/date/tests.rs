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
        let after = format!("7 Jan 1997 {long}");
        let _ = parse_date(after.as_bytes());
    }
    let remark = format!("7 Jan 1997 ({}) 12:00", "x".repeat(1_000_000));
    assert_eq!(
        parse_date(remark.as_bytes()).map(|at| at % SECONDS_A_DAY),
        Some(12 * 3600)
    );
}
