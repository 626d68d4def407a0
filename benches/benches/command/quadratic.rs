//! Searches for inputs that take more than linear time: runs every form of output over every hostile pattern, at one
//! size and at four times that size.

use std::{
    env, fs,
    io::{self, Write},
    path::Path,
    time::Duration,
};

use tempfile::TempDir;
use urlsift_benches::{
    Error,
    hostile::{
        mode::{Mode, check, is_exempt, modes},
        pattern::Pattern,
        patterns::patterns,
    },
};

use crate::{
    Flags,
    plan::command,
    program::{Program, Run, take_turns},
};

/// The maximum factor in time for four times the size.
const GROWTH: f64 = 5.0;

/// The maximum number of runs of a measurement that exceeds a limit; the minimum of each input counts.
const TURNS: usize = 5;

/// The minimum time for the smaller input, and the bounds on its size in bytes.
const TIME: Duration = Duration::from_millis(50);
const MIN_SIZE: usize = 8 << 10;
const MAX_SIZE: usize = 4 << 20;

/// The number of rows printed by default.
const WORST: usize = 40;

/// The measurement of a mode for a pattern.
struct Row {
    pattern: String,
    mode: &'static str,
    bytes: u64,
    runs: [Run; 2],
    turns: usize,
    growth: f64,
    max_peak: u64,
}

impl Row {
    /// Returns the measurement relative to its limits; more than 1 exceeds one of them.
    fn load(&self) -> f64 {
        (self.growth / GROWTH).max(self.peak() / float(self.max_peak))
    }

    /// Returns the higher peak in MiB.
    fn peak(&self) -> f64 {
        float(self.runs[0].peak.max(self.runs[1].peak)) / 1_048_576.0
    }

    fn verdict(&self) -> &'static str {
        match (self.load() <= 1.0, is_exempt(&self.pattern, self.mode)) {
            (true, false) => "",
            (true, true) => "no longer exempt",
            (false, true) => "exempt",
            (false, false) => "exceeded",
        }
    }
}

/// Measures all patterns, and prints the rows that are closest to their limits.
///
/// # Errors
///
/// If a measurement exceeds a limit, or a program fails.
pub(crate) fn measure(flags: &Flags, prints_all: bool) -> Result<(), Error> {
    let urlsift = command(flags)?;
    let mut rows = Vec::new();
    for pattern in patterns() {
        if pattern.name.contains(&flags.only) {
            writeln!(io::stderr(), "measuring {}", pattern.name)?;
            rows.extend(
                Search {
                    flags,
                    urlsift: &urlsift,
                    pattern: &pattern,
                }
                .rows()?,
            );
        }
    }
    rows.sort_by(|one, other| other.load().total_cmp(&one.load()));
    let mut out = io::stdout();
    writeln!(
        out,
        "| pattern | mode | n, kB | n, ms | 4n, ms | ratio | <= | peak, MiB | <= | min of | |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|")?;
    for (rank, row) in rows.iter().enumerate() {
        let Row {
            pattern,
            mode,
            growth,
            max_peak,
            turns,
            ..
        } = row;
        let verdict = if flags.quick { "" } else { row.verdict() };
        if prints_all || rank < WORST || !verdict.is_empty() {
            let [n, four_n] = row.runs.map(|run| run.time.as_secs_f64() * 1e3);
            let (kb, peak) = (row.bytes / 1000, row.peak());
            writeln!(
                out,
                "| {pattern} | {mode} | {kb} | {n:.1} | {four_n:.1} | {growth:.2} | {GROWTH} | {peak:.0} | {max_peak} | {turns} | {verdict} |"
            )?;
        }
    }
    let exceeded = rows
        .iter()
        .filter(|row| row.verdict() == "exceeded")
        .count();
    writeln!(out, "\n{} measured, {exceeded} beyond a limit", rows.len())?;
    match (rows.len(), exceeded) {
        (0, _) => Err("no pattern has this name".into()),
        (_, 1..) if !flags.quick => Err("beyond a limit".into()),
        _ => Ok(()),
    }
}

/// Writes a pattern of a size to a file. Runs in a child process, so that the parent stays small: see `Program::run`.
///
/// # Errors
///
/// If there is no such pattern, or the file cannot be written.
pub(crate) fn generate(name: &str, size: usize, path: &Path) -> Result<u64, Error> {
    let mut all = patterns().into_iter();
    let pattern = all
        .find(|pattern| pattern.name == name)
        .ok_or("no such pattern")?;
    let bytes = pattern.bytes(size);
    fs::write(path, &bytes)?;
    Ok(bytes.len() as u64)
}

/// The search for one pattern.
struct Search<'s> {
    flags: &'s Flags,
    urlsift: &'s Path,
    pattern: &'s Pattern,
}

impl Search<'_> {
    fn rows(&self) -> Result<Vec<Row>, Error> {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?;
        let [n, four_n, n_urls, four_n_urls] =
            ["n", "4n", "n-urls", "4n-urls"].map(|name| folder.path().join(name));
        let (mut all, check) = (modes(), check());
        if self.pattern.is_urls {
            all = vec![check.clone()];
        }
        self.save_timed(&all, &n, &four_n)?;
        if self.pattern.is_urls {
            return Ok(vec![self.compare(&check, [&n, &four_n])?]);
        }
        let mut rows = Vec::new();
        for mode in &all {
            rows.push(self.compare(mode, [&n, &four_n])?);
        }
        for (file, urls) in [(&n, &n_urls), (&four_n, &four_n_urls)] {
            let mut listed = fs::File::create(urls)?;
            let list = self.program(&all[0], file);
            list.run(|block| listed.write_all(block).unwrap_or_default())?;
        }
        if fs::metadata(&four_n_urls)?.len() > 0 {
            rows.push(self.compare(&check, [&n_urls, &four_n_urls])?);
        }
        Ok(rows)
    }

    /// Writes both inputs. The smaller one is large enough for the slowest of some modes to take the minimum time.
    fn save_timed(&self, modes: &[Mode], n: &Path, four_n: &Path) -> Result<(), Error> {
        let mut size = MIN_SIZE;
        loop {
            let sizes = self.pattern.sizes(size);
            self.generate(sizes[1], n)?;
            let mut time = Duration::ZERO;
            for mode in modes.iter().take(if self.flags.quick { 0 } else { 4 }) {
                time = time.max(self.program(mode, n).run(|_| {})?.time);
            }
            if self.flags.quick || time >= TIME || size >= MAX_SIZE || sizes[1] < size {
                return self.generate(sizes[2], four_n);
            }
            size *= if time * 8 < TIME { 8 } else { 2 };
        }
    }

    fn generate(&self, size: usize, path: &Path) -> Result<(), Error> {
        let size = size.to_string();
        let args = ["generate", &self.pattern.name, &size];
        take_turns(
            &[Program::new("generate", &env::current_exe()?, &args, path)],
            0,
        )?;
        Ok(())
    }

    fn program(&self, mode: &Mode, file: &Path) -> Program {
        let mut args: Vec<_> = mode.args.iter().map(String::as_str).collect();
        if mode.name.starts_with("check") {
            args.push("-");
        }
        Program::new(mode.name, self.urlsift, &args, file).any_status()
    }

    /// Runs a mode over both inputs, and repeats it while it exceeds its limits.
    fn compare(&self, mode: &Mode, files: [&Path; 2]) -> Result<Row, Error> {
        let bytes = files.map(|file| fs::metadata(file).map(|file| file.len()));
        let [bytes, four_bytes] = bytes;
        let (bytes, four_bytes) = (bytes?, four_bytes?);
        let programs = files.map(|file| self.program(mode, file));
        let run = || {
            let run = |program: &Program| {
                program
                    .run(|_| {})
                    .map_err(|error| format!("{}: {error}", self.pattern.name))
            };
            Ok::<_, Error>([run(&programs[0])?, run(&programs[1])?])
        };
        let mut row = Row {
            pattern: self.pattern.name.to_string(),
            mode: mode.name,
            bytes,
            runs: run()?,
            turns: 1,
            growth: 0.0,
            max_peak: mode.max_peak,
        };
        loop {
            let [n, four_n] = row.runs.map(|run| run.time.as_secs_f64());
            // The larger file may have slightly more than four times the size, or much less if the number of results
            // does not grow with the pattern.
            row.growth = four_n / n / (float(four_bytes) / float(bytes) / 4.0).max(1.0);
            let is_settled = row.load() <= 1.0 || row.verdict() == "exempt";
            if is_settled || row.turns == TURNS || self.flags.quick {
                return Ok(row);
            }
            for (least, run) in row.runs.iter_mut().zip(run()?) {
                least.time = least.time.min(run.time);
                least.peak = least.peak.min(run.peak);
            }
            row.turns += 1;
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "only a few digits are printed")]
fn float(number: u64) -> f64 {
    number as f64
}
