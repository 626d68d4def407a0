//! The options of `harvest`.

use std::path::PathBuf;

use urlsift_harvest::{Digest, Options, PlanOptions, RunOptions};

use super::{InputOptions, ProgressShow};

/// The options of `harvest`.
#[derive(Debug)]
// The switches are independent.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct HarvestOptions {
    pub(crate) step: HarvestStep,
    /// The directory of the data set; empty for a temporary one. Of a comparison, the new data set or its manifest.
    pub(crate) root: PathBuf,
    /// The old data set of a comparison, or its manifest.
    pub(crate) old: PathBuf,
    pub(crate) input: InputOptions,
    pub(crate) options: Options,
    pub(crate) printed: Option<Printed>,
    /// Whether a plan with other options is replaced.
    pub(crate) replan: bool,
    /// How a plan is made.
    pub(crate) planning: PlanOptions,
    /// The plan to run or finish; `None` for the one in force.
    pub(crate) plan: Option<Digest>,
    pub(crate) run: RunOptions,
    /// Whether shards may be missing at the end.
    pub(crate) partial: bool,
    /// Whether totals are printed.
    pub(crate) stats: bool,
    /// Whether changes are printed as JSON.
    pub(crate) json: bool,
    /// Whether changes are printed as a page.
    pub(crate) html: bool,
    pub(crate) progress: ProgressShow,
}

/// What is printed of a finished data set, for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Printed {
    /// URLs for crawlers.
    Seeds,
    /// The rows of the table `wide` as JSON, one object per line.
    Rows,
}

impl Printed {
    /// The values of `--format` that are no formats of tables.
    pub(crate) const NAMED: [(&str, Self); 2] = [("seeds", Self::Seeds), ("ndjson", Self::Rows)];
}

/// The steps of a harvest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HarvestStep {
    /// Plans, runs, finishes and reports.
    All,
    Plan,
    Run,
    Finish,
    Report,
    Diff,
    Prune,
}

impl HarvestStep {
    /// The steps that the command line can name.
    pub(crate) const NAMED: &[(&str, Self)] = &[
        ("plan", Self::Plan),
        ("run", Self::Run),
        ("finish", Self::Finish),
        ("report", Self::Report),
        ("diff", Self::Diff),
        ("prune", Self::Prune),
    ];

    /// Returns the name; empty for all steps together.
    pub(crate) fn name(self) -> &'static str {
        let found = Self::NAMED.iter().find(|(_, step)| *step == self);
        found.map_or("", |(name, _)| name)
    }

    /// Returns whether the step has inputs.
    pub(crate) const fn reads(self) -> bool {
        matches!(self, Self::All | Self::Plan)
    }

    /// Returns whether the step takes so long that its progress is shown.
    pub(crate) const fn has_progress(self) -> bool {
        !matches!(self, Self::Report | Self::Diff | Self::Prune)
    }

    /// Returns the step with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let found = Self::NAMED.iter().find(|(known, _)| *known == name);
        found.map(|(_, step)| *step)
    }
}
