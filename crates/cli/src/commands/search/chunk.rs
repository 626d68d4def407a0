//! A chunk of the output.
//!
//! Worker threads fill chunks. A chunk that continues a file does not know what precedes it: the number of lines
//! and links, and the current heading. It therefore stores links as events. Once the predecessors are collected
//! ([`OutputChunk::collect`]), any thread renders the events ([`render`](FileSink::render)). Plain URLs do not
//! depend on other chunks and are rendered immediately.

mod buffer_pool;
mod event;
mod plain;
mod render;
mod spill;

use std::{borrow::Cow, io, mem, ops::ControlFlow, path::Path, sync::Arc};

use urlsift_record::{Preceding, RejectedCandidate, defang, write_rejected_line};
use urlsift_search::{
    Conformance, ContextLine, Error, FileSink, HyphenPolicy, InMessage, Input, Link, ReadStats,
    Rejected, Sink, Skip,
    archive::{ArchiveWarning, Place},
};

use self::event::{Event, Events, FileEnd, LinkContent, LinkEvent, OwnedLine, TextLink};
use crate::{
    options::{SearchOptions, Show},
    report::{
        json,
        record::{Placeholder, RecordFormat, RecordPrinter, RelativeNumbers},
        summary::Summary,
        tally::{ChunkTally, write_text},
        text::{Doubts, Text},
    },
    select::{
        compare::CompareBy,
        dedup::{ChunkKeys, DedupKey, Deduplicator, MessageOffset},
        hit::Hit,
    },
    term::diagnostics::reason,
};

pub(crate) use self::buffer_pool::BufferPool;
pub(crate) use self::event::Diagnostic;
pub(crate) use self::render::{OutputState, Rendered};

/// The capacity of a chunk of plain URLs, in bytes.
const CAPACITY: usize = 64 << 10;

/// A chunk of the output.
#[derive(Debug)]
pub(crate) struct OutputChunk {
    options: &'static SearchOptions,
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
    /// The last line of the file that is printed as context or contains a link.
    last_context: Option<u64>,
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
                if options.records.tally == CompareBy::Url
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
// The flags are independent.
#[expect(clippy::struct_excessive_bools)]
struct CurrentFile {
    path: Arc<Path>,
    /// The path as bytes, once a link needs it.
    bytes: Option<Arc<[u8]>>,
    is_member: bool,
    /// Whether the file began in an earlier chunk.
    is_resumed: bool,
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
            text,
            plain: PlainUrls::of(options, &text, dedup.as_ref()),
            is_direct,
            records: format.map(|format| format.printer(options.style.painter)),
            needs_parts: format.is_some_and(RecordFormat::has_parts),
            tally,
            events,
            rendered: Rendered {
                bytes: rendered,
                diagnostics: Vec::new(),
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
                path: Arc::from(Path::new("")),
                bytes: None,
                is_member: false,
                is_resumed: false,
                is_announced: false,
                is_open: false,
                count_here: 0,
                count: 0,
                errors_before: 0,
            },
            last_context: None,
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

    /// Completes the chunk from the state after its predecessors, and advances the state past the chunk.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file of the deduplicator cannot be written or read.
    pub(crate) fn collect(
        &mut self,
        state: &mut OutputState,
        preceding: Preceding,
    ) -> io::Result<()> {
        if let Some(dedup) = self.dedup.take() {
            self.remove_repeated(&dedup)?;
        }
        self.preceding = preceding;
        self.state = *state;
        for event in &mut self.events.list {
            state.advance(event, self.options);
        }
        if self.file.is_open {
            if !self.file.is_announced {
                state.continue_file(self.file.is_resumed);
            }
            state.count_links(self.file.count_here);
        }
        Ok(())
    }

    /// Removes the links that occurred in earlier chunks.
    fn remove_repeated(&mut self, dedup: &Deduplicator) -> io::Result<()> {
        let mut collected = dedup.collect()?;
        if dedup.is_final() {
            return Ok(());
        }
        // The number of links removed from the current file.
        let mut removed = 0;
        let mut error = None;
        let summary = &mut self.summary;
        let keys = &self.events.keys;
        self.events.list.retain_mut(|event| {
            match event {
                Event::File(file) if !file.is_resumed => {
                    removed = 0;
                    collected.begin_file();
                }
                Event::Link(link) if error.is_none() => {
                    let key = link.key.map(|key| keys[key as usize]);
                    let is_new = key.map_or(Ok(true), |key| collected.insert(key, link.message));
                    match is_new {
                        Ok(true) => {}
                        Ok(false) => {
                            removed += 1;
                            summary.urls.remove(link.level);
                            *summary.repeated.get_or_insert_default() += 1;
                            return false;
                        }
                        Err(failure) => error = Some(failure),
                    }
                }
                Event::End(end) => end.count -= mem::take(&mut removed),
                _ => {}
            }
            true
        });
        if self.file.is_open {
            if !self.file.is_announced && !self.file.is_resumed {
                collected.begin_file();
                removed = 0;
            }
            self.file.count_here -= removed;
        }
        error.map_or(Ok(()), Err)
    }

    fn begin_file(&mut self, path: &Path, is_resumed: bool) {
        // Comparing bytes is faster than comparing the components of paths.
        let is_member = path.as_os_str() != self.input.as_os_str();
        self.file = CurrentFile {
            path: Arc::from(path),
            bytes: None,
            is_member,
            is_resumed,
            is_announced: false,
            is_open: true,
            count_here: 0,
            count: 0,
            errors_before: self.summary.errors,
        };
        self.last_context = None;
    }

    /// Adds an event of the current file.
    fn push(&mut self, event: Event, size: usize) {
        if !self.file.is_announced {
            self.file.is_announced = true;
            self.events.reserve();
            self.events.list.push(Event::File(event::File {
                path: Arc::clone(&self.file.path),
                is_member: self.file.is_member,
                is_resumed: self.file.is_resumed,
            }));
        }
        self.size += size + size_of::<Event>();
        self.events.list.push(event);
    }

    /// Returns the path of the current file as bytes.
    fn file_bytes(&mut self) -> Arc<[u8]> {
        let path = &self.file.path;
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
        let message = link.message().map(|message| message.offset());
        let key = self.dedup.as_ref().map(|dedup| dedup.key(hit));
        if let (Some(dedup), Some(key)) = (&self.dedup, key)
            && !dedup.may_be_new(&mut self.keys, key, message)
        {
            *self.summary.repeated.get_or_insert_default() += 1;
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

    /// Stores a link to be rendered later.
    fn store(
        &mut self,
        hit: Hit<'_>,
        level: Conformance,
        message: MessageOffset,
        key: Option<DedupKey>,
    ) {
        let Hit { link, base, .. } = hit;
        let candidate = link.candidate();
        let start = self.events.bytes.len();
        let content = match self.options.show {
            Show::Count | Show::Files | Show::FilesWithout | Show::Nothing => {
                if self.dedup.as_ref().is_none_or(Deduplicator::is_final) {
                    // The count is final.
                    return;
                }
                LinkContent::Counted
            }
            Show::Tally => {
                for text in tally_texts(hit, self.options) {
                    write_text(&mut self.events.bytes, &text);
                }
                LinkContent::Line(self.events.since(start))
            }
            Show::Links if self.text.is_bare() && base.is_none() => {
                self.store_plain_url(candidate.url())
            }
            Show::Links => {
                let style = &self.options.style;
                let has_one =
                    candidate.reading_count() == 1 && !(style.also || style.unwrap || style.defang);
                let (first, others) = if base.is_none() && has_one {
                    (self.events.store(candidate.url()), Box::default())
                } else {
                    let readings = hit.urls(style.hyphen);
                    let guesses = style.also.then(|| hit.guesses());
                    let target = style.unwrap.then(|| hit.target()).flatten();
                    let readings = readings.chain(guesses.into_iter().flatten());
                    let readings = readings.chain(target.map(Cow::Owned));
                    let mut readings = readings.map(|url| {
                        if style.defang {
                            defang(&url).into_owned().into()
                        } else {
                            url
                        }
                    });
                    let first = readings.next().unwrap_or_default();
                    let first = self.events.store(&first);
                    let others = readings.map(|reading| self.events.store(&reading));
                    (first, others.collect())
                };
                // Headers are parsed only if they are printed.
                let has_title = self.options.style.messages;
                let metadata = has_title.then(|| link.message_record()).flatten();
                let text = TextLink {
                    position: link.position(),
                    first,
                    others,
                    doubts: Doubts::of(candidate),
                    metadata: metadata.map(Box::new),
                };
                LinkContent::Text(text)
            }
            Show::Json | Show::Records => {
                let placeholders_start = self.events.placeholders.len();
                let path = self.file_bytes();
                self.events.reserve_records();
                let Events {
                    bytes,
                    placeholders,
                    ..
                } = &mut self.events;
                if let Some(records) = &mut self.records {
                    // Writing to a vector does not fail.
                    let _ = records.print(
                        bytes,
                        &hit.values(&path, self.options.records.unwrap),
                        placeholders,
                    );
                }
                let counted = RelativeNumbers {
                    position: link.position(),
                    message_index: link.message_index(),
                };
                LinkContent::Record(self.events.record(start, placeholders_start, counted))
            }
        };
        // Excluding the event itself.
        let mut size = self.events.bytes.len() - start;
        let before = link.text_line().map(|line| self.context_before(link, line));
        size += before.iter().map(event::ContextBefore::size).sum::<usize>();
        size += key.map_or(0, |key| size_of_val(&key));
        let event = LinkEvent {
            key: key.map(|key| self.events.store_key(key)),
            level,
            message,
            content,
            context: before.map(Box::new),
        };
        self.push(Event::Link(event), size);
    }

    /// Returns the context before a link, and whether it is adjacent to the lines printed last.
    fn context_before(&mut self, link: &Link<'_>, number: u64) -> event::ContextBefore {
        let lines: Vec<_> = link.before().map(OwnedLine::from).collect();
        let first = link.before().next().map_or(number, |line| line.number());
        let is_adjacent = self.last_context.is_some_and(|last| first <= last + 1);
        let last = link.before().last().map(|line| line.number());
        // The line of the link is printed next.
        self.last_context = last.or(self.last_context).max(number.checked_sub(1));
        event::ContextBefore { lines, is_adjacent }
    }

    fn render_with(&mut self, renderer: &mut render::Renderer) {
        let mut events = mem::take(&mut self.events);
        let is_first = self.rendered.bytes.is_empty() && self.rendered.diagnostics.is_empty();
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

    fn report(&mut self, diagnostic: Diagnostic) {
        let size = diagnostic.size();
        if self.is_direct {
            self.size += size;
            self.rendered.diagnose(diagnostic);
        } else {
            self.push(Event::Diagnostic(diagnostic), size);
        }
    }

    /// Adds the object of an error.
    fn report_error(&mut self, error: &Error) {
        let mut object = Vec::new();
        // Writing to a vector does not fail.
        let _ = json::error(&mut object, error);
        if self.is_direct {
            self.rendered.bytes.extend_from_slice(&object);
        } else {
            let size = object.len();
            self.push(Event::Error(object.into()), size);
        }
    }

    /// Keeps the object of a rejected candidate.
    fn keep_rejected(&mut self, rejected: &RejectedCandidate) {
        let Events {
            bytes,
            placeholders,
            ..
        } = &mut self.events;
        let (start, placeholders_start) = (bytes.len(), placeholders.len());
        write_rejected_line(bytes, rejected, |out, field, _| {
            placeholders.push(Placeholder::new(field, out.len()));
        });
        let counted = RelativeNumbers {
            position: rejected.position(),
            message_index: None,
        };
        let record = self.events.record(start, placeholders_start, counted);
        let size = self.events.bytes.len() - start;
        self.push(Event::Rejected(record), size);
    }

    fn report_rejected(&mut self, rejected: &Rejected<'_>) {
        match self.options.show {
            Show::Nothing => {}
            Show::Json => {
                let rejected = rejected.to_record(self.file_bytes());
                self.keep_rejected(&rejected);
            }
            _ => {
                let reason = rejected.rejection().reason;
                let mut text = format!("rejected ({}): {reason}", reason.code());
                let position = rejected.position();
                if position.is_none() {
                    text.insert_str(0, &format!("byte {}: ", rejected.span().start()));
                }
                self.report(Diagnostic {
                    path: Arc::clone(&self.file.path),
                    position,
                    is_resumed: self.file.is_resumed,
                    text,
                });
            }
        }
    }
}

/// Returns the texts by which a link is counted.
fn tally_texts<'h>(
    hit: Hit<'h>,
    options: &SearchOptions,
) -> impl Iterator<Item = Cow<'h, [u8]>> + use<'h> {
    hit.dedup_texts(options.records.tally, options.style.hyphen)
}

impl Sink for OutputChunk {
    fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
        self.options.selection.accepts_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.options.selection.accepts_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if let Some(plain) = self.plain.filter(|_| link.base().is_none()) {
            self.add_plain_url(plain, link);
            return ControlFlow::Continue(());
        }
        self.add(link)
    }

    fn wants_context(&self) -> bool {
        self.wants_context
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        match line {
            ContextLine::Line(line) => {
                self.last_context = Some(line.number());
                let line = OwnedLine::from(line);
                let size = line.size();
                self.push(Event::Context(line), size);
                ControlFlow::Continue(())
            }
            // The link may be the last one to print.
            ContextLine::End => self.after_link(),
        }
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        if self.has_context() && self.is_full() {
            return ControlFlow::Continue(());
        }
        let scanned = rejected.rejection();
        self.summary.candidates += 1;
        if !self.options.selection.accepts_delimiter(scanned.delimiter) {
            return ControlFlow::Continue(());
        }
        self.summary.rejected.add(scanned.reason);
        if self.options.rejected {
            self.report_rejected(rejected);
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        // These are frequent and harmless. `info` reports them.
        if warning == ArchiveWarning::DoubtfulBoundary {
            return;
        }
        self.summary.warnings += 1;
        if self.options.show != Show::Nothing {
            let text = format!("byte {offset}: {warning}");
            self.report(Diagnostic::of_file(&self.file.path, text));
        }
    }
}

impl FileSink for OutputChunk {
    fn input(&mut self, input: &Input) {
        self.input = Arc::from(input.path());
    }

    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        if let Some(dedup) = &self.dedup {
            dedup.begin_file(&mut self.keys);
        }
        self.begin_file(path, false);
        ControlFlow::Continue(())
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        self.begin_file(path, true);
        if let Some(last) = last {
            self.file.count = last.file.count;
            self.last_context = last.last_context;
        }
    }

    fn error(&mut self, error: Error) {
        self.summary.errors += 1;
        if self.options.has_error_objects() {
            return self.report_error(&error);
        }
        self.report(Diagnostic::of_file(error.path(), reason(&error)));
    }

    fn read(&mut self, stats: ReadStats) {
        self.summary.bytes += stats.bytes;
        self.summary.messages += stats.messages;
        self.summary.parts += stats.parts;
    }

    fn end(&mut self) {
        self.summary.inputs += 1;
        if matches!(
            self.options.show,
            Show::Count | Show::Files | Show::FilesWithout
        ) {
            let end = FileEnd {
                count: self.file.count_here,
                has_failed: self.summary.errors > self.file.errors_before,
            };
            self.push(Event::End(end), 0);
        }
        self.file.is_open = false;
    }

    fn size(&self) -> usize {
        let tally = self.tally.as_ref().map_or(0, ChunkTally::size);
        self.rendered.bytes.len() + self.size + self.keys.size() + tally
    }

    fn needs_render(&self) -> bool {
        !self.events.list.is_empty()
    }

    fn render(&mut self) {
        let mut renderer = render::Renderer::new(self.options, self.text, self.state);
        self.render_with(&mut renderer);
    }

    fn spill(&mut self) -> Option<Vec<u8>> {
        self.take_content()
    }

    fn restore(&mut self, spilled: Vec<u8>) {
        self.put_content(spilled);
    }
}
