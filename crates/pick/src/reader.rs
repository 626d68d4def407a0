//! Reads the inputs in the background, in order, with as many threads as a search.
//!
//! Links are kept in memory, up to a budget, and reading stops there. Storing them in a file would allow any number,
//! but a person does not choose from a million links: filters are the tool for that.
//!
//! Reading and drawing share nothing but a channel. The channel is not bounded, since the budget is.

use std::{
    io, mem,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use urlsift_search::{
    Collector, ContextLine, Driver, Error, FileSink, Format, HyphenPolicy, Inputs, Link, Message,
    Searcher, Sink, Skip,
    archive::{ArchiveWarning, Place},
};
use urlsift_select::{LastAnchor, Selection};

use crate::{
    excerpt::{CONTEXT_LINES, Excerpts},
    link::{BUFFER_OVERHEAD, ListedLink},
    outcome::Diagnostic,
};

/// The approximate maximum memory of the links, in bytes. Reading stops there, and the screen shows that more links
/// exist.
const MEMORY_BUDGET: usize = 64 << 20;

/// The source of the links: a search of inputs, and which of its links are listed.
pub struct LinkSource {
    /// The searcher, whose [context](Searcher::context) the picker sets.
    pub searcher: Searcher,
    /// The inputs.
    pub inputs: Inputs,
    /// Which links are listed.
    pub selection: Arc<Selection>,
    /// The number of search threads; `None` for the default of a [`Driver`].
    pub threads: Option<NonZeroUsize>,
    /// Which reading of a link is listed first if a line break follows a hyphen (RFC 1738, APPENDIX).
    pub hyphen: HyphenPolicy,
}

impl LinkSource {
    /// Starts reading on another thread. If none can be started, reads to the end before returning.
    pub(crate) fn read(self) -> Receiver<ReadEvent> {
        self.read_on(|job| {
            thread::Builder::new()
                .name("pick".into())
                .spawn(job)
                .map(drop)
        })
    }

    fn read_on(self, start: impl FnOnce(Job) -> io::Result<()>) -> Receiver<ReadEvent> {
        let (sender, events) = channel();
        // If the job cannot be started, it is dropped, and the source must survive.
        let source = Arc::new(Mutex::new(Some(self)));
        let take = |source: &Mutex<Option<Self>>| {
            let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
            source.take()
        };
        let (there, to) = (Arc::clone(&source), sender.clone());
        let started = start(Box::new(move || {
            if let Some(source) = take(&there) {
                source.search(to);
            }
        }));
        if let Err(error) = started
            && let Some(source) = take(&source)
        {
            // The receiver is still here.
            let _ = sender.send(ReadEvent::ThreadShortage(error));
            source.search(sender);
        }
        events
    }

    /// Reads to the end.
    fn search(self, sender: Sender<ReadEvent>) {
        let context = CONTEXT_LINES as usize;
        let driver = Driver::new(self.searcher.context(context, context));
        let driver = match self.threads {
            Some(threads) => driver.threads(threads),
            None => driver,
        };
        let mut events = EventSender {
            sender,
            budget: MEMORY_BUDGET,
            is_truncated: false,
            headers: HeldHeaders::default(),
        };
        let (selection, hyphen) = (self.selection, self.hyphen);
        let batch = move || Batch::new(Arc::clone(&selection), hyphen);
        driver.run(self.inputs, batch, &mut events);
        let is_truncated = events.is_truncated;
        let rest = events.headers.take();
        let _ = events.sender.send(ReadEvent::Links(rest));
        // After the end of the picker there is no receiver.
        let _ = events.sender.send(ReadEvent::End { is_truncated });
    }
}

/// The job of the reading thread.
type Job = Box<dyn FnOnce() + Send>;

/// An event of reading. Events arrive in the order of the inputs.
#[derive(Debug)]
pub(crate) enum ReadEvent {
    Links(Vec<ListedLink>),
    Diagnostic(Diagnostic),
    /// A thread could not be started. The links are unaffected.
    ThreadShortage(io::Error),
    /// The end: of the inputs, or of the memory budget if `is_truncated`.
    End {
        is_truncated: bool,
    },
}

/// Sends the contents of batches.
struct EventSender {
    sender: Sender<ReadEvent>,
    /// The remaining memory budget, in bytes.
    budget: usize,
    /// Whether there was more when it was spent.
    is_truncated: bool,
    headers: HeldHeaders,
}

/// The links in the header of a message, which are listed after the links of its body: they are about the list or the
/// sender, and hardly ever what the reader looks for.
#[derive(Default)]
struct HeldHeaders(Vec<ListedLink>);

impl HeldHeaders {
    /// Returns links in the order of the list. The links of a header whose message may continue are held.
    fn order(&mut self, links: Vec<ListedLink>) -> Vec<ListedLink> {
        let mut ordered = Vec::with_capacity(links.len() + self.0.len());
        for link in links {
            let is_other = |held: &ListedLink| {
                let [held, next] = [&held.location, &link.location];
                (held.message, &held.path) != (next.message, &next.path)
            };
            if self.0.first().is_some_and(is_other) {
                ordered.append(&mut self.0);
            }
            if link.is_in_header {
                self.0.push(link);
            } else {
                ordered.push(link);
            }
        }
        ordered
    }

    fn take(&mut self) -> Vec<ListedLink> {
        mem::take(&mut self.0)
    }
}

impl EventSender {
    /// Sends events that take `size` bytes, 0 if there are none. Breaks if the budget was spent before, or there is no
    /// receiver.
    fn send(
        &mut self,
        size: usize,
        events: impl IntoIterator<Item = ReadEvent>,
    ) -> ControlFlow<()> {
        self.is_truncated = self.budget == 0 && size > 0;
        if self.is_truncated {
            return ControlFlow::Break(());
        }
        self.budget = self.budget.saturating_sub(size);
        let is_received = events
            .into_iter()
            .all(|event| self.sender.send(event).is_ok());
        if is_received {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl Collector<Batch> for EventSender {
    fn write(&mut self, mut batch: Batch) -> ControlFlow<()> {
        // Further lines, if any, are in the next batch.
        batch.complete_excerpts(u64::MAX);
        let size = batch.size();
        let links = self.headers.order(batch.links);
        let links = (!links.is_empty()).then_some(ReadEvent::Links(links));
        let diagnostics = batch.diagnostics.into_iter().map(ReadEvent::Diagnostic);
        self.send(size, links.into_iter().chain(diagnostics))
    }

    fn thread_shortage(&mut self, error: io::Error) {
        // After the end of the picker there is no receiver.
        let _ = self.sender.send(ReadEvent::ThreadShortage(error));
    }
}

/// The links of a part of the inputs.
struct Batch {
    selection: Arc<Selection>,
    hyphen: HyphenPolicy,
    path: PathBuf,
    links: Vec<ListedLink>,
    diagnostics: Vec<Diagnostic>,
    /// The approximate size of both, in bytes.
    size: usize,
    excerpts: Excerpts,
    /// Whether the last link is listed.
    is_selected: bool,
    anchor: LastAnchor,
}

impl Batch {
    fn new(selection: Arc<Selection>, hyphen: HyphenPolicy) -> Self {
        Self {
            selection,
            hyphen,
            path: PathBuf::new(),
            links: Vec::new(),
            diagnostics: Vec::new(),
            size: 0,
            excerpts: Excerpts::default(),
            is_selected: false,
            anchor: LastAnchor::default(),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let path = diagnostic.path().as_os_str().len();
        self.size += size_of::<ReadEvent>() + path + BUFFER_OVERHEAD;
        self.diagnostics.push(diagnostic);
    }

    /// Adds the excerpts that end at or before a line to their links.
    fn complete_excerpts(&mut self, line: u64) {
        for excerpt in self.excerpts.take_complete(line) {
            let lens = excerpt.lines.iter().map(String::len);
            self.size += lens.map(|len| len + BUFFER_OVERHEAD).sum::<usize>();
            if let Some(link) = self.links.get_mut(excerpt.link) {
                link.excerpt = excerpt.lines;
            }
        }
    }
}

impl Sink for Batch {
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.selection.accepts_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.selection.accepts_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let verdict = &link.verdict();
        let selection = &self.selection;
        let base = selection.base(link, verdict);
        self.is_selected = selection.accepts_kind(link.kind())
            && selection.accepts_level(verdict.conformance(), link.kind())
            && selection.accepts_url(link, verdict, base.as_ref())
            && !(self.anchor.shows(link) && selection.no_shown);
        if !self.is_selected {
            return ControlFlow::Continue(());
        }
        let listed = ListedLink::new(link, base.as_ref(), self.hyphen, &self.path);
        for line in link.before() {
            let number = line.number;
            self.excerpts.add_line(line);
            self.complete_excerpts(number);
        }
        if let Some(number) = link.text_line() {
            self.excerpts.begin(self.links.len(), link, number);
        }
        self.size += listed.size();
        self.links.push(listed);
        ControlFlow::Continue(())
    }

    fn wants_context(&self) -> bool {
        self.is_selected
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        match line {
            ContextLine::Line(line) => {
                let number = line.number;
                self.excerpts.add_line(line);
                self.complete_excerpts(number);
            }
            ContextLine::End => self.complete_excerpts(u64::MAX),
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        if warning != ArchiveWarning::DoubtfulBoundary {
            let path = self.path.clone();
            self.report(Diagnostic::Warning {
                path,
                offset,
                warning,
            });
        }
    }
}

impl FileSink for Batch {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.path = path.into();
        self.excerpts.clear_lines();
        ControlFlow::Continue(())
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        self.path = path.into();
        self.excerpts.resume(last.map(|last| &last.excerpts));
    }

    fn size(&self) -> usize {
        self.size
    }

    fn error(&mut self, error: Error) {
        self.report(Diagnostic::Error(error));
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io, ops::ControlFlow, sync::mpsc::channel};

    use urlsift_search::{Config, Conformance, HyphenPolicy, Inputs, Searcher};
    use urlsift_select::Selection;

    use super::{EventSender, HeldHeaders, LinkSource, ReadEvent};
    use crate::{link::ListedLink, picker::Picker};

    fn source(searcher: Searcher, inputs: Inputs) -> LinkSource {
        let selection = Selection {
            level: Conformance::None,
            ..Selection::of_all_kinds()
        };
        LinkSource {
            searcher,
            inputs,
            selection: selection.into(),
            threads: None,
            hyphen: HyphenPolicy::Keep,
        }
    }

    #[test]
    fn reading_needs_no_thread() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a");
        fs::write(&path, "<http://a/> <http://b/>").expect("a file");
        let unread = || {
            let inputs = Inputs::new([path.clone(), dir.path().join("none")]);
            source(Searcher::new(), inputs)
        };
        let counts = |events: Vec<ReadEvent>| {
            let mut counts = [0; 4];
            for event in events {
                match event {
                    ReadEvent::Links(links) => counts[0] += links.len(),
                    ReadEvent::Diagnostic(_) => counts[1] += 1,
                    ReadEvent::End { .. } => counts[2] += 1,
                    ReadEvent::ThreadShortage(_) => counts[3] += 1,
                }
            }
            counts
        };
        let there = unread().read().into_iter().collect();
        assert_eq!(counts(there), [2, 1, 1, 0]);
        let here = unread().read_on(|_| Err(io::ErrorKind::WouldBlock.into()));
        // Everything is read already.
        assert_eq!(counts(here.try_iter().collect()), [2, 1, 1, 1]);
    }

    /// Outlook writes a URL and the same URL in brackets, and breaks both.
    #[test]
    fn a_broken_url_and_its_copy_are_one_link() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a");
        let text =
            "http://a.example/b\nc.html\n<http://a.example/b\nc.html> d\n\nhttp://a.example/b\n";
        fs::write(&path, text).expect("a file");
        let searcher = Searcher::with_config(Config::new().undelimited(true));
        let source = source(searcher, Inputs::new([path]));
        let mut picker = Picker::new(false);
        for event in source.read() {
            if let ReadEvent::Links(links) = event {
                for link in links {
                    picker.add(link);
                }
            }
        }
        let listed = picker
            .rows(0..9)
            .map(|row| (row.link.printable_url(), row.link.count));
        let expected = [("http://a.example/bc.html", 2), ("http://a.example/b", 1)];
        assert!(listed.eq(expected.map(|(url, count)| (url.to_owned(), count))));
    }

    #[test]
    fn links_of_a_header_follow_those_of_the_body() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.mbox");
        let message = |name: &str| {
            format!(
                "From a@b.example Thu Jan  1 00:00:00 1998\nSubject: x\n\
                 List-Archive: <http://{name}.example/header>\n\n<http://{name}.example/body>\n\n"
            )
        };
        fs::write(&path, ["a", "b"].map(message).concat()).expect("a file");
        let source = source(Searcher::new(), Inputs::new([path.clone(), path]));
        let urls = source.read().into_iter().flat_map(|event| match event {
            ReadEvent::Links(links) => links.iter().map(ListedLink::printable_url).collect(),
            _ => Vec::new(),
        });
        let file = [
            "a.example/body",
            "a.example/header",
            "b.example/body",
            "b.example/header",
        ];
        let expected = [file, file].concat();
        assert!(urls.eq(expected.iter().map(|url| format!("http://{url}"))));
    }

    #[test]
    fn reading_stops_at_the_first_event_after_the_budget() {
        let (sender, received) = channel();
        let mut events = EventSender {
            sender,
            budget: 100,
            is_truncated: false,
            headers: HeldHeaders::default(),
        };
        let links = || Some(ReadEvent::Links(Vec::new()));
        for (size, event) in [(60, links()), (39, links()), (1, links()), (0, None)] {
            assert_eq!(events.send(size, event), ControlFlow::Continue(()));
            assert!(!events.is_truncated, "everything is sent");
        }
        assert_eq!(events.send(1, links()), ControlFlow::Break(()));
        assert!(events.is_truncated);
        assert_eq!(received.try_iter().count(), 3);
    }
}
