//! Searches texts for the kinds of URLs that are wanted, including defanged ones (`hxxp://a[.]example/`).

use std::mem;

use urlsift_scan::{Config, Event, Refanger, Scanner};

use crate::Verdict;

/// Searches one text after another.
#[derive(Debug)]
pub(crate) struct TextSearcher {
    scanner: Scanner,
    /// Refangs the texts before they are searched, if that is wanted.
    refang: Option<Box<Refang>>,
    /// Whether only URLs in angle brackets are found, in texts as they are.
    #[cfg(feature = "mail")]
    pub(crate) is_simple: bool,
}

impl TextSearcher {
    /// Creates a searcher for what this configuration wants.
    pub(crate) fn new(config: &Config) -> Self {
        let refangs = config.wants_refanging();
        Self {
            scanner: Scanner::new(config.clone()).judge(|url| Verdict::of(url).may_be_url()),
            refang: refangs.then(Box::default),
            #[cfg(feature = "mail")]
            is_simple: !config.wants_undelimited() && !config.wants_attributes() && !refangs,
        }
    }

    /// Sets whether the next text is what an HTML page shows.
    #[cfg(feature = "html")]
    pub(crate) const fn set_html(&mut self, is_html: bool) {
        self.scanner.set_html(is_html);
    }

    /// Sets whether the next text is a header field.
    #[cfg(feature = "mail")]
    pub(crate) const fn set_header(&mut self, is_header: bool) {
        self.scanner.set_header(is_header);
    }

    /// Searches the next bytes of the text, and reports the events that are decided. The first trigger in the bytes is
    /// at the index `first_trigger` or later, and the first `<` that may open a candidate at `first_opener` or later.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        first_trigger: usize,
        first_opener: usize,
        report: &mut impl FnMut(&Event),
    ) {
        let scanner = &mut self.scanner;
        match &mut self.refang {
            None => scanner.push_from(bytes, first_trigger, first_opener, report),
            Some(refang) => refang.push(bytes, first_trigger, first_opener, scanner, report),
        }
    }

    /// Ends the text, and reports the remaining events.
    pub(crate) fn finish(&mut self, report: &mut impl FnMut(&Event)) {
        match &mut self.refang {
            None => self.scanner.finish(report),
            Some(refang) => refang.finish(&mut self.scanner, report),
        }
    }

    /// Ends the text, and discards undecided bytes.
    #[cfg(feature = "mail")]
    pub(crate) fn reset(&mut self) {
        self.scanner.reset();
        if let Some(refang) = &mut self.refang {
            refang.end_text();
        }
    }

    /// Returns the number of bytes of the text so far.
    #[cfg(feature = "mail")]
    pub(crate) fn offset(&self) -> u64 {
        match &self.refang {
            None => self.scanner.offset(),
            Some(refang) => refang.read,
        }
    }

    /// Returns the offset in the text before which all events have been found; `None` at the end of the text so far, if
    /// only URLs in angle brackets are found.
    #[cfg(feature = "mail")]
    pub(crate) fn undecided(&self) -> Option<u64> {
        match &self.refang {
            None => {
                let undecided = self.scanner.undecided();
                let is_wanted = !self.is_simple || undecided < self.scanner.offset();
                is_wanted.then_some(undecided)
            }
            Some(refang) => Some(refang.undecided),
        }
    }
}

/// The state of the refanged text.
#[derive(Debug, Default)]
pub(crate) struct Refang {
    refanger: Refanger,
    /// A buffer for the next bytes of the refanged text.
    replaced: Vec<u8>,
    /// The length of the original text so far, in bytes.
    read: u64,
    /// The offset in the original text of the first byte that is not decided.
    undecided: u64,
}

impl Refang {
    /// Searches the next bytes of the text, as [`TextSearcher::push`] does. The offsets of the events are in the
    /// original text.
    fn push(
        &mut self,
        bytes: &[u8],
        first_trigger: usize,
        first_opener: usize,
        scanner: &mut Scanner,
        report: &mut impl FnMut(&Event),
    ) {
        self.read += bytes.len() as u64;
        if self.refanger.passes(bytes) {
            self.search(bytes, first_trigger, first_opener, scanner, report);
            return;
        }
        let mut replaced = mem::take(&mut self.replaced);
        replaced.clear();
        self.refanger.push(bytes, &mut replaced);
        self.search(&replaced, 0, 0, scanner, report);
        self.replaced = replaced;
    }

    /// Ends the text, and reports the remaining events.
    fn finish(&mut self, scanner: &mut Scanner, report: &mut impl FnMut(&Event)) {
        let mut replaced = mem::take(&mut self.replaced);
        replaced.clear();
        self.refanger.finish(&mut replaced);
        self.search(&replaced, 0, 0, scanner, report);
        self.replaced = replaced;
        scanner.finish(&mut |event| report(&self.refanger.restored(event)));
        self.end_text();
    }

    fn end_text(&mut self) {
        self.refanger.reset();
        self.read = 0;
        self.undecided = 0;
    }

    /// Searches the next bytes of the refanged text, as [`TextSearcher::push`] does.
    fn search(
        &mut self,
        result: &[u8],
        first_trigger: usize,
        first_opener: usize,
        scanner: &mut Scanner,
        report: &mut impl FnMut(&Event),
    ) {
        let refanger = &self.refanger;
        scanner.push_from(result, first_trigger, first_opener, &mut |event| {
            report(&refanger.restored(event));
        });
        let undecided = scanner.undecided();
        self.undecided = self.refanger.start_in_text(undecided);
        self.refanger.forget_before(undecided);
    }
}
