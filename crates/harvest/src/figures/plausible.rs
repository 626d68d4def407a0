//! Which dates of messages are plausible.
//!
//! A date is judged by its own input, the file that a path names with all of its ranges and members, because another
//! archive says nothing about it. The ranges may be in several shards. So a shard counts the dates that it is not
//! certain of, and they are judged where the counts are merged, in the order of inputs and dates.

use std::collections::HashMap;

use borsh::{BorshDeserialize, BorshSerialize};

/// Seconds in a day, and in a year of 365 days.
const DAY: i64 = 24 * 60 * 60;
const YEAR: i64 = 365 * DAY;

/// The first date that is plausible: 1970-01-02. Many programs that know no date write the one before.
const EARLIEST: i64 = DAY;

/// A date of a message of an input, which the hash of its path stands for, in seconds since 1970.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize,
)]
pub(crate) struct InputDate {
    pub(crate) input: u64,
    pub(crate) date: i64,
}

impl InputDate {
    /// Creates the newest date at which a message of an input was received.
    pub(crate) fn newest(input: u64, received: Option<i64>) -> Self {
        let date = received.unwrap_or(UNKNOWN);
        Self { input, date }
    }

    /// Returns bytes that sort like inputs and dates.
    pub(crate) fn to_name(self) -> [u8; 16] {
        let date = self.date.cast_unsigned() ^ (1 << 63);
        (u128::from(self.input) << 64 | u128::from(date)).to_be_bytes()
    }

    /// Returns the date of such bytes.
    pub(crate) fn of_name(name: &[u8]) -> Option<Self> {
        let name = u128::from_be_bytes(name.try_into().ok()?);
        Some(Self {
            input: (name >> 64) as u64,
            date: (name as u64 ^ (1 << 63)).cast_signed(),
        })
    }
}

/// Returns whether a date may be plausible.
pub(crate) fn is_possible(date: i64) -> bool {
    date >= EARLIEST
}

/// Returns whether a date is plausible whatever other messages are, given the newest date so far at which a message of
/// its input was received.
pub(crate) fn is_certain(date: i64, newest_received: Option<i64>) -> bool {
    newest_received.is_some_and(|newest| is_within(date, newest))
}

fn is_within(date: i64, newest: i64) -> bool {
    (EARLIEST..=newest.saturating_add(YEAR)).contains(&date)
}

/// The date that stands for none.
const UNKNOWN: i64 = i64::MIN;

/// What is known about the dates of an input.
#[derive(Clone, Copy, Debug, Default)]
struct InputDates {
    /// The newest date at which a message was received or, if there is none, the 98th percentile of the dates.
    newest: Option<i64>,
    /// The number of messages with links and a date, and of those that were judged.
    messages: u64,
    judged: u64,
}

/// Judges the dates of all inputs: a date is plausible from 1970-01-02 to a year after the newest one at which a
/// message of its input was received. If there is none, to a year after the 98th percentile of the dates of the input.
///
/// Memory: 32 bytes an input.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlausibleDates {
    inputs: HashMap<u64, InputDates>,
}

impl PlausibleDates {
    /// Adds the counts of a range of an input: the newest date at which a message was received, if there is one, and
    /// the number of messages with links and a date.
    pub(crate) fn add(&mut self, newest: InputDate, messages: u64) {
        let dates = self.inputs.entry(newest.input).or_default();
        dates.newest = dates
            .newest
            .max(Some(newest.date).filter(|&date| date != UNKNOWN));
        dates.messages += messages;
    }

    /// Judges the date of some messages. The dates of an input must come in ascending order, and all of them if none of
    /// its messages was received.
    pub(crate) fn judge(&mut self, date: InputDate, messages: u64) -> bool {
        let dates = self.inputs.entry(date.input).or_default();
        dates.judged += messages;
        // The nearest rank.
        let rank = (dates.messages * 98).div_ceil(100);
        if dates.newest.is_none() && dates.judged >= rank {
            dates.newest = Some(date.date);
        }
        let newest = dates.newest.unwrap_or(i64::MAX);
        is_within(date.date, newest)
    }

    /// Returns whether a date is plausible. All dates of its input were judged.
    pub(crate) fn contains(&self, date: InputDate) -> bool {
        let newest = self.inputs.get(&date.input).and_then(|dates| dates.newest);
        newest.is_some_and(|newest| is_within(date.date, newest))
    }
}

#[cfg(test)]
mod tests {
    use super::{DAY, InputDate, PlausibleDates, YEAR, is_certain};

    const LATER: i64 = 1_000_000;

    #[test]
    fn dates_are_plausible_up_to_a_year_after_the_newest_of_their_input() {
        let mut dates = PlausibleDates::default();
        dates.add(InputDate::newest(7, Some(LATER)), 2);
        dates.add(InputDate::newest(7, Some(5)), 2);
        dates.add(InputDate::newest(7, None), 2);
        dates.add(InputDate::newest(8, Some(LATER + 9)), 1);
        for (date, expected) in [
            (i64::MIN, false),
            (DAY - 1, false),
            (DAY, true),
            (LATER + YEAR, true),
            (LATER + YEAR + 1, false),
        ] {
            let of_input = InputDate { input: 7, date };
            assert_eq!(dates.judge(of_input, 1), expected, "{date}");
            assert_eq!(dates.contains(of_input), expected, "{date}");
            assert_eq!(is_certain(date, Some(LATER)), expected, "{date}");
            assert!(!is_certain(date, None));
        }
        assert!(is_certain(i64::MAX, Some(i64::MAX)));
    }

    #[test]
    fn without_one_the_dates_decide() {
        let of_input = |date| InputDate { input: 7, date };
        // The dates, the number of messages of each, and whether they are plausible.
        let cases: [&[(i64, u64, bool)]; 4] = [
            &[(LATER, 1, true)],
            &[(0, 1, false), (LATER, 1, true)],
            // 49 of 50 are not 98 % of 51.
            &[(LATER, 49, true), (LATER + 2 * YEAR, 2, true)],
            &[
                (LATER, 98, true),
                (LATER + YEAR, 1, true),
                (LATER + 2 * YEAR, 1, false),
            ],
        ];
        for case in cases {
            let mut dates = PlausibleDates::default();
            let all = case.iter().map(|(_, messages, _)| messages).sum();
            dates.add(InputDate::newest(7, None), all);
            for &(date, messages, expected) in case {
                let judged = dates.judge(of_input(date), messages);
                assert_eq!(judged, expected, "{date} of {case:?}");
            }
            for &(date, _, expected) in case {
                assert_eq!(dates.contains(of_input(date)), expected, "{case:?}");
            }
        }
    }

    #[test]
    fn names_sort_like_dates() {
        let dates = [(0, i64::MIN), (0, -1), (0, 0), (0, i64::MAX), (1, -1)];
        let dates = dates.map(|(input, date)| InputDate { input, date });
        assert!(dates.map(InputDate::to_name).is_sorted());
        for date in dates {
            assert_eq!(InputDate::of_name(&date.to_name()), Some(date));
        }
        assert_eq!(InputDate::of_name(b"12345678"), None);
    }
}
