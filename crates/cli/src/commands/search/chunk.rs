//! A chunk of the output.
//!
//! Worker threads fill chunks. A chunk that continues a file does not know what precedes it: the number of lines
//! and links, and the current heading. It therefore stores links as events. Once the predecessors are collected
//! ([`OutputChunk::collect`]), any thread renders the events ([`render`](FileSink::render)). Plain URLs do not
//! depend on other chunks and are rendered immediately.

mod binary;
mod binary_file;
mod buffer_pool;
mod collect;
mod event;
mod marks;
mod plain;
mod problems;
mod render;
mod sink;
mod spill;
mod store;

use std::{borrow::Cow, io, mem, ops::ControlFlow, path::Path, sync::Arc};

use urlsift_record::Preceding;
use urlsift_search::{Conformance, HyphenPolicy, Link, Skip};

use self::{
    binary_file::BinaryCheck,
    event::{Event, Events},
    marks::Marks,
    render::resume_point_of,
};
use crate::{
    options::{ResumePlaces, SearchOptions, Show},
    report::{
        output_file::OutputFile,
        record::{RecordFormat, RecordPrinter},
        summary::Summary,
        tally::ChunkTally,
        text::{Doubts, Text},
    },
    select::{
        compare::TallyBy,
        dedup::{ChunkKeys, Deduplicator},
        hit::Hit,
    },
    term::reached::ResumePoint,
};

pub(crate) use self::buffer_pool::BufferPool;
pub(crate) use self::event::{Diagnostic, DiagnosticContent};
pub(crate) use self::render::{OutputState, Rendered};

/// The capacity of a chunk of plain URLs, in bytes.
const CAPACITY: usize = 64 << 10;

/// A chunk of the output.
#[derive(Debug)]
pub(crate) struct OutputChunk {
    options: &'static SearchOptions,
    resume_places: ResumePlaces,
    text: Text<'static>,
    /// How plain URLs are handled, if nothing else is needed.
    plain: Option<PlainUrls>,
    /// Whether the output of a link is independent of other chunks.
    is_direct: bool,
    /// The printer of records, if records are printed.
    records: Option<RecordPrinter<'static>>,
    /// Whether records show parts of URLs.
    needs_parts: bool,
    /// The counts of texts, if counts are printed.
    pub(crate) tally: Option<ChunkTally>,
    /// The events to render, in order; empty if links are rendered immediately.
    events: Events,
    /// The output: whole lines, and diagnostics between them.
    pub(crate) rendered: Rendered,
    /// The output state before the chunk.
    state: OutputState,
    pub(crate) preceding: Preceding,
    pub(crate) summary: Summary,
    /// The input of the last file.
    pub(crate) input: Arc<Path>,
    dedup: Option<Deduplicator>,
    keys: ChunkKeys,
    file: CurrentFile,
    /// The offset of the last message of the current file that may have links.
    last_message: Option<u64>,
    /// The last line of the file that is printed as context or contains a link.
    last_context: Option<u64>,
    /// The pieces of links in the lines that follow.
    marks: Marks,
    /// Whether the last link was selected, so that its context is printed.
    wants_context: bool,
    /// The approximate size of the events, in bytes.
    size: usize,
    /// Receives the buffers that are no longer needed.
    buffers: BufferPool,
}

/// How links are handled if every conforming link is selected and only its URL is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlainUrls {
    /// Each is a line.
    Lines,
    /// Each is a line unless it occurred before.
    UniqueLines,
    /// They are counted.
    Tally,
}

impl PlainUrls {
    fn of(options: &SearchOptions, text: &Text<'_>, dedup: Option<&Deduplicator>) -> Option<Self> {
        if !options.selection.accepts_all() || options.max_count.is_some() {
            return None;
        }
        match (options.show, dedup) {
            (Show::Links, None) if text.is_bare() => Some(Self::Lines),
            (Show::Links, Some(dedup)) if text.is_bare() && dedup.compares_urls() => {
                Some(Self::UniqueLines)
            }
            (Show::Tally, None)
                if options.records.tally == TallyBy::Url
                    && options.style.hyphen == HyphenPolicy::Keep =>
            {
                Some(Self::Tally)
            }
            _ => None,
        }
    }
}

/// The current file of a chunk.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
struct CurrentFile {
    output: OutputFile,
    /// The path as bytes, once a link needs it.
    bytes: Option<Arc<[u8]>>,
    /// Whether the file began in an earlier chunk.
    is_resumed: bool,
    /// Whether ranges of the file can be read separately.
    can_be_cut: bool,
    /// Whether there is a [`Event::File`] for it.
    is_announced: bool,
    /// Whether the file has not ended.
    is_open: bool,
    /// The number of its links selected in this chunk.
    count_here: u64,
    /// The number of its links selected so far.
    count: u64,
    /// The number of errors in the chunk before it.
    errors_before: u64,
    binary: BinaryCheck,
}

impl OutputChunk {
    /// Creates an empty chunk.
    pub(crate) fn new(
        options: &'static SearchOptions,
        dedup: Option<Deduplicator>,
        tally: Option<ChunkTally>,
        buffers: BufferPool,
    ) -> Self {
        let (events, rendered) = buffers.take();
        let text = Text::new(options.style, options.selection.pattern());
        let format = options.records.format.as_ref();
        let is_direct = dedup.as_ref().is_none_or(Deduplicator::is_final)
            && match options.show {
                Show::Links => text.is_bare(),
                Show::Tally => true,
                Show::Json | Show::Records => {
                    format.is_none_or(|format| !format.has_placeholders())
                        && !options.has_rejected_objects()
                }
                _ => false,
            };
        Self {
            options,
            resume_places: options.resume_places(),
            text,
            plain: PlainUrls::of(options, &text, dedup.as_ref()),
            is_direct,
            records: format.map(|format| format.printer(options.style.painter)),
            needs_parts: format.is_some_and(RecordFormat::has_parts),
            tally,
            events,
            rendered: Rendered {
                bytes: rendered,
                ..Rendered::default()
            },
            state: OutputState::default(),
            preceding: Preceding::default(),
            summary: Summary {
                repeated: dedup.is_some().then_some(0),
                ..Summary::default()
            },
            input: Arc::from(Path::new("")),
            dedup,
            keys: ChunkKeys::default(),
            file: CurrentFile {
                output: OutputFile::none(),
                bytes: None,
                is_resumed: false,
                can_be_cut: true,
                is_announced: false,
                is_open: false,
                count_here: 0,
                count: 0,
                errors_before: 0,
                binary: BinaryCheck::Off,
            },
            last_message: None,
            last_context: None,
            marks: Marks::default(),
            wants_context: false,
            size: 0,
            buffers,
        }
    }

    /// Drops the chunk, whose buffers are used for later chunks.
    pub(crate) fn recycle(self) {
        self.buffers.put_rendered(self.rendered.bytes);
        self.buffers.put_events(self.events);
    }

    fn begin_file(&mut self, path: &Path, is_resumed: bool) {
        // Comparing bytes is faster than comparing the components of paths.
        let is_member = path.as_os_str() != self.input.as_os_str();
        self.file = CurrentFile {
            output: OutputFile {
                path: Arc::from(path),
                is_member,
            },
            bytes: None,
            is_resumed,
            can_be_cut: true,
            is_announced: false,
            is_open: true,
            count_here: 0,
            count: 0,
            errors_before: self.summary.errors,
            binary: BinaryCheck::Off,
        };
        if self.is_direct
            && let Some(point) = self.start_of_file()
        {
            self.rendered.add_resume_point(point);
        }
        self.last_message = None;
        self.last_context = None;
        self.marks.clear();
    }

    /// Adds an event of the current file.
    fn push(&mut self, event: Event, size: usize) {
        if !self.file.is_announced {
            self.file.is_announced = true;
            self.events.reserve();
            self.events.list.push(Event::File(event::File {
                output: self.file.output.clone(),
                input: Arc::clone(&self.input),
                is_resumed: self.file.is_resumed,
                has_resume_points: self.has_resume_points(),
            }));
        }
        self.size += size + size_of::<Event>();
        self.events.list.push(event);
    }

    /// Returns the point at which another run can resume with the current file, if the file begins in the chunk.
    fn start_of_file(&self) -> Option<ResumePoint> {
        let begins = !self.file.is_resumed && !self.file.output.path.as_os_str().is_empty();
        (begins && self.resume_places != ResumePlaces::Nowhere)
            .then(|| resume_point_of(&self.input))
    }

    /// Returns the point at which another run can resume with the last message, if there is one in the current file.
    fn start_of_message(&self) -> Option<ResumePoint> {
        self.last_message
            .filter(|_| self.has_resume_points())
            .map(ResumePoint::Message)
    }

    /// Returns whether another run can resume with a message of the current file. A file that cannot be cut belongs as
    /// a whole to the range that includes 0.
    fn has_resume_points(&self) -> bool {
        let are_wanted = self.resume_places == ResumePlaces::Messages;
        are_wanted && !self.file.output.is_member && self.file.can_be_cut
    }

    /// Returns the points at which another run can resume after the output of the chunk.
    pub(crate) fn last_resume_points(&self) -> impl Iterator<Item = ResumePoint> {
        let file = self.start_of_file();
        file.into_iter().chain(self.start_of_message())
    }

    /// Returns the path of the current file as bytes.
    fn file_bytes(&mut self) -> Arc<[u8]> {
        let path = &self.file.output.path;
        let bytes = self
            .file
            .bytes
            .get_or_insert_with(|| Arc::from(path.as_os_str().as_encoded_bytes()));
        Arc::clone(bytes)
    }

    /// Returns whether the search continues after a link.
    fn after_link(&self) -> ControlFlow<Skip> {
        if self.file.count == 0 {
            return ControlFlow::Continue(());
        }
        match self.options.show {
            Show::Nothing => ControlFlow::Break(Skip::Input),
            // The chunk does not know whether a link is a duplicate, which does not count.
            Show::Files | Show::FilesWithout if self.dedup.is_none() => {
                ControlFlow::Break(Skip::File)
            }
            _ if self.is_full() => ControlFlow::Break(Skip::File),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns whether the file has reached the maximum number of links.
    fn is_full(&self) -> bool {
        self.options
            .max_count
            .is_some_and(|max| self.file.count >= max)
    }

    /// Returns whether context is printed.
    fn has_context(&self) -> bool {
        self.options.show == Show::Links && self.options.style.context.is_some()
    }

    /// Adds a link if it is selected.
    fn add(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let has_context = self.has_context();
        if has_context {
            self.wants_context = false;
            if self.is_full() {
                // Only the context after the last link is printed.
                return ControlFlow::Continue(());
            }
        }
        let verdict = &link.verdict();
        let base = self.options.selection.base(link, verdict);
        let hit = Hit {
            link,
            verdict,
            base: base.as_ref(),
        };
        self.summary.candidates += 1;
        if !self.options.selection.accepts(link, verdict, hit.base) {
            return ControlFlow::Continue(());
        }
        if self.needs_parts {
            // A URL that was parsed need not be checked as well.
            let _ = verdict.parts();
        }
        let level = verdict.conformance();
        if !self.options.selection.accepts_level(level) {
            self.summary.hidden.add(level);
            return ControlFlow::Continue(());
        }
        if self.is_binary() {
            return self.withhold_link(level);
        }
        let message = link.message().map(|message| message.offset());
        let key = self.dedup.as_ref().map(|dedup| dedup.key(hit));
        if let (Some(dedup), Some(key)) = (&self.dedup, key)
            && !dedup.may_be_new(&mut self.keys, key, message)
        {
            self.leave_out_repeated(level);
            return ControlFlow::Continue(());
        }
        self.summary.urls.add(level);
        self.file.count_here += 1;
        self.file.count += 1;
        if self.is_direct {
            // Writing to a vector does not fail.
            let _ = self.print_direct(hit);
        } else {
            self.store(hit, level, message, key);
        }
        if has_context {
            // The context after it follows.
            self.wants_context = true;
            return ControlFlow::Continue(());
        }
        self.after_link()
    }

    /// Counts a link that is left out because it occurred before.
    fn leave_out_repeated(&mut self, level: Conformance) {
        *self.summary.repeated.get_or_insert_default() += 1;
        if let BinaryCheck::Pending { repeated, .. } = &mut self.file.binary {
            repeated.add(level);
        }
    }

    /// Counts a link that is not shown, as it is in a binary file.
    fn withhold_link(&mut self, level: Conformance) -> ControlFlow<Skip> {
        self.withhold();
        self.summary.urls.add(level);
        self.file.count_here += 1;
        self.file.count += 1;
        self.after_link()
    }

    /// Prints a link immediately.
    ///
    /// # Errors
    ///
    /// Never in practice: writing to a vector does not fail.
    fn print_direct(&mut self, hit: Hit<'_>) -> io::Result<()> {
        match self.options.show {
            Show::Links if hit.base.is_none() => {
                self.print_plain_url(hit.link.candidate().url());
                Ok(())
            }
            Show::Links => {
                let out = &mut self.rendered.bytes;
                let mut urls = hit.urls(self.options.style.hyphen);
                urls.try_for_each(|url| self.text.reading(out, &url, Doubts::default()))
            }
            Show::Tally => {
                if let Some(tally) = &mut self.tally {
                    for text in tally_texts(hit, self.options) {
                        tally.add(&text);
                    }
                }
                Ok(())
            }
            Show::Json | Show::Records => {
                let path = self.file_bytes();
                let Some(records) = &mut self.records else {
                    return Ok(());
                };
                let out = &mut self.rendered.bytes;
                if out.is_empty() {
                    out.reserve(CAPACITY);
                }
                records.print(
                    out,
                    &hit.values(&path, self.options.records.unwrap),
                    &mut self.events.placeholders,
                )
            }
            _ => Ok(()),
        }
    }

    fn render_with(&mut self, renderer: &mut render::Renderer) {
        let mut events = mem::take(&mut self.events);
        let is_first = self.rendered.is_empty();
        if is_first {
            renderer.write_to(mem::take(&mut self.rendered.bytes));
        }
        // A stored link takes about as much memory as its output.
        let mut lines = renderer.render(&mut events, self.preceding, self.size);
        self.buffers.put_events(events);
        if let Some(tally) = &mut self.tally {
            lines.count(tally);
        }
        if is_first {
            self.rendered = lines;
        } else {
            self.rendered.append(lines);
        }
    }
}

/// Returns the texts by which a link is counted.
fn tally_texts<'h>(
    hit: Hit<'h>,
    options: &SearchOptions,
) -> impl Iterator<Item = Cow<'h, [u8]>> + use<'h> {
    hit.tally_texts(options.records.tally, options.style.hyphen)
}
