//! A chunk of the output.
//!
//! Worker threads fill chunks. A chunk that continues a file does not know what precedes it: the number of lines and
//! links, the current heading, and the links that occurred before. It therefore writes its output with
//! [fixups](fixup). Once the predecessors are collected ([`OutputChunk::collect`]), any thread applies what is left of
//! these ([`render`](urlsift_search::FileSink::render)).

mod binary;
mod binary_check;
mod buffer;
mod buffer_pool;
mod collect;
mod fixup;
mod link_pieces;
mod link_printer;
mod print;
mod sink;

use std::{io, ops::ControlFlow, path::Path, sync::Arc};

use urlsift::{Fields, Preceding};
use urlsift_search::{Conformance, Link, Skip};
use urlsift_select::LastAnchor;
use urlsift_settle::ResolvedBy;

use self::{
    binary_check::BinaryCheck, collect::Reducer, link_pieces::LinkPieces, link_printer::LinkPrinter,
};
use crate::{
    options::{SearchOptions, Show},
    report::{output_file::OutputFile, summary::Summary, tally::ChunkTally},
    select::{
        dedup::{ChunkKeys, DedupKey, Deduplicator, MessageOffset},
        settler::{Settled, Settler},
    },
};

pub(crate) use self::{
    buffer::ChunkBuffer, buffer_pool::BufferPool, collect::OutputState, fixup::Diagnostic,
};

/// A chunk of the output.
#[derive(Debug)]
pub(crate) struct OutputChunk {
    options: &'static SearchOptions,
    printer: LinkPrinter,
    /// The output, and what depends on earlier chunks in it.
    pub(crate) buffer: ChunkBuffer,
    /// The counts of texts, if counts are printed.
    pub(crate) tally: Option<ChunkTally>,
    pub(crate) summary: Summary,
    /// The input of the last file.
    pub(crate) input: Arc<Path>,
    dedup: Option<Deduplicator>,
    keys: ChunkKeys,
    /// Settles doubtful URLs, if that was requested.
    settler: Option<Settler>,
    file: CurrentFile,
    context: ContextLines,
    /// For `--no-shown`.
    anchor: LastAnchor,
    /// Receives the buffers that are no longer needed.
    buffers: BufferPool,
}

/// The current file of a chunk.
#[derive(Debug, Default)]
struct CurrentFile {
    output: OutputFile,
    /// Whether the file has not ended.
    is_open: bool,
    /// Whether lines and messages are counted from the start of the file. Otherwise they are counted from the start of
    /// a segment, and their numbers are known once the segments before it are collected.
    counts_from_start: bool,
    /// The message of the last heading in this chunk.
    heading: Option<MessageOffset>,
    /// The number of its links selected in this chunk.
    count_here: u64,
    /// The number of its links selected so far.
    count: u64,
    /// The number of errors in the chunk before it.
    errors_before: u64,
    binary: BinaryCheck,
}

/// The state of printing the lines around links.
#[derive(Debug, Default)]
struct ContextLines {
    /// The last line of the file that is printed as context or contains a link.
    last_line: Option<u64>,
    /// The pieces of links in the lines that follow.
    pieces: LinkPieces,
    /// Whether the last link was selected, so that its context is printed.
    is_wanted: bool,
}

impl OutputChunk {
    /// Creates an empty chunk.
    pub(crate) fn new(
        options: &'static SearchOptions,
        dedup: Option<Deduplicator>,
        settler: Option<Settler>,
        tally: Option<ChunkTally>,
        buffers: BufferPool,
    ) -> Self {
        Self {
            options,
            printer: LinkPrinter::new(options, dedup.as_ref()),
            buffer: buffers.take(),
            tally,
            summary: Summary {
                repeated: dedup.is_some().then_some(0),
                ..Summary::default()
            },
            input: Arc::from(Path::new("")),
            dedup,
            keys: ChunkKeys::default(),
            settler,
            file: CurrentFile::default(),
            context: ContextLines::default(),
            anchor: LastAnchor::default(),
            buffers,
        }
    }

    /// Drops the chunk, whose buffer is used for later chunks.
    pub(crate) fn recycle(self) {
        self.buffers.put(self.buffer);
    }

    /// Begins a file, or continues it in this chunk.
    fn begin_file(&mut self, path: &Path) {
        self.file = CurrentFile {
            output: OutputFile {
                path: Arc::from(path),
                // Comparing bytes is faster than comparing the components of paths.
                is_member: path.as_os_str() != self.input.as_os_str(),
            },
            is_open: true,
            errors_before: self.summary.errors,
            ..CurrentFile::default()
        };
        self.context.last_line = None;
        self.context.pieces.clear();
    }

    /// Completes the chunk from the state after its predecessors, and advances the state past the chunk.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file of the deduplicator or of the settler cannot be written or read.
    pub(crate) fn collect(
        &mut self,
        state: &mut OutputState,
        preceding: Preceding,
    ) -> io::Result<()> {
        self.settler.as_ref().map_or(Ok(()), Settler::check)?;
        let keys = self.dedup.as_ref().map(Deduplicator::collect).transpose()?;
        let ChunkBuffer { fixups, links, .. } = &mut self.buffer;
        let mut reducer = Reducer {
            show: self.options.show,
            state,
            preceding,
            keys,
            links,
            summary: &mut self.summary,
            removed: 0,
            removed_end: 0,
            has_heading: false,
            error: None,
        };
        fixups.retain_mut(|fixup| reducer.reduce(fixup));
        let Reducer {
            state,
            removed,
            error,
            ..
        } = reducer;
        if self.file.is_open {
            state.count += self.file.count_here - removed;
        }
        error.map_or(Ok(()), Err)
    }

    /// Applies the numbers and cuts among the fixups.
    fn apply_fixups(&mut self) {
        if self.buffer.has_edits() {
            let used = self.buffer.apply_fixups(self.buffers.take());
            self.buffers.put(used);
        }
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
            self.context.is_wanted = false;
            if self.is_full() {
                // Only the context after the last link is printed.
                return ControlFlow::Continue(());
            }
        }
        let verdict = &link.verdict();
        let base = self.options.selection.base(link, verdict);
        self.summary.candidates += 1;
        let selection = &self.options.selection;
        let unwrapped = self
            .options
            .records
            .unwrap
            .then(|| link.clone().with_unwrapping(true));
        let link = unwrapped.as_ref().unwrap_or(link);
        if !selection.accepts_kind(link.kind())
            || !selection.accepts_url(link, verdict, base.as_ref())
        {
            return ControlFlow::Continue(());
        }
        let level = verdict.conformance();
        if selection.no_shown
            && selection.accepts_level(level, link.kind())
            && self.anchor.shows(link)
        {
            return ControlFlow::Continue(());
        }
        if self.printer.needs_parts {
            // A URL that was parsed need not be checked as well.
            let _ = verdict.parts();
        }
        let path = Arc::clone(&self.file.output.path);
        let mut shown = link
            .clone()
            .with_path(path.as_os_str().as_encoded_bytes())
            .with_conformance(level);
        if let Some(base) = &base {
            shown = shown.with_base(base.text());
        }
        if let Some(settler) = &self.settler {
            let Settled { url, resolved_by } = settler.settle(link);
            shown = shown.with_settled(url, resolved_by.map(ResolvedBy::name));
        }
        let fields = Fields::new(&shown, verdict).with_defanging(self.options.style.defang);
        let is_shown = self.add_at_level(
            link,
            level,
            |dedup| dedup.key(&fields),
            |chunk| chunk.print(&fields),
        );
        if has_context && is_shown {
            // The context after it follows.
            self.context.is_wanted = true;
            return ControlFlow::Continue(());
        }
        self.after_link()
    }

    /// Adds a link of which only the URL is needed.
    fn add_plain_url(&mut self, link: &Link<'_>) {
        self.summary.candidates += 1;
        let url = link.candidate().url();
        let level = self.printer.levels.of(url);
        self.add_at_level(
            link,
            level,
            |dedup| dedup.key_of(url),
            |chunk| chunk.print_plain_url(url),
        );
    }

    /// Adds a link if its level is selected and it is not repeated: counts it, and prints it unless its file is binary.
    /// Returns whether it is printed.
    fn add_at_level(
        &mut self,
        link: &Link<'_>,
        level: Conformance,
        key: impl FnOnce(&Deduplicator) -> DedupKey,
        print: impl FnOnce(&mut Self),
    ) -> bool {
        let kind = link.candidate().delimiter();
        if !self.options.selection.accepts_level(level, kind) {
            self.summary.hidden.add(level);
            return false;
        }
        let is_binary = self.withhold();
        if !is_binary
            && let Some(key) = self.dedup.as_ref().map(key)
            && !self.begin_new_link(key, link, level)
        {
            return false;
        }
        self.summary.urls.add(level);
        self.summary.in_headers += u64::from(link.header().is_some());
        self.file.count_here += 1;
        self.file.count += 1;
        if is_binary {
            return false;
        }
        print(self);
        if self.dedup.is_some() {
            self.buffer.end_link();
        }
        true
    }

    /// Begins a link in the buffer. Returns `false` if it is left out because it occurred before. Not inlined, because
    /// inlining it slows down plain lines.
    #[inline(never)]
    fn begin_new_link(&mut self, key: DedupKey, link: &Link<'_>, level: Conformance) -> bool {
        let Some(dedup) = &self.dedup else {
            return true;
        };
        let link = dedup.link_key(key, link);
        if dedup.may_be_new(&mut self.keys, link) {
            self.buffer.begin_link(link, level);
            return true;
        }
        *self.summary.repeated.get_or_insert_default() += 1;
        if let BinaryCheck::Pending { repeated, .. } = &mut self.file.binary {
            repeated.add(level);
        }
        false
    }
}
