//! Tables of what was measured, in Markdown.

use std::{fmt, time::Duration};

use crate::{
    inputs::{Input, MOST_TIMES},
    measure::{Measured, Scaled},
    process::How,
    text::Text,
};

/// The most that twice the text may take of the time of once the text.
const MOST_GROWTH: f64 = 2.2;

/// The most memory, in KiB.
const MOST_MEMORY: u64 = 32 * 1024;

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
        let complaints = [
            (growth.median > MOST_GROWTH, "noisy"),
            (ratio.median > MOST_TIMES, "slow"),
            (scaled.long.peak > Some(MOST_MEMORY), "big"),
        ];
        let complaints = complaints.into_iter().filter(|&(holds, _)| holds);
        let complaints: Vec<&str> = complaints.map(|(_, complaint)| complaint).collect();
        let verdict = match complaints[..] {
            [] => "met".into(),
            _ => complaints.join(", "),
        };
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
    let seconds = Spread::of(times.iter().map(Duration::as_secs_f64).collect()).median;
    format!("{:.0}", millions(bytes) / seconds)
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
