//! What is printed of a part of the inputs, as far as that part tells it.
//!
//! Sheets are written on whichever thread reads the inputs, and put together in `run`. A sheet that
//! goes on with a file does not know what stands before it: how many lines, how many hits. Where
//! that matters it has a mark, and the rest is added when all before is known.

mod around;

use std::{
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use memchr::memmem;
use urlsift_search::{
    Conformance, ContextLine, Error, FileSink, InMessage, Input, Link, Position, ReadStats,
    Rejected, Sink, Skip,
    archive::{Place, Warning},
};

use crate::{
    output::reason,
    plan::{Plan, Show},
    report::{Hit, Json, Recorded, Summary, Text},
    tally,
    unique::{Key, Note, Notes, Once},
};

use self::around::Surroundings;

/// About so many bytes have room on a sheet before the next one is begun.
const FULL: usize = 64 << 10;

/// A part of what is printed.
#[derive(Debug)]
// Each of them holds or not, whatever the others do.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Sheet {
    plan: &'static Plan,
    text: Text<'static>,
    /// Whether every URL that conforms is a line, and nothing else is asked for.
    is_bare: bool,
    /// Whole lines, but for what the marks stand for.
    pub(crate) out: Vec<u8>,
    /// What is yet to be put in, in the order of the places.
    pub(crate) marks: Vec<Mark>,
    pub(crate) summary: Summary,
    /// Which hits are left out, if some are, and what is noted of the others.
    once: Option<Once>,
    pub(crate) notes: Notes,
    pub(crate) input: PathBuf,
    /// The file at hand: the input, or a member of it.
    file: PathBuf,
    is_member: bool,
    /// Whether another sheet has begun it.
    is_resumed: bool,
    /// How many errors the sheet had when it began with the file.
    errors_before: u64,
    /// How many of its hits were selected, on this sheet, and since the thread began with it.
    count_here: u64,
    count: u64,
    /// What its last hit stood in, if there are headings.
    group: Option<Group>,
    /// Whether there is a heading on the sheet.
    has_heading: bool,
    around: Surroundings,
    /// How many bytes the texts of complaints take.
    complaints: usize,
    /// How much of the file is not over.
    pub(crate) rest: Rest,
}

/// What a sheet leaves of the file at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// No file is at hand.
    Nothing,
    /// One that the sheet has begun, with so many hits on it, and the last hit's group.
    Begun(u64, Option<Group>),
    /// The one that it went on with, in the same way.
    Resumed(u64, Option<Group>),
}

/// Something that is put in when all before is known.
#[derive(Debug)]
pub(crate) struct Mark {
    /// In front of which byte.
    pub(crate) at: usize,
    pub(crate) what: What,
}

/// What is put in.
#[derive(Debug)]
pub(crate) enum What {
    /// The line that is this one if counting began at its message.
    Line(u64),
    /// The column that a place has which would be this one.
    Column(Position),
    /// The index of a message that would be this one.
    Index(u64),
    Heading(Heading),
    /// What separates a hit and the lines around it from those before.
    Gap,
    /// Something for standard error.
    Complaint(Complaint),
    /// The end of a file.
    End(FileEnd),
}

/// The first heading on a sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heading {
    /// So many bytes behind the mark, of which so many are the file's.
    pub(crate) len: usize,
    pub(crate) file_len: usize,
    /// The file: so many were begun on the sheet. It is known where hits may be cut out.
    pub(crate) file: u32,
    pub(crate) group: Group,
    /// Whether it is in a file that another sheet has begun, and perhaps the group, too.
    pub(crate) is_resumed: bool,
}

/// The hits of one message, by its offset; or of a file, if it has no messages or they no headings.
pub(crate) type Group = Option<u64>;

/// The end of a file.
#[derive(Debug)]
pub(crate) struct FileEnd {
    pub(crate) path: PathBuf,
    pub(crate) is_member: bool,
    /// How many of its hits are on this sheet.
    pub(crate) count: u64,
    /// Whether it could not be read to its end.
    pub(crate) has_failed: bool,
}

/// Something for standard error.
#[derive(Debug)]
pub(crate) struct Complaint {
    pub(crate) path: PathBuf,
    pub(crate) place: Option<Position>,
    /// Whether that counts from a place that is not known yet.
    pub(crate) is_deferred: bool,
    pub(crate) reason: String,
}

impl Sheet {
    pub(crate) fn new(plan: &'static Plan, once: Option<Once>) -> Self {
        let text = Text::new(plan.style, plan.selection.pattern());
        Self {
            plan,
            text,
            is_bare: plan.show == Show::Links
                && text.is_bare()
                && plan.selection.takes_all()
                && plan.max_count.is_none()
                && once.is_none(),
            out: Vec::new(),
            marks: Vec::new(),
            summary: Summary {
                repeated: once.is_some().then_some(0),
                ..Summary::default()
            },
            once,
            notes: Notes::default(),
            input: PathBuf::new(),
            file: PathBuf::new(),
            is_member: false,
            is_resumed: false,
            errors_before: 0,
            count_here: 0,
            count: 0,
            group: None,
            has_heading: false,
            around: Surroundings::new(plan),
            complaints: 0,
            rest: Rest::Nothing,
        }
    }

    fn begin_file(&mut self, path: &Path) {
        self.file = path.into();
        // Byte by byte: to compare paths is to take them apart.
        self.is_member = path.as_os_str() != self.input.as_os_str();
        self.errors_before = self.summary.errors;
        self.count_here = 0;
        self.group = None;
        self.around.begin_file(None);
        self.keep_rest();
    }

    /// Notes what would be left of the file at hand if the sheet ended here.
    fn keep_rest(&mut self) {
        self.rest = if self.is_resumed {
            Rest::Resumed(self.count_here, self.group)
        } else {
            Rest::Begun(self.count_here, self.group)
        };
    }

    fn go_on(&self) -> ControlFlow<Skip> {
        if self.count == 0 {
            return ControlFlow::Continue(());
        }
        match self.plan.show {
            Show::Nothing => ControlFlow::Break(Skip::Input),
            // What there is of it may have been before; and it is before what comes.
            Show::Files | Show::FilesWithout if self.once.is_none() => {
                ControlFlow::Break(Skip::File)
            }
            _ if self.is_full() => ControlFlow::Break(Skip::File),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Whether no more hits of the file are wanted.
    fn is_full(&self) -> bool {
        self.plan.max_count.is_some_and(|most| self.count >= most)
    }

    /// Prints a hit. There may be a heading in front of it.
    ///
    /// # Errors
    ///
    /// As the formatting machinery gives them; a vector takes everything.
    fn print(&mut self, hit: Hit<'_>, is_headed: bool) -> io::Result<()> {
        match self.plan.show {
            Show::Links => self.print_text(hit, is_headed),
            Show::Json => {
                let from = self.out.len();
                Json::hit(&mut self.out, &self.file, hit)?;
                self.defer(from, hit.link.position(), hit.index);
                Ok(())
            }
            Show::Records => self.print_record(hit),
            Show::Tally => {
                for text in hit.same(self.plan.programs.tally, self.plan.style.hyphen) {
                    tally::write(&mut self.out, &text);
                }
                Ok(())
            }
            Show::Count | Show::Files | Show::FilesWithout | Show::Nothing => Ok(()),
        }
    }

    fn print_record(&mut self, hit: Hit<'_>) -> io::Result<()> {
        let Some(records) = &self.plan.programs.records else {
            return Ok(());
        };
        let recorded = Recorded {
            path: &self.file,
            hit,
            is_deferred: self.is_resumed,
            painter: self.plan.style.painter,
        };
        let marks = &mut self.marks;
        records.print(&mut self.out, recorded, |at, what| {
            marks.push(Mark { at, what });
        })
    }

    /// Whether a hit may be the first that is known by this key.
    fn may_be_new(&mut self, hit: Hit<'_>, key: Key) -> bool {
        let group = hit.link.message().map(|message| message.offset());
        let once = self.once.as_ref();
        once.is_none_or(|once| once.may_be_new(&mut self.notes, key, group))
    }

    /// Prints a hit, under its heading, and notes where, if it may have been there before.
    fn print_first(&mut self, hit: Hit<'_>, key: Option<Key>) -> io::Result<()> {
        let message = hit.link.message();
        let style = &self.plan.style;
        let has_headings = style.messages || style.looks.heading;
        let is_headed = self.plan.show == Show::Links && has_headings && self.head(message)?;
        let (out, marks) = (self.out.len(), self.marks.len());
        self.print(hit, is_headed)?;
        if let Some(key) = key.filter(|_| self.has_notes()) {
            self.notes.note(Note {
                key,
                level: hit.verdict.conformance(),
                group: message.map(|message| message.offset()),
                heading: self.group,
                file: self.notes.files(),
                out: out..self.out.len(),
                marks: marks..self.marks.len(),
            });
        }
        Ok(())
    }

    /// Whether some of what is on the sheet may be cut out of it.
    fn has_notes(&self) -> bool {
        self.once.as_ref().is_some_and(Once::has_notes)
    }

    fn print_text(&mut self, hit: Hit<'_>, is_headed: bool) -> io::Result<()> {
        let Hit { link, base, .. } = hit;
        let candidate = link.candidate();
        if self.text.is_bare() && base.is_none() {
            self.print_bare(candidate.url());
            return Ok(());
        }
        self.make_room();
        self.before(link, is_headed)?;
        for reading in candidate.readings(self.plan.style.hyphen) {
            self.text.place(&mut self.out, &self.file, self.is_member)?;
            if let Some(position) = link.position() {
                self.position(position)?;
            }
            let resolved = base.map(|base| base.resolve(&reading));
            let shown = resolved.as_deref().unwrap_or(&reading);
            self.text.reading(&mut self.out, shown, candidate)?;
        }
        Ok(())
    }

    /// Prints a URL and nothing else.
    fn print_bare(&mut self, url: &[u8]) {
        self.make_room();
        self.out.extend_from_slice(url);
        self.out.push(b'\n');
    }

    fn make_room(&mut self) {
        if self.out.is_empty() {
            // To grow step by step is to copy as much again.
            self.out.reserve(FULL);
        }
    }

    /// Takes a hit, if it is selected.
    fn take(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if self.around.are_wanted {
            self.around.takes_last = false;
            if self.is_full() {
                // No more than lines behind the last hit are wanted.
                return ControlFlow::Continue(());
            }
        }
        let verdict = &link.verdict();
        let base = self.plan.selection.base(link, verdict);
        let base = base.as_ref();
        self.summary.candidates += 1;
        if !self.plan.selection.takes(link, verdict, base) {
            return ControlFlow::Continue(());
        }
        let level = verdict.conformance();
        if !self.plan.selection.takes_level(level) {
            self.summary.hidden.add(level);
            return ControlFlow::Continue(());
        }
        let index = link.message().map(|message| message.index());
        let hit = Hit {
            link,
            verdict,
            base,
            // What stands before a range is not counted.
            index: index.filter(|_| self.plan.range.is_none()),
        };
        let key = self.once.as_ref().map(|once| once.key(hit));
        if key.is_some_and(|key| !self.may_be_new(hit, key)) {
            *self.summary.repeated.get_or_insert_default() += 1;
            return ControlFlow::Continue(());
        }
        self.summary.urls.add(level);
        self.count_here += 1;
        self.count += 1;
        // A vector takes everything.
        let _ = self.print_first(hit, key);
        self.keep_rest();
        if self.around.are_wanted {
            // The lines behind it follow.
            self.around.takes_last = true;
            return ControlFlow::Continue(());
        }
        self.go_on()
    }

    /// As `take`, where nothing is asked for but the URL of each hit.
    fn take_bare(&mut self, link: &Link<'_>) {
        self.summary.candidates += 1;
        let url = link.candidate().url();
        let level = Conformance::of(url);
        if !self.plan.selection.takes_level(level) {
            self.summary.hidden.add(level);
            return;
        }
        self.summary.urls.add(level);
        self.count_here += 1;
        self.count += 1;
        self.print_bare(url);
        self.keep_rest();
    }

    /// Prints the line and the column of a hit, where they are wanted, or marks for them.
    fn position(&mut self, position: Position) -> io::Result<()> {
        let style = &self.plan.style;
        let numbers = [
            (style.line, position.line, What::Line(position.line)),
            (style.looks.column, position.column, What::Column(position)),
        ];
        for (_, number, what) in numbers.into_iter().filter(|(is_wanted, ..)| *is_wanted) {
            let known = Some(number).filter(|_| !self.is_resumed);
            let at = self.text.number(&mut self.out, known)?;
            if known.is_none() {
                self.marks.push(Mark { at, what });
            }
        }
        Ok(())
    }

    /// Prints what the file and the message of a hit are, in front of its first hit. Tells whether
    /// that, or an empty line, stands in front of it.
    fn head(&mut self, message: Option<InMessage<'_>>) -> io::Result<bool> {
        let style = &self.plan.style;
        let message = message.filter(|_| style.messages);
        let group = message.map(|message| message.offset());
        let last = self.group.replace(group);
        if last == Some(group) {
            return Ok(false);
        }
        let at = self.out.len();
        // Where some are cut out, any may be the first, and the first of its file.
        let has_notes = self.has_notes();
        let may_be_first = !self.has_heading || has_notes;
        if !may_be_first {
            self.out.push(b'\n');
        }
        if last.is_none() || has_notes {
            self.text
                .heading(&mut self.out, &self.file, self.is_member)?;
        }
        let file_len = self.out.len() - at;
        self.text
            .title(&mut self.out, &self.file, self.is_member, message)?;
        if may_be_first {
            self.has_heading = true;
            let heading = Heading {
                len: self.out.len() - at,
                file_len,
                file: self.notes.files(),
                group,
                is_resumed: self.is_resumed,
            };
            let what = What::Heading(heading);
            self.marks.push(Mark { at, what });
        }
        Ok(self.out.len() > at)
    }

    /// Takes the numbers out of a JSON object, from an index on, that count from a place which is
    /// not known yet.
    fn defer(&mut self, from: usize, position: Option<Position>, index: Option<u64>) {
        if !self.is_resumed {
            return;
        }
        if let Some(position) = position {
            self.defer_number(from, b",\"line\":", What::Line(position.line));
            self.defer_number(from, b",\"column\":", What::Column(position));
        }
        if let Some(index) = index {
            self.defer_number(from, b",\"message\":{\"index\":", What::Index(index));
        }
    }

    /// Takes the number out that stands behind a field's name. The name stands nowhere else: in a
    /// string, a quotation mark has a backslash in front.
    fn defer_number(&mut self, from: usize, name: &[u8], what: What) {
        let Some(found) = memmem::find(&self.out[from..], name) else {
            return;
        };
        let at = from + found + name.len();
        let digits = self.out[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let digits = digits.count();
        self.out.drain(at..at + digits);
        self.marks.push(Mark { at, what });
    }

    fn complain(&mut self, path: &Path, place: Option<Position>, reason: String) {
        let at = self.out.len();
        self.complaints += path.as_os_str().len() + reason.len();
        let what = What::Complaint(Complaint {
            path: path.into(),
            place,
            is_deferred: self.is_resumed,
            reason,
        });
        self.marks.push(Mark { at, what });
    }

    fn print_rejected(&mut self, rejected: &Rejected<'_>) -> io::Result<()> {
        match self.plan.show {
            Show::Nothing => {}
            Show::Json => {
                let from = self.out.len();
                Json::rejected(&mut self.out, &self.file, rejected)?;
                self.defer(from, rejected.position(), None);
            }
            Show::Links
            | Show::Records
            | Show::Tally
            | Show::Count
            | Show::Files
            | Show::FilesWithout => {
                let reason = rejected.rejected().reason;
                let mut reason = format!("rejected ({}): {reason}", reason.code());
                let place = rejected.position();
                if place.is_none() {
                    reason.insert_str(0, &format!("byte {}: ", rejected.span().start()));
                }
                let file = self.file.clone();
                self.complain(&file, place, reason);
            }
        }
        Ok(())
    }
}

impl Sink for Sheet {
    fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
        self.plan.selection.takes_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.plan.selection.takes_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if self.is_bare && link.base().is_none() {
            self.take_bare(link);
            return ControlFlow::Continue(());
        }
        self.take(link)
    }

    fn wants_context(&self) -> bool {
        self.around.takes_last
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        self.take_around(line)
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        if self.around.are_wanted && self.is_full() {
            return ControlFlow::Continue(());
        }
        let scanned = rejected.rejected();
        self.summary.candidates += 1;
        if !self.plan.selection.takes_delimiter(scanned.delimiter) {
            return ControlFlow::Continue(());
        }
        self.summary.rejected.add(scanned.reason);
        if self.plan.rejected {
            // A vector takes everything.
            let _ = self.print_rejected(rejected);
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        // `info` tells of these: they are many in some archives, and nothing is lost by them.
        if warning == Warning::DoubtfulBoundary {
            return;
        }
        self.summary.warnings += 1;
        if self.plan.show != Show::Nothing {
            let file = self.file.clone();
            self.complain(&file, None, format!("byte {offset}: {warning}"));
        }
    }
}

impl FileSink for Sheet {
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        self.is_resumed = false;
        self.count = 0;
        if let Some(once) = &self.once {
            once.begin_file(&mut self.notes);
        }
        self.begin_file(path);
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        self.summary.errors += 1;
        self.complain(error.path(), None, reason(&error));
    }

    fn read(&mut self, stats: ReadStats) {
        self.summary.bytes += stats.bytes;
        self.summary.messages += stats.messages;
        self.summary.parts += stats.parts;
    }

    fn end(&mut self) {
        self.summary.inputs += 1;
        self.rest = Rest::Nothing;
        if matches!(
            self.plan.show,
            Show::Count | Show::Files | Show::FilesWithout
        ) {
            let at = self.out.len();
            let what = What::End(FileEnd {
                path: self.file.clone(),
                is_member: self.is_member,
                count: self.count_here,
                has_failed: self.summary.errors > self.errors_before,
            });
            self.marks.push(Mark { at, what });
        }
    }

    fn input(&mut self, input: &Input) {
        self.input = input.path().into();
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        self.is_resumed = true;
        self.count = last.map_or(0, |last| last.count);
        self.begin_file(path);
        self.around.begin_file(last.map(|last| last.around));
    }

    fn size(&self) -> usize {
        let marks = self.marks.len() * size_of::<Mark>();
        self.out.len() + self.complaints + marks + self.notes.size()
    }
}
