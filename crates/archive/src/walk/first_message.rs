//! Finds message boundaries from the middle of a file.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use memchr::memmem;

use crate::{
    Kind, ReadOptions, Rest, Walker,
    frame::{
        Before, Candidate, FromLineAt, Lookback, MAX_LINE, MAX_LOOKAHEAD, Window,
        from_line::{Boundary, FROM, MAX_NEEDED, begins_header},
        lacks_empty_lines, read_from_line,
    },
    header::{HEADER_LOOKAHEAD, HeaderExtent, content_length, fields, header_end},
    recognise::{MAX_HEAD, ends_lines_in_cr, is_utf16},
    visitor::NullVisitor,
};

/// The number of bytes read at a time.
const BLOCK: usize = 128 << 10;

/// The length of the longest byte order mark, which UTF-8 has.
const MAX_MARK: u64 = 3;

/// The number of bytes that decide whether a message begins: the envelope line and the start of the
/// next line.
const MARGIN: usize = 2 * MAX_LINE;

const _: () = assert!(MAX_NEEDED + Before::LEN <= MARGIN);

/// Reads the line with the mark at an index, if a message may begin with it.
type CandidateAt = fn(&Window<'_>, usize) -> Option<Candidate>;

/// Returns the offset of the first message that begins at `start` or later, as a walk through the
/// whole file finds it. `None` if there is no such message.
///
/// In an mbox file, a [`Kind::Rnews`] batch or a [`Kind::Mbx`] file, messages may declare their lengths. Then a line
/// that looks like a boundary may be inside a longer message, and a boundary may not look like one. So reading begins
/// at an offset at which a message certainly begins. To find one, the last 4 MiB before `start` and a little more are
/// read. If they contain no such offset, for example because a message is that long, twice as much is read, and so on.
/// In the worst case, such as a file without empty lines before its boundaries, the file is read from its start. Files
/// of all other kinds are read from `start`.
///
/// At most twice [`Walker::MAX_HELD`] bytes are buffered. A file that [cannot be
/// cut](crate::ReadOptions::can_be_cut) counts as one message at 0.
///
/// ```
/// use std::io::Cursor;
/// use urlsift_archive::{Kind, first_message};
///
/// let batch = b"#! rnews 18\nA: b\n\n#! rnews 21\n#! rnews 2\nab";
/// let first = |start| first_message(Cursor::new(batch), Kind::Rnews, start).unwrap();
/// assert_eq!((first(0), first(1), first(31)), (Some(0), Some(30), None));
/// ```
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn first_message<F: Read + Seek>(file: F, kind: Kind, start: u64) -> io::Result<Option<u64>> {
    if !kind.can_be_cut() {
        return Ok((start == 0).then_some(0));
    }
    let mut file = SeekableFile(file);
    if !kind.has_no_messages() {
        let (head, at_end) = file.read_at(0, MAX_HEAD)?;
        let is_tight = kind.is_mbox() && lacks_empty_lines(&head);
        if is_tight || is_utf16(&head) || ends_lines_in_cr(&head, at_end) == Some(true) {
            return Ok((start == 0).then_some(0));
        }
    }
    let certain = match kind.framing().lookback() {
        Lookback::Lengths(candidate_at) => certain_message(&mut file, kind, candidate_at, start)?,
        Lookback::EmptyLines if start <= MAX_MARK || file.is_empty_before(start)? => 0,
        Lookback::EmptyLines | Lookback::None => start,
    };
    let range = certain..start;
    let before = file.before(certain)?;
    // A walk begins in the same way at the start of a file and at a visible boundary.
    let walker = Walker::within(framing_options(kind), kind, range, before);
    file.next_message(walker, certain)
}

/// Returns the offset of the first message that begins at `start` or later, given that a message
/// begins at `message`: at 0, or at an offset that [`first_message`] or a walk returned. `None` if
/// there is no such message.
///
/// The file is read from `message` on, and each byte only once, however long messages are. At most
/// twice [`Walker::MAX_HELD`] bytes are buffered.
///
/// ```
/// use std::io::Cursor;
/// use urlsift_archive::{Kind, next_message};
///
/// let batch = b"#! rnews 18\nA: b\n\n#! rnews 21\n#! rnews 2\nab";
/// let next = |message, start| next_message(Cursor::new(batch), Kind::Rnews, message, start).unwrap();
/// assert_eq!((next(0, 1), next(30, 30), next(30, 31)), (Some(30), Some(30), None));
/// ```
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn next_message<F: Read + Seek>(
    file: F,
    kind: Kind,
    message: u64,
    start: u64,
) -> io::Result<Option<u64>> {
    let mut file = SeekableFile(file);
    let before = file.before(message)?;
    let walker = Walker::at_message(framing_options(kind), kind, message..start, before);
    file.next_message(walker, message)
}

/// Returns options that only find message boundaries.
fn framing_options(kind: Kind) -> ReadOptions {
    // The caller knows the kind, and whether the file can be cut.
    ReadOptions::new()
        .kind(Some(kind))
        .headers(false)
        .bodies(false)
}

/// Returns an offset up to `start` at which a message begins for certain; 0 if none is found.
fn certain_message<F: Read + Seek>(
    file: &mut SeekableFile<F>,
    kind: Kind,
    candidate_at: CandidateAt,
    start: u64,
) -> io::Result<u64> {
    let mut distance = MAX_LOOKAHEAD + BLOCK as u64;
    while let Some(from) = start.checked_sub(distance).filter(|&from| from > 0) {
        let mut candidates = Candidates::new(kind, candidate_at);
        candidates.read(file, from, start)?;
        if let Some(certain) = candidates.certain {
            return Ok(certain);
        }
        distance = distance.saturating_mul(2);
    }
    Ok(0)
}

/// Candidate boundaries in the order of the file, and how far the messages that may begin at them
/// extend.
///
/// A message extends beyond a candidate if its declared length leads to another boundary or to the
/// end of the file, at most [`MAX_LOOKAHEAD`] after the first candidate in it. So of all messages
/// that extend to the current offset, the earliest begins at the last but one candidate before that
/// distance. If no message that begins at a later candidate extends as far as the current
/// candidate, a message begins there for certain: the message before must have ended, and can end
/// nowhere else.
///
/// A candidate that is a boundary only by a declared length, such as a `From ` line that follows no
/// empty line, is never certain; but a message may begin there, and its extent counts.
#[derive(Debug)]
struct Candidates {
    kind: Kind,
    candidate_at: CandidateAt,
    /// The offset of the first candidate.
    first: Option<u64>,
    /// The offsets at which the message at the last candidate may end.
    ends: Vec<u64>,
    /// The largest such offset of earlier candidates that lies beyond another candidate.
    reach: u64,
    /// The end of the last header section, and whether the section was too long to be read as a
    /// whole.
    header_end: u64,
    is_header_cut: bool,
    /// The last offset at which a message begins for certain.
    certain: Option<u64>,
}

impl Candidates {
    fn new(kind: Kind, candidate_at: CandidateAt) -> Self {
        Self {
            kind,
            candidate_at,
            first: None,
            ends: Vec::new(),
            reach: 0,
            header_end: 0,
            is_header_cut: false,
            certain: None,
        }
    }

    /// Adds the candidates from one offset to another, inclusive.
    fn read<F: Read + Seek>(
        &mut self,
        file: &mut SeekableFile<F>,
        from: u64,
        to: u64,
    ) -> io::Result<()> {
        let Some(mark) = self.kind.framing().mark() else {
            return Ok(());
        };
        let finder = memmem::Finder::new(mark.bytes);
        let mut start = from;
        while start <= to {
            let before = file.before(start)?;
            let (bytes, at_end) = file.read_at(start, BLOCK + MARGIN)?;
            let window = Window::new(&bytes, start, at_end, before);
            let most = usize::try_from(to - start).unwrap_or(BLOCK).min(BLOCK - 1);
            // A line may begin before its mark.
            let hits = finder.find_iter(&bytes);
            for at in hits.take_while(|&at| at <= most + MARGIN) {
                let candidate = (self.candidate_at)(&window, at);
                if let Some(candidate) = candidate.filter(|candidate| candidate.at <= most) {
                    self.add(file, &window, candidate)?;
                }
            }
            start += BLOCK as u64;
        }
        Ok(())
    }

    fn add<F: Read + Seek>(
        &mut self,
        file: &mut SeekableFile<F>,
        window: &Window<'_>,
        candidate: Candidate,
    ) -> io::Result<()> {
        let at = window.offset(candidate.at);
        if at < self.header_end {
            // The candidate is a line of a header. The rest of that header is its own header, whose
            // lengths were read, unless the rest was cut off or may begin with another envelope.
            let is_field = begins_header(&window.bytes[candidate.at..], true) == Some(true);
            if self.is_header_cut || is_field {
                self.reach = u64::MAX;
            }
            return Ok(());
        }
        if candidate.is_boundary {
            for end in std::mem::take(&mut self.ends) {
                if end > at && end - at <= MAX_LOOKAHEAD {
                    self.reach_to(file, end)?;
                }
            }
            let first = *self.first.get_or_insert(at);
            if at - first >= MAX_LOOKAHEAD && at >= self.reach {
                self.certain = Some(at);
            }
        }
        let ends = self.ends(file, window, candidate)?;
        if candidate.is_boundary {
            self.ends = ends;
        } else {
            // Their distance to the next candidate does not matter: a larger `reach` only makes
            // fewer candidates certain.
            for end in ends {
                self.reach_to(file, end)?;
            }
        }
        Ok(())
    }

    /// Returns the offsets at which the message at a candidate may end: the declared lengths of the
    /// message and of those whose `From ` lines are among its fields.
    fn ends<F: Read + Seek>(
        &mut self,
        file: &mut SeekableFile<F>,
        window: &Window<'_>,
        candidate: Candidate,
    ) -> io::Result<Vec<u64>> {
        let after = window.offset(candidate.after);
        if let Some(length) = candidate.length {
            return Ok(after.checked_add(length).into_iter().collect());
        }
        let before = window.before(candidate.after);
        let text = &window.bytes[candidate.after..];
        let more;
        let (text, end) = match header_extent(&Window::new(text, after, window.at_end, before)) {
            HeaderExtent::Incomplete => {
                let (bytes, at_end) = file.read_at(after, HEADER_LOOKAHEAD + MARGIN)?;
                more = bytes;
                let window = Window::new(&more, after, at_end, before);
                (&more[..], header_extent(&window))
            }
            end => (text, end),
        };
        let end = match end {
            HeaderExtent::Complete(end) => {
                self.is_header_cut = false;
                end
            }
            HeaderExtent::TooLong(end) => {
                self.is_header_cut = true;
                end
            }
            // Enough was read; not reached.
            HeaderExtent::Incomplete => return Ok(Vec::new()),
        };
        self.header_end = after + end.header as u64;
        let body = after + end.body as u64;
        let lengths = fields(&text[end.content..end.header])
            .filter(|field| field.is("Content-Length"))
            .filter_map(|field| content_length(field.value));
        Ok(lengths
            .filter_map(|length| body.checked_add(length))
            .collect())
    }

    /// Extends `reach` to a declared end of a message if another message begins there or the file
    /// ends.
    fn reach_to<F: Read + Seek>(&mut self, file: &mut SeekableFile<F>, end: u64) -> io::Result<()> {
        if end > self.reach && file.ends_message(self.kind, end)? {
            self.reach = end;
        }
        Ok(())
    }
}

/// Finds the end of the header section of an mbox message at the start of a window, as a walk does:
/// a boundary ends the section, too.
fn header_extent(window: &Window<'_>) -> HeaderExtent {
    let extent = header_end(window.bytes, window.at_end);
    let (HeaderExtent::Complete(end) | HeaderExtent::TooLong(end)) = &extent else {
        return extent;
    };
    for at in memmem::find_iter(&window.bytes[..end.body], FROM) {
        if !window.begins_line(at) {
            continue;
        }
        match read_from_line(window, at) {
            None => return HeaderExtent::Incomplete,
            Some(FromLineAt { boundary, stands }) if stands && boundary != Boundary::No => {
                return header_end(&window.bytes[..at], true);
            }
            Some(_) => {}
        }
    }
    extent
}

/// The file that is searched.
#[derive(Debug)]
struct SeekableFile<F>(F);

impl<F: Read + Seek> SeekableFile<F> {
    /// Reads up to `most` bytes at `offset`. Returns the bytes and whether the file ends after
    /// them.
    fn read_at(&mut self, offset: u64, most: usize) -> io::Result<(Vec<u8>, bool)> {
        let mut bytes = Vec::new();
        let at_end = self.read_on(offset, most, &mut bytes)?;
        Ok((bytes, at_end))
    }

    /// Appends up to `most` bytes at `offset` to `bytes`. Returns whether the file ends after them.
    fn read_on(&mut self, offset: u64, most: usize, bytes: &mut Vec<u8>) -> io::Result<bool> {
        self.0.seek(SeekFrom::Start(offset))?;
        let read = self.0.by_ref().take(most as u64).read_to_end(bytes)?;
        Ok(read < most)
    }

    /// Returns whether there are only empty lines before an offset. Reads up to the first other line.
    fn is_empty_before(&mut self, offset: u64) -> io::Result<bool> {
        self.0.rewind()?;
        let mut most = MAX_LINE as u64;
        let mut left = offset;
        while left > 0 {
            let mut bytes = Vec::new();
            let read = self
                .0
                .by_ref()
                .take(left.min(most))
                .read_to_end(&mut bytes)?;
            if read == 0 || bytes.iter().any(|byte| !matches!(byte, b'\r' | b'\n')) {
                return Ok(read == 0);
            }
            left -= read as u64;
            most = BLOCK as u64;
        }
        Ok(true)
    }

    fn before(&mut self, offset: u64) -> io::Result<Before> {
        Before::read(offset, |from, before| {
            let (bytes, _) = self.read_at(from, before.len())?;
            before[..bytes.len()].copy_from_slice(&bytes);
            Ok(())
        })
    }

    /// Returns whether a message that declares its end at an offset can end there.
    fn ends_message(&mut self, kind: Kind, end: u64) -> io::Result<bool> {
        // The bytes before decide whether a line begins at `end`.
        let from = end.saturating_sub(Before::LEN as u64);
        let (bytes, at_end) = self.read_at(from, MARGIN)?;
        let window = Window::new(&bytes, from, at_end, Before::FILE_START);
        let found = kind.framing().ends_at(&window, (end - from) as usize);
        Ok(found != Some(false))
    }

    /// Returns the offset of the first message after the range of a walk that begins at `at`.
    fn next_message(&mut self, mut walker: Walker, at: u64) -> io::Result<Option<u64>> {
        let mut read = at;
        let mut held = Vec::new();
        let mut at_end = false;
        while !(at_end || walker.is_over()) {
            // Read as many bytes as are held, so that no byte is scanned often.
            let most = held.len().max(BLOCK);
            let known = held.len();
            at_end = self.read_on(read, most, &mut held)?;
            read += (held.len() - known) as u64;
            match walker.push(&held, Rest::of(at_end), &mut NullVisitor) {
                ControlFlow::Continue(used) => held.drain(..used),
                // `NullVisitor` never breaks.
                ControlFlow::Break(()) => break,
            };
        }
        Ok(walker.next())
    }
}
