//! The messages of an archive that is not read from its start on.

use std::{io::Cursor, ops::ControlFlow};

use urlsift::{
    Kind, Reading,
    archive::{Chain, Message, Rest, Visitor, Walker},
};
use urlsift_tests::archive::{Case, cases, walked};

/// Takes the offsets of messages.
#[derive(Default)]
struct Offsets(Vec<u64>);

impl Visitor for Offsets {
    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.0.push(message.offset());
        ControlFlow::Continue(())
    }
}

/// What the whole walk finds: the kind, and where each message begins.
fn whole(case: &Case) -> (Option<Kind>, Vec<u64>) {
    let walked = walked::walk(&case.file, &case.reading(), case.file.len().max(1));
    let offsets = walked.messages.iter().map(|message| message.offset);
    (walked.kinds.first().copied(), offsets.collect())
}

/// Whether a message of the case tells its length.
fn tells_lengths(case: &Case) -> bool {
    let text = case.file.to_ascii_lowercase();
    let name = b"content-length";
    text.windows(name.len()).any(|window| window == name)
}

#[test]
fn a_walk_that_begins_anywhere_finds_the_messages_from_there_on() {
    let mut seen = 0;
    for case in cases() {
        let (kind, offsets) = whole(&case);
        let Some(kind) = kind.filter(|kind| kind.is_mbox() || *kind == Kind::Mmdf) else {
            continue;
        };
        if tells_lengths(&case) {
            continue;
        }
        seen += 1;
        for start in 0..=case.file.len() {
            // What stands behind a byte order mark begins a line only for those who saw the mark.
            let mark = b"\xEF\xBB\xBF";
            if case.file.starts_with(mark) && (1..=mark.len()).contains(&start) {
                continue;
            }
            let mut before = *b"\n\n\n";
            let known = start.min(before.len());
            before[3 - known..].copy_from_slice(&case.file[start - known..start]);
            let reading = Reading::new().headers(false).bodies(false);
            let mut found = Offsets::default();
            let mut walker = Walker::within(reading, kind, start as u64, before);
            let _ = walker.push(&case.file[start..], Rest::Nothing, &mut found);
            let expected = offsets.iter().copied().filter(|&at| at >= start as u64);
            assert_eq!(
                found.0,
                expected.collect::<Vec<u64>>(),
                "{} from byte {start}",
                case.name
            );
        }
    }
    assert!(seen > 50, "only {seen} cases are mailboxes");
}

#[test]
fn a_chain_of_lengths_leads_to_the_same_messages() {
    let mut seen = 0;
    for case in cases() {
        let (kind, offsets) = whole(&case);
        let Some(kind) = kind.filter(|kind| matches!(kind, Kind::Mboxcl2 | Kind::Rnews)) else {
            continue;
        };
        seen += 1;
        let found: Result<Vec<u64>, _> = Chain::new(Cursor::new(&case.file), kind).collect();
        assert_eq!(found.expect("it is in memory"), offsets, "{}", case.name);
    }
    assert!(seen > 20, "only {seen} cases tell lengths");
}
