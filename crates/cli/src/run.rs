//! The run: every input, on as many threads as are wanted, and every hit in its order.

use std::{io::Write, mem, ops::ControlFlow, time::Instant};

use urlsift_search::{Collector, Position, Preceding};

use crate::{
    exit::Exit,
    interrupt,
    output::{Output, Stop},
    plan::{Plan, Show},
    progress::Watch,
    report::{Json, SearchTotal, Summary, Tallied, Text},
    sheet::{Complaint, FileEnd, Group, Heading, Rest, Sheet, What},
    tally::Tally,
    unique::Once,
};

/// Does what the plan says.
pub(crate) fn run(plan: &'static Plan) -> Exit {
    let mut run = Run {
        plan,
        text: Text::new(plan.style, plan.selection.pattern()),
        output: Output::new().line_buffered(plan.line_buffered),
        listed: 0,
        once: Once::new(plan),
        tally: (plan.show == Show::Tally).then(|| Tally::new(plan.programs.buffer)),
        summary: Summary {
            repeated: plan.programs.unique.map(|_| 0),
            ..Summary::default()
        },
        begun: Instant::now(),
        is_any: false,
        is_headed: false,
        is_any_around: false,
        headed_file: None,
        open: None,
        carried: 0,
        watch: Watch::start(plan),
        stop: None,
    };
    if let Some(records) = &plan.programs.records {
        run.output.out.extend(records.head());
    }
    if plan.max_count != Some(0) {
        run.inputs();
    }
    // What it says last comes before what comes behind all hits.
    run.watch = None;
    let stopped = match run.stop.take() {
        Some(stop) => Err(stop),
        None => run.end(),
    };
    let selected = match plan.show {
        Show::FilesWithout => run.listed > 0,
        _ => run.summary.urls.total() > 0,
    };
    let failed = run.output.has_failed(stopped) || run.summary.errors > 0;
    if let Some(exit) = interrupt::asked() {
        return exit;
    }
    match (failed, selected) {
        // As with grep, a hit is what was asked for.
        (true, true) if plan.quiet => Exit::Selected,
        (true, _) => Exit::Error,
        (false, true) => Exit::Selected,
        (false, false) => Exit::Nothing,
    }
}

/// Puts the sheets together.
struct Run {
    plan: &'static Plan,
    text: Text<'static>,
    output: Output,
    /// Which hits are left out, if some are.
    once: Option<Once>,
    /// What is counted, if it is not printed.
    tally: Option<Tally>,
    /// How many files were listed for having no hit.
    listed: u64,
    summary: Summary,
    begun: Instant,
    /// Whether there was a heading.
    is_any: bool,
    /// Whether the last mark was a heading that is printed.
    is_headed: bool,
    /// Whether lines of text were printed around a hit.
    is_any_around: bool,
    /// The last hit's group in the file that the last sheet has not ended.
    open: Option<Group>,
    /// The file on the sheet at hand whose heading was printed last.
    headed_file: Option<u32>,
    /// How many hits of that file there were.
    carried: u64,
    /// Says how far it has come, where somebody waits.
    watch: Option<Watch>,
    stop: Option<Stop>,
}

impl Run {
    fn inputs(&mut self) {
        let plan = self.plan;
        let searcher = plan.searcher().positions(plan.needs_positions());
        let around = plan.style.looks.around;
        let searcher = match around.filter(|_| plan.show == Show::Links) {
            Some((before, after)) => searcher.context(before, after),
            None => searcher,
        };
        let driver = plan.driver(searcher).whole_files(plan.max_count.is_some());
        let driver = match &self.watch {
            Some(watch) => driver.progress(watch.read()),
            None => driver,
        };
        let inputs = plan.searched.inputs();
        // Reading what is being written would not end.
        let prints_links = matches!(plan.show, Show::Links | Show::Json | Show::Records);
        let inputs = if prints_links {
            inputs.without_stdout()
        } else {
            inputs
        };
        let once = self.once.clone();
        driver.run(inputs, move || Sheet::new(plan, once.clone()), self);
    }

    /// What comes behind the last input.
    fn end(&mut self) -> Result<(), Stop> {
        if interrupt::asked().is_some() {
            return self.output.flush();
        }
        if let Some(tally) = self.tally.take() {
            self.print_tally(tally)?;
        }
        if !self.plan.stats {
            return self.output.flush();
        }
        let total = SearchTotal {
            summary: &self.summary,
            time: self.begun.elapsed(),
        };
        if self.plan.programs.json && self.plan.show != Show::Nothing {
            Json::summary(&mut self.output.out, total)?;
            return self.output.flush();
        }
        self.output.note(&total)
    }

    /// Prints what was counted.
    fn print_tally(&mut self, tally: Tally) -> Result<(), Stop> {
        let programs = &self.plan.programs;
        let tallied = if programs.json {
            Tallied::Json(programs.tally)
        } else {
            Tallied::Columns(self.plan.style.painter)
        };
        for counted in tally.finish().map_err(Stop::Spilled)? {
            let counted = counted.map_err(Stop::Spilled)?;
            tallied.print(&mut self.output.out, &counted)?;
            self.output.flush_if_full()?;
        }
        Ok(())
    }

    /// Prints or counts what is known in full.
    fn print_lines(&mut self, lines: &[u8]) -> Result<(), Stop> {
        match &mut self.tally {
            Some(tally) => tally.add_all(lines).map_err(Stop::Spilled),
            None => self.output.print(lines),
        }
    }

    /// Prints a sheet, with what its marks stand for.
    fn print(&mut self, sheet: &Sheet, preceding: Preceding) -> Result<(), Stop> {
        if sheet.marks.is_empty() {
            self.print_lines(&sheet.out)?;
            self.leave(sheet.rest);
            return Ok(());
        }
        self.headed_file = None;
        // It goes on in whole lines, of which a mark may be in the middle.
        let mut lines = Vec::with_capacity(sheet.out.len());
        let mut copied = 0;
        for mark in &sheet.marks {
            lines.extend_from_slice(&sheet.out[copied..mark.at]);
            copied = mark.at;
            match &mark.what {
                What::Line(line) => write!(lines, "{}", line + preceding.lines)?,
                What::Column(place) => {
                    write!(lines, "{}", place_behind(preceding, *place).column)?;
                }
                What::Index(index) => write!(lines, "{}", index + preceding.messages)?,
                What::Heading(heading) => copied += self.heading(&mut lines, *heading),
                What::Gap => self.gap(&mut lines),
                What::Complaint(complaint) => {
                    self.print_lines(&lines)?;
                    lines.clear();
                    self.complain(complaint, preceding)?;
                }
                What::End(end) => self.end_file(&mut lines, end)?,
            }
        }
        lines.extend_from_slice(&sheet.out[copied..]);
        self.print_lines(&lines)?;
        self.leave(sheet.rest);
        Ok(())
    }

    /// Begins the first heading of a sheet, and tells how much of it is not to be printed.
    fn heading(&mut self, lines: &mut Vec<u8>, heading: Heading) -> usize {
        let last = self.open.filter(|_| heading.is_resumed);
        if last == Some(heading.group) {
            return heading.len;
        }
        // Of a file that was begun, another message follows.
        let is_of_file = self.headed_file.replace(heading.file) == Some(heading.file);
        let left_out = if last.is_some() || is_of_file {
            heading.file_len
        } else {
            0
        };
        self.is_headed = self.is_any || heading.len > left_out;
        if self.is_any {
            lines.push(b'\n');
        }
        self.is_any = true;
        left_out
    }

    /// Separates a hit and the lines around it from what is before the sheet, if a heading does not.
    fn gap(&mut self, lines: &mut Vec<u8>) {
        let is_headed = mem::take(&mut self.is_headed);
        if mem::replace(&mut self.is_any_around, true) && !is_headed {
            Text::gap(lines);
        }
    }

    fn complain(&mut self, complaint: &Complaint, preceding: Preceding) -> Result<(), Stop> {
        let place = complaint.place.map(|place| {
            if complaint.is_deferred {
                place_behind(preceding, place)
            } else {
                place
            }
        });
        self.output
            .complain_at(&complaint.path, place, &complaint.reason)
    }

    /// Prints what is known of a file when it is over.
    fn end_file(&mut self, lines: &mut Vec<u8>, end: &FileEnd) -> Result<(), Stop> {
        let count = mem::take(&mut self.carried) + end.count;
        match self.plan.show {
            Show::Count => self.text.count(lines, &end.path, end.is_member, count)?,
            Show::Files if count > 0 => self.text.path(lines, &end.path, b'\n')?,
            // Of what could not be read to its end, nobody knows it.
            Show::FilesWithout if count == 0 && !end.has_failed => {
                self.listed += 1;
                if !self.plan.quiet {
                    self.text.path(lines, &end.path, b'\n')?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes what the next sheet may go on with.
    fn leave(&mut self, rest: Rest) {
        (self.carried, self.open) = match rest {
            Rest::Nothing => (0, None),
            Rest::Begun(count, group) => (count, group),
            Rest::Resumed(count, group) => (self.carried + count, group.or(self.open)),
        };
    }
}

/// A place of a sheet, if counting began with its file.
fn place_behind(preceding: Preceding, place: Position) -> Position {
    let is_first = place.line == 1;
    Position {
        line: place.line + preceding.lines,
        column: place.column + if is_first { preceding.columns } else { 0 },
    }
}

impl Collector<Sheet> for Run {
    fn collect(&mut self, sheet: &mut Sheet, preceding: Preceding) -> ControlFlow<()> {
        if let Some(once) = &self.once
            && let Err(error) = once.prune(sheet)
        {
            self.stop = Some(Stop::Spilled(error));
            return ControlFlow::Break(());
        }
        self.summary.add(&sheet.summary);
        if let Some(watch) = &self.watch {
            let urls = self.summary.urls.total();
            watch.bound(self.summary.inputs, urls, &sheet.input);
        }
        if let Err(stop) = self.print(sheet, preceding) {
            self.stop = Some(stop);
        }
        let is_known = match self.plan.show {
            Show::Nothing => self.summary.urls.total() > 0,
            _ => self.plan.quiet && self.listed > 0,
        };
        if is_known || self.stop.is_some() || interrupt::asked().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn write(&mut self, _: Sheet) -> ControlFlow<()> {
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
