//! Reads the inputs behind the back of whoever picks: as `list` does, on as many threads, in the
//! input's order.

use std::{
    collections::VecDeque,
    ops::{ControlFlow, Range},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

use memchr::memmem;
use urlsift_search::{
    Collector, ContextLine, Error, FileSink, InMessage, Link, Sink, Skip, TextLine,
    archive::{Place, Warning},
};

use super::found::{BUFFER, Found};
use crate::{
    options::SearchOptions,
    select::hit::Hit,
    term::{
        diagnostics::reason,
        escape::{escaped, escaped_line},
    },
};

/// So many lines of text are shown before a link, and as many behind it.
const AROUND: u64 = 1;

/// So many bytes of a line are shown on the side of the link, or behind its beginning.
const NEAR: usize = 300;

/// So many are shown of the link's own line in front of it.
const IN_FRONT: usize = 120;

/// Of so many lines of one link that is broken over more, the first are shown.
const MOST_LINES: usize = 16;

/// About so many bytes of links are kept. What is behind them is left out, which is told.
const MOST: usize = 64 << 20;

/// What is told of the inputs, in their order.
#[derive(Debug)]
pub(super) enum Told {
    Links(Vec<Found>),
    /// What is wrong with a file, and its path; an error if not all of it could be read.
    Complaint {
        complaint: String,
        is_error: bool,
    },
    /// There are no more links; or no more are read.
    End {
        is_cut: bool,
    },
}

/// Begins to read.
pub(super) fn read(plan: &'static SearchOptions) -> Receiver<Told> {
    let (sender, told) = channel();
    thread::spawn(move || {
        let searcher = plan.searcher().context(AROUND as usize, AROUND as usize);
        let mut telling = Telling {
            sender,
            room: MOST,
            is_cut: false,
        };
        plan.driver(searcher)
            .run(plan.input.inputs(), move || Leaf::new(plan), &mut telling);
        let is_cut = telling.is_cut;
        // Who has quit does not want to know.
        let _ = telling.sender.send(Told::End { is_cut });
    });
    told
}

/// Tells what stands on the leaves.
struct Telling {
    sender: Sender<Told>,
    /// How many bytes of links more there may be.
    room: usize,
    is_cut: bool,
}

impl Telling {
    /// Tells what takes so many bytes, and whether there is room for more.
    fn tell(&mut self, size: usize, all: impl IntoIterator<Item = Told>) -> ControlFlow<()> {
        let is_heard = all.into_iter().all(|told| self.sender.send(told).is_ok());
        self.is_cut = size >= self.room;
        self.room = self.room.saturating_sub(size);
        if self.is_cut || !is_heard {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Collector<Leaf> for Telling {
    fn write(&mut self, mut leaf: Leaf) -> ControlFlow<()> {
        // The rest of the lines, if there are more, is on the next leaf.
        leaf.close(u64::MAX);
        let size = leaf.size();
        let links = (!leaf.links.is_empty()).then_some(Told::Links(leaf.links));
        self.tell(size, links.into_iter().chain(leaf.complaints))
    }
}

/// The links of a part of the inputs.
#[derive(Debug)]
struct Leaf {
    plan: &'static SearchOptions,
    file: PathBuf,
    links: Vec<Found>,
    complaints: Vec<Told>,
    /// How many bytes both take.
    size: usize,
    /// The last lines of text that were told.
    lines: VecDeque<Line>,
    /// The links whose lines are not all told.
    open: Vec<Open>,
    /// Whether the last link was one that is wanted.
    is_taken: bool,
}

/// A line of text.
#[derive(Clone, Debug)]
struct Line {
    number: u64,
    text: Vec<u8>,
    is_cut: bool,
}

/// A link whose lines are not all told.
#[derive(Debug)]
struct Open {
    /// Where among the links it is.
    index: usize,
    /// The number of the line that it begins on, and of the one that it ends on.
    begin: u64,
    end: u64,
    /// What it begins with, as far as that is on one line.
    opening: Vec<u8>,
}

impl Open {
    const fn first(&self) -> u64 {
        self.begin.saturating_sub(AROUND)
    }

    const fn last(&self) -> u64 {
        self.end.saturating_add(AROUND)
    }

    /// Where in its line it begins.
    fn place_in(&self, text: &[u8]) -> Option<usize> {
        if self.begin < self.end {
            // It goes on to the end of the line; others may begin in the same way.
            return text
                .ends_with(&self.opening)
                .then(|| text.len() - self.opening.len());
        }
        memmem::find(text, &self.opening)
    }

    /// What is shown of a line: what is nearest to the link.
    fn shown(&self, line: &Line) -> String {
        let text = &*line.text;
        let range = match line.number {
            number if number < self.begin => text.len().saturating_sub(NEAR)..text.len(),
            number if number > self.begin => 0..NEAR.min(text.len()),
            _ => match self.place_in(text) {
                Some(at) => at.saturating_sub(IN_FRONT)..(at + NEAR).min(text.len()),
                // It is behind what is known of the line.
                None => return format!("...{}...", escaped_line(&self.opening)),
            },
        };
        let range = whole_chars(text, range);
        let is_begun = range.start > 0;
        let is_cut = range.end < text.len() || line.is_cut;
        let shown = escaped_line(&text[range]);
        let [front, behind] = [is_begun, is_cut].map(|is_cut| if is_cut { "..." } else { "" });
        format!("{front}{shown}{behind}")
    }
}

/// A range with all of a character of UTF-8 at each end, or with nothing of it.
fn whole_chars(text: &[u8], range: Range<usize>) -> Range<usize> {
    let is_inside = |at: &usize| text.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let start = (range.start..range.end).find(|at| !is_inside(at));
    let end = (range.start..=range.end).rev().find(|at| !is_inside(at));
    let start = start.unwrap_or(range.end);
    start..end.unwrap_or(start).max(start)
}

impl Leaf {
    fn new(plan: &'static SearchOptions) -> Self {
        Self {
            plan,
            file: PathBuf::new(),
            links: Vec::new(),
            size: 0,
            lines: VecDeque::new(),
            open: Vec::new(),
            is_taken: false,
            complaints: Vec::new(),
        }
    }

    fn line(&mut self, line: TextLine<'_>) {
        let number = line.number();
        self.lines.push_back(Line {
            number,
            text: line.text().to_vec(),
            is_cut: line.is_cut(),
        });
        // The next link may stand on this line.
        let firsts = self.open.iter().map(Open::first);
        let first = firsts
            .min()
            .unwrap_or(number)
            .min(number.saturating_sub(AROUND));
        while self.lines.front().is_some_and(|line| line.number < first) {
            self.lines.pop_front();
        }
        self.close(number);
    }

    fn complain(&mut self, path: &Path, reason: &str, is_error: bool) {
        let [path, reason] = [path.as_os_str().as_encoded_bytes(), reason.as_bytes()].map(escaped);
        let complaint = format!("{path}: {reason}");
        self.size += size_of::<Told>() + complaint.len();
        self.complaints.push(Told::Complaint {
            complaint,
            is_error,
        });
    }

    /// Hands their lines to the links that have them all, once the lines up to a number are told.
    fn close(&mut self, told: u64) {
        let Self {
            lines,
            links: found,
            size,
            open,
            ..
        } = self;
        open.retain(|open| {
            let is_open = open.last() > told;
            if let Some(link) = found.get_mut(open.index).filter(|_| !is_open) {
                let all = open.first()..=open.last();
                let around = lines.iter().filter(|line| all.contains(&line.number));
                link.around = around
                    .map(|line| open.shown(line))
                    .take(MOST_LINES)
                    .collect();
                *size += link
                    .around
                    .iter()
                    .map(|line| line.len() + BUFFER)
                    .sum::<usize>();
            }
            is_open
        });
    }
}

impl Sink for Leaf {
    fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
        self.plan.selection.takes_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.plan.selection.takes_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let verdict = &link.verdict();
        let selection = &self.plan.selection;
        let base = selection.base(link, verdict);
        self.is_taken = selection.takes(link, verdict, base.as_ref())
            && selection.takes_level(verdict.conformance());
        if !self.is_taken {
            return ControlFlow::Continue(());
        }
        let hit = Hit {
            link,
            verdict,
            base: base.as_ref(),
        };
        let found = Found::new(hit, &self.file, self.plan.style.hyphen);
        for line in link.before() {
            self.line(line);
        }
        if let Some(number) = link.text_line() {
            let candidate = link.candidate();
            let mut lines = candidate
                .raw()
                .split(|&byte| byte == b'\n' || byte == b'\r');
            self.open.push(Open {
                index: self.links.len(),
                begin: number,
                end: number + candidate.breaks() as u64,
                opening: lines.next().unwrap_or_default().to_vec(),
            });
        }
        self.size += found.size();
        self.links.push(found);
        ControlFlow::Continue(())
    }

    fn wants_context(&self) -> bool {
        self.is_taken
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        match line {
            ContextLine::Line(line) => self.line(line),
            ContextLine::End => self.close(u64::MAX),
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        if warning != Warning::DoubtfulBoundary {
            let file = self.file.clone();
            self.complain(&file, &format!("byte {offset}: {warning}"), false);
        }
    }
}

impl FileSink for Leaf {
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        self.file = path.into();
        self.lines.clear();
        ControlFlow::Continue(())
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        self.file = path.into();
        self.lines = last.map(|last| last.lines.clone()).unwrap_or_default();
    }

    fn size(&self) -> usize {
        self.size
    }

    fn error(&mut self, error: Error) {
        self.complain(error.path(), &reason(&error), true);
    }
}

#[cfg(test)]
mod tests {
    use std::{ops::ControlFlow, sync::mpsc::channel};

    use super::{IN_FRONT, Line, NEAR, Open, Telling, Told, whole_chars};

    fn shown(number: u64, text: &[u8], is_cut: bool) -> String {
        let open = Open {
            index: 0,
            begin: 5,
            end: 5,
            opening: b"<news:1>".into(),
        };
        open.shown(&Line {
            number,
            text: text.into(),
            is_cut,
        })
    }

    #[test]
    fn what_is_nearest_is_shown_of_a_line() {
        assert_eq!(
            shown(5, b"\tsee <news:1>\x1b.", false),
            "        see <news:1>\\x1b."
        );
        let [long, near] = ["x".repeat(1000), "x".repeat(NEAR)];
        let front = "x".repeat(IN_FRONT);
        let behind = "y".repeat(NEAR - "<news:1>".len());
        let line = format!("{long}<news:1>{}", "y".repeat(1000));
        let expected = format!("...{front}<news:1>{behind}...");
        assert_eq!(shown(5, line.as_bytes(), false), expected);
        assert_eq!(
            shown(4, line.replace('y', "x").as_bytes(), false),
            format!("...{near}")
        );
        assert_eq!(shown(6, line.as_bytes(), false), format!("{near}..."));
        assert_eq!(shown(6, b"x", true), "x...");
        // Behind what is kept of a line.
        assert_eq!(shown(5, long.as_bytes(), true), "...<news:1>...");
    }

    #[test]
    fn no_character_is_cut() {
        let text = "aé漢b".as_bytes();
        assert_eq!(whole_chars(text, 0..text.len()), 0..text.len());
        assert_eq!(whole_chars(text, 2..5), 3..3);
        assert_eq!(whole_chars(text, 1..5), 1..3);
        assert_eq!(whole_chars(text, 2..2), 2..2);
        assert_eq!(whole_chars(b"\x80\x80\x80", 1..2), 2..2);
        assert_eq!(whole_chars(b"", 0..0), 0..0);
    }

    #[test]
    fn no_more_is_read_than_there_is_room_for() {
        let (sender, told) = channel();
        let mut telling = Telling {
            sender,
            room: 100,
            is_cut: false,
        };
        let mut tell = |size| telling.tell(size, [Told::Links(Vec::new())]);
        assert_eq!(tell(60), ControlFlow::Continue(()));
        assert_eq!(tell(39), ControlFlow::Continue(()));
        assert_eq!(tell(1), ControlFlow::Break(()));
        assert!(telling.is_cut);
        // What is known by then is told all the same.
        assert_eq!(told.try_iter().count(), 3);
    }
}
