//! Mailboxes without empty lines before their `From ` lines.
//!
//! Some programs leave out the empty line after each message. Whether a file is from one of them, only its `From `
//! lines show: none of them has an empty line before it, and a header follows each. The first [`MAX_HEAD`] bytes
//! decide, and no more, so that a reader of the whole file decides as one does that only sees whether the file can be
//! cut. It cannot: to read a range of it alone, these bytes would have to be passed on to each. The price is one thread
//! for such a file, of which there are few, and a file whose first message is longer than these bytes.

use memchr::memmem;

use super::from_line::{Boundary, FROM, boundary, is_confirmed};
use crate::recognise::MAX_HEAD;

/// The minimum number of `From ` lines that nothing else confirms. A single one may be quoted in a mailbox of one
/// message.
const MIN_LINES: usize = 2;

/// Whether an empty line precedes the `From ` lines of a mailbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum EmptyLines {
    /// Where none precedes, the line is none of them, unless its header confirms it.
    #[default]
    Required,
    /// No `From ` line after the first one has been read.
    Undecided,
    /// None precedes them.
    Absent,
}

impl EmptyLines {
    /// Decides by the start of a mailbox, as far as it is examined, or the rest of it from the first `From ` line on
    /// that no empty line precedes. `is_whole` means that no more bytes are examined. `None` if they decide.
    ///
    /// The text begins at the offset `start` of the file. If that is 0, the text must begin with the first `From `
    /// line.
    pub(crate) fn decide(text: &[u8], start: u64, is_whole: bool) -> Option<Self> {
        let room = usize::try_from((MAX_HEAD as u64).saturating_sub(start)).unwrap_or(0);
        let at_end = is_whole && text.len() < room;
        let is_whole = is_whole || text.len() >= room;
        let text = &text[..text.len().min(room)];
        if start == 0 && boundary(text, at_end) == Some(Boundary::No) {
            return Some(Self::Required);
        }
        let mut unconfirmed = 0;
        for at in memmem::find_iter(text, FROM) {
            let before = &text[..at];
            let is_first = before.is_empty();
            if is_first && start == 0 || !(is_first || before.ends_with(b"\n")) {
                continue;
            }
            match boundary(&text[at..], at_end) {
                None if is_whole => break,
                None => return None,
                Some(Boundary::No) => {}
                Some(Boundary::Yes { doubtful, line }) => {
                    if doubtful || before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n") {
                        return Some(Self::Required);
                    }
                    match is_confirmed(&text[at..], line, at_end) {
                        None if is_whole => break,
                        None => return None,
                        // Such a line needs no other evidence.
                        Some(true) => {}
                        Some(false) => unconfirmed += 1,
                    }
                }
            }
        }
        is_whole.then_some(if unconfirmed >= MIN_LINES {
            Self::Absent
        } else {
            Self::Required
        })
    }
}

/// Returns whether no empty line precedes the `From ` lines of a mailbox that begins with `head`, and has no more bytes
/// or at least [`MAX_HEAD`].
pub(crate) fn lacks_empty_lines(head: &[u8]) -> bool {
    EmptyLines::decide(head, 0, true) == Some(EmptyLines::Absent)
}

#[cfg(test)]
mod tests {
    use super::EmptyLines;

    const FROM: &str = "From a@b.example Mon Jan 30 09:12:04 1995\n";

    fn decide(messages: &[&str]) -> Option<EmptyLines> {
        EmptyLines::decide(messages.concat().as_bytes(), 0, true)
    }

    #[test]
    fn all_from_lines_decide() {
        let header = "Subject: a\n\n";
        let tight = [FROM, header, "b\n", FROM, header, "c\n", FROM, header];
        assert_eq!(decide(&tight), Some(EmptyLines::Absent));
        let last = [&tight[..], &["d\n\n", FROM, header]].concat();
        assert_eq!(decide(&last), Some(EmptyLines::Required));
        let headless = [&tight[..], &["d\n", FROM, "text\n"]].concat();
        assert_eq!(decide(&headless), Some(EmptyLines::Required));
        let prose = [&tight[..], &["d\n\nFrom the manual:\n"]].concat();
        assert_eq!(decide(&prose), Some(EmptyLines::Absent));
        assert_eq!(decide(&tight[..6]), Some(EmptyLines::Required));
        assert_eq!(
            decide(&[&["\n"], &tight[..]].concat()),
            Some(EmptyLines::Required)
        );
    }

    #[test]
    fn only_the_start_of_a_file_decides() {
        let header = "Subject: a\n\n";
        let tight = [FROM, header, "b\n", FROM, header, "c\n", FROM, header].concat();
        assert_eq!(EmptyLines::decide(tight.as_bytes(), 0, false), None);
        let long = [&tight, &*"a line\n".repeat(10_000), "\n", FROM, header].concat();
        let text = long.as_bytes();
        assert_eq!(EmptyLines::decide(text, 0, false), Some(EmptyLines::Absent));
        assert_eq!(
            EmptyLines::decide(text, 1 << 16, false),
            Some(EmptyLines::Required)
        );
    }
}
