//! Messages and texts that the visitor does not want are skipped, and all others are reported unchanged.

use std::{fs, ops::ControlFlow};

use proptest::prelude::*;
use urlsift::{
    Kind,
    archive::{ArchiveWarning, Message, Origin, Part, Place, TextUnit, Visitor, Walker, recognise},
};
use urlsift_tests::{
    archive::{self, walked},
    cases, effort,
    mailboxes::{self, Writer},
    prefiltering,
    ranges::{Event, Events},
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

/// The index of the message of an event, and whether its text is wanted.
type Mark = (Option<u64>, bool);

/// A visitor that takes what it wants, or everything and records what it would have wanted.
struct SelectiveVisitor {
    wants: Wants,
    accepts_all: bool,
    at: Option<u64>,
    /// Whether the next text is wanted. The walker asks once.
    next_text: Option<bool>,
    /// The offsets and the header of each message that was asked for.
    asked: Vec<(u64, u64, Vec<u8>)>,
    events: Events,
    marks: Vec<Mark>,
}

impl Visitor for SelectiveVisitor {
    fn wants_all_messages(&self) -> bool {
        !self.wants.skip_messages
    }

    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.at = Some(message.index);
        let header = message.header.to_vec();
        self.asked
            .push((message.offset, message.header_offset, header));
        self.accepts_all || self.wants.message(message.index)
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        assert_eq!(self.at, Some(message.index), "asked for before");
        self.marks.push((self.at, true));
        self.events.message(message)
    }

    fn part(&mut self, part: &Part<'_>) -> ControlFlow<()> {
        self.marks.push((self.at, true));
        self.events.part(part)
    }

    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        let is_wanted = self.wants.text(text.place);
        self.next_text = Some(is_wanted).filter(|wanted| self.accepts_all || *wanted);
        self.next_text.is_some()
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        // A text that continues after an embedded file is wanted if its first part is.
        let is_wanted = self.next_text.take().unwrap_or(self.wants.text(text.place));
        // The text around the message of an archiver's page is in no message.
        let is_outside = matches!(text.place, Place::File);
        self.marks
            .push((self.at.filter(|_| !is_outside), is_wanted));
        self.events.begin(text)
    }

    fn text(&mut self, more: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        self.events.text(more, origin)
    }

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.events.end(origin)
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        self.marks.push((self.at, true));
        self.events.warning(offset, warning);
    }
}

/// What a walk has reported.
struct Reported {
    asked: Vec<(u64, u64, Vec<u8>)>,
    events: Vec<(Mark, Event)>,
    messages: u64,
}

fn walk(
    file: &[u8],
    kind: Option<Kind>,
    wants: Wants,
    accepts_all: bool,
    push_size: usize,
) -> Reported {
    let mut visitor = SelectiveVisitor {
        wants,
        accepts_all,
        at: None,
        next_text: None,
        asked: Vec::new(),
        events: Events::default(),
        marks: Vec::new(),
    };
    let mut walker = Walker::new(prefiltering::read_options().kind(kind));
    walked::push_in_steps(&mut walker, file, push_size, &mut visitor);
    let mut all = visitor.events.all;
    assert_eq!(all.len(), visitor.marks.len());
    all.iter_mut().for_each(Event::keep_bracket_sources);
    Reported {
        asked: visitor.asked,
        events: visitor.marks.into_iter().zip(all).collect(),
        messages: walker.messages(),
    }
}

/// Checks that skipping what is not wanted reports the same as filtering it out afterwards.
#[track_caller]
fn check_skipping(file: &[u8], kind: Option<Kind>, wants: Wants, push_size: usize) {
    let mut expected = walk(file, kind, wants, true, push_size);
    expected.events.retain(|((message, is_wanted), event)| {
        // These warnings precede the question whether the message is wanted, and are attributed to the previous one.
        let is_early = matches!(
            event,
            Event::Warning(
                _,
                ArchiveWarning::DoubtfulBoundary | ArchiveWarning::LongHeader
            )
        );
        let is_of_wanted = message.is_none_or(|index| wants.message(index));
        is_early || is_of_wanted && *is_wanted
    });
    let found = walk(file, kind, wants, false, push_size);
    let mut pairs = found.events.iter().zip(&expected.events);
    let differ = pairs.find(|(event, expected)| event != expected);
    let file = file.escape_ascii();
    let about = format!("{wants:?}, pushes of {push_size} bytes of {file}");
    assert_eq!(differ, None, "{about}");
    assert_eq!(found.events.len(), expected.events.len(), "{about}");
    assert_eq!(found.asked, expected.asked, "{about}");
    assert_eq!(found.messages, expected.messages, "{about}");
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
            asked += walk(&file, None, wants, false, 0).asked.len();
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
