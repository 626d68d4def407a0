//! `list` and `grep`: searches the inputs and prints what is selected, in the inputs' order.

use std::{ops::ControlFlow, time::Instant};

use urlsift_record::Preceding;
use urlsift_search::Collector;

use super::{
    chunk::{Diagnostic, OutputChunk, Rendered, Surroundings},
    progress::ProgressWatch,
};
use crate::{
    options::{SearchOptions, Show},
    report::{
        json::summary_line,
        summary::{SearchTotal, Summary},
        tallied::Tallied,
        tally::Tally,
    },
    select::dedup::Deduplicator,
    term::interrupt,
    term::{
        exit::Exit,
        output::{Output, Stop},
    },
};

/// Runs a search.
pub(crate) fn run(options: &'static SearchOptions) -> Exit {
    let dedup = options.dedup().map(Deduplicator::new);
    let mut run = Run {
        options,
        output: Output::new().line_buffered(options.line_buffered),
        tally: (options.show == Show::Tally).then(|| Tally::new(options.records.buffer)),
        summary: Summary {
            repeated: dedup.is_some().then_some(0),
            ..Summary::default()
        },
        begun: Instant::now(),
        surroundings: Surroundings::default(),
        watch: ProgressWatch::start(options),
        stop: None,
    };
    if let Some(records) = &options.records.format {
        run.output.out.extend(records.head());
    }
    if options.max_count != Some(0) {
        run.search(dedup);
    }
    // Its last line comes before what follows the links.
    run.watch = None;
    let stopped = match run.stop.take() {
        Some(stop) => Err(stop),
        None => run.end(),
    };
    let selected = match options.show {
        Show::FilesWithout => run.surroundings.listed > 0,
        _ => run.summary.urls.total() > 0,
    };
    let failed = run.output.has_failed(stopped) || run.summary.errors > 0;
    if let Some(exit) = interrupt::asked() {
        return exit;
    }
    match (failed, selected) {
        // As with grep, a hit is what was asked for.
        (true, true) if options.quiet => Exit::Selected,
        (true, _) => Exit::Error,
        (false, true) => Exit::Selected,
        (false, false) => Exit::Nothing,
    }
}

/// Collects the chunks of a search and writes them.
struct Run {
    options: &'static SearchOptions,
    output: Output,
    /// What is counted, if that is printed in place of links.
    tally: Option<Tally>,
    /// What the next chunk follows.
    surroundings: Surroundings,
    summary: Summary,
    begun: Instant,
    /// Shows the progress, if somebody waits.
    watch: Option<ProgressWatch>,
    stop: Option<Stop>,
}

impl Run {
    fn search(&mut self, dedup: Option<Deduplicator>) {
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
        let driver = match &self.watch {
            Some(watch) => driver.progress(watch.read()),
            None => driver,
        };
        let inputs = options.input.inputs();
        let inputs = match options.show {
            // Reading what is being written would not end.
            Show::Links | Show::Json | Show::Records => inputs.without_stdout(),
            _ => inputs,
        };
        let chunk = move || OutputChunk::new(options, dedup.clone());
        driver.run(inputs, chunk, self);
    }

    /// Prints what follows the last link.
    fn end(&mut self) -> Result<(), Stop> {
        if interrupt::asked().is_some() {
            return self.output.flush();
        }
        if let Some(tally) = self.tally.take() {
            self.print_tally(tally)?;
        }
        if !self.options.stats {
            return self.output.flush();
        }
        let total = SearchTotal {
            summary: &self.summary,
            time: self.begun.elapsed(),
        };
        if self.options.records.json && self.options.show != Show::Nothing {
            summary_line(&mut self.output.out, total)?;
            return self.output.flush();
        }
        self.output.note(&total)
    }

    fn print_tally(&mut self, tally: Tally) -> Result<(), Stop> {
        let records = &self.options.records;
        let tallied = if records.json {
            Tallied::Json(records.tally)
        } else {
            Tallied::Columns(self.options.style.painter)
        };
        for counted in tally.finish().map_err(Stop::Spilled)? {
            let counted = counted.map_err(Stop::Spilled)?;
            tallied.print(&mut self.output.out, &counted)?;
            self.output.flush_if_full()?;
        }
        Ok(())
    }

    fn print(&mut self, rendered: &Rendered, preceding: Preceding) -> Result<(), Stop> {
        let mut printed = 0;
        for (at, diagnostic) in &rendered.diagnostics {
            self.print_lines(&rendered.bytes[printed..*at])?;
            printed = *at;
            self.report(diagnostic, preceding)?;
        }
        self.print_lines(&rendered.bytes[printed..])
    }

    /// Prints lines, or counts what they stand for.
    fn print_lines(&mut self, lines: &[u8]) -> Result<(), Stop> {
        match &mut self.tally {
            Some(tally) => tally.add_all(lines).map_err(Stop::Spilled),
            None => self.output.print(lines),
        }
    }

    fn report(&mut self, diagnostic: &Diagnostic, preceding: Preceding) -> Result<(), Stop> {
        let position = diagnostic.position.map(|position| {
            if diagnostic.is_resumed {
                position.after(preceding.lines, preceding.columns)
            } else {
                position
            }
        });
        self.output
            .diagnose_at(&diagnostic.path, position, &diagnostic.text)
    }
}

impl Collector<OutputChunk> for Run {
    fn collect(&mut self, chunk: &mut OutputChunk, preceding: Preceding) -> ControlFlow<()> {
        if let Err(error) = chunk.collect(&mut self.surroundings, preceding) {
            self.stop = Some(Stop::Spilled(error));
            return ControlFlow::Break(());
        }
        self.summary.add(&chunk.summary);
        if let Some(watch) = &self.watch {
            let urls = self.summary.urls.total();
            watch.written(self.summary.inputs, urls, &chunk.input);
        }
        let is_known = match self.options.show {
            Show::Nothing => self.summary.urls.total() > 0,
            _ => self.options.quiet && self.surroundings.listed > 0,
        };
        if is_known {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn write(&mut self, chunk: OutputChunk) -> ControlFlow<()> {
        // A chunk that could not be collected is not printed.
        if self.stop.is_none()
            && let Err(stop) = self.print(&chunk.rendered, chunk.preceding)
        {
            self.stop = Some(stop);
        }
        if self.stop.is_some() || interrupt::asked().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn idle(&mut self) -> ControlFlow<()> {
        if let Err(stop) = self.output.flush() {
            self.stop = Some(stop);
        }
        if self.stop.is_some() || interrupt::asked().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
