//! What holds for the ranges of an archive: whatever it is cut into, together they tell what one walk
//! through all of it tells.

use std::{io::Cursor, ops::ControlFlow, ops::Range};

use urlsift::{
    Kind, ReadOptions,
    archive::{Message, Origin, Part, Rest, TextUnit, Visitor, Walker, Warning, first_message},
};
use urlsift_scan::Config;

use crate::{oracle, paths, prefiltering, properties::Escaped};

/// All that a walk tells, but for the numbers of messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// In their order.
    pub all: Vec<Event>,
    /// Whether messages without a URL may be passed by.
    passes: bool,
}

/// Something that a walk tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A message: its offset, that of its header, and the header.
    Message(u64, u64, Vec<u8>),
    /// A part.
    Part(String),
    /// A text.
    Text {
        /// What it is the text of, and what it is relative to, as they are displayed for debugging.
        of: String,
        /// Its bytes.
        bytes: Vec<u8>,
        /// Where each of them came from.
        sources: Vec<Range<u64>>,
        /// Whether its end was told.
        is_over: bool,
    },
    /// A warning and what it is about.
    Warning(u64, Warning),
}

impl Event {
    /// Forgets where bytes came from that open nothing.
    fn keep_openers(&mut self) {
        if let Self::Text { bytes, sources, .. } = self {
            let mut bytes = bytes.iter();
            sources.retain(|_| bytes.next() == Some(&b'<'));
        }
    }
}

impl Visitor for Events {
    fn wants_all_messages(&self) -> bool {
        !self.passes
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.all.push(Event::Message(
            message.offset(),
            message.header_offset(),
            message.header().to_vec(),
        ));
        ControlFlow::Continue(())
    }

    fn part(&mut self, part: &Part<'_>) -> ControlFlow<()> {
        self.all.push(Event::Part(format!("{part:?}")));
        ControlFlow::Continue(())
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        self.all.push(Event::Text {
            of: format!("{text:?}"),
            bytes: Vec::new(),
            sources: Vec::new(),
            is_over: false,
        });
        ControlFlow::Continue(())
    }

    fn text(&mut self, more: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        let Some(Event::Text { bytes, sources, .. }) = self.all.last_mut() else {
            panic!("a text goes on that did not begin");
        };
        let read = bytes.len() as u64;
        bytes.extend_from_slice(more);
        sources.extend((read..bytes.len() as u64).map(|at| origin.source(at..at + 1)));
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Origin<'_>) -> ControlFlow<()> {
        let Some(Event::Text { is_over, .. }) = self.all.last_mut() else {
            panic!("a text ends that did not begin");
        };
        assert!(!*is_over, "a text ends twice");
        *is_over = true;
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        self.all.push(Event::Warning(offset, warning));
    }
}

/// A file, and what one walk through all of it tells.
#[derive(Debug)]
pub struct Whole<'f> {
    file: &'f [u8],
    kind: Kind,
    events: Events,
    messages: u64,
    /// Where messages begin, and where a text can be cut.
    begins: Vec<u64>,
}

/// How the bytes of a range come.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// So many at a time; all at once if it is 0.
    pub at_a_time: usize,
    /// Whether messages without a URL may be passed by. Which ones are is the same only if all bytes
    /// come at once.
    pub passes: bool,
}

/// All at once, and everything is told.
pub const AT_ONCE: Pieces = Pieces {
    at_a_time: 0,
    passes: false,
};

impl<'f> Whole<'f> {
    /// Walks through a file of this kind.
    ///
    /// # Panics
    ///
    /// If the numbers that the walk gives do not fit what it tells.
    #[must_use]
    pub fn of(file: &'f [u8], kind: Kind, passes: bool) -> Self {
        let mut whole = Self::framing(file, kind);
        whole.events.passes = passes;
        let mut walker = Walker::new(prefiltering::reading().kind(Some(kind)));
        let flow = walker.push(file, Rest::Nothing, &mut whole.events);
        assert_eq!(flow, ControlFlow::Continue(file.len()), "{kind}");
        assert_eq!(walker.messages(), whole.messages, "{kind}");
        if whole.is_something() {
            assert_eq!(walker.first(), whole.first(0), "{kind}");
        }
        assert_eq!((walker.next(), walker.is_over()), (None, false), "{kind}");
        whole
    }

    /// Walks through a file of this kind for where messages begin, and nothing else.
    #[must_use]
    pub fn framing(file: &'f [u8], kind: Kind) -> Self {
        let mut framing = Offsets(Vec::new());
        let reading = prefiltering::reading().kind(Some(kind));
        let mut walker = Walker::new(reading.headers(false).bodies(false));
        let _ = walker.push(file, Rest::Nothing, &mut framing);
        let offsets = framing.0;
        Self {
            file,
            kind,
            events: Events::default(),
            messages: offsets.len() as u64,
            begins: match kind {
                Kind::Text => places_of_text(file),
                _ if kind.can_be_cut() => offsets,
                _ => vec![0],
            },
        }
    }

    /// Whether there is what begins: what cannot be cut need not have a message.
    fn is_something(&self) -> bool {
        self.kind.can_be_cut() || self.messages > 0
    }

    /// Where messages begin, and where a text can be cut.
    #[must_use]
    pub fn begins(&self) -> &[u64] {
        &self.begins
    }

    /// Where the first message begins at `start` or behind.
    fn first(&self, start: u64) -> Option<u64> {
        let at = self.begins.partition_point(|&begin| begin < start);
        self.begins.get(at).copied()
    }

    fn about(&self, what: &str) -> String {
        let mut shown = self.file;
        if shown.len() > 3000 {
            shown = &shown[..3000];
        }
        format!("{what}\n  {} {:?}", self.kind, Escaped(shown))
    }

    /// Where a message begins is found from any offset.
    ///
    /// # Panics
    ///
    /// If not.
    pub fn first_message_is_found(&self, start: u64) {
        let found = first_message(Cursor::new(self.file), self.kind, start);
        let found = found.expect("it is in memory");
        let expected = self.first(start);
        assert!(
            found == expected,
            "{}",
            self.about(&format!("from {start} on: {found:?}, not {expected:?}"))
        );
    }

    /// What the ranges between the given offsets tell, one after the other, is what the whole file
    /// tells: each is begun where a message is known to begin.
    ///
    /// # Panics
    ///
    /// If not.
    pub fn ranges_tell_the_same(&self, cuts: &[u64], pieces: Pieces) {
        let mut parts = Vec::new();
        for range in ranges(cuts) {
            let first = first_message(Cursor::new(self.file), self.kind, range.start);
            let Some(first) = first.expect("it is in memory") else {
                continue;
            };
            let (walker, events) = self.walk(first..range.end, pieces, Walker::at_message);
            let next = self.first(range.end).filter(|_| self.is_something());
            assert_eq!(walker.next(), next, "{}", self.about("behind the range"));
            parts.push((walker.messages(), events));
        }
        self.are_the_whole(parts, pieces, &format!("cut at {cuts:?}, {pieces:?}"));
    }

    /// The same where each range is begun with what looks like a message, and begun again with the
    /// one that the range before has come upon if that is another one.
    ///
    /// # Panics
    ///
    /// If not.
    pub fn guessing_tells_the_same(&self, cuts: &[u64], pieces: Pieces) {
        let mut parts = Vec::new();
        // Where the first message of the next range begins.
        let mut next = None;
        for range in ranges(cuts) {
            let (mut walker, mut events) = self.walk(range.clone(), pieces, Walker::within);
            if range.start > 0 && !self.kind.can_be_cut() {
                assert_eq!((walker.first(), walker.is_over()), (None, true));
            }
            if range.start > 0 && walker.first() != next {
                let Some(known) = next else { continue };
                (walker, events) = self.walk(known..range.end, pieces, Walker::at_message);
                assert_eq!(walker.first(), next, "{}", self.about("begun again"));
            }
            next = walker.next();
            parts.push((walker.messages(), events));
        }
        let how = format!("guessed, cut at {cuts:?}, {pieces:?}");
        self.are_the_whole(parts, pieces, &how);
    }

    fn are_the_whole(&self, parts: Vec<(u64, Events)>, pieces: Pieces, how: &str) {
        let messages: u64 = parts.iter().map(|(messages, _)| messages).sum();
        assert_eq!(messages, self.messages, "{}", self.about(how));
        let events = parts.into_iter().flat_map(|(_, events)| events.all);
        if self.kind == Kind::Text {
            let texts: Vec<Event> = events.collect();
            let expected = paths::whole(&Config::new(), self.file);
            let found = scanned(&texts);
            assert!(
                found == expected,
                "{}\n  told  {found:?}\n  whole {expected:?}",
                self.about(how)
            );
            return;
        }
        let mut events: Vec<Event> = events.collect();
        let mut whole = self.events.all.clone();
        if pieces.at_a_time > 0 {
            // Of a character that comes in pieces, a decoder may know more exactly where it ends.
            events.iter_mut().for_each(Event::keep_openers);
            whole.iter_mut().for_each(Event::keep_openers);
        }
        if events != whole {
            let same = events.iter().zip(&whole);
            let same = same.take_while(|(told, whole)| told == whole).count();
            panic!(
                "{}\n  told  {:?}\n  whole {:?}",
                self.about(how),
                events.get(same),
                whole.get(same)
            );
        }
    }

    fn walk(
        &self,
        range: Range<u64>,
        pieces: Pieces,
        begin: fn(ReadOptions, Kind, Range<u64>, [u8; 3]) -> Walker,
    ) -> (Walker, Events) {
        let mut events = Events {
            passes: pieces.passes,
            ..Events::default()
        };
        let start = self.file.len().min(range.start as usize);
        let before = before(self.file, start);
        // As this kind, whatever it begins with.
        let reading = prefiltering::reading().kind(Some(self.kind));
        let mut walker = begin(reading, self.kind, range, before);
        let bytes = &self.file[start..];
        let mut used = 0;
        let mut given = 0;
        loop {
            given = match pieces.at_a_time {
                0 => bytes.len(),
                more => bytes.len().min(given + more),
            };
            let rest = Rest::of(given == bytes.len());
            let flow = walker.push(&bytes[used..given], rest, &mut events);
            let ControlFlow::Continue(more) = flow else {
                unreachable!("nobody asked for a break");
            };
            used += more;
            if walker.is_over() {
                assert_eq!(used, given, "{}", self.about("it is over"));
                let told = events.clone();
                let flow = walker.push(&bytes[used..], Rest::Nothing, &mut events);
                assert_eq!(flow, ControlFlow::Continue(bytes.len() - used));
                assert_eq!(events, told, "{}", self.about("it is over"));
            }
            if walker.is_over() || rest == Rest::Nothing {
                return (walker, events);
            }
        }
    }
}

/// Where messages begin.
struct Offsets(Vec<u64>);

impl Visitor for Offsets {
    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.0.push(message.offset());
        ControlFlow::Continue(())
    }
}

/// The ranges between offsets that are in order, the first one from the start, the last one to the end.
fn ranges(cuts: &[u64]) -> impl Iterator<Item = Range<u64>> {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([u64::MAX]);
    starts.zip(ends).map(|(start, end)| start..end)
}

/// The three bytes in front of an offset; line breaks where the file begins.
#[must_use]
pub fn before(file: &[u8], start: usize) -> [u8; 3] {
    let mut before = *b"\n\n\n";
    let known = start.min(before.len());
    before[3 - known..].copy_from_slice(&file[start - known..start]);
    before
}

/// Where a text begins, and behind which empty lines it goes on.
fn places_of_text(file: &[u8]) -> Vec<u64> {
    let is_place = |&at: &usize| {
        let before = before(file, at);
        let is_behind = before.ends_with(b"\n\n") || before == *b"\n\r\n";
        is_behind && !b" \t\n\r\x0b\x0c/\\".contains(&file[at])
    };
    let places = (1..file.len()).filter(is_place);
    std::iter::once(0)
        .chain(places.map(|at| at as u64))
        .collect()
}

/// What the scanner finds in texts that are verbatim in the file, each for itself, at their places in
/// the file.
fn scanned(texts: &[Event]) -> oracle::Sifted {
    let mut all = oracle::Sifted::default();
    for text in texts {
        let Event::Text {
            bytes,
            sources,
            is_over: true,
            ..
        } = text
        else {
            panic!("more than texts: {text:?}");
        };
        let start = sources.first().map_or(0, |source| source.start as usize);
        let found = paths::whole(&Config::new(), bytes);
        all.found.extend(found.found.into_iter().map(|mut found| {
            let pieces = found.pieces.iter_mut();
            for (from, to) in pieces.chain([&mut found.span]) {
                (*from, *to) = (*from + start, *to + start);
            }
            found
        }));
        all.rejected
            .extend(found.rejected.into_iter().map(|mut rejected| {
                rejected.start += start;
                rejected.at += start;
                rejected
            }));
    }
    all
}
