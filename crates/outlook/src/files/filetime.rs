//! Converts Windows times to dates of mail headers.

use jiff::Timestamp;

/// The number of intervals of 100 ns between 1601-01-01 and 1970-01-01.
const TO_UNIX_EPOCH: u64 = 116_444_736_000_000_000;

/// Returns a FILETIME (MS-DTYP §2.3.3) as `date-time` (RFC 5322 §3.3) in UTC; `None` before 1970 and after 9999.
pub(crate) fn to_date(filetime: u64) -> Option<String> {
    let seconds = filetime.checked_sub(TO_UNIX_EPOCH)? / 10_000_000;
    let time = Timestamp::from_second(seconds.try_into().ok()?).ok()?;
    Some(time.strftime("%-d %b %Y %H:%M:%S +0000").to_string())
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
