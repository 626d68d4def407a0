//! `harvest`: makes a data set of links.

mod progress;

use std::{
    collections::HashSet,
    fmt::Display,
    fs::File,
    io::{BufRead, BufReader},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Once},
    time::Instant,
};

use tempfile::TempDir;
use urlsift_harvest::{
    Error, Failure, Harvest, Manifest, MissingShards, Options, Plan, RunOutcome, Seeds,
};
use urlsift_search::{CharsetCounts, Conformance, Delimiter, Driver, Inputs, PathList};

use crate::{
    commands::search::{MAX_TIME_FOR_NOTHING, look_for_others},
    options::{HarvestOptions, HarvestStep, InputOptions, Printed},
    report::{
        changes::{CHANGES_HEADER, write_change},
        harvested::{DroppedNote, Harvested},
    },
    term::{
        exit::Exit,
        interrupt,
        notes::write_note,
        output::{Output, Stop},
        progress_thread::ProgressThread,
        streams::Streams,
    },
};

use self::progress::{HarvestProgress, PlanWatch, RunWatch};

/// The number of plans that one run makes: the second one divides groups with files that cannot be read.
const MAX_PLANS: usize = 3;

/// Runs `harvest`.
pub(crate) fn run(options: &HarvestOptions) -> Exit {
    let is_resumable = matches!(options.step, HarvestStep::All | HarvestStep::Run)
        && !options.root.as_os_str().is_empty();
    let notes_interrupt = is_resumable && options.input.streams.stderr_is_terminal();
    if notes_interrupt {
        interrupt::on_exit(note_interrupt);
    }
    // Without a directory, the data set is removed at the end.
    let temporary = options.root.as_os_str().is_empty().then(tempfile::tempdir);
    let temporary = match temporary.transpose() {
        Ok(temporary) => temporary,
        Err(error) => {
            write_note(&options.input.streams, &error);
            return Exit::Error;
        }
    };
    let root = temporary.as_ref().map_or(&*options.root, TempDir::path);
    let progress = HarvestProgress::new();
    let mut run = Run {
        shown: progress.show(options.progress, &options.input.streams),
        options,
        input: options.input.clone(),
        root,
        harvest: Harvest::new(root),
        output: Output::new(&options.input.streams),
        end: Ok(()),
        start: Instant::now(),
        failed: false,
        done_before: 0,
        dropped: 0,
        reported: HashSet::new(),
        unknown_charsets: CharsetCounts::default(),
        progress,
    };
    let result = match options.step {
        HarvestStep::All => run.all(),
        HarvestStep::Plan => run.plan_only(),
        HarvestStep::Run => run.run_only(),
        HarvestStep::Finish => run.finish_only(),
        HarvestStep::Report => run.report_data_set(),
        HarvestStep::Diff => run.diff(),
        HarvestStep::Prune => run.prune(),
    };
    run.shown = None;
    if !run.unknown_charsets.is_empty() {
        write_note(run.output.streams(), &run.unknown_charsets);
    }
    let end = match result {
        Ok(()) => run.end.and_then(|()| run.output.flush()),
        Err(error) => {
            run.failed = true;
            run.report(&error)
        }
    };
    let failed = run.output.has_failed(end) || run.failed;
    if notes_interrupt && interrupt::requested().is_some() {
        note_interrupt();
    }
    interrupt::exit_or_signal(Exit::Selected.or_error(failed))
}

/// Prints once how to continue an interrupted harvest.
fn note_interrupt() {
    static NOTED: Once = Once::new();

    NOTED.call_once(|| {
        let note = "interrupted; the same command goes on where it was";
        write_note(&Streams::of_process(), &note);
    });
}

/// What distinguishes a failure from others: its path, offset and code.
type FailureKey = (PathBuf, Option<u64>, &'static str);

fn key_of(failure: &Failure) -> FailureKey {
    (failure.path.clone(), failure.offset, failure.code)
}

struct Run<'o> {
    options: &'o HarvestOptions,
    /// The directory of the data set.
    root: &'o Path,
    input: InputOptions,
    harvest: Harvest,
    output: Output,
    /// Whether output that was written along the way failed.
    end: Result<(), Stop>,
    start: Instant,
    failed: bool,
    /// The number of shards that were done before the last run.
    done_before: usize,
    /// The number of files that the plan has dropped.
    dropped: usize,
    /// The failures that were reported. Each plan and run meets the failures of the earlier ones again, and each is
    /// reported once.
    reported: HashSet<FailureKey>,
    /// The parts in unknown charsets, of all runs.
    unknown_charsets: CharsetCounts,
    progress: Arc<HarvestProgress>,
    /// Shows the progress.
    shown: Option<ProgressThread>,
}

impl Run<'_> {
    /// Plans, runs, finishes and reports.
    fn all(&mut self) -> Result<(), Error> {
        self.read_list()?;
        let mut plan = self.plan()?;
        let mut outcome = self.run(&plan)?;
        for _ in 1..MAX_PLANS {
            if !outcome.divides_groups || interrupt::requested().is_some() {
                break;
            }
            // The new plan puts the inputs that failed and the others of their groups into separate groups.
            plan = self.plan()?;
            outcome = self.run(&plan)?;
        }
        if interrupt::requested().is_some() {
            return Ok(());
        }
        self.finish(&plan)?;
        // A temporary data set has no reader.
        if self.options.printed.is_none() || *self.root == *self.options.root {
            self.harvest.report()?;
        }
        Ok(())
    }

    fn plan_only(&mut self) -> Result<(), Error> {
        self.read_list()?;
        let plan = self.plan()?;
        let digest = format!("{}\n", plan.digest());
        self.output.out.extend_from_slice(digest.as_bytes());
        if self.options.stats {
            let note = format!("{} shards, {} bytes", plan.shard_count(), plan.bytes());
            self.note(&note);
        }
        Ok(())
    }

    fn run_only(&mut self) -> Result<(), Error> {
        let plan = self.read_plan()?;
        self.run(&plan).map(|_| ())
    }

    fn finish_only(&mut self) -> Result<(), Error> {
        let plan = self.read_plan()?;
        self.finish(&plan)
    }

    /// Reads the plan of a step that makes none. Its options may be given again.
    fn read_plan(&self) -> Result<Plan, Error> {
        let plan = self.harvest.read_plan(self.options.plan)?;
        let given = &self.options.options;
        if *given != Options::default() && given != plan.options() {
            return Err(Error::OtherOptions(plan.options().differing(given)));
        }
        Ok(plan)
    }

    fn report_data_set(&mut self) -> Result<(), Error> {
        let reported = self.harvest.report()?;
        self.note_open(reported.shards, reported.open);
        if reported.is_stale {
            let note = "the plan in force is not finished; the report is of the plan before it";
            self.note(&note);
        }
        Ok(())
    }

    /// Prints what has changed between two data sets.
    fn diff(&mut self) -> Result<(), Error> {
        let Self {
            output,
            end,
            options,
            ..
        } = self;
        if options.html {
            let page = self.harvest.diff_page(&options.old)?;
            output.out.extend_from_slice(page.as_bytes());
            return Ok(());
        }
        let is_json = options.json;
        if !is_json {
            output.out.extend_from_slice(CHANGES_HEADER);
        }
        let compared = self.harvest.diff(&options.old, |change| {
            let written = write_change(&mut output.out, &change, is_json);
            *end = written
                .map_err(Stop::from)
                .and_then(|()| output.flush_if_full());
            match end {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        match compared {
            Err(Error::Stopped) => Ok(()),
            compared => compared,
        }
    }

    fn prune(&mut self) -> Result<(), Error> {
        let pruned = self.harvest.prune()?;
        if self.options.stats {
            let note = format!("{} files removed, {} bytes", pruned.files, pruned.bytes);
            self.note(&note);
        }
        Ok(())
    }

    /// Reads the list of paths. Each plan has all of them, but a pipe can be read only once.
    fn read_list(&mut self) -> Result<(), Error> {
        if let Some((path, end)) = self.input.list.take() {
            for path in PathList::new(path, end) {
                self.input.paths.push(path.map_err(Error::InputList)?);
            }
        }
        let paths = &self.input.paths;
        paths
            .iter()
            .try_for_each(|path| self.harvest.check_input(path))
    }

    fn plan(&mut self) -> Result<Plan, Error> {
        let Self {
            options,
            input,
            harvest,
            output,
            failed,
            reported,
            progress,
            ..
        } = self;
        progress.begin_plan();
        // The failures of an earlier plan and its run may be over.
        *failed = false;
        if !options.replan {
            harvest.check_options(&options.options)?;
        }
        let inputs = input.inputs().inspect(|_| progress.add_file());
        let watch = PlanWatch::default();
        let plan = harvest.plan_observed(inputs, &options.options, options.planning, &watch)?;
        let (failures, dropped) = watch.into_parts();
        for failure in failures {
            *failed = true;
            if reported.insert(key_of(&failure)) {
                let _ = output.diagnose(&failure.path, &failure.text);
            }
        }
        if !dropped.is_empty() {
            self.dropped = dropped.files;
            self.note(&DroppedNote(&dropped));
        }
        if plan.shard_count() == 0 && !self.failed {
            self.note(
                &"there are no files to read; the directory of the data set is never searched",
            );
        }
        Ok(plan)
    }

    fn run(&mut self, plan: &Plan) -> Result<RunOutcome, Error> {
        let (shards, bytes) = self.options.run.part_of(plan);
        self.progress.begin_run(shards, bytes);
        let watch = RunWatch(&self.progress);
        let outcome = self.harvest.run(plan, &self.options.run, &watch)?;
        let total = self.progress.total();
        self.done_before = total.done_before;
        self.failed |= !outcome.failures.is_empty();
        self.unknown_charsets.add_all(&outcome.unknown_charsets);
        for failure in &outcome.failures {
            if self.reported.insert(key_of(failure)) {
                let _ = self.output.diagnose(&failure.path, &failure.text);
            }
        }
        if self.options.stats && self.options.step == HarvestStep::Run {
            self.note(&total);
        }
        Ok(outcome)
    }

    fn finish(&mut self, plan: &Plan) -> Result<(), Error> {
        self.progress.begin_finish();
        let missing = if self.options.partial {
            MissingShards::Allow
        } else {
            MissingShards::Refuse
        };
        let (manifest, seeds) = match self.options.printed {
            Some(Printed::Seeds) => {
                let (manifest, seeds) = self.harvest.finish_with_seeds(plan, missing)?;
                (manifest, Some(seeds))
            }
            _ => (self.harvest.finish(plan, missing)?, None),
        };
        if self.options.stats {
            let harvested = Harvested {
                manifest: &manifest,
                done_before: self.done_before,
                dropped: self.dropped,
                time: self.start.elapsed(),
            };
            self.note(&harvested);
        }
        let shards = manifest.shards();
        self.failed |= shards.open > 0;
        self.note_open(shards.all, shards.open);
        if self.options.step == HarvestStep::All {
            self.note_others(plan, manifest.rows("links"))?;
        }
        match (self.options.printed, seeds) {
            (Some(Printed::Rows), _) => self.print_rows(&manifest),
            (_, Some(seeds)) => self.print_seeds(seeds),
            _ => Ok(()),
        }
    }

    /// Prints the URLs for a crawler.
    fn print_seeds(&mut self, seeds: Seeds) -> Result<(), Error> {
        self.shown = None;
        for seed in seeds {
            self.output.out.extend_from_slice(seed?.as_bytes());
            self.output.out.push(b'\n');
            self.end = self.output.flush_if_full();
            if self.end.is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Prints the rows of the links with their messages.
    fn print_rows(&mut self, manifest: &Manifest) -> Result<(), Error> {
        self.shown = None;
        for file in manifest.files("wide") {
            let path = self.root.join(&file.file);
            if path
                .extension()
                .is_none_or(|extension| extension != "jsonl")
            {
                let reason = "its tables are not in the format jsonl";
                return Err(Error::Option(reason.to_owned()));
            }
            let io_error = |error| Error::Io {
                path: path.clone(),
                error,
            };
            let mut rows = BufReader::new(File::open(&path).map_err(io_error)?);
            while rows
                .read_until(b'\n', &mut self.output.out)
                .map_err(io_error)?
                > 0
            {
                self.end = self.output.flush_if_full();
                if self.end.is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Prints how many links are not in the data set because they have no angle brackets. They are counted for a
    /// limited time.
    fn note_others(&mut self, plan: &Plan, links: u64) -> Result<(), Error> {
        let options = self.options;
        let mut settings = options.options.search.clone();
        if settings.links.kinds != Delimiter::DELIMITED {
            return Ok(());
        }
        settings.links.kinds = Delimiter::ALL.to_vec();
        settings.links.level = Conformance::None;
        let driver = Driver::new(settings.searcher(settings.unpacker())?);
        let driver = match options.run.threads {
            Some(threads) => driver.threads(threads),
            None => driver,
        };
        // The threads of the driver need it until the process ends.
        let selection = Box::leak(Box::new(settings.links));
        // As many as take longer.
        let inputs = Inputs::new(plan.paths().take(100_000));
        if let Some(others) = look_for_others(selection, driver, inputs, MAX_TIME_FOR_NOTHING) {
            self.note(&others.more_than(links));
        }
        Ok(())
    }

    /// Prints how many shards are missing.
    fn note_open(&mut self, shards: usize, open: usize) {
        if open > 0 {
            let note = format!("{open} of {shards} shards are not in the data set");
            self.note(&note);
        }
    }

    /// Prints a note after the last progress object.
    fn note(&mut self, note: &impl Display) {
        self.shown = None;
        // The error concerns standard output, and is found at the end.
        let _ = self.output.note(note);
    }

    fn report(&mut self, error: &Error) -> Result<(), Stop> {
        match error {
            Error::Io { path, error } => {
                let reason = urlsift_search::SystemReason(error);
                self.output.diagnose(path, &reason)
            }
            Error::Invalid { path, reason } | Error::UnsupportedInput { path, reason } => {
                self.output.diagnose(path, reason)
            }
            Error::InputList(error) => self.output.diagnose(error.path(), error),
            error => self.output.diagnose(self.root, error),
        }
    }
}
