//! Renders the events of a chunk.

use std::{io, iter, mem, path::Path, sync::Arc};

use urlsift_record::{Preceding, write_json_line};

use super::event::{
    Diagnostic, Event, Events, File, FileEnd, LinkContent, LinkEvent, OwnedLine, TextLink,
};
use crate::{
    options::{SearchOptions, Show},
    report::text::Text,
    select::dedup::MessageOffset,
};

/// What is written of a chunk: whole lines, and diagnostics between them.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    pub(crate) bytes: Vec<u8>,
    /// Each with the number of bytes that are written before it.
    pub(crate) diagnostics: Vec<(usize, Diagnostic)>,
}

impl Rendered {
    /// Adds a diagnostic after what is rendered so far.
    pub(super) fn diagnose(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push((self.bytes.len(), diagnostic));
    }

    /// Adds what is written after it.
    pub(super) fn append(&mut self, other: Self) {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        let moved = other.diagnostics.into_iter();
        self.diagnostics
            .extend(moved.map(|(at, diagnostic)| (before + at, diagnostic)));
    }
}

/// What stands before a link in the output, as far as the link's own output depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings {
    /// Whether there is a heading.
    has_heading: bool,
    /// The message of the last heading of the current file; `None` if the file has no heading yet.
    heading: Option<MessageOffset>,
    /// Whether there are lines of text around a link, or such a link.
    has_context: bool,
    /// The number of links of the current file.
    count: u64,
    /// The number of files that were listed for having no link.
    pub(crate) listed: u64,
}

impl Surroundings {
    /// Advances past an event, and completes an end of a file with the number of its links.
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
            Event::Rejected(_) | Event::Context(_) | Event::Diagnostic(_) => {}
        }
    }

    /// Begins a file, or continues it.
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
    /// Returns whether the file is known to have no link.
    fn is_without_links(&self) -> bool {
        self.count == 0 && !self.has_failed
    }
}

/// The message that is part of the heading of a link.
fn heading_of(link: &LinkEvent, options: &SearchOptions) -> MessageOffset {
    link.message.filter(|_| options.style.messages)
}

/// Renders the events of a chunk.
pub(super) struct Renderer {
    options: &'static SearchOptions,
    text: Text<'static>,
    surroundings: Surroundings,
    file: File,
    rendered: Rendered,
}

impl Renderer {
    pub(super) fn new(
        options: &'static SearchOptions,
        text: Text<'static>,
        surroundings: Surroundings,
    ) -> Self {
        Self {
            options,
            text,
            surroundings,
            file: File {
                path: Arc::from(Path::new("")),
                is_member: false,
                is_resumed: false,
            },
            rendered: Rendered::default(),
        }
    }

    /// Renders events. Positions and indices in a file that was resumed count from after `preceding`.
    pub(super) fn render(&mut self, events: &mut Events, preceding: Preceding) -> Rendered {
        for event in mem::take(&mut events.list) {
            // A vector takes everything.
            let _ = self.event(event, events, preceding);
        }
        mem::take(&mut self.rendered)
    }

    fn event(&mut self, event: Event, events: &Events, preceding: Preceding) -> io::Result<()> {
        let preceding = if self.file.is_resumed {
            preceding
        } else {
            Preceding::default()
        };
        match event {
            Event::File(file) => {
                self.surroundings.continue_file(file.is_resumed);
                self.file = file;
                Ok(())
            }
            Event::Link(link) => self.link(link, events, preceding),
            Event::Rejected(mut rejected) => {
                rejected.rebase(preceding);
                write_json_line(&mut self.rendered.bytes, &*rejected)
            }
            Event::Context(line) => self.context(&line),
            Event::End(end) => self.end(&end),
            Event::Diagnostic(diagnostic) => {
                self.rendered.diagnose(diagnostic);
                Ok(())
            }
        }
    }

    fn link(
        &mut self,
        mut event: LinkEvent,
        events: &Events,
        preceding: Preceding,
    ) -> io::Result<()> {
        match &mut event.content {
            LinkContent::Record(link) => link.rebase(preceding),
            LinkContent::Text(TextLink {
                position: Some(position),
                ..
            }) => *position = position.after(preceding.lines, preceding.columns),
            _ => {}
        }
        match &event.content {
            LinkContent::Counted => Ok(()),
            LinkContent::Line(line) => {
                self.rendered.bytes.extend_from_slice(line);
                Ok(())
            }
            LinkContent::Text(link) => self.text(&event, link, events),
            LinkContent::Record(link) => {
                let out = &mut self.rendered.bytes;
                match &self.options.records.format {
                    Some(records) => records.print(out, link, self.options.style.painter),
                    None => write_json_line(out, &**link),
                }
            }
        }
    }

    /// Prints the lines of a link, under its heading and after the lines of text before it.
    fn text(&mut self, event: &LinkEvent, link: &TextLink, events: &Events) -> io::Result<()> {
        let is_headed = self.options.has_headings() && self.heading(event, link)?;
        if let Some(context) = &event.context {
            let has_context = mem::replace(&mut self.surroundings.has_context, true);
            if !context.follows && has_context && !is_headed {
                Text::gap(&mut self.rendered.bytes);
            }
            for line in &context.lines {
                self.context(line)?;
            }
        }
        let out = &mut self.rendered.bytes;
        for reading in iter::once(&link.first).chain(&link.others) {
            self.text.place(out, &self.file.path, self.file.is_member)?;
            if let Some(position) = link.position {
                self.text.position(out, position)?;
            }
            self.text
                .reading(out, events.reading(reading), link.doubts)?;
        }
        Ok(())
    }

    /// Prints the heading of a link unless it is that of the link before. Returns whether a heading, or an
    /// empty line, was printed.
    fn heading(&mut self, event: &LinkEvent, link: &TextLink) -> io::Result<bool> {
        let heading = heading_of(event, self.options);
        let last = self.surroundings.heading.replace(heading);
        if last == Some(heading) {
            return Ok(false);
        }
        let out = &mut self.rendered.bytes;
        let start = out.len();
        if mem::replace(&mut self.surroundings.has_heading, true) {
            out.push(b'\n');
        }
        let (path, is_member) = (&self.file.path, self.file.is_member);
        if last.is_none() {
            self.text.heading(out, path, is_member)?;
        }
        if let Some(message) = &link.metadata {
            self.text
                .message(out, path, is_member, message.metadata())?;
        }
        Ok(out.len() > start)
    }

    fn context(&mut self, line: &OwnedLine) -> io::Result<()> {
        let (path, is_member) = (&self.file.path, self.file.is_member);
        let out = &mut self.rendered.bytes;
        self.text
            .context(out, path, is_member, &line.text, line.is_cut)
    }

    /// Prints what is known of a file at its end.
    fn end(&mut self, end: &FileEnd) -> io::Result<()> {
        let (path, is_member) = (&self.file.path, self.file.is_member);
        let out = &mut self.rendered.bytes;
        match self.options.show {
            Show::Count => self.text.count(out, path, is_member, end.count),
            Show::Files if end.count > 0 => self.text.path(out, path, b'\n'),
            Show::FilesWithout if end.is_without_links() && !self.options.quiet => {
                self.text.path(out, path, b'\n')
            }
            _ => Ok(()),
        }
    }
}
