//! Tables of what was measured, in Markdown.

use std::{fmt, time::Duration};

use crate::{
    inputs::{Goals, Input, MOST_TIMES},
    measure::{AsMessages, Measured, Scaled},
    process::How,
    text::Text,
};

/// The most that twice the text may take of the time of once the text.
const MOST_GROWTH: f64 = 2.2;

/// The most memory, in KiB.
const MOST_MEMORY: u64 = 32 * 1024;

/// The same where archives are read.
const MOST_MEMORY_OF_ARCHIVES: u64 = 64 * 1024;

/// The least speed at which a hostile archive is read, in millions of bytes a second.
const LEAST_SPEED: f64 = 20.0;

/// A table with a head.
#[derive(Clone, Debug)]
pub struct Table {
    columns: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

impl Table {
    /// The table of the inputs.
    #[must_use]
    pub fn of_inputs() -> Self {
        Self::new(&[
            "input",
            "MB",
            "hits",
            "limit MB/s",
            "urlsift MB/s",
            "ratio",
            "min..max",
            "goal",
            "peak MiB",
        ])
    }

    /// The table of the hostile runs.
    #[must_use]
    pub fn of_runs() -> Self {
        Self::new(&[
            "run", "by", "MB", "hits", "2n : n", "min..max", "ratio", "peak MiB", "verdict",
        ])
    }

    /// The table of the inputs that are read as messages.
    #[must_use]
    pub fn of_messages() -> Self {
        Self::new(&[
            "as messages",
            "MB",
            "hits",
            "urlsift MB/s",
            "to limit",
            "to --text",
            "parser by",
            "goal",
            "peak MiB",
        ])
    }

    /// The table of the hostile archives.
    #[must_use]
    pub fn of_archives() -> Self {
        Self::new(&[
            "archive", "by", "MB", "hits", "2n : n", "min..max", "MB/s", "peak MiB", "verdict",
        ])
    }

    fn new(columns: &'static [&'static str]) -> Self {
        let rows = Vec::new();
        Self { columns, rows }
    }

    /// Whether nothing was measured.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds what was measured of an input.
    pub fn add_input(&mut self, input: &Input, measured: &Measured) {
        let ratio = Spread::of(measured.ratios());
        let unchecked = if input.hits.is_none() { "?" } else { "" };
        let verdict = if ratio.median > input.goal {
            "missed"
        } else {
            "met"
        };
        self.rows.push(vec![
            input.name.into(),
            megabytes(measured.bytes),
            format!("{}{unchecked}", measured.hits),
            speed(measured.bytes, &measured.limit),
            speed(measured.bytes, &measured.urlsift),
            format!("{:.2}", ratio.median),
            ratio.range(),
            format!("{} {verdict}", input.goal),
            mebibytes(measured.peak),
        ]);
    }

    /// Adds what was measured of a run.
    pub fn add_run(&mut self, text: &Text, how: How, scaled: &Scaled) {
        let growth = Spread::of(scaled.growths());
        let ratio = Spread::of(scaled.long.ratios());
        let verdict = verdict([
            (growth.median > MOST_GROWTH, "noisy"),
            (ratio.median > MOST_TIMES, "slow"),
            (scaled.long.peak > Some(MOST_MEMORY), "big"),
        ]);
        self.rows.push(vec![
            text.name().into(),
            how.name().into(),
            megabytes(scaled.long.bytes),
            scaled.long.hits.to_string(),
            format!("{:.2}", growth.median),
            growth.range(),
            format!("{:.2}", ratio.median),
            mebibytes(scaled.long.peak),
            verdict,
        ]);
    }

    /// Adds what was measured of an input that was read as messages.
    pub fn add_messages(&mut self, input: &Input, measured: &AsMessages) {
        let AsMessages { messages, .. } = measured;
        let [limit, text, parser] =
            [messages.ratios(), measured.to_text(), measured.to_parser()].map(Spread::of);
        let archive = input.as_messages;
        let unchecked = archive.is_none_or(|archive| archive.hits.is_none());
        let goals = archive.map(|archive| archive.goals).unwrap_or_default();
        let shown = |spread: Spread| {
            if spread.median.is_nan() {
                "-".into()
            } else {
                format!("{:.2} ({})", spread.median, spread.range())
            }
        };
        self.rows.push(vec![
            input.name.into(),
            megabytes(messages.bytes),
            format!("{}{}", messages.hits, if unchecked { "?" } else { "" }),
            speed(messages.bytes, &messages.urlsift),
            shown(limit),
            shown(text),
            shown(parser),
            goal(goals, [limit, text, parser].map(|spread| spread.median)),
            mebibytes(messages.peak),
        ]);
    }

    /// Adds what was measured of a hostile archive.
    pub fn add_archive(&mut self, text: &Text, how: How, scaled: &Scaled) {
        let growth = Spread::of(scaled.growths());
        let long = &scaled.long;
        let speed = speed_of(long.bytes, &long.urlsift);
        let verdict = verdict([
            (growth.median > MOST_GROWTH, "noisy"),
            (speed < LEAST_SPEED, "slow"),
            (long.peak > Some(MOST_MEMORY_OF_ARCHIVES), "big"),
        ]);
        self.rows.push(vec![
            text.name().into(),
            how.name().into(),
            megabytes(long.bytes),
            long.hits.to_string(),
            format!("{:.2}", growth.median),
            growth.range(),
            format!("{speed:.0}"),
            mebibytes(long.peak),
            verdict,
        ]);
    }
}

/// What holds of these, or that none does.
fn verdict(complaints: [(bool, &str); 3]) -> String {
    let complaints = complaints.into_iter().filter(|&(holds, _)| holds);
    let complaints: Vec<&str> = complaints.map(|(_, complaint)| complaint).collect();
    match complaints[..] {
        [] => "met".into(),
        _ => complaints.join(", "),
    }
}

/// What is wanted of messages, and whether it is so.
fn goal(goals: Goals, [limit, text, parser]: [f64; 3]) -> String {
    let told = |is_met| if is_met { "met" } else { "missed" };
    let all = [
        goals
            .limit
            .map(|goal| format!("limit {goal} {}", told(limit <= goal))),
        goals
            .text
            .map(|goal| format!("--text {goal} {}", told(text <= goal))),
        goals
            .parser
            .map(|goal| format!("parser by {goal} {}", told(parser >= goal))),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
        let widths: Vec<usize> = (0..head.len())
            .map(|column| {
                let cells = self.rows.iter().chain([&head]).map(|row| row[column].len());
                cells.max().unwrap_or_default()
            })
            .collect();
        let mut write = |row: &[String]| {
            for (index, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Names to the left, figures to the right.
                match index {
                    0 => write!(f, "| {cell:width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)
        };
        write(&head)?;
        let rule = widths.iter().enumerate().map(|(index, &width)| {
            let line = "-".repeat(width.saturating_sub(1));
            match index {
                0 => line + "-",
                _ => line + ":",
            }
        });
        write(&rule.collect::<Vec<_>>())?;
        self.rows.iter().try_for_each(|row| write(row))
    }
}

/// What lies in the middle of some figures, and how far apart they are.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spread {
    min: f64,
    median: f64,
    max: f64,
}

impl Spread {
    fn of(mut figures: Vec<f64>) -> Self {
        figures.sort_by(f64::total_cmp);
        let [min, .., max] = figures[..] else {
            let only = figures.first().copied().unwrap_or(f64::NAN);
            return Self {
                min: only,
                median: only,
                max: only,
            };
        };
        let (below, above) = ((figures.len() - 1) / 2, figures.len() / 2);
        Self {
            min,
            median: f64::midpoint(figures[below], figures[above]),
            max,
        }
    }

    fn range(self) -> String {
        format!("{:.2}..{:.2}", self.min, self.max)
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", millions(bytes))
}

#[expect(clippy::cast_precision_loss, reason = "three digits of it are shown")]
fn millions(number: u64) -> f64 {
    number as f64 / 1e6
}

fn mebibytes(kib: Option<u64>) -> String {
    kib.map_or("-".into(), |kib| kib.div_ceil(1024).to_string())
}

/// The speed of the round in the middle.
fn speed(bytes: u64, times: &[Duration]) -> String {
    format!("{:.0}", speed_of(bytes, times))
}

/// The same in figures: millions of bytes a second.
fn speed_of(bytes: u64, times: &[Duration]) -> f64 {
    let seconds = Spread::of(times.iter().map(Duration::as_secs_f64).collect()).median;
    millions(bytes) / seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_figures() {
        let spread = |figures: &[f64]| {
            let Spread { min, median, max } = Spread::of(figures.to_vec());
            [min, median, max]
        };
        let close = |left: [f64; 3], right: [f64; 3]| {
            left.into_iter()
                .zip(right)
                .all(|(left, right)| (left - right).abs() < 1e-9)
        };
        assert!(close(spread(&[3.0]), [3.0; 3]));
        assert!(close(spread(&[5.0, 1.0]), [1.0, 3.0, 5.0]));
        assert!(close(spread(&[9.0, 1.0, 2.0]), [1.0, 2.0, 9.0]));
    }

    #[test]
    fn a_table_lines_up() {
        let mut table = Table::new(&["name", "n"]);
        table.rows.push(vec!["a".into(), "100".into()]);
        let expected = "| name |   n |\n| ---- | --: |\n| a    | 100 |\n";
        assert_eq!(table.to_string(), expected);
    }
}
