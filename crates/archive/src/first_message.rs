//! Where a message begins in the middle of a file.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use memchr::memmem;

use crate::{
    Kind, ReadOptions, Rest, Walker,
    framer::{End, Framer, LONGEST_LOOK, RNEWS, rnews_length},
    from_line::{Boundary, FROM, begins_header, boundary},
    header::{content_length, fields},
    visitor::Nobody,
    walker::{ENOUGH_OF_HEADER, HeaderIs, header_end},
    window::{FILE_START, LONGEST_LINE, Line, Window},
};

/// How much is read at a time.
const BLOCK: usize = 128 << 10;

/// How much has to be seen of what begins a message: its line, and what the next one begins with.
const MARGIN: usize = 2 * LONGEST_LINE;

/// Finds where the first message begins, at `start` or after it, as a walk through the whole file
/// would find it. `None` if there is no more.
///
/// In the kinds of files whose messages may tell their lengths, those of mbox and [`Kind::Rnews`],
/// what looks like the beginning of a message may be part of one that is longer, and what does not
/// look like it may be one. So the file is read from a place on where a message begins for certain.
/// To find one, a little more than 4 MiB in front of `start` are read, and twice as much each time
/// that there is none: where a message is as large as that, or may reach that far. At worst, as where
/// no message but the first has an empty line in front, the file is read from its start on. In all
/// other kinds it is read from `start` on alone.
///
/// It keeps at most twice [`Walker::MOST_HELD`] of the file. A file that [cannot be
/// cut](Kind::can_be_cut) begins at 0, and nothing begins after.
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
/// If the file cannot be read.
pub fn first_message<F: Read + Seek>(file: F, kind: Kind, start: u64) -> io::Result<Option<u64>> {
    if !kind.can_be_cut() {
        return Ok((start == 0).then_some(0));
    }
    let mut file = Source(file);
    let tells_lengths = kind.is_mbox() || kind == Kind::Rnews;
    let certain = if tells_lengths {
        certain_message(&mut file, kind, start)?
    } else {
        start
    };
    let range = certain..start;
    let before = file.before(certain)?;
    // From the start on, or where a message looks like one, both begin alike.
    let walker = Walker::within(framing(), kind, range, before);
    file.next_message(walker, certain)
}

/// Finds where the first message begins, at `start` or after it, if one begins at `message`: at 0, or
/// where [`first_message`] or a walk has told so. `None` if there is no more.
///
/// It reads the file from `message` on, and so takes no more than one look at each byte, however long
/// messages are. It keeps at most twice [`Walker::MOST_HELD`] of them.
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
/// If the file cannot be read.
pub fn next_message<F: Read + Seek>(
    file: F,
    kind: Kind,
    message: u64,
    start: u64,
) -> io::Result<Option<u64>> {
    let mut file = Source(file);
    let before = file.before(message)?;
    let walker = Walker::at_message(framing(), kind, message..start, before);
    file.next_message(walker, message)
}

/// Nothing but where messages begin.
fn framing() -> ReadOptions {
    ReadOptions::new().headers(false).bodies(false)
}

/// A place not after `start` where a message begins for certain, or where the file does.
fn certain_message<F: Read + Seek>(
    file: &mut Source<F>,
    kind: Kind,
    start: u64,
) -> io::Result<u64> {
    let mut back = LONGEST_LOOK + BLOCK as u64;
    while let Some(from) = start.checked_sub(back).filter(|&from| from > 0) {
        let mut places = Places::new(kind);
        places.read(file, from, start)?;
        if let Some(certain) = places.certain {
            return Ok(certain);
        }
        back = back.saturating_mul(2);
    }
    Ok(0)
}

/// What looks like the beginning of messages, in the order of the file, and how far the messages
/// that may begin there reach.
///
/// A message goes on after what looks like the next one if its length leads to the beginning of
/// another one or to the file's end, and at most [`LONGEST_LOOK`] after the first such place in it.
/// So the last place but one that lies so far back is the first that can begin a message which reaches
/// up to here. Where none of those after it reaches farther, a message begins for certain: the last
/// one before must have ended, and ends nowhere else.
///
/// Where nothing but a length tells that a message begins, such as a `From ` line after no empty
/// one, none is known to begin; but one may, and reach as far.
#[derive(Debug)]
struct Places {
    kind: Kind,
    /// The first place.
    first: Option<u64>,
    /// Where the message at the last place may end.
    ends: Vec<u64>,
    /// Where the last of those ends that reach beyond another place.
    reach: u64,
    /// Where the last header section ends, and whether what counts of it does not.
    header: u64,
    is_header_cut: bool,
    /// The last place where a message begins for certain.
    certain: Option<u64>,
}

/// What looks like the beginning of a message.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The index of its first byte.
    at: usize,
    /// The index after its line.
    after: usize,
    /// Whether it begins one, unless that is part of another.
    is_marked: bool,
    /// How many bytes follow by what the line says.
    length: Option<u64>,
}

impl Places {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            first: None,
            ends: Vec::new(),
            reach: 0,
            header: 0,
            is_header_cut: false,
            certain: None,
        }
    }

    /// Reads the places from one offset up to another one, that included.
    fn read<F: Read + Seek>(&mut self, file: &mut Source<F>, from: u64, to: u64) -> io::Result<()> {
        let mark = match self.kind {
            Kind::Rnews => RNEWS,
            _ => FROM,
        };
        let finder = memmem::Finder::new(mark);
        let mut start = from;
        while start <= to {
            let before = file.before(start)?;
            let (bytes, at_end) = file.read_at(start, BLOCK + MARGIN)?;
            let window = Window::new(&bytes, start, at_end, before);
            let most = usize::try_from(to - start).unwrap_or(BLOCK).min(BLOCK - 1);
            for at in finder.find_iter(&bytes).take_while(|&at| at <= most) {
                if let Some(place) = self.place_at(&window, at) {
                    self.take(file, &window, place)?;
                }
            }
            start += BLOCK as u64;
        }
        Ok(())
    }

    fn place_at(&self, window: &Window<'_>, at: usize) -> Option<Place> {
        if self.kind == Kind::Rnews {
            let Line::Whole(line) = window.short_line(at) else {
                return None;
            };
            return Some(Place {
                at,
                after: at + line.len(),
                is_marked: window.begins_line(at),
                length: Some(rnews_length(line)?),
            });
        }
        if !window.begins_line(at) {
            return None;
        }
        match boundary(&window.bytes[at..], window.at_end)? {
            Boundary::No => None,
            Boundary::Yes { line, .. } => Some(Place {
                at,
                after: at + line,
                is_marked: window.follows_empty_line(at),
                length: None,
            }),
        }
    }

    fn take<F: Read + Seek>(
        &mut self,
        file: &mut Source<F>,
        window: &Window<'_>,
        place: Place,
    ) -> io::Result<()> {
        let at = window.offset(place.at);
        if at < self.header {
            // Among the lines of a header: its own header is what follows of that, and its lengths
            // were seen, unless what follows is cut or may begin with one more envelope.
            let is_field = begins_header(&window.bytes[place.at..], true) == Some(true);
            if self.is_header_cut || is_field {
                self.reach = u64::MAX;
            }
            return Ok(());
        }
        if place.is_marked {
            for end in std::mem::take(&mut self.ends) {
                if end > at && end - at <= LONGEST_LOOK {
                    self.reach_to(file, end)?;
                }
            }
            let first = *self.first.get_or_insert(at);
            if at - first >= LONGEST_LOOK && at >= self.reach {
                self.certain = Some(at);
            }
        }
        let ends = self.ends(file, window, place)?;
        if place.is_marked {
            self.ends = ends;
        } else {
            // How far after the next place they lie does not matter: too much is never certain.
            for end in ends {
                self.reach_to(file, end)?;
            }
        }
        Ok(())
    }

    /// Where the message that begins at a place may end by its own account, or by that of one
    /// whose `From ` line is among its fields.
    fn ends<F: Read + Seek>(
        &mut self,
        file: &mut Source<F>,
        window: &Window<'_>,
        place: Place,
    ) -> io::Result<Vec<u64>> {
        let after = window.offset(place.after);
        if let Some(length) = place.length {
            return Ok(after.checked_add(length).into_iter().collect());
        }
        let text = &window.bytes[place.after..];
        let more;
        let (text, end) = match header_end(text, window.at_end) {
            HeaderIs::Unfinished => {
                let (bytes, at_end) = file.read_at(after, ENOUGH_OF_HEADER)?;
                more = bytes;
                (&more[..], header_end(&more, at_end))
            }
            end => (text, end),
        };
        let end = match end {
            HeaderIs::Whole(end) => {
                self.is_header_cut = false;
                end
            }
            HeaderIs::TooLong(end) => {
                self.is_header_cut = true;
                end
            }
            // There is enough of it.
            HeaderIs::Unfinished => return Ok(Vec::new()),
        };
        self.header = after + end.header as u64;
        let body = after + end.body as u64;
        let lengths = fields(&text[end.content..end.header])
            .filter(|field| field.is("Content-Length"))
            .filter_map(|field| content_length(field.value()));
        Ok(lengths
            .filter_map(|length| body.checked_add(length))
            .collect())
    }

    /// A message that may have begun ends at an offset by its own account: it does if another one
    /// begins there, or the file ends.
    fn reach_to<F: Read + Seek>(&mut self, file: &mut Source<F>, end: u64) -> io::Result<()> {
        if end > self.reach && file.ends_message(self.kind, end)? {
            self.reach = end;
        }
        Ok(())
    }
}

/// The file.
#[derive(Debug)]
struct Source<F>(F);

impl<F: Read + Seek> Source<F> {
    /// Up to `most` bytes from `offset` on, and whether the file ends with them.
    fn read_at(&mut self, offset: u64, most: usize) -> io::Result<(Vec<u8>, bool)> {
        let mut bytes = Vec::new();
        let at_end = self.read_on(offset, most, &mut bytes)?;
        Ok((bytes, at_end))
    }

    /// Adds up to `most` bytes from `offset` on, and says whether the file ends with them.
    fn read_on(&mut self, offset: u64, most: usize, bytes: &mut Vec<u8>) -> io::Result<bool> {
        self.0.seek(SeekFrom::Start(offset))?;
        let read = self.0.by_ref().take(most as u64).read_to_end(bytes)?;
        Ok(read < most)
    }

    /// The three bytes in front of an offset.
    fn before(&mut self, offset: u64) -> io::Result<[u8; 3]> {
        let mut before = FILE_START;
        let known = offset.min(before.len() as u64) as usize;
        let (bytes, _) = self.read_at(offset - known as u64, known)?;
        let at = before.len() - known;
        before[at..at + bytes.len()].copy_from_slice(&bytes);
        Ok(before)
    }

    /// Whether a message that says that it ends at an offset can end there.
    fn ends_message(&mut self, kind: Kind, end: u64) -> io::Result<bool> {
        // The bytes before tell whether a line begins there.
        let from = end.saturating_sub(FILE_START.len() as u64);
        let (bytes, at_end) = self.read_at(from, MARGIN)?;
        let window = Window::new(&bytes, from, at_end, FILE_START);
        let found = Framer::new(kind).end(&window, (end - from) as usize);
        Ok(found != Some(End::No))
    }

    /// Where the first message after the range of a walk begins, which begins at `at`.
    fn next_message(&mut self, mut walker: Walker, at: u64) -> io::Result<Option<u64>> {
        let mut read = at;
        let mut held = Vec::new();
        let mut at_end = false;
        while !(at_end || walker.is_over()) {
            // As much again as is held, so that no byte is passed over often.
            let most = held.len().max(BLOCK);
            let known = held.len();
            at_end = self.read_on(read, most, &mut held)?;
            read += (held.len() - known) as u64;
            match walker.push(&held, Rest::of(at_end), &mut Nobody) {
                ControlFlow::Continue(used) => held.drain(..used),
                // Nobody asks for it.
                ControlFlow::Break(()) => break,
            };
        }
        Ok(walker.next())
    }
}
