//! Messages and texts that nobody wants are passed over, and all others are told as if these were, too.

use std::{fs, ops::ControlFlow, ops::Range};

use proptest::prelude::*;
use urlsift::{
    Kind,
    archive::{Message, Origin, Part, Place, Rest, TextUnit, Visitor, Walker, Warning, recognise},
};
use urlsift_tests::{
    archive, cases,
    mailboxes::{self, Writer},
    prefiltering,
};

/// What is wanted.
#[derive(Clone, Copy, Debug)]
struct Wants {
    /// Of the messages, by the bits of their numbers, counted round.
    messages: u64,
    headers: bool,
    /// Parts whose types begin so, and files.
    types: &'static str,
    /// Whether messages may be passed by that hold no URL.
    passes: bool,
}

const ALL: Wants = Wants {
    messages: u64::MAX,
    headers: true,
    types: "",
    passes: false,
};

impl Wants {
    fn message(self, index: u64) -> bool {
        self.messages >> (index % 64) & 1 == 1
    }

    fn text(self, place: Place<'_>) -> bool {
        match place {
            Place::Header(_) => self.headers,
            Place::Part(part) => part.media_type().starts_with(self.types),
            _ => self.types.is_empty(),
        }
    }
}

/// Something that was told, and the number of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    message: Option<u64>,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
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
    Warning(u64, Warning),
}

/// Wants what it wants, or all; then it notes what it would have wanted.
struct Listener {
    wants: Wants,
    takes_all: bool,
    at: Option<u64>,
    /// Whether the text that comes next is wanted; asked for once.
    next_text: Option<bool>,
    all: Vec<Told>,
}

impl Listener {
    fn tell(&mut self, what: What) -> ControlFlow<()> {
        self.all.push(Told {
            message: self.at,
            what,
        });
        ControlFlow::Continue(())
    }

    fn text_at_hand(&mut self) -> Option<&mut What> {
        self.all
            .iter_mut()
            .rev()
            .map(|told| &mut told.what)
            .find(|what| matches!(what, What::Text { .. }))
    }
}

impl Visitor for Listener {
    fn wants_all_messages(&self) -> bool {
        !self.wants.passes
    }

    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.at = Some(message.index());
        let header = message.header().to_vec();
        let _ = self.tell(What::Asked(
            message.offset(),
            message.header_offset(),
            header,
        ));
        self.takes_all || self.wants.message(message.index())
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        assert_eq!(self.at, Some(message.index()), "it was asked for before");
        self.tell(What::Message)
    }

    fn part(&mut self, part: &Part<'_>) -> ControlFlow<()> {
        self.tell(What::Part(format!("{part:?}")))
    }

    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        let is_wanted = self.wants.text(text.place());
        self.next_text = Some(is_wanted).filter(|wanted| self.takes_all || *wanted);
        self.next_text.is_some()
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        // What goes on behind a file in a text is as wanted as that is.
        let is_wanted = self
            .next_text
            .take()
            .unwrap_or(self.wants.text(text.place()));
        self.tell(What::Text {
            of: format!("{text:?}"),
            is_wanted,
            bytes: Vec::new(),
            sources: Vec::new(),
            is_over: false,
        })
    }

    fn text(&mut self, more: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        if let Some(What::Text { bytes, sources, .. }) = self.text_at_hand() {
            let from = bytes.len() as u64;
            bytes.extend_from_slice(more);
            // Where others came from may depend on what of them came together.
            let openers = (from..).zip(more).filter(|(_, byte)| **byte == b'<');
            sources.extend(openers.map(|(at, _)| origin.source(at..at + 1)));
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Origin<'_>) -> ControlFlow<()> {
        if let Some(What::Text { is_over, .. }) = self.text_at_hand() {
            *is_over = true;
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        let _ = self.tell(What::Warning(offset, warning));
    }
}

/// What a walk tells, and how many messages it counts.
fn walk(
    file: &[u8],
    kind: Option<Kind>,
    wants: Wants,
    takes_all: bool,
    at_a_time: usize,
) -> (Vec<Told>, u64) {
    let mut listener = Listener {
        wants,
        takes_all,
        at: None,
        next_text: None,
        all: Vec::new(),
    };
    let mut walker = Walker::new(prefiltering::reading().kind(kind));
    let mut used = 0;
    let mut given = if at_a_time == 0 { file.len() } else { 0 };
    loop {
        let at_end = given == file.len();
        let pushed = walker.push(&file[used..given], Rest::of(at_end), &mut listener);
        let ControlFlow::Continue(more) = pushed else {
            unreachable!("the visitor asked for no break")
        };
        used += more;
        if at_end {
            return (listener.all, walker.messages());
        }
        given = file.len().min(given + at_a_time);
    }
}

/// Passing over what is not wanted gives what leaving it out gives, however the file comes.
#[track_caller]
fn skipping_is_leaving_out(file: &[u8], kind: Option<Kind>, wants: Wants, at_a_time: usize) {
    let (mut expected, messages) = walk(file, kind, wants, true, at_a_time);
    expected.retain(|told| {
        let is_of_wanted = told.message.is_none_or(|index| wants.message(index));
        match told.what {
            // Such a warning is told before a message is asked for, and seems to be of the one before.
            What::Asked(..) | What::Warning(_, Warning::DoubtfulBoundary | Warning::LongHeader) => {
                true
            }
            What::Text { is_wanted, .. } => is_of_wanted && is_wanted,
            What::Message | What::Part(_) | What::Warning(..) => is_of_wanted,
        }
    });
    let (told, counted) = walk(file, kind, wants, false, at_a_time);
    let differ = told
        .iter()
        .zip(&expected)
        .find(|(told, expected)| told != expected);
    let file = file.escape_ascii();
    assert_eq!(differ, None, "{wants:?}, {at_a_time} at a time of {file}");
    assert_eq!(
        told.len(),
        expected.len(),
        "{wants:?}, {at_a_time} at a time of {file}"
    );
    assert_eq!(
        counted, messages,
        "{wants:?}, {at_a_time} at a time of {file}"
    );
}

/// Every third message, none, and all; then by texts.
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
fn what_is_left_out_of_the_cases_of_archives_leaves_the_rest_as_it_was() {
    let mut seen = 0;
    for case in archive::cases() {
        let kind = case.read_as.or_else(|| recognise(&case.file, true));
        for wants in many_wants() {
            for passes in [false, true] {
                let wants = Wants { passes, ..wants };
                for at_a_time in [0, 1, 7, 100] {
                    skipping_is_leaving_out(&case.file, kind, wants, at_a_time);
                }
            }
        }
        seen += 1;
    }
    assert!(seen > 100);
}

#[test]
fn what_is_left_out_of_mailboxes_leaves_the_rest_as_it_was() {
    let mut asked = 0;
    for path in cases::files("mail", "mbox") {
        let file = fs::read(&path).expect("a readable file");
        for wants in many_wants() {
            for at_a_time in [0, 1, 64, 1000] {
                skipping_is_leaving_out(&file, None, wants, at_a_time);
            }
            let told = walk(&file, None, wants, false, 0).0;
            asked += told
                .iter()
                .filter(|told| matches!(told.what, What::Asked(..)))
                .count();
        }
    }
    assert!(asked > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_left_out_of_any_archive_leaves_the_rest_as_it_was(
        kind in prop::sample::select(Kind::ALL),
        numbers in prop::collection::vec(any::<u16>(), 1..200),
        messages in any::<u64>(),
        headers in any::<bool>(),
        types in prop::sample::select(vec!["", "text/", "multipart/", "none/"]),
        passes in any::<bool>(),
        at_a_time in 1..40_usize,
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let file = Writer::new(kind, &mut choices, &[]).archive(8);
        let wants = Wants { messages, headers, types, passes };
        skipping_is_leaving_out(&file, Some(kind), wants, 0);
        skipping_is_leaving_out(&file, Some(kind), wants, at_a_time);
    }
}
