//! Renders the events of a chunk.

use std::{io, iter, mem, path::Path, sync::Arc};

use urlsift_record::Preceding;

use super::event::{
    Diagnostic, Event, Events, File, FileEnd, LinkContent, LinkEvent, OwnedLine, RecordEvent,
    TextLink,
};
use crate::{
    options::{ResumePlaces, SearchOptions, Show, is_stdin},
    report::{output_file::OutputFile, tally::ChunkTally, text::Text},
    select::dedup::MessageOffset,
    term::reached::ResumePoint,
};

/// The output of a chunk: whole lines, and diagnostics between them.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    pub(crate) bytes: Vec<u8>,
    /// Diagnostics, each with the number of bytes written before it.
    pub(crate) diagnostics: Vec<(usize, Diagnostic)>,
    /// The points at which another run can resume, each with the number of bytes before it.
    pub(crate) resume_points: Vec<(usize, ResumePoint)>,
}

impl Rendered {
    /// Removes all bytes but the first `len`, and keeps the diagnostics.
    pub(super) fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
        for (at, _) in &mut self.diagnostics {
            *at = len.min(*at);
        }
        for (at, _) in &mut self.resume_points {
            *at = len.min(*at);
        }
    }

    /// Returns whether nothing was rendered.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.diagnostics.is_empty() && self.resume_points.is_empty()
    }

    /// Returns the memory usage in bytes.
    pub(super) fn size(&self) -> usize {
        // Without output, the points are those of the last message, and of its input.
        match self.bytes.len() {
            0 => 0,
            bytes => bytes + size_of_val(self.resume_points.as_slice()),
        }
    }

    /// Adds a point at which another run can resume. It supersedes an earlier one after the same bytes, except that the
    /// input of a message must be known.
    pub(super) fn add_resume_point(&mut self, point: ResumePoint) {
        let at = self.bytes.len();
        let is_superseded = |(before, last): &mut (usize, ResumePoint)| {
            *before == at
                && match (last, &point) {
                    (ResumePoint::Message(_), _) => true,
                    (_, ResumePoint::Message(_)) => false,
                    _ => true,
                }
        };
        while self.resume_points.pop_if(is_superseded).is_some() {}
        let last = self.resume_points.last();
        if last.is_none_or(|(_, last)| *last != point) {
            self.resume_points.push((at, point));
        }
    }

    /// Adds a diagnostic after the bytes rendered so far.
    pub(super) fn diagnose(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push((self.bytes.len(), diagnostic));
    }

    /// Counts the texts that were written in place of lines, and removes them.
    pub(super) fn count(&mut self, tally: &mut ChunkTally) {
        tally.add_written(&self.bytes);
        self.bytes.clear();
        for (at, _) in &mut self.diagnostics {
            *at = 0;
        }
    }

    /// Appends other output.
    pub(super) fn append(&mut self, other: Self) {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        let diagnostics = other.diagnostics.into_iter();
        self.diagnostics
            .extend(diagnostics.map(|(at, diagnostic)| (before + at, diagnostic)));
        let points = other.resume_points.into_iter();
        self.resume_points
            .extend(points.map(|(at, point)| (before + at, point)));
    }
}

/// The state of the output before a link, on which the output of the link depends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OutputState {
    /// Whether a heading was printed.
    has_heading: bool,
    /// The message of the last heading of the current file; `None` before the first heading.
    heading: Option<MessageOffset>,
    /// Whether a link with context was printed.
    has_context: bool,
    /// The number of links in the current file.
    count: u64,
    /// The number of files listed because they have no link.
    pub(crate) listed: u64,
}

impl OutputState {
    /// Advances past an event. Adds the links of earlier chunks to the count in an [`Event::End`].
    pub(super) fn advance(&mut self, event: &mut Event, options: &SearchOptions) {
        match event {
            Event::File(file) => self.continue_file(file.is_resumed),
            Event::Link(link) => {
                if options.has_headings() {
                    self.has_heading = true;
                    self.heading = Some(heading_of(link, options));
                }
                self.has_context |= link.context.is_some();
            }
            Event::End(end) => {
                end.count += mem::take(&mut self.count);
                let is_listed = options.show == Show::FilesWithout && end.is_without_links();
                self.listed += u64::from(is_listed);
            }
            Event::Rejected(_) | Event::Context(_) | Event::Diagnostic(_) | Event::Error(_) => {}
        }
    }

    /// Begins or continues a file.
    pub(super) fn continue_file(&mut self, is_resumed: bool) {
        if !is_resumed {
            self.heading = None;
            self.count = 0;
        }
    }

    /// Counts links of a file that has not ended.
    pub(super) fn count_links(&mut self, count: u64) {
        self.count += count;
    }
}

impl FileEnd {
    /// Returns whether the file was read completely and has no link.
    fn is_without_links(&self) -> bool {
        self.count == 0 && !self.has_failed
    }
}

/// Returns the point at which an input begins.
pub(super) fn resume_point_of(input: &Arc<Path>) -> ResumePoint {
    if is_stdin(input) {
        ResumePoint::Stream
    } else {
        ResumePoint::Input(Arc::clone(input))
    }
}

/// Returns the message in the heading of a link.
fn heading_of(link: &LinkEvent, options: &SearchOptions) -> MessageOffset {
    link.message.filter(|_| options.style.messages)
}

/// Renders the events of a chunk.
pub(super) struct Renderer {
    options: &'static SearchOptions,
    resume_places: ResumePlaces,
    text: Text<'static>,
    state: OutputState,
    file: File,
    rendered: Rendered,
}

impl Renderer {
    pub(super) fn new(
        options: &'static SearchOptions,
        text: Text<'static>,
        state: OutputState,
    ) -> Self {
        Self {
            options,
            resume_places: options.resume_places(),
            text,
            state,
            file: File {
                output: OutputFile::none(),
                input: Arc::from(Path::new("")),
                is_resumed: false,
                has_resume_points: false,
            },
            rendered: Rendered::default(),
        }
    }

    /// Sets the buffer to write to, which is empty.
    pub(super) fn write_to(&mut self, buffer: Vec<u8>) {
        self.rendered.bytes = buffer;
    }

    /// Renders events. Positions and indices in a resumed file are relative to `preceding`. `size` is the
    /// approximate size of the output in bytes.
    pub(super) fn render(
        &mut self,
        events: &mut Events,
        preceding: Preceding,
        size: usize,
    ) -> Rendered {
        self.rendered.bytes.reserve(size);
        let mut list = mem::take(&mut events.list);
        for event in list.drain(..) {
            // Writing to a vector does not fail.
            let _ = self.event(event, events, preceding);
        }
        events.list = list;
        mem::take(&mut self.rendered)
    }

    /// Replaces the links of events by their rendered lines. Positions must be relative to the start of the file, and
    /// the output must have neither headings nor context lines.
    pub(super) fn render_links(&mut self, events: &mut Events) {
        let mut list = mem::take(&mut events.list);
        for event in &mut list {
            match event {
                Event::File(file) => self.file = file.clone(),
                Event::Link(link) => {
                    let start = self.rendered.bytes.len() as u32;
                    let rendered = LinkEvent {
                        content: mem::replace(&mut link.content, LinkContent::Counted),
                        context: None,
                        ..*link
                    };
                    // Writing to a vector does not fail.
                    let _ = self.link(rendered, events, Preceding::default());
                    link.content = LinkContent::Line(start..self.rendered.bytes.len() as u32);
                }
                _ => {}
            }
        }
        events.list = list;
        events.bytes = mem::take(&mut self.rendered.bytes);
        events.placeholders = Vec::new();
    }

    fn event(&mut self, event: Event, events: &Events, preceding: Preceding) -> io::Result<()> {
        let preceding = if self.file.is_resumed {
            preceding
        } else {
            Preceding::default()
        };
        match event {
            Event::File(file) => {
                self.state.continue_file(file.is_resumed);
                self.file = file;
                if !self.file.is_resumed && self.resume_places != ResumePlaces::Nowhere {
                    let point = resume_point_of(&self.file.input);
                    self.rendered.add_resume_point(point);
                }
                Ok(())
            }
            Event::Link(link) => {
                self.reach(link.message);
                self.link(link, events, preceding)
            }
            Event::Rejected(rejected) => {
                self.reach(rejected.message);
                self.record(&rejected.record, events, preceding);
                Ok(())
            }
            Event::Context(line) => self.context(&line),
            Event::End(end) => self.end(&end),
            Event::Diagnostic(diagnostic) => {
                self.rendered.diagnose(diagnostic);
                Ok(())
            }
            Event::Error(object) => {
                self.rendered.bytes.extend_from_slice(&object);
                Ok(())
            }
        }
    }

    /// Adds the resume point of a message whose output follows.
    fn reach(&mut self, message: MessageOffset) {
        if let Some(offset) = message
            && self.file.has_resume_points
        {
            let point = ResumePoint::Message(offset);
            self.rendered.add_resume_point(point);
        }
    }

    fn link(
        &mut self,
        mut event: LinkEvent,
        events: &Events,
        preceding: Preceding,
    ) -> io::Result<()> {
        if let LinkContent::Text(TextLink {
            position: Some(position),
            ..
        }) = &mut event.content
        {
            *position = position.after(preceding.lines, preceding.columns);
        }
        match &event.content {
            LinkContent::Counted => Ok(()),
            LinkContent::Line(line) => {
                self.rendered.bytes.extend_from_slice(events.get(line));
                Ok(())
            }
            LinkContent::Text(link) => self.text(&event, link, events),
            LinkContent::Record(record) => {
                self.record(record, events, preceding);
                Ok(())
            }
        }
    }

    /// Prints a record with its missing numbers.
    fn record(&mut self, event: &RecordEvent, events: &Events, preceding: Preceding) {
        let placeholders = &event.placeholders;
        event.counted.fill(
            &mut self.rendered.bytes,
            events.get(&event.record),
            event.record.start,
            &events.placeholders[placeholders.start as usize..placeholders.end as usize],
            preceding,
        );
    }

    /// Prints a link, after its heading and the context before it.
    fn text(&mut self, event: &LinkEvent, link: &TextLink, events: &Events) -> io::Result<()> {
        let has_heading = self.options.has_headings() && self.heading(event, link)?;
        if let Some(context) = &event.context {
            let has_context = mem::replace(&mut self.state.has_context, true);
            if !context.is_adjacent && has_context && !has_heading {
                Text::gap(&mut self.rendered.bytes);
            }
            for line in &context.lines {
                self.context(line)?;
            }
        }
        let out = &mut self.rendered.bytes;
        for reading in iter::once(&link.first).chain(&link.others) {
            self.text.place(out, &self.file.output)?;
            if let Some(position) = link.position {
                self.text.position(out, position)?;
            }
            self.text.reading(out, events.get(reading), link.doubts)?;
        }
        Ok(())
    }

    /// Prints the heading of a link unless it is that of the previous link. Returns whether anything was printed.
    fn heading(&mut self, event: &LinkEvent, link: &TextLink) -> io::Result<bool> {
        let heading = heading_of(event, self.options);
        let last = self.state.heading.replace(heading);
        if last == Some(heading) {
            return Ok(false);
        }
        let out = &mut self.rendered.bytes;
        let start = out.len();
        if mem::replace(&mut self.state.has_heading, true) {
            out.push(b'\n');
        }
        let file = &self.file.output;
        if last.is_none() {
            self.text.heading(out, file)?;
        }
        if let Some(message) = &link.metadata {
            self.text.message(out, file, message.metadata())?;
        }
        Ok(out.len() > start)
    }

    fn context(&mut self, line: &OwnedLine) -> io::Result<()> {
        let out = &mut self.rendered.bytes;
        let file = &self.file.output;
        self.text
            .context(out, file, &line.text, line.is_cut, &line.marks)
    }

    /// Prints the count or the name of a file at its end.
    fn end(&mut self, end: &FileEnd) -> io::Result<()> {
        let file = &self.file.output;
        let out = &mut self.rendered.bytes;
        match self.options.show {
            Show::Count => self.text.count(out, file, end.count),
            Show::Files if end.count > 0 => self.text.path(out, &file.path, b'\n'),
            Show::FilesWithout if end.is_without_links() && !self.options.quiet => {
                self.text.path(out, &file.path, b'\n')
            }
            _ => Ok(()),
        }
    }
}
