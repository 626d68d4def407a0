//! A chunk of the output.
//!
//! Worker threads fill chunks. A chunk that continues a file does not know what precedes it: the number of lines and
//! links, the current heading, and the links that occurred before. It therefore writes its output with
//! [fixups](fixup). Once the predecessors are collected ([`OutputChunk::collect`]), any thread applies what is left of
//! these ([`render`](urlsift_search::FileSink::render)).

mod binary;
mod buffer;
mod buffer_pool;
mod collect;
mod fixup;
mod link_pieces;
mod print;
mod sink;

use std::{ops::ControlFlow, path::Path, sync::Arc};

use urlsift_search::{Conformance, Link, Skip};

use self::{binary::BinaryCheck, link_pieces::LinkPieces, print::LinkPrinter};
use crate::{
    options::{ResumePlaces, SearchOptions, Show, is_stdin},
    report::{output_file::OutputFile, summary::Summary, tally::ChunkTally},
    select::{
        dedup::{ChunkKeys, Deduplicator, MessageOffset},
        hit::Hit,
    },
    term::reached::ResumePoint,
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
    file: CurrentFile,
    context: ContextLines,
    /// Receives the buffers that are no longer needed.
    buffers: BufferPool,
}

/// The current file of a chunk.
#[derive(Debug)]
struct CurrentFile {
    output: OutputFile,
    /// Whether ranges of the file can be read separately.
    can_be_cut: bool,
    /// Whether the file has not ended.
    is_open: bool,
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
            file: CurrentFile::new(OutputFile::none()),
            context: ContextLines::default(),
            buffers,
        }
    }

    /// Drops the chunk, whose buffer is used for later chunks.
    pub(crate) fn recycle(self) {
        self.buffers.put(self.buffer);
    }

    /// Begins a file, or continues it in this chunk.
    fn begin_file(&mut self, path: &Path) {
        // Comparing bytes is faster than comparing the components of paths.
        let is_member = path.as_os_str() != self.input.as_os_str();
        let output = OutputFile {
            path: Arc::from(path),
            is_member,
        };
        self.file = CurrentFile {
            is_open: true,
            errors_before: self.summary.errors,
            ..CurrentFile::new(output)
        };
        self.context.last_line = None;
        self.context.pieces.clear();
    }

    /// Returns the point at which another run can resume with the current input.
    fn start_of_input(&self) -> Option<ResumePoint> {
        (self.options.resume_places() != ResumePlaces::Nowhere).then(|| {
            if is_stdin(&self.input) {
                ResumePoint::Stream
            } else {
                ResumePoint::Input(Arc::clone(&self.input))
            }
        })
    }

    /// Returns whether another run can resume with a message of the current file. A file that cannot be cut belongs as
    /// a whole to the range that includes 0.
    fn has_resume_points(&self) -> bool {
        let file = &self.file;
        file.can_be_cut
            && !file.output.is_member
            && self.options.resume_places() == ResumePlaces::Messages
    }

    /// Returns whether links are removed when the chunk is collected, if they occurred in earlier chunks.
    fn has_removable_links(&self) -> bool {
        self.dedup.as_ref().is_some_and(|dedup| !dedup.is_final())
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
        let hit = Hit {
            link,
            verdict,
            base: base.as_ref(),
        };
        self.summary.candidates += 1;
        if !self.options.selection.accepts(link, verdict, hit.base) {
            return ControlFlow::Continue(());
        }
        if self.printer.needs_parts {
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
        self.count_link(level);
        self.print(hit, level, message, key);
        if has_context {
            // The context after it follows.
            self.context.is_wanted = true;
            return ControlFlow::Continue(());
        }
        self.after_link()
    }

    /// Counts a selected link.
    fn count_link(&mut self, level: Conformance) {
        self.summary.urls.add(level);
        self.file.count_here += 1;
        self.file.count += 1;
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
        self.count_link(level);
        self.after_link()
    }
}

impl CurrentFile {
    fn new(output: OutputFile) -> Self {
        Self {
            output,
            can_be_cut: true,
            is_open: false,
            heading: None,
            count_here: 0,
            count: 0,
            errors_before: 0,
            binary: BinaryCheck::Off,
        }
    }
}
