//! Reads the inputs while the user picks: on as many threads as a search, in the order of the inputs.

use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use urlsift_search::{
    Collector, ContextLine, Driver, Error, FileSink, HyphenPolicy, InMessage, Inputs, Link,
    Searcher, Sink, Skip,
    archive::{Place, Warning},
};

use crate::{
    excerpt::{CONTEXT_LINES, Excerpts},
    link::{BUFFER_OVERHEAD, ListedLink},
    outcome::Diagnostic,
    selector::Selector,
};

/// About the maximum number of bytes that the links take. Links after that are not read, and the screen says
/// so.
const MEMORY_BUDGET: usize = 64 << 20;

/// Where the links come from: a search of inputs, and what selects its links.
pub struct LinkSource {
    searcher: Searcher,
    inputs: Inputs,
    threads: Option<NonZeroUsize>,
    search: SelectedSearch,
}

/// What a batch needs to know.
#[derive(Clone)]
struct SelectedSearch {
    selector: Arc<dyn Selector>,
    hyphen: HyphenPolicy,
}

impl LinkSource {
    /// Creates the source of the selected links of some inputs. The picker sets the
    /// [context](Searcher::context) of the searcher.
    #[must_use]
    pub fn new(searcher: Searcher, inputs: Inputs, selector: impl Selector + 'static) -> Self {
        Self {
            searcher,
            inputs,
            threads: None,
            search: SelectedSearch {
                selector: Arc::new(selector),
                hyphen: HyphenPolicy::Keep,
            },
        }
    }

    /// Sets the number of threads that search; by default, that of a [`Driver`].
    #[must_use]
    pub fn threads(mut self, threads: Option<NonZeroUsize>) -> Self {
        self.threads = threads;
        self
    }

    /// Sets which reading of a link is listed first, if a line ends in a hyphen (RFC 1738, APPENDIX); by
    /// default, the one that keeps the hyphen.
    #[must_use]
    pub fn hyphen(mut self, hyphen: HyphenPolicy) -> Self {
        self.search.hyphen = hyphen;
        self
    }

    /// Starts to read.
    pub(crate) fn read(self) -> Receiver<ReadEvent> {
        let (sender, events) = channel();
        thread::spawn(move || {
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
            };
            let search = self.search;
            driver.run(self.inputs, move || Batch::new(search.clone()), &mut events);
            let is_truncated = events.is_truncated;
            // Nobody receives it once the picker has ended.
            let _ = events.sender.send(ReadEvent::End { is_truncated });
        });
        events
    }
}

/// An event of reading. Events come in the order of the inputs.
#[derive(Debug)]
pub(crate) enum ReadEvent {
    Links(Vec<ListedLink>),
    Diagnostic(Diagnostic),
    /// No more links come: there are none, or the memory budget is spent.
    End {
        is_truncated: bool,
    },
}

/// Sends the contents of batches.
struct EventSender {
    sender: Sender<ReadEvent>,
    /// The number of bytes that more links may take.
    budget: usize,
    is_truncated: bool,
}

impl EventSender {
    /// Sends events that take `size` bytes. Breaks if no more may follow.
    fn send(
        &mut self,
        size: usize,
        events: impl IntoIterator<Item = ReadEvent>,
    ) -> ControlFlow<()> {
        let is_received = events
            .into_iter()
            .all(|event| self.sender.send(event).is_ok());
        self.is_truncated = size >= self.budget;
        self.budget = self.budget.saturating_sub(size);
        if self.is_truncated || !is_received {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Collector<Batch> for EventSender {
    fn write(&mut self, mut batch: Batch) -> ControlFlow<()> {
        // The rest of the lines, if there are more, is in the next batch.
        batch.complete_excerpts(u64::MAX);
        let size = batch.size();
        let links = (!batch.links.is_empty()).then_some(ReadEvent::Links(batch.links));
        let diagnostics = batch.diagnostics.into_iter().map(ReadEvent::Diagnostic);
        self.send(size, links.into_iter().chain(diagnostics))
    }
}

/// The links of a part of the inputs.
struct Batch {
    search: SelectedSearch,
    path: PathBuf,
    links: Vec<ListedLink>,
    diagnostics: Vec<Diagnostic>,
    /// About the number of bytes that both take.
    size: usize,
    excerpts: Excerpts,
    /// Whether the last link is listed.
    is_selected: bool,
}

impl Batch {
    fn new(search: SelectedSearch) -> Self {
        Self {
            search,
            path: PathBuf::new(),
            links: Vec::new(),
            diagnostics: Vec::new(),
            size: 0,
            excerpts: Excerpts::default(),
            is_selected: false,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let path = diagnostic.path().as_os_str().len();
        self.size += size_of::<ReadEvent>() + path + BUFFER_OVERHEAD;
        self.diagnostics.push(diagnostic);
    }

    /// Gives the links the excerpts that end at or before a line.
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
    fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
        self.search.selector.wants_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.search.selector.wants_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let verdict = &link.verdict();
        let SelectedSearch { selector, hyphen } = &self.search;
        let base = selector.base(link, verdict);
        self.is_selected = selector.selects(link, verdict, base.as_ref());
        if !self.is_selected {
            return ControlFlow::Continue(());
        }
        let listed = ListedLink::new(link, base.as_ref(), *hyphen, &self.path);
        for line in link.before() {
            let number = line.number();
            self.excerpts.add_line(line);
            self.complete_excerpts(number);
        }
        if let Some(number) = link.text_line() {
            self.excerpts
                .begin(self.links.len(), link.candidate(), number);
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
                let number = line.number();
                self.excerpts.add_line(line);
                self.complete_excerpts(number);
            }
            ContextLine::End => self.complete_excerpts(u64::MAX),
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        if warning != Warning::DoubtfulBoundary {
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
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
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
    use std::{ops::ControlFlow, sync::mpsc::channel};

    use super::{EventSender, ReadEvent};

    #[test]
    fn reading_stops_when_the_budget_is_spent() {
        let (sender, received) = channel();
        let mut events = EventSender {
            sender,
            budget: 100,
            is_truncated: false,
        };
        let mut send = |size| events.send(size, [ReadEvent::Links(Vec::new())]);
        assert_eq!(send(60), ControlFlow::Continue(()));
        assert_eq!(send(39), ControlFlow::Continue(()));
        assert_eq!(send(1), ControlFlow::Break(()));
        assert!(events.is_truncated);
        // What is known by then is sent all the same.
        assert_eq!(received.try_iter().count(), 3);
    }
}
