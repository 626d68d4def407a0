//! Runs a search and prints the selected links in input order.

use std::{io, ops::ControlFlow, time::Instant};

use urlsift::Preceding;
use urlsift_search::{Collector, is_repository};

use super::{
    chunk::{BufferPool, ChunkBuffer, Diagnostic, OutputChunk, OutputState},
    evidence::{GatherError, gather},
    hint::{MAX_TIME_FOR_MORE, MAX_TIME_FOR_NOTHING, look_for_others},
    progress::ProgressReporter,
};
use crate::{
    options::{HintSource, SearchOptions, Show},
    report::{
        export::Exporter,
        hint::no_delimited,
        json::summary_line,
        summary::{SearchTotal, Summary},
        tallied::Tallied,
        tally::{ChunkTally, Counted, Tally},
    },
    select::{dedup::Deduplicator, settler::Settler, tally_row::RowWidth},
    term::interrupt,
    term::{
        exit::Exit,
        notes::write_note,
        output::{Output, Stop},
        shortage::report_thread_shortage,
    },
};

/// Runs a search.
pub(crate) fn run(options: &'static SearchOptions) -> Exit {
    let streams = &options.input.streams;
    if options.announces_stdin {
        write_note(streams, &"reading standard input; name a path, or `.`");
    }
    let dedup = options.dedup().map(Deduplicator::new);
    let mut run = Run {
        options,
        output: Output::new(streams)
            .line_buffered(options.line_buffered)
            .records_end_in(options.record_end()),
        tally: (options.show == Show::Tally).then(|| {
            let width = RowWidth(options.records.tally.len());
            Tally::new(options.records.buffer, width)
        }),
        export: options
            .records
            .export
            .map(|format| Exporter::new(format, options.records.defang)),
        summary: Summary {
            repeated: dedup.is_some().then_some(0),
            ..Summary::default()
        },
        start: Instant::now(),
        state: OutputState::default(),
        progress: ProgressReporter::start(options),
        stop: None,
    };
    if let Some(records) = &options.records.format {
        run.output.out.extend(records.head());
    }
    if options.max_count != Some(0) {
        match options.settle.then(|| gather(options)).transpose() {
            Ok(settler) => run.search(dedup, settler),
            Err(GatherError::TempFile(error)) => run.stop = Some(Stop::TempFile(error)),
            Err(GatherError::Stream(input)) => {
                let reason = "--settle reads its inputs twice, and this is no file";
                let _ = run.output.diagnose(input.path(), &reason);
                return Exit::Error;
            }
        }
    }
    // The last progress report precedes everything after the links.
    run.progress = None;
    let stopped = match run.stop.take() {
        Some(stop) => Err(stop),
        None => run.finish(),
    };
    let selected = match options.show {
        Show::FilesWithout => run.state.listed > 0,
        _ => run.summary.urls.total() > 0,
    };
    let failed = run.output.has_failed(stopped) || run.summary.errors > 0;
    if let Some(exit) = interrupt::requested() {
        return exit;
    }
    // As in grep, a link takes precedence over an error if nothing is printed.
    let ignores_errors = options.quiet && selected;
    Exit::of_selection(selected).or_error(failed && !ignores_errors)
}

/// Collects the chunks of a search and writes them.
struct Run {
    options: &'static SearchOptions,
    output: Output,
    /// The counts, if they are printed instead of links.
    tally: Option<Tally>,
    export: Option<Exporter>,
    /// The output state before the next chunk.
    state: OutputState,
    summary: Summary,
    start: Instant,
    /// Shows the progress, if requested.
    progress: Option<ProgressReporter>,
    stop: Option<Stop>,
}

impl Run {
    fn search(&mut self, dedup: Option<Deduplicator>, settler: Option<Settler>) {
        let options = self.options;
        let searcher = options.searcher().positions(options.needs_positions());
        let context = options.style.context;
        let searcher = match context.filter(|_| options.show == Show::Links) {
            Some((before, after)) => searcher.context(before, after),
            None => searcher,
        };
        let driver = options
            .driver(searcher)
            .whole_files(options.max_count.is_some());
        let driver = match &self.progress {
            Some(progress) => driver.progress(progress.bytes_read()),
            None => driver,
        };
        let inputs = match options.show {
            Show::Links | Show::Json | Show::Records => options.input.inputs_besides_output(),
            _ => options.input.inputs(),
        };
        let is_tally = self.tally.is_some();
        let buffers = BufferPool::default();
        let chunk = move || {
            let tally = is_tally.then(ChunkTally::default);
            OutputChunk::new(
                options,
                dedup.clone(),
                settler.clone(),
                tally,
                buffers.clone(),
            )
        };
        driver.run(inputs, chunk, self);
    }

    /// Prints records, or adds them to the export.
    fn print_records(&mut self, records: &[u8]) -> Result<(), Stop> {
        let Some(export) = &mut self.export else {
            return self.output.print(records);
        };
        export.add(records, &mut self.output.out);
        self.output.flush_if_full()
    }

    /// Prints counts and totals after the last link.
    fn finish(&mut self) -> Result<(), Stop> {
        if interrupt::requested().is_some() {
            return self.output.flush();
        }
        if let Some(tally) = self.tally.take() {
            self.print_tally(tally)?;
        }
        if let Some(export) = &self.export {
            export.finish(&mut self.output.out);
        }
        self.report_charsets()?;
        self.explain_nothing()?;
        self.hint()?;
        if !self.options.stats {
            return self.output.flush();
        }
        let total = SearchTotal {
            summary: &self.summary,
            time: self.start.elapsed(),
        };
        if self.options.records.json && self.options.show != Show::Nothing {
            summary_line(&mut self.output.out, total)?;
            return self.output.flush();
        }
        self.output.note(&total)
    }

    /// Reports the unknown charsets, if they may matter.
    fn report_charsets(&mut self) -> Result<(), Stop> {
        let charsets = &self.summary.unknown_charsets;
        if charsets.is_empty() || !self.options.reports_charsets() {
            return Ok(());
        }
        self.output.note(charsets)
    }

    /// Prints why nothing was selected, if the flags may be the reason.
    fn explain_nothing(&mut self) -> Result<(), Stop> {
        let options = self.options;
        let has_selected = self.summary.urls.total() > 0 || options.show == Show::FilesWithout;
        if !options.explains_nothing || has_selected {
            return Ok(());
        }
        let hint = if self.summary.inputs > 0 {
            let mut paths = options.input.paths.iter();
            let repository = paths.find(|path| is_repository(path));
            repository.map(|path| {
                let path = path.display();
                format!("{path} is a git repository; for one of public-inbox: --as public-inbox")
            })
        } else {
            let is_searched = options.max_count != Some(0) && self.summary.errors == 0;
            let has_includes = options.input.globs.has_includes();
            (is_searched && has_includes).then(|| "no file matches --include".to_owned())
        };
        let Some(hint) = hint else {
            return Ok(());
        };
        self.output.flush()?;
        self.output.note(&hint)
    }

    /// Prints which other links there are, or that most are in headers.
    fn hint(&mut self) -> Result<(), Stop> {
        let options = self.options;
        let selected = self.summary.urls.total();
        // Links that are left out on purpose are not mentioned.
        let lists_all = options.max_count.is_none()
            && !matches!(options.show, Show::Files | Show::FilesWithout);
        let is_wanted = self.summary.inputs > 0 && (selected == 0 || lists_all);
        let Some(source) = options.hint.as_ref().filter(|_| is_wanted) else {
            return Ok(());
        };
        self.output.flush()?;
        let hint = match source {
            HintSource::Counts(config) => {
                let time = match selected {
                    0 => MAX_TIME_FOR_NOTHING,
                    _ => MAX_TIME_FOR_MORE,
                };
                let driver = options.driver(options.searcher_with(config.clone()));
                let inputs = options.input.inputs();
                let others = look_for_others(&options.selection, driver, inputs, time);
                others.map(|others| match selected {
                    0 => others.to_string(),
                    _ => others.more_than(selected),
                })
            }
            HintSource::Headers => {
                let in_headers = self.summary.in_headers;
                let is_most = in_headers > selected / 2 && in_headers < selected;
                is_most
                    .then(|| format!("{in_headers} of {selected} links are in headers: --in body"))
            }
            HintSource::Flag => (selected == 0).then(|| {
                let none = no_delimited(options.selection.is_narrowed());
                format!("{none}; --all also looks for others")
            }),
        };
        match hint {
            Some(hint) => self.output.note(&hint),
            None => Ok(()),
        }
    }

    fn print_tally(&mut self, tally: Tally) -> Result<(), Stop> {
        let records = &self.options.records;
        let tallied = Tallied {
            form: records.tally_form,
            keys: &records.tally,
            painter: self.options.style.painter,
        };
        tallied.print_head(&mut self.output.out)?;
        let print = |counted: &Counted| {
            tallied.print(&mut self.output.out, counted)?;
            self.output.flush_if_full()
        };
        tally.finish(print, Stop::TempFile)
    }

    /// Prints a chunk, or adds its counts.
    fn print(&mut self, chunk: &OutputChunk) -> Result<(), Stop> {
        let ChunkBuffer { bytes, fixups, .. } = &chunk.buffer;
        let mut printed = 0;
        for fixup in fixups {
            if let Some(Diagnostic {
                path,
                position,
                text,
            }) = fixup.diagnostic()
            {
                self.print_records(&bytes[printed..fixup.at])?;
                printed = fixup.at;
                self.output.diagnose_at(path, *position, text)?;
            }
        }
        self.print_records(&bytes[printed..])?;
        match (&mut self.tally, &chunk.tally) {
            (Some(tally), Some(counts)) => tally.add(counts).map_err(Stop::TempFile),
            _ => Ok(()),
        }
    }
}

impl Collector<OutputChunk> for Run {
    fn collect(&mut self, chunk: &mut OutputChunk, preceding: Preceding) -> ControlFlow<()> {
        if let Err(error) = chunk.collect(&mut self.state, preceding) {
            self.stop = Some(Stop::TempFile(error));
            return ControlFlow::Break(());
        }
        self.summary.add(&chunk.summary);
        if let Some(progress) = &self.progress {
            let urls = self.summary.urls.total();
            progress.set_written(self.summary.inputs, urls, &chunk.input);
        }
        let is_decided = match self.options.show {
            Show::Nothing => self.summary.urls.total() > 0,
            _ => self.options.quiet && self.state.listed > 0,
        };
        if is_decided {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn write(&mut self, chunk: OutputChunk) -> ControlFlow<()> {
        // A chunk that could not be collected is not printed.
        if self.stop.is_none()
            && let Err(stop) = self.print(&chunk)
        {
            self.stop = Some(stop);
        }
        chunk.recycle();
        if self.stop.is_some() || interrupt::requested().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn thread_shortage(&mut self, error: io::Error) {
        report_thread_shortage(self.output.streams(), &error);
    }

    fn idle(&mut self) -> ControlFlow<()> {
        if let Err(stop) = self.output.flush() {
            self.stop = Some(stop);
        }
        if self.stop.is_some() || interrupt::requested().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
