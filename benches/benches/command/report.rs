//! A Markdown table of figures and their goals.

use std::{
    fmt,
    io::{self, Write},
};

use urlsift_benches::Error;

use crate::program::Run;

/// The goal for a figure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
    /// No goal.
    None,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(most) => write!(f, "<= {most}"),
            Self::AtLeast(least) => write!(f, ">= {least}"),
            Self::None => Ok(()),
        }
    }
}

/// A figure of named programs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Figure {
    /// The time of the first program relative to the second.
    Ratio(&'static str, &'static str),
    /// The time in milliseconds.
    Time(&'static str),
    /// The peak memory in MiB.
    Peak(&'static str),
}

/// The runs of the programs on one input.
pub(crate) struct Measured {
    pub(crate) input: String,
    pub(crate) bytes: u64,
    /// The runs of each program by its name.
    pub(crate) runs: Vec<(&'static str, Vec<Run>)>,
}

impl Measured {
    /// Returns the figure of each turn; none if a program did not run.
    fn turns(&self, figure: Figure) -> Vec<f64> {
        let of = |program| {
            let found = self.runs.iter().find(|(name, _)| *name == program);
            found.map_or(&[][..], |(_, runs)| runs).iter()
        };
        let millis = |run: &Run| run.time.as_secs_f64() * 1e3;
        match figure {
            Figure::Ratio(first, second) => {
                let pairs = of(first).zip(of(second));
                pairs
                    .map(|(one, other)| millis(one) / millis(other))
                    .collect()
            }
            Figure::Time(program) => of(program).map(millis).collect(),
            Figure::Peak(program) => of(program)
                .map(|run| float(run.peak) / 1_048_576.0)
                .collect(),
        }
    }

    /// Returns the median; `None` if a program did not run.
    pub(crate) fn median(&self, figure: Figure) -> Option<f64> {
        Some(Spread::of(self.turns(figure))?.median)
    }

    fn describe(&self, figure: Figure) -> Option<String> {
        let timed = |program| {
            Some(format!(
                "{program} ({:.1} ms)",
                self.median(Figure::Time(program))?
            ))
        };
        Some(match figure {
            Figure::Ratio(first, second) => format!("{} : {}", timed(first)?, timed(second)?),
            Figure::Time(program) => format!("{program}, ms"),
            Figure::Peak(program) => format!("{program}, peak MiB"),
        })
    }
}

/// Prints rows as they are added, and counts the goals.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Whether goals are ignored, because the figures of small inputs are meaningless.
    is_quick: bool,
    rows: u32,
    goals: u32,
    met: u32,
}

impl Report {
    pub(crate) fn start(is_quick: bool) -> io::Result<Self> {
        let mut out = io::stdout();
        writeln!(
            out,
            "| input | MB | measured | median | min..max | goal | |"
        )?;
        writeln!(out, "|---|---:|---|---:|---:|---:|---|")?;
        let report = Self::default();
        Ok(Self { is_quick, ..report })
    }

    /// Adds a row, unless a program did not run.
    pub(crate) fn add(
        &mut self,
        measured: &Measured,
        figure: Figure,
        goal: Goal,
    ) -> io::Result<()> {
        let spread = Spread::of(measured.turns(figure));
        let (Some(spread), Some(what)) = (spread, measured.describe(figure)) else {
            return Ok(());
        };
        let Spread { min, median, max } = spread;
        let is_met = match goal {
            _ if self.is_quick => None,
            Goal::AtMost(most) => Some(median <= most),
            Goal::AtLeast(least) => Some(median >= least),
            Goal::None => None,
        };
        self.rows += 1;
        self.goals += u32::from(is_met.is_some());
        self.met += u32::from(is_met == Some(true));
        let verdict = is_met.map_or("", |is_met| if is_met { "met" } else { "missed" });
        let (input, size) = (&measured.input, float(measured.bytes) / 1e6);
        writeln!(
            io::stdout(),
            "| {input} | {size:.1} | {what} | {median:.2} | {min:.2}..{max:.2} | {goal} | {verdict} |"
        )
    }

    /// Prints the number of goals met.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let Self { goals, met, .. } = self;
        let end = match self {
            Self { rows: 0, .. } => return Err("no input has this name".into()),
            Self { is_quick: true, .. } => {
                "All answers are correct. The figures of a quick run are meaningless.".into()
            }
            _ => format!("{met} of {goals} goals met"),
        };
        Ok(writeln!(io::stdout(), "\n{end}")?)
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

#[expect(clippy::cast_precision_loss, reason = "only a few digits are printed")]
fn float(number: u64) -> f64 {
    number as f64
}
