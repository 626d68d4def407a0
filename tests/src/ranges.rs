//! Properties of the ranges of an archive: ranges that cover a file report together what a walk through the
//! complete file reports.

use std::{io::Cursor, ops::ControlFlow, ops::Range};

use urlsift::{
    Kind, ReadOptions,
    archive::{
        ArchiveWarning, Before, Message, Origin, Part, Rest, TextUnit, Visitor, Walker,
        first_message,
    },
};
use urlsift_scan::Config;

use crate::{oracle, paths, prefiltering, properties::Escaped};

/// The events of a walk, without the indices of messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// The events, in order.
    pub all: Vec<Event>,
    /// Whether messages without a URL may be skipped.
    skip_messages: bool,
    /// Whether the walk has said that the file cannot be cut.
    cannot_be_cut: bool,
}

/// An event of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A message: its offset, the offset of its header, and the header.
    Message(u64, u64, Vec<u8>),
    /// A part, in debug format.
    Part(String),
    /// A text unit.
    Text {
        /// The text unit, in debug format.
        of: String,
        /// The bytes of the text.
        bytes: Vec<u8>,
        /// The source range of each byte.
        sources: Vec<Range<u64>>,
        /// Whether the end of the text was reported.
        is_over: bool,
    },
    /// A warning and its offset.
    Warning(u64, ArchiveWarning),
}

impl Event {
    /// Removes the sources of all bytes but `<`. The others may depend on the size of the pushes.
    pub fn keep_bracket_sources(&mut self) {
        if let Self::Text { bytes, sources, .. } = self {
            let mut bytes = bytes.iter();
            sources.retain(|_| bytes.next() == Some(&b'<'));
        }
    }
}

impl Visitor for Events {
    fn cannot_be_cut(&mut self) {
        self.cannot_be_cut = true;
    }

    fn wants_all_messages(&self) -> bool {
        !self.skip_messages
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.all.push(Event::Message(
            message.offset,
            message.header_offset,
            message.header.to_vec(),
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
            panic!("text outside a text unit");
        };
        let read = bytes.len() as u64;
        bytes.extend_from_slice(more);
        sources.extend((read..bytes.len() as u64).map(|at| origin.source(at..at + 1)));
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Origin<'_>) -> ControlFlow<()> {
        let Some(Event::Text { is_over, .. }) = self.all.last_mut() else {
            panic!("the end of a text unit that has not begun");
        };
        assert!(!*is_over, "a text unit ends twice");
        *is_over = true;
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        self.all.push(Event::Warning(offset, warning));
    }
}

/// A file and the result of a walk through all of it.
#[derive(Debug)]
pub struct FullWalk<'f> {
    file: &'f [u8],
    kind: Kind,
    events: Events,
    messages: u64,
    /// The offsets where a message begins or a text may be split.
    begins: Vec<u64>,
}

/// How the bytes of a range are passed to the walker.
#[derive(Clone, Copy, Debug)]
pub struct PushOptions {
    /// The number of bytes added at a time; 0 for all at once.
    pub push_size: usize,
    /// Whether messages without a URL may be skipped. The same messages are skipped in every walk only if all
    /// bytes are passed at once.
    pub skip_messages: bool,
}

/// All bytes at once, with all events.
pub const ALL_AT_ONCE: PushOptions = PushOptions {
    push_size: 0,
    skip_messages: false,
};

/// Returns whether ranges of a file of this kind can be read separately.
fn can_be_cut(file: &[u8], kind: Kind) -> bool {
    kind == Kind::Text || ReadOptions::new().can_be_cut(kind, file)
}

impl<'f> FullWalk<'f> {
    /// Walks through a file of this kind.
    ///
    /// # Panics
    ///
    /// If the counters of the walker contradict its events.
    #[must_use]
    pub fn of(file: &'f [u8], kind: Kind, skip_messages: bool) -> Self {
        let mut whole = Self::framing(file, kind);
        whole.events.skip_messages = skip_messages;
        let mut walker = Walker::new(prefiltering::read_options().kind(Some(kind)));
        let flow = walker.push(file, Rest::Nothing, &mut whole.events);
        assert_eq!(flow, ControlFlow::Continue(file.len()), "{kind}");
        assert_eq!(walker.messages(), whole.messages, "{kind}");
        if whole.has_start() {
            assert_eq!(walker.first(), whole.first(0), "{kind}");
        }
        assert_eq!((walker.next(), walker.is_over()), (None, false), "{kind}");
        whole
    }

    /// Walks through a file of this kind and records only where messages begin.
    #[must_use]
    pub fn framing(file: &'f [u8], kind: Kind) -> Self {
        let mut framing = Offsets(Vec::new());
        let read_options = prefiltering::read_options().kind(Some(kind));
        let mut walker = Walker::new(read_options.headers(false).bodies(false));
        let _ = walker.push(file, Rest::Nothing, &mut framing);
        let offsets = framing.0;
        Self {
            file,
            kind,
            events: Events::default(),
            messages: offsets.len() as u64,
            begins: match kind {
                Kind::Text => splits_of_text(file),
                _ if can_be_cut(file, kind) => offsets,
                _ => vec![0],
            },
        }
    }

    /// Returns whether the file has a message or a text. A message that cannot be split may be missing.
    fn has_start(&self) -> bool {
        can_be_cut(self.file, self.kind) || self.messages > 0 || self.kind.has_no_messages()
    }

    /// Returns the number of messages.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Returns the offsets where a message begins or a text may be split.
    #[must_use]
    pub fn begins(&self) -> &[u64] {
        &self.begins
    }

    /// Returns the first such offset at or after `start`.
    fn first(&self, start: u64) -> Option<u64> {
        let at = self.begins.partition_point(|&begin| begin < start);
        self.begins.get(at).copied()
    }

    fn about(&self, message: &str) -> String {
        let mut shown = self.file;
        if shown.len() > 3000 {
            shown = &shown[..3000];
        }
        format!("{message}\n  {} {:?}", self.kind, Escaped(shown))
    }

    /// Checks that [`first_message`] finds the first message at or after `start`.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn check_first_message(&self, start: u64) {
        let found = first_message(Cursor::new(self.file), self.kind, start);
        let found = found.expect("reading from memory succeeds");
        let expected = self.first(start);
        assert!(
            found == expected,
            "{}",
            self.about(&format!("from {start} on: {found:?}, not {expected:?}"))
        );
    }

    /// Returns whether the start of a mailbox shows that it cannot be cut, so that it is never read in ranges.
    fn is_whole_mailbox(&self) -> bool {
        self.kind.is_mbox() && !can_be_cut(self.file, self.kind)
    }

    /// Checks that a walk says that the mailbox cannot be cut, and that no message is found in any range but the first.
    fn check_is_whole(&self, cuts: &[u64]) {
        let said = self.events.cannot_be_cut;
        assert!(said, "{}", self.about("it does not say that it is whole"));
        for &cut in cuts.iter().filter(|&&cut| cut > 0) {
            let first = first_message(Cursor::new(self.file), self.kind, cut);
            let first = first.expect("reading from memory succeeds");
            assert_eq!(first, None, "{}", self.about(&format!("from {cut} on")));
        }
    }

    /// Checks that the ranges between the given offsets report together what the complete file reports. Each range
    /// starts where a message is known to begin.
    ///
    /// # Panics
    ///
    /// If the results differ.
    pub fn check_ranges(&self, cuts: &[u64], options: PushOptions) {
        if self.is_whole_mailbox() {
            return self.check_is_whole(cuts);
        }
        let mut parts = Vec::new();
        for range in ranges(cuts) {
            let first = first_message(Cursor::new(self.file), self.kind, range.start);
            let Some(first) = first.expect("reading from memory succeeds") else {
                continue;
            };
            let (walker, events) = self.walk(first..range.end, options, Walker::at_message);
            let next = self.first(range.end).filter(|_| self.has_start());
            assert_eq!(walker.next(), next, "{}", self.about("after the range"));
            parts.push((walker.messages(), events));
        }
        self.check_total(parts, options, &format!("cut at {cuts:?}, {options:?}"));
    }

    /// Checks the same for ranges that each start at an apparent message. If the previous range ends at a different
    /// message, the range restarts there.
    ///
    /// # Panics
    ///
    /// If the results differ.
    pub fn check_guessed_ranges(&self, cuts: &[u64], options: PushOptions) {
        if self.is_whole_mailbox() {
            return self.check_is_whole(cuts);
        }
        let mut parts = Vec::new();
        // The start of the first message of the next range.
        let mut next = None;
        for range in ranges(cuts) {
            let (mut walker, mut events) = self.walk(range.clone(), options, Walker::within);
            if range.start > 0 && !self.kind.can_be_cut() {
                assert_eq!((walker.first(), walker.is_over()), (None, true));
            }
            if range.start > 0 && walker.first() != next {
                let Some(known) = next else { continue };
                (walker, events) = self.walk(known..range.end, options, Walker::at_message);
                assert_eq!(walker.first(), next, "{}", self.about("restarted"));
            }
            next = walker.next();
            parts.push((walker.messages(), events));
        }
        let how = format!("guessed, cut at {cuts:?}, {options:?}");
        self.check_total(parts, options, &how);
    }

    fn check_total(&self, parts: Vec<(u64, Events)>, options: PushOptions, how: &str) {
        let messages: u64 = parts.iter().map(|(messages, _)| messages).sum();
        assert_eq!(messages, self.messages, "{}", self.about(how));
        let events = parts.into_iter().flat_map(|(_, events)| events.all);
        if self.kind == Kind::Text {
            let texts: Vec<Event> = events.collect();
            let expected = paths::whole(&Config::new(), self.file);
            let found = scanned(&texts);
            assert!(
                found == expected,
                "{}\n  ranges {found:?}\n  whole {expected:?}",
                self.about(how)
            );
            return;
        }
        let mut events: Vec<Event> = events.collect();
        let mut whole = self.events.all.clone();
        if options.push_size > 0 {
            // The source of a character that arrives in two pushes may be more precise.
            events.iter_mut().for_each(Event::keep_bracket_sources);
            whole.iter_mut().for_each(Event::keep_bracket_sources);
        }
        if events != whole {
            let same = events.iter().zip(&whole);
            let same = same
                .take_while(|(reported, whole)| reported == whole)
                .count();
            panic!(
                "{}\n  ranges {:?}\n  whole {:?}",
                self.about(how),
                events.get(same),
                whole.get(same)
            );
        }
    }

    fn walk(
        &self,
        range: Range<u64>,
        options: PushOptions,
        begin: fn(ReadOptions, Kind, Range<u64>, Before) -> Walker,
    ) -> (Walker, Events) {
        let mut events = Events {
            skip_messages: options.skip_messages,
            ..Events::default()
        };
        let start = self.file.len().min(range.start as usize);
        let before = Before::FILE_START.after(&self.file[..start]);
        // The kind is given, whatever the range begins with.
        let read_options = prefiltering::read_options().kind(Some(self.kind));
        let mut walker = begin(read_options, self.kind, range, before);
        let bytes = &self.file[start..];
        let mut used = 0;
        let mut given = 0;
        loop {
            given = match options.push_size {
                0 => bytes.len(),
                more => bytes.len().min(given + more),
            };
            let rest = Rest::of(given == bytes.len());
            let flow = walker.push(&bytes[used..given], rest, &mut events);
            let ControlFlow::Continue(more) = flow else {
                unreachable!("the visitor never breaks");
            };
            used += more;
            if walker.is_over() {
                assert_eq!(used, given, "{}", self.about("consumed after the end"));
                let reported = events.clone();
                let flow = walker.push(&bytes[used..], Rest::Nothing, &mut events);
                assert_eq!(flow, ControlFlow::Continue(bytes.len() - used));
                assert_eq!(events, reported, "{}", self.about("events after the end"));
            }
            if walker.is_over() || rest == Rest::Nothing {
                return (walker, events);
            }
        }
    }
}

/// The offsets where messages begin.
struct Offsets(Vec<u64>);

impl Visitor for Offsets {
    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.0.push(message.offset);
        ControlFlow::Continue(())
    }
}

/// Returns the ranges between sorted offsets. The first starts at 0 and the last has no end.
fn ranges(cuts: &[u64]) -> impl Iterator<Item = Range<u64>> {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([u64::MAX]);
    starts.zip(ends).map(|(start, end)| start..end)
}

/// Returns the three bytes before an offset, padded with line breaks at the start of the file.
fn before(file: &[u8], start: usize) -> [u8; 3] {
    let mut before = *b"\n\n\n";
    let known = start.min(before.len());
    before[3 - known..].copy_from_slice(&file[start - known..start]);
    before
}

/// Returns the start of a text and the offsets after empty lines where it may be split.
fn splits_of_text(file: &[u8]) -> Vec<u64> {
    let is_split = |&at: &usize| {
        let before = before(file, at);
        let follows_blank_line = before.ends_with(b"\n\n") || before == *b"\n\r\n";
        follows_blank_line && !b" \t\n\r\x0b\x0c/\\".contains(&file[at])
    };
    let splits = (1..file.len()).filter(is_split);
    std::iter::once(0)
        .chain(splits.map(|at| at as u64))
        .collect()
}

/// Scans each text unit by itself, and returns the results with offsets in the file. The texts must be verbatim
/// parts of the file.
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
            panic!("not a text: {text:?}");
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
