//! Tables of what was measured, in Markdown.

mod goals;

use std::{fmt, time::Duration};

use crate::{
    inputs::{Goals, Input, MOST_TIMES},
    measure::{AsMessages, Measured, Packed, Scaled},
    packed::{Form, Plain},
    process::How,
    text::Text,
};

/// The most that twice the text may take of the time of once the text.
const MOST_GROWTH: f64 = 2.2;

/// The most memory, in KiB.
const MOST_MEMORY: u64 = 32 * 1024;

/// The same where archives are read.
const MOST_MEMORY_OF_ARCHIVES: u64 = 64 * 1024;

/// How many times as fast as the decompressor alone the command is to be at least.
const LEAST_OF_DECOMPRESSOR: f64 = 0.9;

/// The most memory where something is unpacked, in KiB, beside the window.
const MOST_MEMORY_BESIDE_WINDOW: u64 = 64 * 1024;

/// The least speed at which a hostile archive is read, in millions of bytes a second.
const LEAST_SPEED: f64 = 20.0;

/// A table with a head.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<&'static str>,
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

    /// The table of the packed inputs.
    #[must_use]
    pub fn of_packed() -> Self {
        Self::new(&[
            "packed",
            "MB",
            "hits",
            "alone",
            "alone MB/s",
            "urlsift MB/s",
            "ratio",
            "min..max",
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

    fn new(columns: &[&'static str]) -> Self {
        Self::with(columns.to_vec())
    }

    fn with(columns: Vec<&'static str>) -> Self {
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
        let verdict = told(ratio.median <= input.goal);
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
        self.rows.push(vec![
            input.name.into(),
            megabytes(messages.bytes),
            format!("{}{}", messages.hits, if unchecked { "?" } else { "" }),
            speed(messages.bytes, &messages.urlsift),
            limit.shown(),
            text.shown(),
            parser.shown(),
            goal(goals, [limit, text, parser].map(|spread| spread.median)),
            mebibytes(messages.peak),
        ]);
    }

    /// Adds what was measured of an input in some form.
    pub fn add_packed(&mut self, plain: &Plain, form: Form, measured: &Packed) {
        let ratio = Spread::of(measured.ratios());
        let alone = [
            speed(plain.bytes, &measured.alone),
            format!("{:.2}", ratio.median),
            ratio.range(),
        ];
        // There are no figures of what is not there.
        let [alone_speed, median, range] = match measured.decompressor {
            Some(_) => alone,
            None => alone.map(|_| "-".into()),
        };
        let unchecked = if plain.hits.is_none() { "?" } else { "" };
        self.rows.push(vec![
            plain.name_in(form),
            megabytes(plain.bytes),
            format!("{}{unchecked}", measured.hits),
            measured.decompressor.unwrap_or("-").into(),
            alone_speed,
            speed(plain.bytes, &measured.urlsift),
            median,
            range,
            goal_of_packed(form, measured, ratio.median),
            mebibytes(measured.peak),
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

/// The word for a goal.
fn told(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}

/// What is wanted of a packed input, and whether it is so; nothing of what was not measured.
fn goal_of_packed(form: Form, measured: &Packed, ratio: f64) -> String {
    let speed = measured.decompressor.map(|_| {
        let is_met = ratio >= LEAST_OF_DECOMPRESSOR;
        format!("{LEAST_OF_DECOMPRESSOR} {}", told(is_met))
    });
    let memory = measured.peak.map(|peak| {
        let most = MOST_MEMORY_BESIDE_WINDOW + form.window();
        format!("{} MiB {}", mebibytes(Some(most)), told(peak <= most))
    });
    let goals: Vec<String> = [speed, memory].into_iter().flatten().collect();
    if goals.is_empty() {
        return "-".into();
    }
    goals.join(", ")
}

/// What is wanted of messages, and whether it is so.
fn goal(goals: Goals, [limit, text, parser]: [f64; 3]) -> String {
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

    /// The one in the middle and the range, or that there are no figures.
    fn shown(self) -> String {
        if self.median.is_nan() {
            return "-".into();
        }
        format!("{:.2} ({})", self.median, self.range())
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
    fn a_packed_input_has_figures_of_what_was_measured() {
        let plain = Plain {
            name: "a.mbox",
            path: "a.mbox".into(),
            bytes: 90_000_000,
            lines: 1,
            hits: Some(7),
        };
        let mut measured = Packed {
            hits: 7,
            decompressor: Some("xzcat"),
            alone: vec![Duration::from_secs(9); 3],
            urlsift: vec![Duration::from_secs(10); 3],
            peak: Some(72 * 1024),
        };
        let mut table = Table::of_packed();
        table.add_packed(&plain, Form::Xz, &measured);
        measured.peak = Some(72 * 1024 + 1);
        measured.urlsift[..2].fill(Duration::from_secs(18));
        table.add_packed(&plain, Form::Xz, &measured);
        measured.alone.clear();
        measured.decompressor = None;
        table.add_packed(&plain, Form::Xz, &measured);
        measured.peak = None;
        table.add_packed(&plain, Form::Xz, &measured);
        let rows: Vec<String> = table.rows.iter().map(|row| row[3..].join(" ")).collect();
        let expected = [
            "xzcat 10 9 0.90 0.90..0.90 0.9 met, 72 MiB met 72",
            "xzcat 10 5 0.50 0.50..0.90 0.9 missed, 72 MiB missed 73",
            "- - 5 - - 72 MiB missed 73",
            "- - 5 - - - -",
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_table_lines_up() {
        let mut table = Table::new(&["name", "n"]);
        table.rows.push(vec!["a".into(), "100".into()]);
        let expected = "| name |   n |\n| ---- | --: |\n| a    | 100 |\n";
        assert_eq!(table.to_string(), expected);
    }
}
