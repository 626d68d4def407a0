//! What an archive holds, counted.

use std::{
    collections::BTreeMap,
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use urlsift_archive::{Kind, Message, Part, ReadOptions, Rest, Visitor, Walker, Warning};

use crate::{
    Error, Input,
    feed::Feed,
    files::{Files, Format, Take},
};

/// So many types of parts are told apart.
const MOST_TYPES: usize = 1000;

/// The name of a type is cut behind so many bytes.
const LONGEST_TYPE: usize = 100;

/// What all other types are called. The name of a type has a `/`.
const OTHER: &str = "other";

/// The places of so many doubtful boundaries are kept.
const MOST_DOUBTFUL: usize = 1000;

/// Takes what a [`Surveyor`] has to say.
pub trait Watch {
    /// A file begins: the input itself, or, if that is packed, a file in it, with the path that
    /// [`Sink::begin`](crate::Sink::begin) has.
    fn begin(&mut self, _path: &Path) {}

    /// Something that a reader of the file that was begun should know, and the byte of it that it is
    /// about.
    fn warning(&mut self, _offset: u64, _warning: Warning) {}

    /// The file that was begun is over; this is what it holds, or what was read of it.
    fn surveyed(&mut self, path: &Path, survey: &Survey);

    /// A container is over: what it was in and what it is itself, the outermost first, and how many
    /// of its members were files. Those were told before.
    #[cfg(feature = "compress")]
    fn container(&mut self, _path: &Path, _packing: &[Format], _members: u64) {}

    /// Something could not be read: the file that was begun, from somewhere on; or an input, or what
    /// is in it, as a whole.
    fn error(&mut self, error: Error);

    /// Everything read so far is counted, and more is about to be read, which may take any time.
    /// May end the survey. Is called again when a signal interrupts the reading.
    fn before_read(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Counts what one input after the other holds.
///
/// It keeps one block of 1 MiB and what a [`Walker`] keeps, and decodes nothing but what is packed;
/// what that takes, [`Sifter`](crate::Sifter) tells.
///
/// ```
/// use std::path::Path;
/// use urlsift::{Error, Kind, Survey, Surveyor, Watch};
///
/// struct Show;
/// impl Watch for Show {
///     fn surveyed(&mut self, _: &Path, survey: &Survey) {
///         assert_eq!(survey.kind(), Some(Kind::Message));
///         assert_eq!(survey.messages(), 1);
///         assert_eq!(survey.parts()[0].media_type, "text/html");
///     }
///     fn error(&mut self, error: Error) {
///         panic!("{}: {error}", error.path().display());
///     }
/// }
///
/// let mail = &b"Subject: a\nContent-Type: text/html\n\n<p>b\n"[..];
/// Surveyor::new().survey(Path::new("a.eml"), mail, &mut Show);
/// ```
#[derive(Debug)]
pub struct Surveyor {
    files: Files,
    walk: Walk,
}

/// Counts what one file after the other holds.
#[derive(Debug)]
struct Walk {
    walker: Walker,
    feed: Feed,
}

impl Surveyor {
    /// Takes each file for what it is by its content.
    #[must_use]
    pub fn new() -> Self {
        Self {
            files: Files::new(),
            walk: Walk {
                walker: walker(None),
                feed: Feed::new(),
            },
        }
    }

    /// Takes each file for this kind, whatever it looks like.
    #[must_use]
    pub fn kind(mut self, kind: Option<Kind>) -> Self {
        self.walk.walker = walker(kind);
        self
    }

    /// How compressed files and containers are taken apart: within the default bounds, unless said
    /// otherwise; without an unpacker they are surveyed as they are.
    #[cfg(feature = "compress")]
    #[must_use]
    pub fn unpacking(mut self, unpacker: Option<crate::Unpacker>) -> Self {
        self.files.set_unpacker(unpacker);
        self
    }

    /// How many bytes are read at a time, at least 1. What is counted does not depend on it.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.walk.feed.set_block(bytes);
        self
    }

    /// Opens an input and counts what it holds, until it or the watcher's interest ends.
    pub fn survey_input(&mut self, input: &Input, watch: &mut impl Watch) {
        let Self { files, walk } = self;
        // A break says only that the watcher has had enough.
        let _ = files.open(input, &mut Surveying { walk, watch });
    }

    /// The same for bytes that come from anywhere; `path` is what they are called.
    pub fn survey(&mut self, path: &Path, mut bytes: impl Read, watch: &mut impl Watch) {
        let Self { files, walk } = self;
        let _ = files.read(path, &mut bytes, &mut Surveying { walk, watch });
    }
}

impl Default for Surveyor {
    fn default() -> Self {
        Self::new()
    }
}

/// One input on its way.
struct Surveying<'s, W> {
    walk: &'s mut Walk,
    watch: &'s mut W,
}

impl<W: Watch> Take for Surveying<'_, W> {
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        self.watch.begin(path);
        let mut survey = Survey {
            packing: packing.into(),
            ..Survey::default()
        };
        let failure = self.walk.file(bytes, &mut survey, self.watch)?;
        self.watch.surveyed(path, &survey);
        if let Some(error) = failure {
            self.watch.error(Error::read(path, survey.bytes, error));
        }
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) -> ControlFlow<()> {
        self.watch.error(error);
        ControlFlow::Continue(())
    }

    #[cfg(feature = "compress")]
    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        self.watch.container(path, packing, members);
        ControlFlow::Continue(())
    }

    #[cfg(feature = "compress")]
    fn before_read(&mut self) -> ControlFlow<()> {
        self.watch.before_read()
    }
}

impl Walk {
    /// Counts what a file holds, and returns why it could not be read to its end, if it could not.
    fn file(
        &mut self,
        bytes: &mut dyn Read,
        survey: &mut Survey,
        watch: &mut impl Watch,
    ) -> ControlFlow<(), Option<io::Error>> {
        self.walker.reset();
        self.feed.reset(0);
        loop {
            watch.before_read()?;
            let (rest, failure) = match self.feed.fill(bytes) {
                Ok(Some(at_end)) => (Rest::of(at_end), None),
                Ok(None) => continue,
                Err(error) => (Rest::Lost, Some(error)),
            };
            survey.bytes = self.feed.end();
            let mut count = Count { survey, watch };
            let used = self.walker.push(self.feed.window(), rest, &mut count)?;
            if rest != Rest::Coming {
                return ControlFlow::Continue(failure);
            }
            self.feed.consume(used);
        }
    }
}

/// Texts are of no interest.
fn walker(kind: Option<Kind>) -> Walker {
    Walker::new(ReadOptions::new().kind(kind).headers(false).bodies(false))
}

/// What a file holds, or several files together.
///
/// It names at most 1000 types of parts, by at most 100 bytes each, and the places of at most 1000
/// doubtful boundaries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    packing: Vec<Format>,
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
    /// How the file is packed, the outermost layer first; empty if it is not, and of several files.
    #[cfg(feature = "compress")]
    #[must_use]
    pub fn packing(&self) -> &[Format] {
        &self.packing
    }

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
        self.packing.clear();
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
    use std::{
        io::{self, Read},
        path::Path,
    };

    use urlsift_archive::{Kind, Warning};

    use super::{PartCount, Survey, Surveyor, Watch};
    use crate::Error;

    /// Keeps what it is told.
    #[derive(Default)]
    struct Told {
        survey: Survey,
        warnings: Vec<(u64, Warning)>,
        error: Option<Error>,
    }

    impl Watch for Told {
        fn surveyed(&mut self, _: &Path, survey: &Survey) {
            self.survey = survey.clone();
        }

        fn warning(&mut self, offset: u64, warning: Warning) {
            self.warnings.push((offset, warning));
        }

        fn error(&mut self, error: Error) {
            self.error = Some(error);
        }
    }

    fn told(surveyor: &mut Surveyor, file: impl Read) -> Told {
        let mut told = Told::default();
        surveyor.survey(Path::new("a"), file, &mut told);
        told
    }

    fn part<'s>(media_type: &'s str, encoding: &'static str, count: u64) -> PartCount<'s> {
        PartCount {
            media_type,
            encoding,
            count,
        }
    }

    fn survey(mut surveyor: Surveyor, file: &[u8]) -> Survey {
        told(&mut surveyor, file).survey
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
            let mut surveyor = Surveyor::new().block_size(block);
            let Told {
                survey, warnings, ..
            } = told(&mut surveyor, MBOX.as_bytes());
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
            assert_eq!(warnings, [(doubtful, Warning::DoubtfulBoundary)]);
        }
    }

    #[test]
    fn a_file_is_counted_anew_and_as_what_it_is_said_to_be() {
        let mut surveyor = Surveyor::new();
        for _ in 0..2 {
            let survey = told(&mut surveyor, MBOX.as_bytes()).survey;
            assert_eq!(survey.messages(), 2);
        }
        let text = survey(Surveyor::new().kind(Some(Kind::Text)), MBOX.as_bytes());
        assert_eq!((text.kind(), text.messages()), (Some(Kind::Text), 0));
        assert!(text.parts().is_empty());
        let empty = survey(surveyor, b"");
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
        let file = MBOX.as_bytes().chain(Broken);
        let Told { survey, error, .. } = told(&mut Surveyor::new(), file);
        let error = error.expect("the reader fails");
        assert_eq!(error.offset(), Some(MBOX.len() as u64));
        assert_eq!(survey.bytes(), MBOX.len() as u64);
        assert_eq!(survey.messages(), 2);
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
