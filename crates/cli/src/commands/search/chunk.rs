//! A chunk of the output.
//!
//! Chunks are filled on the threads that search. A chunk that continues a file does not know what stands
//! before it: how many lines, how many links, under which heading. So it keeps links, and is rendered once
//! that is known ([`OutputChunk::collect`]), on any thread ([`render`](FileSink::render)). Where plain URLs
//! are printed, nothing depends on other chunks: they are written as they are found.

mod event;
mod render;

use std::{io, mem, ops::ControlFlow, path::Path, sync::Arc};

use urlsift_record::Preceding;
use urlsift_search::{
    Conformance, ContextLine, Error, FileSink, InMessage, Input, Link, ReadStats, Rejected, Sink,
    Skip,
    archive::{Place, Warning},
};

use self::event::{Event, Events, FileEnd, LinkContent, LinkEvent, OwnedLine, TextLink};
use crate::{
    options::{SearchOptions, Show},
    report::{
        summary::Summary,
        tally,
        text::{Doubts, Text},
    },
    select::{
        dedup::{ChunkKeys, DedupKey, Deduplicator, MessageOffset},
        hit::Hit,
    },
    term::diagnostics::reason,
};

pub(crate) use self::event::Diagnostic;
pub(crate) use self::render::{Rendered, Surroundings};

/// The capacity of a chunk of plain URLs, in bytes.
const CAPACITY: usize = 64 << 10;

/// A chunk of the output.
#[derive(Debug)]
pub(crate) struct OutputChunk {
    options: &'static SearchOptions,
    text: Text<'static>,
    /// Whether every URL that conforms is a line, and nothing else is asked for.
    takes_plain_urls: bool,
    /// Whether what is printed of a link depends on no other chunk.
    is_direct: bool,
    /// What is rendered, in order; empty if everything is written directly.
    events: Events,
    /// What is written: whole lines, and diagnostics between them.
    pub(crate) rendered: Rendered,
    /// What stands before the chunk.
    surroundings: Surroundings,
    pub(crate) preceding: Preceding,
    pub(crate) summary: Summary,
    /// The input of the last file.
    pub(crate) input: Arc<Path>,
    dedup: Option<Deduplicator>,
    keys: ChunkKeys,
    file: CurrentFile,
    /// The last line of text around a link of the file that was printed, or on which a link stands.
    last_context: Option<u64>,
    /// Whether the last link was selected, so that lines around it are wanted.
    wants_context: bool,
    /// About how many bytes the events take.
    size: usize,
}

/// The current file of a chunk.
#[derive(Clone, Debug)]
// Each says something of its own.
#[expect(clippy::struct_excessive_bools)]
struct CurrentFile {
    path: Arc<Path>,
    /// The same as bytes, once a link needs it.
    bytes: Option<Arc<[u8]>>,
    is_member: bool,
    /// Whether another chunk has begun it.
    is_resumed: bool,
    /// Whether an event says that it begins, or continues.
    is_announced: bool,
    /// Whether it has not ended.
    is_open: bool,
    /// Its links that were selected in this chunk, and since its beginning.
    count_here: u64,
    count: u64,
    /// The number of errors in the chunk before it.
    errors_before: u64,
}

impl OutputChunk {
    pub(crate) fn new(options: &'static SearchOptions, dedup: Option<Deduplicator>) -> Self {
        let text = Text::new(options.style, options.selection.pattern());
        let is_direct = dedup.as_ref().is_none_or(Deduplicator::is_final)
            && match options.show {
                Show::Links => text.is_bare(),
                Show::Tally => true,
                _ => false,
            };
        Self {
            options,
            text,
            takes_plain_urls: is_direct
                && options.show == Show::Links
                && options.selection.takes_all()
                && options.max_count.is_none()
                && dedup.is_none(),
            is_direct,
            events: Events::default(),
            rendered: Rendered::default(),
            surroundings: Surroundings::default(),
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
        }
    }

    /// Completes the chunk with what its predecessors determine, and advances `surroundings` past it.
    ///
    /// # Errors
    ///
    /// If a temporary file of the deduplicator cannot be written or read.
    pub(crate) fn collect(
        &mut self,
        surroundings: &mut Surroundings,
        preceding: Preceding,
    ) -> io::Result<()> {
        if let Some(dedup) = self.dedup.take() {
            self.remove_repeated(&dedup)?;
        }
        self.preceding = preceding;
        self.surroundings = *surroundings;
        for event in &mut self.events.list {
            surroundings.advance(event, self.options);
        }
        if self.file.is_open {
            if !self.file.is_announced {
                surroundings.continue_file(self.file.is_resumed);
            }
            surroundings.count_links(self.file.count_here);
        }
        Ok(())
    }

    /// Removes the links that occurred in earlier chunks.
    fn remove_repeated(&mut self, dedup: &Deduplicator) -> io::Result<()> {
        let mut collected = dedup.collect()?;
        if dedup.is_final() {
            return Ok(());
        }
        // Of the current file.
        let mut removed = 0;
        let mut error = None;
        let summary = &mut self.summary;
        self.events.list.retain_mut(|event| {
            match event {
                Event::File(file) if !file.is_resumed => {
                    removed = 0;
                    collected.begin_file();
                }
                Event::Link(link) if error.is_none() => {
                    let key = link.key.as_deref();
                    let is_new = key.map_or(Ok(true), |&key| collected.insert(key, link.message));
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
        // Bytes are compared: paths would be split into components.
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

    /// Returns the path of the current file as links have it.
    fn file_bytes(&mut self) -> Arc<[u8]> {
        let path = &self.file.path;
        let bytes = self
            .file
            .bytes
            .get_or_insert_with(|| Arc::from(path.as_os_str().as_encoded_bytes()));
        Arc::clone(bytes)
    }

    fn go_on(&self) -> ControlFlow<Skip> {
        if self.file.count == 0 {
            return ControlFlow::Continue(());
        }
        match self.options.show {
            Show::Nothing => ControlFlow::Break(Skip::Input),
            // A link that occurred before does not count, and is not known here.
            Show::Files | Show::FilesWithout if self.dedup.is_none() => {
                ControlFlow::Break(Skip::File)
            }
            _ if self.is_full() => ControlFlow::Break(Skip::File),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns whether no more links of the file are wanted.
    fn is_full(&self) -> bool {
        self.options
            .max_count
            .is_some_and(|max| self.file.count >= max)
    }

    /// Whether lines of text around links are printed.
    fn has_context(&self) -> bool {
        self.options.show == Show::Links && self.options.style.context.is_some()
    }

    /// Takes a link, if it is selected.
    fn take(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let has_context = self.has_context();
        if has_context {
            self.wants_context = false;
            if self.is_full() {
                // Only lines after the last link are wanted.
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
        if !self.options.selection.takes(link, verdict, hit.base) {
            return ControlFlow::Continue(());
        }
        let level = verdict.conformance();
        if !self.options.selection.takes_level(level) {
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
            // A vector takes everything.
            let _ = self.print_direct(hit);
        } else {
            self.keep(hit, level, message, key);
        }
        if has_context {
            // The lines after it follow.
            self.wants_context = true;
            return ControlFlow::Continue(());
        }
        self.go_on()
    }

    /// As `take`, where only the URL of each link is asked for.
    fn take_plain_url(&mut self, link: &Link<'_>) {
        self.summary.candidates += 1;
        let url = link.candidate().url();
        let level = Conformance::of(url);
        if !self.options.selection.takes_level(level) {
            self.summary.hidden.add(level);
            return;
        }
        self.summary.urls.add(level);
        self.file.count_here += 1;
        self.file.count += 1;
        self.print_plain_url(url);
    }

    /// Prints a URL and nothing else.
    fn print_plain_url(&mut self, url: &[u8]) {
        let out = &mut self.rendered.bytes;
        if out.is_empty() {
            // Growing step by step would copy as much again.
            out.reserve(CAPACITY);
        }
        out.extend_from_slice(url);
        out.push(b'\n');
    }

    /// Prints a link of which everything is known.
    ///
    /// # Errors
    ///
    /// Those of the formatting machinery; a vector takes everything.
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
                tally(&mut self.rendered.bytes, hit, self.options);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Keeps a link to be rendered.
    fn keep(
        &mut self,
        hit: Hit<'_>,
        level: Conformance,
        message: MessageOffset,
        key: Option<DedupKey>,
    ) {
        let Hit { link, base, .. } = hit;
        let candidate = link.candidate();
        let (content, mut size) = match self.options.show {
            Show::Count | Show::Files | Show::FilesWithout | Show::Nothing => {
                if self.dedup.as_ref().is_none_or(Deduplicator::is_final) {
                    // It is counted for good.
                    return;
                }
                (LinkContent::Counted, 0)
            }
            Show::Tally => {
                let mut texts = Vec::new();
                tally(&mut texts, hit, self.options);
                let size = texts.len();
                (LinkContent::Line(texts), size)
            }
            Show::Links if self.text.is_bare() && base.is_none() => {
                let line = [candidate.url(), b"\n"].concat();
                let size = line.len();
                (LinkContent::Line(line), size)
            }
            Show::Links => {
                let before = self.events.readings.len();
                let (first, others) = if base.is_none() && candidate.reading_count() == 1 {
                    (self.events.keep(candidate.url()), Box::default())
                } else {
                    let mut readings = hit.urls(self.options.style.hyphen);
                    let first = readings.next().unwrap_or_default();
                    let first = self.events.keep(&first);
                    let others = readings.map(|reading| self.events.keep(&reading));
                    (first, others.collect())
                };
                // Most headers are never parsed.
                let has_title = self.options.style.messages;
                let metadata = has_title.then(|| link.message_record()).flatten();
                let text = TextLink {
                    position: link.position(),
                    first,
                    others,
                    doubts: Doubts::of(candidate),
                    metadata: metadata.map(Box::new),
                };
                let size = self.events.readings.len() - before;
                (LinkContent::Text(text), size)
            }
            Show::Json | Show::Records => {
                let mut record = link.to_record(self.file_bytes());
                if let Some(base) = base {
                    record = record.with_base(Arc::from(base.text()));
                }
                let size = size_of_val(&record) + candidate.raw().len() + candidate.url().len();
                let record = record.with_conformance(level);
                (LinkContent::Record(Box::new(record)), size)
            }
        };
        let before = link.text_line().map(|line| self.context_before(link, line));
        size += before.iter().map(event::ContextBefore::size).sum::<usize>();
        let event = LinkEvent {
            key: key.map(Box::new),
            level,
            message,
            content,
            context: before.map(Box::new),
        };
        self.push(Event::Link(event), size);
    }

    /// Returns the lines before a link, and whether they follow the lines printed last.
    fn context_before(&mut self, link: &Link<'_>, number: u64) -> event::ContextBefore {
        let lines: Vec<_> = link.before().map(OwnedLine::from).collect();
        let first = link.before().next().map_or(number, |line| line.number());
        let follows = self.last_context.is_some_and(|last| first <= last + 1);
        let last = link.before().last().map(|line| line.number());
        // The line of the link follows.
        self.last_context = last.or(self.last_context).max(number.checked_sub(1));
        event::ContextBefore { lines, follows }
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

    fn report_rejected(&mut self, rejected: &Rejected<'_>) {
        match self.options.show {
            Show::Nothing => {}
            Show::Json => {
                let rejected = rejected.to_record(self.file_bytes());
                self.push(Event::Rejected(Box::new(rejected)), 0);
            }
            _ => {
                let reason = rejected.rejected().reason;
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

/// Adds the texts by which a link is counted.
fn tally(out: &mut Vec<u8>, hit: Hit<'_>, options: &SearchOptions) {
    for text in hit.dedup_texts(options.records.tally, options.style.hyphen) {
        tally::write(out, &text);
    }
}

impl Sink for OutputChunk {
    fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
        self.options.selection.takes_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.options.selection.takes_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if self.takes_plain_urls && link.base().is_none() {
            self.take_plain_url(link);
            return ControlFlow::Continue(());
        }
        self.take(link)
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
            // The link may have been the last one that is wanted.
            ContextLine::End => self.go_on(),
        }
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        if self.has_context() && self.is_full() {
            return ControlFlow::Continue(());
        }
        let scanned = rejected.rejected();
        self.summary.candidates += 1;
        if !self.options.selection.takes_delimiter(scanned.delimiter) {
            return ControlFlow::Continue(());
        }
        self.summary.rejected.add(scanned.reason);
        if self.options.rejected {
            self.report_rejected(rejected);
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        // `info` reports these: some archives have many, and nothing is lost by them.
        if warning == Warning::DoubtfulBoundary {
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
        self.rendered.bytes.len() + self.size + self.keys.size()
    }

    fn needs_render(&self) -> bool {
        !self.events.list.is_empty()
    }

    fn render(&mut self) {
        let mut events = mem::take(&mut self.events);
        let mut renderer = render::Renderer::new(self.options, self.text, self.surroundings);
        let lines = renderer.render(&mut events, self.preceding);
        if self.rendered.bytes.is_empty() && self.rendered.diagnostics.is_empty() {
            self.rendered = lines;
        } else {
            self.rendered.append(lines);
        }
    }
}
