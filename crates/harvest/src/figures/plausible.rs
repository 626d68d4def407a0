//! Which dates of messages are plausible.

/// Seconds in a year of 365 days.
const YEAR: i64 = 365 * 24 * 60 * 60;

/// The dates that are plausible: from 1970 to a year after the newest date at which a message was received. If there is
/// no such date, they have no end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlausibleDates {
    latest: Option<i64>,
}

impl PlausibleDates {
    /// Creates the range. The newest date at which a message was received is in seconds since 1970.
    pub(crate) fn new(newest_received: Option<i64>) -> Self {
        Self {
            latest: newest_received.map(|newest| newest.saturating_add(YEAR)),
        }
    }

    /// Returns whether a date in seconds since 1970 is plausible.
    pub(crate) fn contains(self, date: i64) -> bool {
        date >= 0 && self.latest.is_none_or(|latest| date <= latest)
    }

    /// Returns whether a date in seconds since 1970 remains plausible if newer messages are found.
    pub(crate) fn certainly_contain(self, date: i64) -> bool {
        self.latest.is_some() && self.contains(date)
    }
}

#[cfg(test)]
mod tests {
    use super::{PlausibleDates, YEAR};

    #[test]
    fn dates_are_plausible_from_1970_to_a_year_after_the_newest() {
        let dates = PlausibleDates::new(Some(1000));
        for (date, expected) in [
            (i64::MIN, false),
            (-1, false),
            (0, true),
            (1000 + YEAR, true),
            (1001 + YEAR, false),
        ] {
            assert_eq!(dates.contains(date), expected, "{date}");
            assert_eq!(dates.certainly_contain(date), expected, "{date}");
        }
        assert!(PlausibleDates::new(Some(i64::MAX)).contains(i64::MAX));
    }

    #[test]
    fn without_a_newest_date_nothing_is_certain() {
        let dates = PlausibleDates::new(None);
        assert!(dates.contains(i64::MAX) && !dates.contains(-1));
        assert!(!dates.certainly_contain(0));
    }
}
