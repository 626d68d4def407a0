//! Links and errors of a part of a scan.

use std::{mem, ops::ControlFlow, path::Path, sync::Arc};

use urlsift::{Preceding, Verdict};
use urlsift_search::{
    Error, FileSink, Format, Input, Kind, Link, Message, Sink, Skip,
    archive::{BinaryHead, Place},
};

use crate::{
    options::Options,
    scan_error::{BinaryFiles, ScanError},
};

/// The approximate size in bytes of a link without its texts, and of an error.
pub(crate) const LINK_BYTES: usize = 640;

/// What a page makes of links.
pub(crate) trait Rows {
    /// Called when a file begins, or continues that began before this page.
    fn begin_file(&mut self, _is_resumed: bool) {}

    /// Adds a link. The verdict is on its URL.
    fn add(&mut self, link: Link<'_>, verdict: Option<&Verdict<'_>>);

    /// Returns the approximate size in bytes.
    fn size(&self) -> usize;

    fn needs_render(&self) -> bool;

    fn render(&mut self, preceding: Preceding);
}

/// Links and errors of a part of a scan.
#[derive(Debug)]
pub(crate) struct Page<R> {
    options: Arc<Options>,
    path: Arc<[u8]>,
    pub(crate) rows: R,
    pub(crate) errors: Vec<ScanError>,
    /// The binary files that have ended here.
    pub(crate) binary: BinaryFiles,
    content: Content,
    is_stdin: bool,
}

/// What is known about the content of the current file.
#[derive(Debug)]
enum Content {
    Text,
    /// Not enough bytes were seen. The links are held back.
    Unknown(BinaryHead, Vec<Link<'static>>),
    /// The number of its links so far.
    Binary(u64),
}

impl<R: Rows> Page<R> {
    pub(crate) fn new(options: Arc<Options>, rows: R) -> Self {
        Self {
            options,
            path: Arc::from([]),
            rows,
            errors: Vec::new(),
            binary: Vec::new(),
            content: Content::Text,
            is_stdin: false,
        }
    }

    fn begin_file(&mut self, path: Arc<[u8]>, content: Content, is_resumed: bool) {
        (self.path, self.content) = (path, content);
        self.rows.begin_file(is_resumed);
    }

    /// Adds a link of a file whose content is known.
    fn add(&mut self, link: Link<'_>, verdict: Option<&Verdict<'_>>) {
        if let Content::Binary(count) = &mut self.content {
            *count += 1;
            if self.options.skips_binary {
                return;
            }
        }
        self.rows.add(link, verdict);
    }

    /// Adds the links that were held back.
    fn set_content(&mut self, content: Content) {
        if let Content::Unknown(_, held) = mem::replace(&mut self.content, content) {
            for link in held {
                self.add(link, None);
            }
        }
    }

    fn set_binary(&mut self, is_binary: bool) {
        self.set_content(if is_binary {
            Content::Binary(0)
        } else {
            Content::Text
        });
    }
}

impl<R: Rows> Sink for Page<R> {
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.options.selection.accepts_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.options.selection.accepts_text(place)
    }

    fn recognised(&mut self, kind: Kind) {
        // As with the command, the caller has chosen the content of standard input, or how the file is read.
        if kind == Kind::Text && self.options.detects_content() && !self.is_stdin {
            self.content = Content::Unknown(BinaryHead::default(), Vec::new());
        }
    }

    fn text(&mut self, decoded: &[u8]) {
        if let Content::Unknown(head, _) = &mut self.content
            && let Some(is_binary) = head.add(decoded)
        {
            self.set_binary(is_binary);
        }
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if let Some(verdict) = self.options.selection.verdict(link) {
            let link = self
                .options
                .selection
                .complete(link, verdict.conformance())
                .with_path(Arc::clone(&self.path));
            match &mut self.content {
                Content::Unknown(_, held) => held.push(link.into_owned()),
                _ => self.add(link, Some(&verdict)),
            }
        }
        ControlFlow::Continue(())
    }
}

impl<R: Rows> FileSink for Page<R> {
    fn input(&mut self, input: &Input) {
        self.is_stdin = input.path() == "-";
    }

    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.begin_file(bytes(path), Content::Text, false);
        ControlFlow::Continue(())
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        let path = last.map_or_else(|| bytes(path), |last| Arc::clone(&last.path));
        let content = match last.map(|last| &last.content) {
            Some(Content::Unknown(head, _)) => Content::Unknown(*head, Vec::new()),
            Some(Content::Binary(count)) => Content::Binary(*count),
            Some(Content::Text) | None => Content::Text,
        };
        self.begin_file(path, content, true);
    }

    fn error(&mut self, error: Error) {
        self.errors.push(ScanError::new(&error));
    }

    fn end(&mut self) {
        if let Content::Unknown(head, _) = self.content {
            self.set_binary(head.is_binary());
        }
        if let Content::Binary(count @ 1..) = self.content {
            self.binary.push((Arc::clone(&self.path), count));
        }
        self.content = Content::Text;
    }

    fn size(&self) -> usize {
        let reports = self.errors.len() + self.binary.len();
        let size = self.rows.size() + LINK_BYTES * reports;
        match &self.content {
            // A page that is not empty is delivered before a read that may block, but this one is not full.
            Content::Unknown(_, held) => (size + held.len()).min(1),
            _ => size,
        }
    }

    fn needs_render(&self) -> bool {
        matches!(&self.content, Content::Unknown(_, held) if !held.is_empty())
            || self.rows.needs_render()
    }

    fn render(&mut self, preceding: Preceding) {
        // The file is a slow pipe.
        self.set_content(Content::Text);
        self.rows.render(preceding);
    }
}

fn bytes(path: &Path) -> Arc<[u8]> {
    path.as_os_str().as_encoded_bytes().into()
}

/// The links of a part of a scan.
#[derive(Debug, Default)]
pub(crate) struct LinkRows {
    pub(crate) links: Vec<Link<'static>>,
    /// Whether the current file began before this page.
    is_resumed: bool,
    /// The number of links of that file. They are the first ones.
    resumed: usize,
    size: usize,
}

impl Rows for LinkRows {
    fn begin_file(&mut self, is_resumed: bool) {
        self.is_resumed = is_resumed;
    }

    fn add(&mut self, link: Link<'_>, _: Option<&Verdict<'_>>) {
        self.size += LINK_BYTES + link.raw().len() + link.url_bytes().len();
        self.resumed += usize::from(self.is_resumed);
        self.links.push(link.into_owned());
    }

    fn size(&self) -> usize {
        self.size
    }

    fn needs_render(&self) -> bool {
        self.resumed > 0
    }

    fn render(&mut self, preceding: Preceding) {
        for link in &mut self.links[..self.resumed] {
            link.rebase(preceding);
        }
    }
}
