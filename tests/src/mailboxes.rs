//! Random archives whose messages declare right and wrong lengths, and contain text that resembles message boundaries.

use std::sync::LazyLock;
use urlsift::Kind;
use urlsift_tables::bytes;

/// The pieces of a body, besides nested archives.
static TEXT: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("mailboxes.toml", "text"));

/// The fields of a header, besides a length.
static FIELDS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("mailboxes.toml", "fields"));

/// The text before the first message.
const PREFIXES: &[&[u8]] = &[
    b"",
    b"\n",
    b"\r\n\n",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB\xBF\n",
    b"Subject: a\n\ntext\n\n",
    b"text\n",
];

/// Returns the bytes that precede all messages of a file of this kind.
#[must_use]
pub fn file_header(kind: Kind) -> Vec<u8> {
    match kind {
        Kind::Babyl => b"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels:\n".to_vec(),
        Kind::Mbx => {
            let mut header = b"*mbx*\r\n2f0cb6e400000000\r\n".to_vec();
            header.extend_from_slice(&b"\r\n".repeat(30));
            header.resize(2046, 0);
            header.extend_from_slice(b"\r\n");
            header
        }
        Kind::Dbox => b"2 M1e C2f0cb6e4\n".to_vec(),
        _ => Vec::new(),
    }
}

/// Returns what precedes and what follows a message of this length in an archive.
pub(crate) fn around(kind: Kind, len: usize) -> (String, &'static str) {
    let prefix = match kind {
        Kind::Mmdf => "\x01\x01\x01\x01\n",
        Kind::Rnews => return (format!("#! rnews {len}\n"), ""),
        Kind::Listserv => return (format!("{}\n", "=".repeat(73)), "\n"),
        Kind::Rn => "Article 1 of a.b:\nPath: a!b\n",
        Kind::Babyl => "\x1F\x0C\n0, unseen,,\n*** EOOH ***\n",
        Kind::Mbx => {
            let date = "30-Jan-1995 09:12:04 +0000";
            return (format!("{date},{len};000000000001-00000001\n"), "");
        }
        Kind::Dbox => {
            let front = format!("\x01\x02N          {len:016X}\n");
            return (front, "\n\x01\x03\nR2f0cb6e4\nGa\n\n");
        }
        Kind::Emlx => return (format!("{len}\n"), "<?xml version=\"1.0\"?>\n<plist/>\n"),
        Kind::Nntp => "220 1 <1@a.example> article\n",
        Kind::Message | Kind::Text | Kind::Html => "",
        _ => "From jane@a.example Mon Jan 30 09:12:04 1995\n",
    };
    let suffix = match kind {
        Kind::Mmdf => "\x01\x01\x01\x01\n",
        Kind::Rn => "",
        Kind::Nntp => ".\n",
        _ => "\n",
    };
    (prefix.to_owned(), suffix)
}

/// A writer of random archives.
#[derive(Debug)]
pub struct Writer<'c, C> {
    kind: Kind,
    /// Returns a number below its argument, which is not 0.
    choose: &'c mut C,
    /// The sizes of filler in long bodies; empty for none.
    sizes: &'c [usize],
}

impl<'c, C: FnMut(usize) -> usize> Writer<'c, C> {
    /// Creates a writer of archives of this kind, which makes its decisions with `choose`.
    pub fn new(kind: Kind, choose: &'c mut C, sizes: &'c [usize]) -> Self {
        Self {
            kind,
            choose,
            sizes,
        }
    }

    /// Returns an archive of at most `max` messages, not counting nested ones.
    pub fn archive(&mut self, max: usize) -> Vec<u8> {
        let mut file = Vec::new();
        if self.one_in(3) {
            file.extend_from_slice(self.one_of(PREFIXES));
        } else if self.one_in(2) {
            file.extend_from_slice(&file_header(self.kind));
        }
        for _ in 0..(self.choose)(max + 1) {
            self.message(2, &mut file);
        }
        file
    }

    fn one_in(&mut self, many: usize) -> bool {
        (self.choose)(many) == 0
    }

    fn one_of<'t>(&mut self, all: &[&'t [u8]]) -> &'t [u8] {
        all[(self.choose)(all.len())]
    }

    /// Returns a body, with nested archives down to the given depth.
    fn body(&mut self, depth: usize) -> Vec<u8> {
        let mut body = Vec::new();
        for _ in 0..(self.choose)(5) {
            if depth > 0 && self.one_in(6) {
                for _ in 0..=(self.choose)(2) {
                    self.message(depth - 1, &mut body);
                }
            } else if !self.sizes.is_empty() && self.one_in(4) {
                let size = self.sizes[(self.choose)(self.sizes.len())];
                body.extend(b"0123456789abcdef\n".iter().cycle().take(size));
            } else {
                body.extend_from_slice(self.one_of(&TEXT));
            }
        }
        body
    }

    /// Returns the length that a message declares for its body.
    fn declared_length(&mut self, body: &[u8]) -> usize {
        let len = body.len();
        match (self.choose)(8) {
            0 => len + (self.choose)(8),
            1 => len.saturating_sub((self.choose)(8)),
            2 => len + (self.choose)(200),
            3 => (self.choose)(len + 1),
            _ => len,
        }
    }

    fn message(&mut self, depth: usize, file: &mut Vec<u8>) {
        let mut header = Vec::new();
        for _ in 0..(self.choose)(3) {
            header.extend_from_slice(self.one_of(&FIELDS));
        }
        let mut body = self.body(depth);
        let length_is_last = self.one_in(2);
        if self.one_in(2) {
            body.extend_from_slice(b"\n");
        }
        if self.kind.is_mbox() && self.one_in(2) {
            let length = self.declared_length(&body);
            let at = if length_is_last { header.len() } else { 0 };
            let field = format!("Content-Length: {length}\n").into_bytes();
            header.splice(at..at, field);
        }
        if matches!(self.kind, Kind::Rnews | Kind::Mbx | Kind::Dbox | Kind::Emlx) {
            let message = [&header[..], b"\n", &body].concat();
            let length = self.declared_length(&message);
            let (prefix, suffix) = around(self.kind, length);
            file.extend_from_slice(prefix.as_bytes());
            file.extend_from_slice(&message);
            if !self.one_in(8) {
                file.extend_from_slice(suffix.as_bytes());
            }
            return;
        }
        let (prefix, suffix) = around(self.kind, 0);
        file.extend_from_slice(prefix.as_bytes());
        file.extend_from_slice(&header);
        if !self.one_in(8) {
            file.extend_from_slice(b"\n");
        }
        file.extend_from_slice(&body);
        if !self.one_in(4) {
            file.extend_from_slice(suffix.as_bytes());
        }
    }
}

/// Returns a function that makes choices from a cyclic list of numbers, varied in each round.
pub fn choices(numbers: &[u16]) -> impl FnMut(usize) -> usize {
    let mut taken = 0;
    move |below| {
        let round = taken / numbers.len().max(1);
        let number = numbers.get(taken % numbers.len().max(1));
        taken += 1;
        (number.map_or(0, |&number| usize::from(number)) + 7 * round) % below
    }
}
