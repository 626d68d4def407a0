//! Messages and texts that the visitor does not want are skipped, and all others are reported unchanged.

use std::{fs, ops::ControlFlow, ops::Range};

use proptest::prelude::*;
use urlsift::{
    Kind,
    archive::{
        ArchiveWarning, Message, Origin, Part, Place, Rest, TextUnit, Visitor, Walker, recognise,
    },
};
use urlsift_tests::{
    archive, cases, effort,
    mailboxes::{self, Writer},
    prefiltering,
};

use crate::support::config;

/// What the visitor wants.
#[derive(Clone, Copy, Debug)]
struct Wants {
    /// The wanted messages: bit `index % 64` of each.
    messages: u64,
    headers: bool,
    /// The prefix of the media types of wanted parts and files.
    types: &'static str,
    /// Whether messages without a URL may be skipped.
    skip_messages: bool,
}

const ALL: Wants = Wants {
    messages: u64::MAX,
    headers: true,
    types: "",
    skip_messages: false,
};

impl Wants {
    fn message(self, index: u64) -> bool {
        self.messages >> (index % 64) & 1 == 1
    }

    fn text(self, place: Place<'_>) -> bool {
        match place {
            Place::Header(_) => self.headers,
            Place::Part(part) => part.media_type.starts_with(self.types),
            _ => self.types.is_empty(),
        }
    }
}

/// An event and the index of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Event {
    message: Option<u64>,
    kind: EventKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum EventKind {
    Asked(u64, u64, Vec<u8>),
    Message,
    Part(String),
    Text {
        of: String,
        is_wanted: bool,
        bytes: Vec<u8>,
        sources: Vec<Range<u64>>,
        is_over: bool,
    },
    Warning(u64, ArchiveWarning),
}

/// A visitor that takes what it wants, or everything and records what it would have wanted.
struct SelectiveVisitor {
    wants: Wants,
    accepts_all: bool,
    at: Option<u64>,
    /// Whether the next text is wanted. The walker asks once.
    next_text: Option<bool>,
    all: Vec<Event>,
}

impl SelectiveVisitor {
    fn record(&mut self, kind: EventKind) -> ControlFlow<()> {
        self.all.push(Event {
            message: self.at,
            kind,
        });
        ControlFlow::Continue(())
    }

    fn current_text(&mut self) -> Option<&mut EventKind> {
        self.all
            .iter_mut()
            .rev()
            .map(|event| &mut event.kind)
            .find(|kind| matches!(kind, EventKind::Text { .. }))
    }
}

impl Visitor for SelectiveVisitor {
    fn wants_all_messages(&self) -> bool {
        !self.wants.skip_messages
    }

    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.at = Some(message.index);
        let header = message.header.to_vec();
        let _ = self.record(EventKind::Asked(
            message.offset,
            message.header_offset,
            header,
        ));
        self.accepts_all || self.wants.message(message.index)
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        assert_eq!(self.at, Some(message.index), "asked for before");
        self.record(EventKind::Message)
    }

    fn part(&mut self, part: &Part<'_>) -> ControlFlow<()> {
        self.record(EventKind::Part(format!("{part:?}")))
    }

    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        let is_wanted = self.wants.text(text.place);
        self.next_text = Some(is_wanted).filter(|wanted| self.accepts_all || *wanted);
        self.next_text.is_some()
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        // A text that continues after an embedded file is wanted if its first part is.
        let is_wanted = self.next_text.take().unwrap_or(self.wants.text(text.place));
        let kind = EventKind::Text {
            of: format!("{text:?}"),
            is_wanted,
            bytes: Vec::new(),
            sources: Vec::new(),
            is_over: false,
        };
        // The text around the message of an archiver's page is in no message.
        let is_outside = matches!(text.place, Place::File);
        self.all.push(Event {
            message: self.at.filter(|_| !is_outside),
            kind,
        });
        ControlFlow::Continue(())
    }

    fn text(&mut self, more: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        if let Some(EventKind::Text { bytes, sources, .. }) = self.current_text() {
            let from = bytes.len() as u64;
            bytes.extend_from_slice(more);
            // The sources of other bytes may depend on the size of the pushes.
            let openers = (from..).zip(more).filter(|(_, byte)| **byte == b'<');
            sources.extend(openers.map(|(at, _)| origin.source(at..at + 1)));
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Origin<'_>) -> ControlFlow<()> {
        if let Some(EventKind::Text { is_over, .. }) = self.current_text() {
            *is_over = true;
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        let _ = self.record(EventKind::Warning(offset, warning));
    }
}

/// Returns the events of a walk and the number of messages.
fn walk(
    file: &[u8],
    kind: Option<Kind>,
    wants: Wants,
    accepts_all: bool,
    push_size: usize,
) -> (Vec<Event>, u64) {
    let mut visitor = SelectiveVisitor {
        wants,
        accepts_all,
        at: None,
        next_text: None,
        all: Vec::new(),
    };
    let mut walker = Walker::new(prefiltering::read_options().kind(kind));
    let mut used = 0;
    let mut given = if push_size == 0 { file.len() } else { 0 };
    loop {
        let at_end = given == file.len();
        let pushed = walker.push(&file[used..given], Rest::of(at_end), &mut visitor);
        let ControlFlow::Continue(more) = pushed else {
            unreachable!("the visitor never breaks")
        };
        used += more;
        if at_end {
            return (visitor.all, walker.messages());
        }
        given = file.len().min(given + push_size);
    }
}

/// Checks that skipping what is not wanted reports the same as filtering it out afterwards.
#[track_caller]
fn check_skipping(file: &[u8], kind: Option<Kind>, wants: Wants, push_size: usize) {
    let (mut expected, messages) = walk(file, kind, wants, true, push_size);
    expected.retain(|event| {
        let is_of_wanted = event.message.is_none_or(|index| wants.message(index));
        match event.kind {
            // These warnings precede the question whether the message is wanted, and are attributed to the previous
            // one.
            EventKind::Asked(..)
            | EventKind::Warning(
                _,
                ArchiveWarning::DoubtfulBoundary | ArchiveWarning::LongHeader,
            ) => true,
            EventKind::Text { is_wanted, .. } => is_of_wanted && is_wanted,
            EventKind::Message | EventKind::Part(_) | EventKind::Warning(..) => is_of_wanted,
        }
    });
    let (events, counted) = walk(file, kind, wants, false, push_size);
    let differ = events
        .iter()
        .zip(&expected)
        .find(|(event, expected)| event != expected);
    let file = file.escape_ascii();
    assert_eq!(
        differ, None,
        "{wants:?}, pushes of {push_size} bytes of {file}"
    );
    assert_eq!(
        events.len(),
        expected.len(),
        "{wants:?}, pushes of {push_size} bytes of {file}"
    );
    assert_eq!(
        counted, messages,
        "{wants:?}, pushes of {push_size} bytes of {file}"
    );
}

/// Returns filters for every third message, the others, none and all; then for texts.
fn many_wants() -> Vec<Wants> {
    let messages = [u64::MAX / 7, !(u64::MAX / 7), 0, u64::MAX];
    let texts = [
        (true, ""),
        (false, ""),
        (true, "text/plain"),
        (false, "none/"),
    ];
    let of_messages = messages.map(|messages| Wants { messages, ..ALL });
    let of_texts = texts.map(|(headers, types)| Wants {
        headers,
        types,
        ..ALL
    });
    [of_messages, of_texts].concat()
}

#[test]
fn skipping_in_the_archive_cases_does_not_change_the_rest() {
    let mut seen = 0;
    for (number, case) in archive::cases().iter().enumerate() {
        let kind = case.read_as.or_else(|| recognise(&case.file, true));
        for (of_wants, wants) in many_wants().into_iter().enumerate() {
            for skip_messages in [false, true] {
                let wants = Wants {
                    skip_messages,
                    ..wants
                };
                let sizes = [0, 1, 7, 100];
                for push_size in effort::sample(sizes, 4, number + of_wants) {
                    check_skipping(&case.file, kind, wants, push_size);
                }
            }
        }
        seen += 1;
    }
    assert!(seen > 100);
}

#[test]
fn skipping_in_mailboxes_does_not_change_the_rest() {
    let mut asked = 0;
    for path in cases::files("mail", "mbox") {
        let file = fs::read(&path).expect("a readable file");
        for wants in many_wants() {
            for push_size in [0, 1, 64, 1000] {
                check_skipping(&file, None, wants, push_size);
            }
            let events = walk(&file, None, wants, false, 0).0;
            asked += events
                .iter()
                .filter(|event| matches!(event.kind, EventKind::Asked(..)))
                .count();
        }
    }
    assert!(asked > 0);
}

proptest! {
    #![proptest_config(config(5))]

    #[test]
    fn skipping_in_any_archive_does_not_change_the_rest(
        kind in prop::sample::select(Kind::ALL),
        numbers in prop::collection::vec(any::<u16>(), 1..200),
        messages in any::<u64>(),
        headers in any::<bool>(),
        types in prop::sample::select(vec!["", "text/", "multipart/", "none/"]),
        skip_messages in any::<bool>(),
        push_size in 1..40_usize,
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let file = Writer::new(kind, &mut choices, &[]).archive(8);
        let wants = Wants { messages, headers, types, skip_messages };
        check_skipping(&file, Some(kind), wants, 0);
        check_skipping(&file, Some(kind), wants, push_size);
    }
}
