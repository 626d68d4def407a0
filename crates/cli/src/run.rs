//! The run: every input in turn, every hit to the report.

use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use same_file::Handle;
use urlsift::{Error, Input, Inputs, Link, Rejected, Sifter, Sink, Skip, archive::Warning};

use crate::{
    exit::Exit,
    interrupt,
    output::{Output, Stop},
    plan::{Plan, Show},
    report::{Hit, Json, Report, Summary, Text},
};

/// Does what the plan says.
pub(crate) fn run(plan: &Plan) -> Exit {
    let mut run = Run {
        plan,
        text: Text::new(plan.style, plan.selection.pattern()),
        output: Output::new(),
        stdout: regular_stdout(),
        summary: Summary::default(),
    };
    let stopped = run.inputs().and_then(|()| run.end());
    let selected = run.summary.urls > 0;
    let failed = run.output.has_failed(stopped) || run.summary.errors > 0;
    if let Some(exit) = interrupt::asked() {
        return exit;
    }
    match (failed, selected) {
        // As with grep, a hit is what was asked for.
        (true, true) if plan.show == Show::Nothing => Exit::Selected,
        (true, _) => Exit::Error,
        (false, true) => Exit::Selected,
        (false, false) => Exit::Nothing,
    }
}

/// Standard output, if it is a file that could be among the inputs.
fn regular_stdout() -> Option<Handle> {
    let handle = Handle::stdout().ok()?;
    let is_file = handle.as_file().metadata().ok()?.is_file();
    is_file.then_some(handle)
}

struct Run<'p> {
    plan: &'p Plan,
    text: Text<'p>,
    output: Output,
    stdout: Option<Handle>,
    summary: Summary,
}

impl Run<'_> {
    fn inputs(&mut self) -> Result<(), Stop> {
        if self.plan.max_count == Some(0) {
            return Ok(());
        }
        let config = self.plan.config.clone();
        let mut sifter = Sifter::with(config)
            .reading(self.plan.reading.clone())
            .unpacking(self.plan.unpacker.clone())
            .positions(self.plan.needs_positions());
        for input in Inputs::new(self.plan.paths.iter().cloned()).follow(self.plan.follow) {
            match input {
                Ok(input) => self.input(&mut sifter, &input)?,
                Err(error) => self.fail(&error)?,
            }
            let is_known = self.plan.show == Show::Nothing && self.summary.urls > 0;
            if interrupt::asked().is_some() || is_known {
                break;
            }
        }
        Ok(())
    }

    /// What comes behind the last input.
    fn end(&mut self) -> Result<(), Stop> {
        if !self.plan.stats || interrupt::asked().is_some() {
            return self.output.flush();
        }
        if self.plan.show == Show::Json {
            Json::summary(&mut self.output.out, &self.summary)?;
            return self.output.flush();
        }
        self.output.note(&self.summary)
    }

    fn input(&mut self, sifter: &mut Sifter, input: &Input) -> Result<(), Stop> {
        let path = input.path();
        let may_wait = may_wait(input);
        if may_wait {
            // Opening a FIFO waits for its writer.
            self.output.flush()?;
        }
        interrupt::may_wait(may_wait);
        if self.is_output(input, may_wait) {
            self.summary.errors += 1;
            return self.output.complain(path, &"it is also the output");
        }
        let mut hits = Hits {
            plan: self.plan,
            input: input.path(),
            file: PathBuf::new(),
            count: 0,
            may_wait,
            text: &mut self.text,
            output: &mut self.output,
            summary: &mut self.summary,
            stop: None,
        };
        sifter.sift_input(input, &mut hits);
        if let Some(stop) = hits.stop {
            return Err(stop);
        }
        interrupt::may_wait(false);
        self.output.flush_if_full()
    }

    fn fail(&mut self, error: &Error) -> Result<(), Stop> {
        self.summary.errors += 1;
        self.output.complain_of(error)
    }

    /// Reading what is being written would not end.
    fn is_output(&self, input: &Input, may_wait: bool) -> bool {
        let prints_hits = matches!(self.plan.show, Show::Links | Show::Json);
        let Some(stdout) = self.stdout.as_ref().filter(|_| prints_hits) else {
            return false;
        };
        let handle = match input {
            // To look at a FIFO in this way would be to open it, and to lose what is in it.
            Input::Path(_) if may_wait => return false,
            Input::Path(path) => Handle::from_path(path),
            _ => Handle::stdin(),
        };
        handle.is_ok_and(|handle| handle == *stdout)
    }
}

/// Whether more of an input may come any time later.
pub(crate) fn may_wait(input: &Input) -> bool {
    match input {
        Input::Path(path) => fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()),
        _ => true,
    }
}

/// Takes what is found in the files of one input.
struct Hits<'r, 'p> {
    plan: &'p Plan,
    input: &'r Path,
    /// The file at hand: the input, or a member of it.
    file: PathBuf,
    /// How many of its hits were selected.
    count: u64,
    may_wait: bool,
    text: &'r mut Text<'p>,
    output: &'r mut Output,
    summary: &'r mut Summary,
    stop: Option<Stop>,
}

impl Hits<'_, '_> {
    /// Goes on if what was to be printed was.
    fn go_on_after(&mut self, printed: Result<(), Stop>) -> ControlFlow<Skip> {
        if let Err(stop) = printed {
            self.stop = Some(stop);
        }
        self.go_on()
    }

    fn go_on(&self) -> ControlFlow<Skip> {
        let is_known = self.plan.show == Show::Nothing && self.count > 0;
        if is_known || self.stop.is_some() || interrupt::asked().is_some() {
            return ControlFlow::Break(Skip::Input);
        }
        let is_known = self.plan.show == Show::Files && self.count > 0;
        if is_known || self.plan.max_count.is_some_and(|most| self.count >= most) {
            return ControlFlow::Break(Skip::File);
        }
        ControlFlow::Continue(())
    }

    fn print(&mut self, hit: Hit<'_>) -> Result<(), Stop> {
        let report: &mut dyn Report = match self.plan.show {
            Show::Links => self.text,
            Show::Json => &mut Json,
            Show::Count | Show::Files | Show::Nothing => return Ok(()),
        };
        report.hit(&mut self.output.out, &self.file, hit)?;
        self.output.flush_if_full()
    }

    /// Prints what is known of a file when it is over.
    fn print_end(&mut self) -> Result<(), Stop> {
        let out = &mut self.output.out;
        match self.plan.show {
            Show::Count => self.text.count(out, &self.file, self.count)?,
            Show::Files if self.count > 0 => self.text.path(out, &self.file, b'\n')?,
            _ => {}
        }
        self.output.flush_if_full()
    }

    fn print_rejected(&mut self, rejected: &Rejected<'_>) -> Result<(), Stop> {
        match self.plan.show {
            Show::Nothing => return Ok(()),
            Show::Json => {
                Json::rejected(&mut self.output.out, &self.file, rejected)?;
                return self.output.flush_if_full();
            }
            Show::Links | Show::Count | Show::Files => {}
        }
        let reason = rejected.rejected().reason;
        let reason = format!("rejected ({}): {reason}", reason.code());
        let place = rejected.position();
        self.output.complain_at(&self.file, place, &reason)
    }
}

impl Sink for Hits<'_, '_> {
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        self.file = path.into();
        self.count = 0;
        self.text.begin_file(path != self.input);
        ControlFlow::Continue(())
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let verdict = &link.verdict();
        let base = self.plan.selection.base(link, verdict);
        if !self.plan.selection.takes(link.candidate(), base) {
            return self.go_on();
        }
        if !self.plan.selection.takes_conformance(verdict) {
            self.summary.hidden += 1;
            return self.go_on();
        }
        self.count += 1;
        self.summary.urls += 1;
        let printed = self.print(Hit {
            link,
            verdict,
            base,
        });
        self.go_on_after(printed)
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        let delimiter = rejected.rejected().delimiter;
        if !self.plan.selection.takes_delimiter(delimiter) {
            return self.go_on();
        }
        self.summary.rejected += 1;
        if !self.plan.rejected {
            return self.go_on();
        }
        let printed = self.print_rejected(rejected);
        self.go_on_after(printed)
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        // `info` tells of these: they are many in some archives, and nothing is lost by them.
        if warning == Warning::DoubtfulBoundary {
            return;
        }
        self.summary.warnings += 1;
        if self.plan.show == Show::Nothing || self.stop.is_some() {
            return;
        }
        self.stop = self.output.warn(&self.file, offset, warning).err();
    }

    fn error(&mut self, error: Error) {
        self.summary.errors += 1;
        if self.stop.is_none() && interrupt::asked().is_none() {
            self.stop = self.output.complain_of(&error).err();
        }
    }

    fn end(&mut self) {
        self.summary.inputs += 1;
        if self.stop.is_none() && interrupt::asked().is_none() {
            self.stop = self.print_end().err();
        }
    }

    fn before_read(&mut self) -> ControlFlow<Skip> {
        if !self.may_wait {
            return self.go_on();
        }
        let flushed = self.output.flush();
        self.go_on_after(flushed)
    }
}
