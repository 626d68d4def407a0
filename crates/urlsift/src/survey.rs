//! What an archive holds, counted.

use std::{collections::BTreeMap, io::Read, ops::ControlFlow};

use urlsift_archive::{Kind, Message, Part, Reading, Visitor, Walker, Warning};

use crate::{Error, Input, ReadError, feed::Feed};

/// So many types of parts are told apart.
const MOST_TYPES: usize = 1000;

/// The name of a type is cut behind so many bytes.
const LONGEST_TYPE: usize = 100;

/// What all other types are called. The name of a type has a `/`.
const OTHER: &str = "other";

/// The places of so many doubtful boundaries are kept.
const MOST_DOUBTFUL: usize = 1000;

/// Follows a survey as it goes on.
pub trait Watch {
    /// Something that a reader of the archive should know, and the byte of the file that it is
    /// about.
    fn warning(&mut self, _offset: u64, _warning: Warning) {}

    /// Everything read so far is counted, and more is about to be read, which may take any time.
    /// May end the survey. Is called again when a signal interrupts the reading.
    fn before_read(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Nobody does.
impl Watch for () {}

/// Counts what one file after the other holds.
///
/// It keeps one block of 128 KiB and what a [`Walker`] keeps, and decodes nothing.
///
/// ```
/// use urlsift::{Kind, Survey, Surveyor};
///
/// let mail = &b"Subject: a\nContent-Type: text/html\n\n<p>b\n"[..];
/// let mut survey = Survey::default();
/// Surveyor::new().survey(mail, &mut survey, &mut ())?;
/// assert_eq!(survey.kind(), Some(Kind::Message));
/// assert_eq!(survey.messages(), 1);
/// assert_eq!(survey.parts()[0].media_type, "text/html");
/// # Ok::<(), urlsift::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Surveyor {
    walker: Walker,
    feed: Feed,
}

impl Surveyor {
    /// Takes each file for what it is by its content.
    #[must_use]
    pub fn new() -> Self {
        Self {
            walker: walker(None),
            feed: Feed::new(),
        }
    }

    /// Takes each file for this kind, whatever it looks like.
    #[must_use]
    pub fn kind(mut self, kind: Option<Kind>) -> Self {
        self.walker = walker(kind);
        self
    }

    /// How many bytes are read at a time, at least 1. What is counted does not depend on it.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.feed.set_block(bytes);
        self
    }

    /// Opens an input and surveys it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or not be read to its end; what came before is in the survey.
    pub fn survey_input(
        &mut self,
        input: &Input,
        survey: &mut Survey,
        watch: &mut impl Watch,
    ) -> Result<(), Error> {
        let bytes = input
            .open()
            .map_err(|error| Error::io(input.path(), error))?;
        self.survey(bytes, survey, watch)
            .map_err(|error| Error::read(input.path(), error))
    }

    /// Counts what a file holds, anew, until the file or the watcher's interest ends.
    ///
    /// # Errors
    ///
    /// If reading fails; what came before is in the survey.
    pub fn survey(
        &mut self,
        mut file: impl Read,
        survey: &mut Survey,
        watch: &mut impl Watch,
    ) -> Result<(), ReadError> {
        *survey = Survey::default();
        self.walker.reset();
        self.feed.reset();
        loop {
            if watch.before_read().is_break() {
                return Ok(());
            }
            let Some(at_end) = self.feed.fill(&mut file)? else {
                continue;
            };
            let window = self.feed.window();
            survey.bytes = self.feed.start() + window.len() as u64;
            let mut count = Count { survey, watch };
            let ControlFlow::Continue(used) = self.walker.push(window, at_end, &mut count) else {
                return Ok(());
            };
            if at_end {
                return Ok(());
            }
            self.feed.consume(used);
        }
    }
}

impl Default for Surveyor {
    fn default() -> Self {
        Self::new()
    }
}

/// Texts are of no interest.
fn walker(kind: Option<Kind>) -> Walker {
    Walker::new(Reading::new().kind(kind).headers(false).bodies(false))
}

/// What a file holds, or several files together.
///
/// It names at most 1000 types of parts, by at most 100 bytes each, and the places of at most 1000
/// doubtful boundaries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    kind: Option<Kind>,
    bytes: u64,
    messages: u64,
    /// By type, then by encoding.
    parts: BTreeMap<String, BTreeMap<&'static str, u64>>,
    doubtful: u64,
    doubtful_at: Vec<u64>,
    warnings: u64,
}

/// How many parts are of a type and an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartCount<'s> {
    /// The type in lower case, such as `text/plain`, cut behind 100 bytes; `other` for all types
    /// behind the first 1000.
    pub media_type: &'s str,
    /// The transfer encoding; see [`Part::encoding`].
    pub encoding: &'static str,
    /// How many.
    pub count: u64,
}

impl Survey {
    /// What the file was taken for. `None` if too little of it could be read to tell; and of
    /// several files.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        self.kind
    }

    /// How many bytes were read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many messages there are. A message inside a message is a part of that.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// What they are made of, the most frequent first; those that are equally frequent by type,
    /// then by encoding. Parts that hold others count, too.
    #[must_use]
    pub fn parts(&self) -> Vec<PartCount<'_>> {
        let by_type = self.parts.iter().flat_map(|(media_type, encodings)| {
            encodings.iter().map(|(&encoding, &count)| PartCount {
                media_type,
                encoding,
                count,
            })
        });
        let mut parts: Vec<_> = by_type.collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.count));
        parts
    }

    /// How many messages begin with a `From ` line that no header follows.
    #[must_use]
    pub fn doubtful(&self) -> u64 {
        self.doubtful
    }

    /// Where in the file these begin, as far as the places are kept; of several files none is.
    #[must_use]
    pub fn doubtful_at(&self) -> &[u64] {
        &self.doubtful_at
    }

    /// How many other warnings there were.
    #[must_use]
    pub fn warnings(&self) -> u64 {
        self.warnings
    }

    /// Adds what another file holds to what several hold together.
    pub fn add(&mut self, other: &Self) {
        self.kind = None;
        self.bytes += other.bytes;
        self.messages += other.messages;
        self.doubtful += other.doubtful;
        self.doubtful_at.clear();
        self.warnings += other.warnings;
        for (media_type, encodings) in &other.parts {
            for (encoding, count) in encodings {
                self.add_parts(media_type, encoding, *count);
            }
        }
    }

    fn add_parts(&mut self, media_type: &str, encoding: &'static str, count: u64) {
        let mut name = &media_type[..media_type.floor_char_boundary(LONGEST_TYPE)];
        // A name is copied only where it is new.
        if !self.parts.contains_key(name) {
            let others = usize::from(self.parts.contains_key(OTHER));
            if self.parts.len() - others >= MOST_TYPES {
                name = OTHER;
            }
            self.parts.entry(name.to_owned()).or_default();
        }
        if let Some(encodings) = self.parts.get_mut(name) {
            *encodings.entry(encoding).or_default() += count;
        }
    }
}

/// Counts what a walk comes upon.
struct Count<'c, W> {
    survey: &'c mut Survey,
    watch: &'c mut W,
}

impl<W: Watch> Visitor for Count<'_, W> {
    fn recognised(&mut self, kind: Kind) {
        self.survey.kind = Some(kind);
    }

    fn message(&mut self, _message: &Message<'_>) -> ControlFlow<()> {
        self.survey.messages += 1;
        ControlFlow::Continue(())
    }

    fn part(&mut self, part: &Part<'_>) -> ControlFlow<()> {
        self.survey.add_parts(part.media_type(), part.encoding(), 1);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        if warning == Warning::DoubtfulBoundary {
            self.survey.doubtful += 1;
            if self.survey.doubtful_at.len() < MOST_DOUBTFUL {
                self.survey.doubtful_at.push(offset);
            }
        } else {
            self.survey.warnings += 1;
        }
        self.watch.warning(offset, warning);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use urlsift_archive::{Kind, Warning};

    use super::{PartCount, Survey, Surveyor, Watch};

    /// Keeps what it is told.
    #[derive(Default)]
    struct Told(Vec<(u64, Warning)>);

    impl Watch for Told {
        fn warning(&mut self, offset: u64, warning: Warning) {
            self.0.push((offset, warning));
        }
    }

    fn part<'s>(media_type: &'s str, encoding: &'static str, count: u64) -> PartCount<'s> {
        PartCount {
            media_type,
            encoding,
            count,
        }
    }

    fn survey(surveyor: Surveyor, file: &[u8]) -> Survey {
        let mut surveyor = surveyor;
        let mut survey = Survey::default();
        let read = surveyor.survey(file, &mut survey, &mut ());
        read.expect("a slice can be read");
        survey
    }

    const MBOX: &str = "From a@a.example Mon Jan  7 00:00:00 2002\n\
        Subject: parts\n\
        Content-Type: multipart/mixed; boundary=x\n\
        \n\
        --x\n\
        \n\
        a\n\
        --x\n\
        Content-Type: text/html\n\
        Content-Transfer-Encoding: quoted-printable\n\
        \n\
        b\n\
        --x\n\
        Content-Type: message/rfc822\n\
        \n\
        Subject: inside\n\
        \n\
        c\n\
        --x--\n\
        \n\
        From b@b.example Mon Jan  7 00:00:01 2002\n\
        no header, and so it is doubtful\n";

    #[test]
    fn an_archive_is_counted_however_it_is_cut() {
        let doubtful = MBOX.find("From b@").expect("it is there") as u64;
        for block in [1, 2, 3, 7, 64, 1 << 17] {
            let mut told = Told::default();
            let mut survey = Survey::default();
            Surveyor::new()
                .block_size(block)
                .survey(MBOX.as_bytes(), &mut survey, &mut told)
                .expect("a slice can be read");
            assert_eq!(survey.kind(), Some(Kind::Mboxo));
            assert_eq!(survey.bytes(), MBOX.len() as u64);
            assert_eq!(survey.messages(), 2);
            // The text of the first part, that of the message inside, that of the second message.
            let expected = [
                part("text/plain", "7bit", 3),
                part("message/rfc822", "7bit", 1),
                part("multipart/mixed", "7bit", 1),
                part("text/html", "quoted-printable", 1),
            ];
            assert_eq!(survey.parts(), expected);
            assert_eq!(survey.doubtful(), 1);
            assert_eq!(survey.doubtful_at(), [doubtful]);
            assert_eq!(survey.warnings(), 0);
            assert_eq!(told.0, [(doubtful, Warning::DoubtfulBoundary)]);
        }
    }

    #[test]
    fn a_file_is_counted_anew_and_as_what_it_is_said_to_be() {
        let mut surveyor = Surveyor::new();
        let mut survey = Survey::default();
        for _ in 0..2 {
            let read = surveyor.survey(MBOX.as_bytes(), &mut survey, &mut ());
            read.expect("a slice can be read");
            assert_eq!(survey.messages(), 2);
        }
        let text = self::survey(Surveyor::new().kind(Some(Kind::Text)), MBOX.as_bytes());
        assert_eq!((text.kind(), text.messages()), (Some(Kind::Text), 0));
        assert!(text.parts().is_empty());
        let empty = self::survey(surveyor, b"");
        assert_eq!((empty.kind(), empty.bytes()), (Some(Kind::Text), 0));
    }

    #[test]
    fn what_came_before_an_error_is_counted() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let mut survey = Survey::default();
        let file = MBOX.as_bytes().chain(Broken);
        let error = Surveyor::new()
            .survey(file, &mut survey, &mut ())
            .expect_err("the reader fails");
        assert_eq!(error.offset(), MBOX.len() as u64);
        assert_eq!(survey.bytes(), MBOX.len() as u64);
        assert_eq!(survey.messages(), 1, "the last one may go on");
    }

    #[test]
    fn names_are_bounded_in_number_and_length() {
        let mut survey = Survey::default();
        let long = format!("text/{}", "é".repeat(60));
        survey.add_parts(&long, "7bit", 1);
        // 5 bytes and 47 characters of two: the next one would reach the 101st byte.
        let cut = format!("text/{}", "é".repeat(47));
        assert_eq!(survey.parts(), [part(&cut, "7bit", 1)]);
        for number in 0..1100 {
            survey.add_parts(&format!("x/{number}"), "7bit", 1);
        }
        survey.add_parts("x/1099", "base64", 1);
        survey.add_parts("x/0", "base64", 1);
        let parts = survey.parts();
        // 999 of the new ones have names.
        assert_eq!(parts[0], part("other", "7bit", 101));
        assert!(parts.contains(&part("other", "base64", 1)));
        assert!(parts.contains(&part("x/0", "base64", 1)));
        assert_eq!(parts.len(), 2 + 999 + 1 + 1);
    }

    #[test]
    fn several_files_are_put_together() {
        let one = survey(Surveyor::new(), MBOX.as_bytes());
        let mut all = one.clone();
        all.add(&one);
        assert_eq!(all.kind(), None);
        assert_eq!(all.messages(), 4);
        assert_eq!(all.bytes(), 2 * one.bytes());
        assert_eq!(all.parts()[0], part("text/plain", "7bit", 6));
        assert_eq!((all.doubtful(), all.doubtful_at()), (2, &[][..]));
    }
}
