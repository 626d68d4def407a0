//! A table of comparisons in Markdown, each with its goal.

use std::{
    fmt,
    io::{self, Write},
    time::Duration,
};

use crate::program::{Program, Run};

/// What is wanted of a figure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

impl Goal {
    fn is_met_by(self, figure: f64) -> bool {
        match self {
            Self::AtMost(most) => figure <= most,
            Self::AtLeast(least) => figure >= least,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(most) => write!(f, "<= {most}"),
            Self::AtLeast(least) => write!(f, ">= {least}"),
        }
    }
}

/// What programs took for one input.
pub(crate) struct Measured {
    pub(crate) input: String,
    pub(crate) bytes: u64,
    pub(crate) runs: Vec<(&'static str, Vec<Run>)>,
}

impl Measured {
    pub(crate) fn new(input: &str, bytes: u64, programs: &[Program], runs: Vec<Vec<Run>>) -> Self {
        let names = programs.iter().map(|program| program.name);
        Self {
            input: input.into(),
            bytes,
            runs: names.zip(runs).collect(),
        }
    }

    /// Returns the runs of a program; none if it did not take part.
    fn of(&self, program: &str) -> &[Run] {
        let found = self.runs.iter().find(|(name, _)| *name == program);
        found.map_or(&[], |(_, runs)| runs)
    }

    fn times(&self, program: &str) -> Vec<f64> {
        self.figures(program, |run| millis(run.time))
    }

    fn figures(&self, program: &str, figure: impl Fn(&Run) -> f64) -> Vec<f64> {
        self.of(program).iter().map(figure).collect()
    }

    /// Returns how many times as long as `to` `of` took, turn by turn.
    fn ratios(&self, of: &str, to: &str) -> Vec<f64> {
        let (of, to) = (self.times(of), self.times(to));
        of.iter().zip(to).map(|(of, to)| of / to).collect()
    }

    /// Returns the median of the ratios; `None` if one of the two did not take part.
    pub(crate) fn ratio(&self, of: &str, to: &str) -> Option<f64> {
        Some(Spread::of(self.ratios(of, to))?.median)
    }
}

/// Prints each row at once, and counts the goals.
#[derive(Debug)]
pub(crate) struct Report {
    /// Whether goals are compared with figures: those of small inputs mean nothing.
    compares: bool,
    rows: u32,
    goals: u32,
    met: u32,
}

impl Report {
    pub(crate) fn start(compares: bool) -> io::Result<Self> {
        let mut out = io::stdout();
        writeln!(
            out,
            "| input | MB | measured | median | min..max | goal | |"
        )?;
        writeln!(out, "|---|---:|---|---:|---:|---:|---|")?;
        Ok(Self {
            compares,
            rows: 0,
            goals: 0,
            met: 0,
        })
    }

    /// Adds how many times as long as `to` `of` took.
    pub(crate) fn ratio(
        &mut self,
        measured: &Measured,
        of: &str,
        to: &str,
        goal: Option<Goal>,
    ) -> io::Result<()> {
        let [of_time, to_time] = [of, to].map(|name| Spread::of(measured.times(name)));
        let (Some(of_time), Some(to_time)) = (of_time, to_time) else {
            return Ok(());
        };
        let (of_time, to_time) = (of_time.median, to_time.median);
        let what = format!("{of} ({of_time:.1} ms) : {to} ({to_time:.1} ms)");
        self.row(measured, &what, measured.ratios(of, to), goal)
    }

    /// Adds the time of a program in milliseconds.
    pub(crate) fn time(&mut self, measured: &Measured, of: &str, goal: Goal) -> io::Result<()> {
        self.row(
            measured,
            &format!("{of}, ms"),
            measured.times(of),
            Some(goal),
        )
    }

    /// Adds the peak memory of a program in MiB.
    pub(crate) fn peak(&mut self, measured: &Measured, of: &str, goal: Goal) -> io::Result<()> {
        let peaks = measured.figures(of, |run| float(run.peak) / f64::from(1 << 20));
        // Not every system reports it.
        if peaks.iter().all(|&peak| peak > 0.0) {
            self.row(measured, &format!("{of}, peak MiB"), peaks, Some(goal))?;
        }
        Ok(())
    }

    /// Returns whether nothing was measured.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Prints how many goals are met.
    pub(crate) fn finish(self) -> io::Result<()> {
        if self.compares {
            return writeln!(io::stdout(), "\n{} of {} goals met", self.met, self.goals);
        }
        writeln!(
            io::stdout(),
            "\nAll answers are right; the figures of a quick run mean nothing."
        )
    }

    fn row(
        &mut self,
        measured: &Measured,
        what: &str,
        figures: Vec<f64>,
        goal: Option<Goal>,
    ) -> io::Result<()> {
        let Some(Spread { min, median, max }) = Spread::of(figures) else {
            return Ok(());
        };
        let (goal, verdict) = match goal {
            None => (String::new(), ""),
            Some(goal) if !self.compares => (goal.to_string(), ""),
            Some(goal) => {
                let is_met = goal.is_met_by(median);
                self.goals += 1;
                self.met += u32::from(is_met);
                (goal.to_string(), if is_met { "met" } else { "missed" })
            }
        };
        self.rows += 1;
        let (input, size) = (&measured.input, float(measured.bytes) / 1e6);
        writeln!(
            io::stdout(),
            "| {input} | {size:.1} | {what} | {median:.2} | {min:.2}..{max:.2} | {goal} | {verdict} |"
        )
    }
}

struct Spread {
    min: f64,
    median: f64,
    max: f64,
}

impl Spread {
    /// Returns `None` if there are no figures.
    fn of(mut figures: Vec<f64>) -> Option<Self> {
        figures.sort_by(f64::total_cmp);
        let (below, above) = (figures.len().checked_sub(1)? / 2, figures.len() / 2);
        Some(Self {
            min: *figures.first()?,
            median: f64::midpoint(figures[below], figures[above]),
            max: *figures.last()?,
        })
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[expect(clippy::cast_precision_loss, reason = "only a few digits are printed")]
fn float(number: u64) -> f64 {
    number as f64
}
