//! Times of Windows as dates of mail.

/// The number of 100 ns between 1601-01-01 and 1970-01-01.
const TO_UNIX_EPOCH: u64 = 116_444_736_000_000_000;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Returns a FILETIME (MS-DTYP §2.3.3) as `date-time` (RFC 5322 §3.3) in UTC; `None` before 1970 and after 9999.
pub(crate) fn to_date(filetime: u64) -> Option<String> {
    let seconds = filetime.checked_sub(TO_UNIX_EPOCH)? / 10_000_000;
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    let month = MONTHS.get(usize::try_from(month).ok()?.checked_sub(1)?)?;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    (year <= 9999)
        .then(|| format!("{day} {month} {year:04} {hour:02}:{minute:02}:{second:02} +0000"))
}

/// Returns year, month and day of a number of days since 1970-01-01 in the Gregorian calendar.
fn civil(days: u64) -> (u64, u64, u64) {
    // Years begin in March, so that a leap day is the last day of its year; eras of 400 years have the same days.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year_of_era + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::{TO_UNIX_EPOCH, to_date};

    #[test]
    fn times_are_dates() {
        let date = |seconds: u64| to_date(TO_UNIX_EPOCH + seconds * 10_000_000);
        assert_eq!(date(0).as_deref(), Some("1 Jan 1970 00:00:00 +0000"));
        assert_eq!(
            date(951_782_399).as_deref(),
            Some("28 Feb 2000 23:59:59 +0000")
        );
        assert_eq!(
            date(951_782_400).as_deref(),
            Some("29 Feb 2000 00:00:00 +0000")
        );
        assert_eq!(
            date(1_234_567_890).as_deref(),
            Some("13 Feb 2009 23:31:30 +0000")
        );
        assert_eq!(to_date(TO_UNIX_EPOCH - 1), None);
        assert_eq!(to_date(u64::MAX), None);
    }
}
