//! Statistics of an archive: messages, parts and doubtful boundaries.

use std::{
    collections::BTreeMap,
    io::{self, Read},
    ops::ControlFlow,
};

use urlsift_archive::{
    ArchiveWarning, CharsetName, Kind, Message, Part, Place, ReadOptions, Rest, TextUnit, Visitor,
    Walker,
};

use crate::{CharsetCounts, extract::InputBuffer};

/// The maximum number of media types that are counted separately.
const MAX_TYPES: usize = 1000;

/// The maximum number of bytes of the name of a media type.
const MAX_TYPE_LEN: usize = 100;

/// The name under which all other media types are counted. A real media type has a `/`.
const OTHER: &str = "other";

/// The maximum number of doubtful boundaries whose offsets are kept.
const MAX_DOUBTFUL: usize = 1000;

/// An event that a [`StatsReader`] reports while it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatsEvent {
    /// Everything read so far is counted, and a read follows that may block. Reported again when a signal
    /// interrupts the read.
    BeforeRead,
    /// The offset of a defect of the archive, and the defect. Unknown charsets are only counted.
    Warning(u64, ArchiveWarning),
}

/// Counts the messages and parts of one file after another.
///
/// The reader buffers one block of 1 MiB and what a [`Walker`] buffers. It decodes nothing but messages that are
/// encoded as a whole, to count their parts, and texts whose charset is not declared, to guess it.
///
/// ```
/// use std::ops::ControlFlow;
/// use urlsift::{Kind, StatsReader};
///
/// let mail = &b"Subject: a\nContent-Type: text/html\n\n<p>b\n"[..];
/// let mut reader = StatsReader::new(None);
/// let read = reader.read(mail, |_| ControlFlow::Continue(()));
/// let (stats, failure) = read.continue_value().expect("nothing breaks");
/// assert!(failure.is_none());
/// assert_eq!((stats.kind, stats.messages), (Some(Kind::Message), 1));
/// assert_eq!(stats.parts()[0].media_type, "text/html");
/// ```
#[derive(Debug)]
pub struct StatsReader {
    walker: Walker,
    buffer: InputBuffer,
}

impl StatsReader {
    /// Creates a reader that reads each file as `kind`, or detects its kind if that is `None`.
    #[must_use]
    pub fn new(kind: Option<Kind>) -> Self {
        // Texts are not wanted, but an encoded message is entered only if bodies are read.
        let reading = ReadOptions::new().kind(kind).headers(false);
        Self {
            walker: Walker::new(reading),
            buffer: InputBuffer::new(),
        }
    }

    /// Sets whether the next files are pages by their names; see [`ReadOptions::set_page_by_name`].
    pub fn set_page_by_name(&mut self, wanted: bool) {
        self.walker.set_page_by_name(wanted);
    }

    /// Sets the number of bytes read per block, at least 1. It does not affect the counts.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.buffer.set_block(bytes);
        self
    }

    /// Counts the messages and parts of a file. Returns the counts and the read error, if there was one. The
    /// counts then cover the file up to the error.
    ///
    /// # Breaks
    ///
    /// Breaks if `report` breaks before a read.
    pub fn read(
        &mut self,
        mut bytes: impl Read,
        mut report: impl FnMut(StatsEvent) -> ControlFlow<()>,
    ) -> ControlFlow<(), (ArchiveStats, Option<io::Error>)> {
        let mut stats = ArchiveStats::default();
        self.walker.reset();
        self.buffer.reset(0);
        loop {
            report(StatsEvent::BeforeRead)?;
            let (rest, failure) = match self.buffer.fill(&mut bytes) {
                Ok(Some(at_end)) => (Rest::of(at_end), None),
                Ok(None) => continue,
                Err(error) => (Rest::Lost, Some(error)),
            };
            stats.bytes = self.buffer.end();
            let mut count = Count {
                stats: &mut stats,
                report: &mut report,
            };
            let used = self.walker.push(self.buffer.window(), rest, &mut count)?;
            if rest != Rest::Coming {
                return ControlFlow::Continue((stats, failure));
            }
            self.buffer.consume(used);
        }
    }
}

/// The counts of one file, or the sums of several files.
///
/// At most 1000 media types are named, by at most 100 bytes each, and the offsets of at most 1000 doubtful
/// boundaries are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveStats {
    /// The kind that the file was read as; `None` for several files, and if too little of the file could be read.
    pub kind: Option<Kind>,
    /// The number of bytes that were read.
    pub bytes: u64,
    /// The number of messages. A message inside a message is a part of it.
    pub messages: u64,
    /// By media type, then by encoding.
    parts: BTreeMap<String, BTreeMap<&'static str, u64>>,
    /// The number of parts that are declared as encrypted, with S/MIME or PGP. They are not read.
    pub encrypted: u64,
    /// The number of messages that begin with a `From ` line that no header follows or no empty line precedes.
    pub doubtful: u64,
    /// The offsets of the first 1000 doubtful messages; none for several files.
    pub doubtful_at: Vec<u64>,
    /// The number of text parts that declare each charset that is known.
    pub charsets: CharsetCounts,
    /// The number of texts without a known charset in which each charset is guessed. A text of ASCII needs no guess,
    /// and a text file in UTF-8 neither.
    pub guessed_charsets: CharsetCounts,
    /// The number of text parts in each charset that is not known.
    pub unknown_charsets: CharsetCounts,
    skipped: BTreeMap<String, u64>,
    /// The number of other [warnings](StatsEvent::Warning).
    pub warnings: u64,
}

/// The number of parts with a media type and a transfer encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartCount<'s> {
    /// The media type in lower case, such as `text/plain`, cut after 100 bytes; `other` for all types
    /// after the first 1000.
    pub media_type: &'s str,
    /// The transfer encoding; see [`Part::encoding`].
    pub encoding: &'static str,
    /// The number of parts.
    pub count: u64,
}

impl ArchiveStats {
    /// Returns the parts of the messages, including multiparts: the most frequent first, then by media
    /// type, then by encoding.
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

    /// Returns the number of parts of each media type that are not read because they are no text, in alphabetical
    /// order.
    #[must_use]
    pub fn skipped(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.skipped
            .iter()
            .map(|(media_type, &count)| (&**media_type, count))
    }

    /// Adds the counts of another file.
    pub fn add(&mut self, other: &Self) {
        self.kind = None;
        self.bytes += other.bytes;
        self.messages += other.messages;
        self.encrypted += other.encrypted;
        self.doubtful += other.doubtful;
        self.doubtful_at.clear();
        self.charsets.add_all(&other.charsets);
        self.guessed_charsets.add_all(&other.guessed_charsets);
        self.unknown_charsets.add_all(&other.unknown_charsets);
        for (media_type, count) in &other.skipped {
            self.add_skipped(media_type, *count);
        }
        self.warnings += other.warnings;
        for (media_type, encodings) in &other.parts {
            for (encoding, count) in encodings {
                self.add_parts(media_type, encoding, *count);
            }
        }
    }

    fn add_parts(&mut self, media_type: &str, encoding: &'static str, count: u64) {
        let encodings = entry(&mut self.parts, media_type);
        *encodings.entry(encoding).or_default() += count;
    }

    fn add_skipped(&mut self, media_type: &str, count: u64) {
        *entry(&mut self.skipped, media_type) += count;
    }
}

/// Returns the entry of a media type, or of all others after the first 1000.
fn entry<'m, V: Default>(types: &'m mut BTreeMap<String, V>, media_type: &str) -> &'m mut V {
    let mut name = &media_type[..media_type.floor_char_boundary(MAX_TYPE_LEN)];
    let others = usize::from(types.contains_key(OTHER));
    if !types.contains_key(name) && types.len() - others >= MAX_TYPES {
        name = OTHER;
    }
    types.entry(name.to_owned()).or_default()
}

/// Counts what the walker reports.
struct Count<'c, R> {
    stats: &'c mut ArchiveStats,
    report: &'c mut R,
}

impl<R: FnMut(StatsEvent) -> ControlFlow<()>> Visitor for Count<'_, R> {
    fn recognised(&mut self, kind: Kind) {
        self.stats.kind = Some(kind);
    }

    fn message(&mut self, _message: &Message<'_>) -> ControlFlow<()> {
        self.stats.messages += 1;
        ControlFlow::Continue(())
    }

    fn part(&mut self, part: &Part<'_>) -> ControlFlow<()> {
        self.stats.add_parts(part.media_type, part.encoding, 1);
        self.stats.encrypted += u64::from(part.is_encrypted);
        ControlFlow::Continue(())
    }

    fn skipped(&mut self, part: &Part<'_>) {
        if !part.is_encrypted {
            self.stats.add_skipped(part.media_type, 1);
        }
    }

    /// Only texts whose charset is guessed are decoded.
    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        let Place::Part(part) = text.place else {
            return true;
        };
        let charset = part.charset();
        if let Some(name) = charset {
            self.stats.charsets.add(name);
        }
        charset.is_none()
    }

    fn charset_guessed(&mut self, name: &'static str) {
        self.stats.guessed_charsets.add(CharsetName::of(name));
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        match warning {
            // There may be one for each part.
            ArchiveWarning::UnknownCharset(name) => return self.stats.unknown_charsets.add(name),
            ArchiveWarning::DoubtfulBoundary => {
                self.stats.doubtful += 1;
                if self.stats.doubtful_at.len() < MAX_DOUBTFUL {
                    self.stats.doubtful_at.push(offset);
                }
            }
            _ => self.stats.warnings += 1,
        }
        // The next read breaks if this does.
        let _ = (self.report)(StatsEvent::Warning(offset, warning));
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Read},
        ops::ControlFlow,
    };

    use urlsift_archive::{ArchiveWarning, Kind};

    use super::{ArchiveStats, PartCount, StatsEvent, StatsReader};

    /// The result of reading a file.
    struct Reported {
        stats: ArchiveStats,
        warnings: Vec<(u64, ArchiveWarning)>,
        error: Option<io::Error>,
    }

    fn reported(reader: &mut StatsReader, file: impl Read) -> Reported {
        let mut warnings = Vec::new();
        let read = reader.read(file, |event| {
            if let StatsEvent::Warning(offset, warning) = event {
                warnings.push((offset, warning));
            }
            ControlFlow::Continue(())
        });
        let (stats, error) = read.continue_value().expect("nothing breaks");
        Reported {
            stats,
            warnings,
            error,
        }
    }

    fn part<'s>(media_type: &'s str, encoding: &'static str, count: u64) -> PartCount<'s> {
        PartCount {
            media_type,
            encoding,
            count,
        }
    }

    fn stats_as(kind: Option<Kind>, file: &[u8]) -> ArchiveStats {
        let reported = reported(&mut StatsReader::new(kind), file);
        assert!(reported.error.is_none(), "{:?}", reported.error);
        reported.stats
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
    fn counts_do_not_depend_on_blocks() {
        let doubtful = MBOX.find("From b@").expect("it is there") as u64;
        for block in [1, 2, 3, 7, 64, 1 << 17] {
            let mut reader = StatsReader::new(None).block_size(block);
            let Reported {
                stats,
                warnings,
                error,
            } = reported(&mut reader, MBOX.as_bytes());
            assert!(error.is_none(), "{error:?}");
            assert_eq!(stats.kind, Some(Kind::Mboxo));
            assert_eq!(stats.bytes, MBOX.len() as u64);
            assert_eq!(stats.messages, 2);
            // The texts of the first part, of the message inside and of the second message.
            let expected = [
                part("text/plain", "7bit", 3),
                part("message/rfc822", "7bit", 1),
                part("multipart/mixed", "7bit", 1),
                part("text/html", "quoted-printable", 1),
            ];
            assert_eq!(stats.parts(), expected);
            assert_eq!(stats.doubtful, 1);
            assert_eq!(stats.doubtful_at, [doubtful]);
            assert_eq!(stats.warnings, 0);
            assert_eq!(warnings, [(doubtful, ArchiveWarning::DoubtfulBoundary)]);
        }
    }

    #[test]
    fn parts_of_an_encoded_message_count() {
        // Subject: inside, with two parts: a text and a page in an unknown charset.
        let inside = "U3ViamVjdDogaW5zaWRlCkNvbnRlbnQtVHlwZTogbXVsdGlwYXJ0L21peGVkOyBib3VuZGFyeT14\n\
            CgotLXgKCmEKLS14CkNvbnRlbnQtVHlwZTogdGV4dC9odG1sOyBjaGFyc2V0PXVua25vd24KCmIK\n\
            LS14LS0K\n";
        let message = format!(
            "Subject: encoded\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{inside}"
        );
        for block in [1, 2, 3, 7, 64, 1 << 17] {
            let mut reader = StatsReader::new(None).block_size(block);
            let Reported {
                stats, warnings, ..
            } = reported(&mut reader, message.as_bytes());
            assert_eq!(stats.messages, 1);
            let expected = [
                part("message/rfc822", "base64", 1),
                part("multipart/mixed", "7bit", 1),
                part("text/html", "7bit", 1),
                part("text/plain", "7bit", 1),
            ];
            assert_eq!(stats.parts(), expected, "blocks of {block}");
            assert_eq!(warnings, [], "no text is read");
        }
    }

    #[test]
    fn counts_start_anew_and_depend_on_the_kind() {
        let mut reader = StatsReader::new(None);
        for _ in 0..2 {
            let stats = reported(&mut reader, MBOX.as_bytes()).stats;
            assert_eq!(stats.messages, 2);
        }
        let text = stats_as(Some(Kind::Text), MBOX.as_bytes());
        assert_eq!((text.kind, text.messages), (Some(Kind::Text), 0));
        assert!(text.parts().is_empty());
        let empty = reported(&mut reader, &b""[..]).stats;
        assert_eq!((empty.kind, empty.bytes), (Some(Kind::Text), 0));
    }

    #[test]
    fn everything_before_an_error_is_counted() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let file = MBOX.as_bytes().chain(Broken);
        let Reported { stats, error, .. } = reported(&mut StatsReader::new(None), file);
        let error = error.expect("the reader fails");
        assert_eq!(error.to_string(), "gone");
        // The offset of the first byte that could not be read.
        assert_eq!(stats.bytes, MBOX.len() as u64);
        assert_eq!(stats.messages, 2);
    }

    #[test]
    fn names_are_bounded_in_number_and_length() {
        let mut stats = ArchiveStats::default();
        let long = format!("text/{}", "é".repeat(60));
        stats.add_parts(&long, "7bit", 1);
        // 5 bytes and 47 characters of two bytes: the next character would reach the 101st byte.
        let cut = format!("text/{}", "é".repeat(47));
        assert_eq!(stats.parts(), [part(&cut, "7bit", 1)]);
        for number in 0..1100 {
            stats.add_parts(&format!("x/{number}"), "7bit", 1);
        }
        stats.add_parts("x/1099", "base64", 1);
        stats.add_parts("x/0", "base64", 1);
        let parts = stats.parts();
        // 999 of the new types have names.
        assert_eq!(parts[0], part("other", "7bit", 101));
        assert!(parts.contains(&part("other", "base64", 1)));
        assert!(parts.contains(&part("x/0", "base64", 1)));
        assert_eq!(parts.len(), 2 + 999 + 1 + 1);
    }

    #[test]
    fn several_files_are_added_up() {
        let one = stats_as(None, MBOX.as_bytes());
        let mut all = one.clone();
        all.add(&one);
        assert_eq!(all.kind, None);
        assert_eq!(all.messages, 4);
        assert_eq!(all.bytes, 2 * one.bytes);
        assert_eq!(all.parts()[0], part("text/plain", "7bit", 6));
        assert_eq!((all.doubtful, &*all.doubtful_at), (2, &[][..]));
    }

    #[test]
    fn a_break_before_a_read_ends_the_reading() {
        for reads in 0..3 {
            let mut left = reads;
            let mut reader = StatsReader::new(None).block_size(7);
            let read = reader.read(MBOX.as_bytes(), |event| {
                if event == StatsEvent::BeforeRead {
                    if left == 0 {
                        return ControlFlow::Break(());
                    }
                    left -= 1;
                }
                ControlFlow::Continue(())
            });
            assert!(read.is_break(), "after {reads} reads");
        }
    }
}
