//! The tables of what is wanted in the end: programs side by side, two threads, small files, memory.

use super::{Spread, Table, mebibytes, megabytes, speed, told};
use crate::{
    inputs::Input,
    measure::{Peak, Side, Turns, ratios},
    process::How,
};

/// How much of the limit's gain two threads are to gain at least.
const LEAST_OF_GAIN: f64 = 0.9;

/// How many times as fast small files are to be read as the same bytes in one at least.
const LEAST_OF_ONE_FILE: f64 = 0.5;

/// The most memory with two threads, in KiB.
const MOST_MEMORY_OF_TWO: u64 = 64 * 1024;

/// The programs that the command stands beside, in the order of their columns, and what these are called.
const BESIDE: [(Side, &str); 4] = [
    (Side::LimitOfTwo, "limit -j2"),
    (Side::Ripgrep, "ripgrep"),
    (Side::Parser, "mail-parser"),
    (Side::GivenLimit, "ltpos"),
];

impl Table {
    /// The table of the programs side by side, with a column for each of these.
    #[must_use]
    pub fn of_sides(sides: &[Side]) -> Self {
        let own = [
            "side by side",
            "MB",
            "hits",
            "limit MB/s",
            "-j1",
            "goal",
            "-j2",
            "goal",
        ];
        let beside = BESIDE.iter().filter(|(side, _)| sides.contains(side));
        let columns = own.into_iter().chain(beside.map(|&(_, name)| name));
        Self::with(columns.collect())
    }

    /// The table of what two threads gain.
    #[must_use]
    pub fn of_gains() -> Self {
        Self::new(&[
            "two threads",
            "MB",
            "hits",
            "-j1 MB/s",
            "-j2 MB/s",
            "gain",
            "limit's gain",
            "of it",
            "min..max",
            "goal",
        ])
    }

    /// The table of small files.
    #[must_use]
    pub fn of_small_files() -> Self {
        Self::new(&[
            "small files",
            "threads",
            "files",
            "MB",
            "hits",
            "one file MB/s",
            "files MB/s",
            "ratio",
            "min..max",
            "goal",
        ])
    }

    /// The table of the memory of two threads.
    #[must_use]
    pub fn of_peaks() -> Self {
        Self::new(&[
            "memory of -j2",
            "by",
            "MB",
            "hits",
            "MB/s",
            "peak MiB",
            "goal",
        ])
    }

    /// Adds what programs took for an input.
    pub fn add_sides(&mut self, input: &Input, turns: &Turns) {
        let to_limit = |side| Spread::of(turns.to_limit(side));
        let (one, two) = (to_limit(Side::One), to_limit(Side::Two));
        let goal = |goal: Option<f64>, Spread { median, .. }: Spread| {
            goal.map_or("-".into(), |goal| {
                format!("{goal} {}", told(median <= goal))
            })
        };
        let unchecked = if input.hits_of_messages().is_none() {
            "?"
        } else {
            ""
        };
        let mut row = vec![
            input.name.into(),
            megabytes(turns.bytes),
            format!("{}{unchecked}", turns.hits),
            speed(turns.bytes, turns.of(Side::Limit)),
            one.shown(),
            goal(Some(input.goal), one),
            two.shown(),
            goal(input.goal_of_two, two),
        ];
        let beside = BESIDE
            .iter()
            .filter(|(_, name)| self.columns.contains(name))
            .map(|&(side, _)| to_limit(side).shown());
        row.extend(beside);
        self.rows.push(row);
    }

    /// Adds what two threads gain on an input.
    pub fn add_gain(&mut self, name: &str, turns: &Turns, is_checked: bool) {
        let (gains, limit_gains) = (turns.gains(), turns.limit_gains());
        let pairs = gains.iter().zip(&limit_gains);
        let share = Spread::of(pairs.map(|(gain, limit)| gain / limit).collect());
        let [gain, limit_gain] = [gains, limit_gains].map(|gains| Spread::of(gains).median);
        self.rows.push(vec![
            name.into(),
            megabytes(turns.bytes),
            format!("{}{}", turns.hits, if is_checked { "" } else { "?" }),
            speed(turns.bytes, turns.of(Side::One)),
            speed(turns.bytes, turns.of(Side::Two)),
            format!("{gain:.2}"),
            format!("{limit_gain:.2}"),
            format!("{:.2}", share.median),
            share.range(),
            format!("{LEAST_OF_GAIN} {}", told(share.median >= LEAST_OF_GAIN)),
        ]);
    }

    /// Adds what small files take against the same bytes in one, once for each number of threads.
    pub fn add_small_files(&mut self, name: &str, files: usize, many: &Turns, one: &Turns) {
        for (side, threads) in [(Side::One, "1"), (Side::Two, "2")] {
            // They have as many bytes, so that the times say all.
            let ratio = Spread::of(ratios(one.of(side), many.of(side)));
            let is_met = ratio.median >= LEAST_OF_ONE_FILE;
            self.rows.push(vec![
                name.into(),
                threads.into(),
                files.to_string(),
                megabytes(many.bytes),
                many.hits.to_string(),
                speed(one.bytes, one.of(side)),
                speed(many.bytes, many.of(side)),
                format!("{:.2}", ratio.median),
                ratio.range(),
                format!("{LEAST_OF_ONE_FILE} {}", told(is_met)),
            ]);
        }
    }

    /// Adds how much memory two threads had.
    pub fn add_peak(&mut self, name: &str, how: How, measured: &Peak, is_checked: bool) {
        let Peak { bytes, ran } = measured;
        let goal = ran.peak.map_or("-".into(), |peak| {
            let most = mebibytes(Some(MOST_MEMORY_OF_TWO));
            format!("{most} MiB {}", told(peak <= MOST_MEMORY_OF_TWO))
        });
        self.rows.push(vec![
            name.into(),
            how.name().into(),
            megabytes(*bytes),
            format!("{}{}", ran.lines, if is_checked { "" } else { "?" }),
            speed(*bytes, &[ran.time]),
            mebibytes(ran.peak),
            goal,
        ]);
    }
}

#[cfg(test)]
mod tests {
    use std::{process::ExitStatus, time::Duration};

    use super::*;
    use crate::process::Ran;

    fn turns(times: &[(Side, u64)]) -> Turns {
        let times = times
            .iter()
            .map(|&(side, ms)| (side, vec![Duration::from_millis(ms); 3]));
        Turns {
            bytes: 100_000_000,
            hits: 7,
            times: times.collect(),
        }
    }

    fn input(goal: f64, goal_of_two: Option<f64>) -> Input {
        Input {
            name: "a.mbox",
            path: "a.mbox".into(),
            hits: Some(7),
            goal,
            goal_of_two,
            as_messages: None,
        }
    }

    fn rows(table: &Table) -> Vec<String> {
        table.rows.iter().map(|row| row[3..].join(" ")).collect()
    }

    #[test]
    fn a_program_that_is_not_there_has_no_column() {
        let times = [
            (Side::Limit, 100),
            (Side::One, 200),
            (Side::Two, 110),
            (Side::LimitOfTwo, 50),
            (Side::Parser, 1000),
        ];
        let mut table = Table::of_sides(&times.map(|(side, _)| side));
        table.add_sides(&input(2.0, Some(1.0)), &turns(&times));
        table.add_sides(&input(1.9, None), &turns(&times));
        assert_eq!(table.columns[8..], ["limit -j2", "mail-parser"]);
        let [one, two] = ["2.00 (2.00..2.00)", "1.10 (1.10..1.10)"];
        let beside = "0.50 (0.50..0.50) 10.00 (10.00..10.00)";
        let expected = [
            format!("1000 {one} 2 met {two} 1 missed {beside}"),
            format!("1000 {one} 1.9 missed {two} - {beside}"),
        ];
        assert_eq!(rows(&table), expected);
    }

    #[test]
    fn a_gain_is_held_against_that_of_the_limit() {
        let mut table = Table::of_gains();
        for two in [111, 113] {
            let times = [
                (Side::Limit, 100),
                (Side::One, 200),
                (Side::Two, two),
                (Side::LimitOfTwo, 50),
            ];
            table.add_gain("a.mbox", &turns(&times), true);
        }
        let expected = [
            "500 901 1.80 2.00 0.90 0.90..0.90 0.9 met",
            "500 885 1.77 2.00 0.88 0.88..0.88 0.9 missed",
        ];
        assert_eq!(rows(&table), expected);
    }

    #[test]
    fn small_files_are_held_against_one() {
        let mut table = Table::of_small_files();
        let many = turns(&[(Side::One, 400), (Side::Two, 210)]);
        let one = turns(&[(Side::One, 200), (Side::Two, 100)]);
        table.add_small_files("a.mbox.files", 10, &many, &one);
        let expected = [
            "100.0 7 500 250 0.50 0.50..0.50 0.5 met",
            "100.0 7 1000 476 0.48 0.48..0.48 0.5 missed",
        ];
        assert_eq!(rows(&table), expected);
    }

    #[test]
    fn memory_has_a_bound() {
        let mut table = Table::of_peaks();
        for peak in [Some(65_536), Some(65_537), None] {
            let ran = Ran {
                time: Duration::from_secs(1),
                peak,
                status: ExitStatus::default(),
                lines: 7,
            };
            let bytes = 100_000_000;
            table.add_peak("a.mbox", How::Pipe, &Peak { bytes, ran }, false);
        }
        let expected = [
            "7? 100 64 64 MiB met",
            "7? 100 65 64 MiB missed",
            "7? 100 - -",
        ];
        assert_eq!(rows(&table), expected);
    }
}
