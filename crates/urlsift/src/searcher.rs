//! Searches texts for the kinds of URLs that are wanted, including defanged ones (`hxxp://a[.]example/`).

use std::mem;

use urlsift_scan::{Config, OwnedEvent, Scanner};
use urlsift_undelimited::{Finder, Refanger};

use crate::{Candidate, Verdict};

/// Searches one text after another.
#[derive(Debug)]
pub(crate) enum TextSearcher {
    /// Finds URLs in angle brackets.
    Scanner(Box<Scanner>),
    /// Finds URLs of all kinds.
    Finder(Box<Finder>),
    /// Finds either of them in texts that it refangs.
    Refang(Box<Refang>),
}

impl TextSearcher {
    /// Creates a searcher for what this configuration wants.
    pub(crate) fn new(config: &Config) -> Self {
        let searcher = if config.wants_undelimited() || config.wants_attributes() {
            let is_url = |candidate: &Candidate| Verdict::of(candidate.url()).may_be_url();
            Self::Finder(Box::new(Finder::new(config.clone(), is_url)))
        } else {
            Self::Scanner(Box::new(Scanner::new(config.clone())))
        };
        if config.wants_refanging() {
            return Self::Refang(Box::new(Refang::new(searcher)));
        }
        searcher
    }

    /// Returns whether only URLs in angle brackets are found, in texts as they are.
    #[cfg(feature = "mail")]
    pub(crate) fn is_scanner(&self) -> bool {
        matches!(self, Self::Scanner(_))
    }

    /// Sets whether the next text is what an HTML page shows.
    #[cfg(feature = "html")]
    pub(crate) fn set_html(&mut self, is_html: bool) {
        match self {
            Self::Scanner(_) => {}
            Self::Finder(finder) => finder.set_html(is_html),
            Self::Refang(refang) => refang.searcher.set_html(is_html),
        }
    }

    /// Searches the next bytes of the text, and reports the events that are decided. The first trigger in the bytes is
    /// at the index `first_trigger` or later, and the first `<` that may open a candidate at `first_opener` or later.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        first_trigger: usize,
        first_opener: usize,
        report: &mut impl FnMut(OwnedEvent),
    ) {
        match self {
            Self::Scanner(scanner) => {
                let mut rest = bytes;
                while !rest.is_empty() {
                    let (event, used) = scanner.step(rest);
                    if let Some(event) = event {
                        report(event.into());
                    }
                    rest = &rest[used..];
                }
            }
            Self::Finder(finder) => {
                finder.push_from(bytes, first_trigger, first_opener);
                while let Some(event) = finder.pop() {
                    report(event);
                }
            }
            Self::Refang(refang) => refang.push(bytes, first_trigger, first_opener, report),
        }
    }

    /// Ends the text, and reports the remaining events.
    pub(crate) fn finish(&mut self, report: &mut impl FnMut(OwnedEvent)) {
        match self {
            Self::Scanner(scanner) => {
                if let Some(event) = scanner.finish() {
                    report(event.into());
                }
            }
            Self::Finder(finder) => {
                finder.finish();
                while let Some(event) = finder.pop() {
                    report(event);
                }
            }
            Self::Refang(refang) => refang.finish(report),
        }
    }

    /// Ends the text, and discards undecided bytes.
    #[cfg(feature = "mail")]
    pub(crate) fn reset(&mut self) {
        match self {
            Self::Scanner(scanner) => scanner.reset(),
            Self::Finder(finder) => finder.reset(),
            Self::Refang(refang) => refang.reset(),
        }
    }

    /// Returns the number of bytes of the text so far. A scanner does not count them and returns 0.
    #[cfg(feature = "mail")]
    pub(crate) fn offset(&self) -> u64 {
        match self {
            Self::Scanner(_) => 0,
            Self::Finder(finder) => finder.offset(),
            Self::Refang(refang) => refang.offset(),
        }
    }

    /// Returns the offset in the text before which all events have been found; `None` at the end of the text so far.
    pub(crate) fn undecided(&self) -> Option<u64> {
        match self {
            Self::Scanner(scanner) => scanner.undecided(),
            Self::Finder(finder) => Some(finder.undecided()),
            Self::Refang(refang) => Some(refang.undecided()),
        }
    }
}

/// The state of the refanged text, and its searcher.
#[derive(Debug)]
pub(crate) struct Refang {
    refanger: Refanger,
    searcher: TextSearcher,
    /// A buffer for the next bytes of the refanged text.
    replaced: Vec<u8>,
    /// The length of the refanged text so far, in bytes.
    written: u64,
    /// The length of the original text so far, in bytes.
    read: u64,
    /// The offset in the original text of the first byte that is not decided.
    undecided: u64,
}

impl Refang {
    /// Creates the state before the first text. `searcher` searches the refanged texts.
    fn new(searcher: TextSearcher) -> Self {
        Self {
            refanger: Refanger::default(),
            searcher,
            replaced: Vec::new(),
            written: 0,
            read: 0,
            undecided: 0,
        }
    }

    /// Searches the next bytes of the text, as [`TextSearcher::push`] does. The offsets of the events are in the
    /// original text.
    fn push(
        &mut self,
        bytes: &[u8],
        first_trigger: usize,
        first_opener: usize,
        report: &mut dyn FnMut(OwnedEvent),
    ) {
        self.read += bytes.len() as u64;
        if self.refanger.passes(bytes) {
            self.search(bytes, first_trigger, first_opener, report);
            return;
        }
        let mut replaced = mem::take(&mut self.replaced);
        replaced.clear();
        self.refanger.push(bytes, &mut replaced);
        self.search(&replaced, 0, 0, report);
        self.replaced = replaced;
    }

    /// Ends the text, and reports the remaining events.
    fn finish(&mut self, report: &mut dyn FnMut(OwnedEvent)) {
        let mut replaced = mem::take(&mut self.replaced);
        replaced.clear();
        self.refanger.finish(&mut replaced);
        self.search(&replaced, 0, 0, report);
        self.replaced = replaced;
        self.searcher
            .finish(&mut |event| report(self.refanger.restore(event)));
        self.end_text();
    }

    /// Ends the text, and discards undecided bytes.
    #[cfg(feature = "mail")]
    fn reset(&mut self) {
        self.searcher.reset();
        self.end_text();
    }

    fn end_text(&mut self) {
        self.refanger.reset();
        self.written = 0;
        self.read = 0;
        self.undecided = 0;
    }

    /// Returns the number of bytes of the text so far.
    #[cfg(feature = "mail")]
    fn offset(&self) -> u64 {
        self.read
    }

    /// Returns the offset in the original text before which all events are decided.
    fn undecided(&self) -> u64 {
        self.undecided
    }

    /// Searches the next bytes of the refanged text, as [`TextSearcher::push`] does.
    fn search(
        &mut self,
        result: &[u8],
        first_trigger: usize,
        first_opener: usize,
        report: &mut dyn FnMut(OwnedEvent),
    ) {
        self.written += result.len() as u64;
        self.searcher
            .push(result, first_trigger, first_opener, &mut |event| {
                report(self.refanger.restore(event));
            });
        let undecided = self.searcher.undecided().unwrap_or(self.written);
        self.undecided = self.refanger.start_in_text(undecided);
        self.refanger.forget_before(undecided);
    }
}
