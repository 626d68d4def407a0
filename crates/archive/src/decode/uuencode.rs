//! Uuencode of POSIX.1, `uuencode`, "uuencode Base64/Historical Algorithm".

use std::mem;

use memchr::memmem::Finder;

use super::{
    base64::{MAX_LINE_HEAD, line_head},
    carried::{Carried, TextDecoder},
    output::Output,
    text::without_line_break,
};

const BEGIN: &[u8] = b"begin ";

/// The maximum number of data bytes of a line: the length is one character of six bits.
const MAX_LINE_BYTES: usize = 63;

/// Decodes the uuencoded blocks of a text, and passes on the text around them.
///
/// A block is a `begin` line, data lines and an `end` line. A line that is neither data nor `end`
/// also ends the block and is text. An empty line is inserted between text and data. A line of more
/// than 1000 bytes is text.
///
/// Holds back at most 999 bytes of a line, and a `begin` line of at most 1000 before it.
pub(crate) type Uuencode = Carried<Blocks>;

#[derive(Debug)]
pub(crate) struct Blocks {
    state: BlockState,
    last: Option<LastOutput>,
    /// Finds a line that may be a `begin` line.
    finder: Finder<'static>,
}

/// The position in the text or in a block.
#[derive(Debug)]
enum BlockState {
    /// A line of text.
    Line,
    /// The rest of a line of text.
    RestOfLine,
    /// After the `begin` line, which is kept with its offset. It is text if no data follows.
    Begun(Vec<u8>, u64),
    /// After a data line.
    Data,
}

/// The kind of the last output bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastOutput {
    Text,
    Decoded,
}

impl Default for Blocks {
    fn default() -> Self {
        Self {
            state: BlockState::Line,
            last: None,
            finder: Finder::new(b"\nbegin "),
        }
    }
}

impl Blocks {
    /// Reads a line that begins at the offset `at`. If not `is_whole`, it is the start of a longer
    /// one.
    fn line(&mut self, line: &[u8], is_whole: bool, at: u64, out: &mut Output) {
        if let BlockState::Begun(..) | BlockState::Data = self.state {
            let text = without_line_break(line);
            if is_whole && let Some(data) = Data::of(text) {
                self.state = BlockState::Data;
                self.data(&data, at, out);
                return;
            }
            let state = mem::replace(&mut self.state, BlockState::Line);
            match state {
                BlockState::Begun(begin, at) => self.text(&begin, at, out),
                _ if is_whole && is_end_line(text) => return,
                _ => {}
            }
        }
        self.line_of_text(line, is_whole, at, out);
    }

    fn line_of_text(&mut self, line: &[u8], is_whole: bool, at: u64, out: &mut Output) {
        if is_whole && begin_line(without_line_break(line)).is_some() {
            self.state = BlockState::Begun(line.to_vec(), at);
        } else {
            self.text(line, at, out);
        }
    }

    /// Passes on text that begins or continues a line.
    fn text(&mut self, text: &[u8], at: u64, out: &mut Output) {
        if self.last == Some(LastOutput::Decoded) {
            out.blank_line(at);
        }
        self.last = Some(LastOutput::Text);
        out.verbatim(text, at);
        self.state = match text {
            [.., b'\n'] => BlockState::Line,
            _ => BlockState::RestOfLine,
        };
    }

    /// Decodes a data line that begins at the offset `at`.
    fn data(&mut self, data: &Data<'_>, at: u64, out: &mut Output) {
        if data.len == 0 {
            return;
        }
        if self.last == Some(LastOutput::Text) {
            out.blank_line(at);
        }
        self.last = Some(LastOutput::Decoded);
        let decoded = data.decoded();
        let (present, missing) = decoded[..data.len].split_at(data.present());
        let characters = at + 1;
        out.quanta(present, characters);
        // Missing bytes stand for the last character of the line.
        let end = characters + data.characters.len() as u64;
        out.replaced(missing, end - 1..end);
    }

    /// Returns the number of bytes at the start of `input` that cannot begin a `begin` line.
    fn plain(&self, input: &[u8]) -> usize {
        if let BlockState::Line = self.state
            && may_begin(input)
        {
            return 0;
        }
        if let Some(lf) = self.finder.find(input) {
            return lf + 1;
        }
        let tail = &input[input.len().saturating_sub(BEGIN.len())..];
        match memchr::memrchr(b'\n', tail) {
            Some(lf) if may_begin(&tail[lf + 1..]) => input.len() - tail.len() + lf + 1,
            _ => input.len(),
        }
    }

    fn is_in_text(&self) -> bool {
        matches!(self.state, BlockState::Line | BlockState::RestOfLine)
    }
}

impl TextDecoder for Blocks {
    const MAX_LEFT: usize = MAX_LINE_HEAD - 1;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            let plain = if self.is_in_text() {
                self.plain(rest)
            } else {
                0
            };
            if plain > 0 {
                self.text(&rest[..plain], at, out);
                used += plain;
                continue;
            }
            let Some(line) = line_head(rest, at_end) else {
                break;
            };
            let is_whole = line.ends_with(b"\n") || line.len() < MAX_LINE_HEAD;
            self.line(line, is_whole, at, out);
            used += line.len();
        }
        if at_end
            && let BlockState::Begun(begin, at) = mem::replace(&mut self.state, BlockState::Line)
        {
            self.text(&begin, at, out);
        }
        used
    }
}

/// A data line: the number of bytes, and four characters for each three bytes.
struct Data<'l> {
    /// At most 63.
    len: usize,
    /// The characters that are present and needed.
    characters: &'l [u8],
}

impl<'l> Data<'l> {
    /// Parses a line without its break. A line with a length of 0 precedes `end`; as its only
    /// character may be a space, the line may be empty.
    ///
    /// Trailing spaces, each of which is six zero bits, may have been lost or added. Some programs
    /// append one character as a checksum.
    fn of(line: &'l [u8]) -> Option<Self> {
        let Some((&first, characters)) = line.split_first() else {
            return Some(Self {
                len: 0,
                characters: line,
            });
        };
        // Faster without an early exit.
        let are_characters = line
            .iter()
            .fold(true, |all, &byte| all & is_character(byte));
        if !are_characters {
            return None;
        }
        let len = usize::from(six_bits(first));
        let needed = characters_for(len).min(characters.len());
        let (characters, more) = characters.split_at(needed);
        let is_data = more.len() <= 1 || more[1..].iter().all(|&byte| byte == b' ');
        is_data.then_some(Self { len, characters })
    }

    fn decoded(&self) -> [u8; MAX_LINE_BYTES] {
        let mut characters = [b' '; characters_for(MAX_LINE_BYTES)];
        characters[..self.characters.len()].copy_from_slice(self.characters);
        let mut decoded = [0; MAX_LINE_BYTES];
        let (quanta, _) = characters.as_chunks::<4>();
        let (bytes, _) = decoded.as_chunks_mut::<3>();
        for (quantum, bytes) in quanta.iter().zip(bytes) {
            let [a, b, c, d] = quantum.map(six_bits);
            *bytes = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
        }
        decoded
    }

    /// Returns the number of bytes all of whose bits are in characters that are present.
    fn present(&self) -> usize {
        (self.characters.len() * 3 / 4).min(self.len)
    }
}

/// Returns the number of characters that encode `len` bytes, in whole quanta.
const fn characters_for(len: usize) -> usize {
    len.div_ceil(3) * 4
}

/// Returns whether `byte` encodes six bits. Both space and backtick encode 0.
fn is_character(byte: u8) -> bool {
    (b' '..=b'`').contains(&byte)
}

fn six_bits(character: u8) -> u8 {
    character.wrapping_sub(b' ') & 0x3F
}

/// Returns whether a line that begins with `text` may be a `begin` line.
fn may_begin(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().zip(BEGIN).all(|(byte, begin)| byte == begin)
}

/// Parses `begin MODE NAME`, without its line break, and returns the name.
pub(crate) fn begin_line(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_prefix(BEGIN)?;
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'7');
    let mode = line.iter().take_while(|byte| is_digit(byte)).count();
    if !matches!(mode, 3 | 4) {
        return None;
    }
    let name = line[mode..].strip_prefix(b" ")?.trim_ascii();
    (!name.is_empty()).then_some(name)
}

/// Returns whether a line, without its break, can be data at the start of a file: it has at most
/// the 45 bytes that encoders write to a line, and no more characters than its length needs, but
/// perhaps fewer, as trailing spaces may get lost.
pub(crate) fn is_data_line(line: &[u8]) -> bool {
    let Some((&first, characters)) = line.split_first() else {
        return false;
    };
    let needed = characters_for(usize::from(six_bits(first)));
    (b'!'..=b'M').contains(&first)
        && characters.len() <= needed + 1
        && characters.iter().all(|&byte| is_character(byte))
}

/// Returns whether a line, without its break, ends a block.
pub(crate) fn is_end_line(line: &[u8]) -> bool {
    line.trim_ascii_end() == b"end"
}

#[cfg(test)]
mod tests {
    use super::{super::testing, Uuencode};

    fn check(cases: &[(&str, &str)]) {
        testing::check(Uuencode::default, cases);
    }

    #[test]
    fn long_lines_are_text() {
        let space = " ".repeat(1000);
        for line in [
            format!("begin 644 x{space}\n"),
            format!("begin 644 {space}"),
        ] {
            check(&[(&line, &line)]);
        }
        let data = format!("#/&$^{space}\n");
        check(&[
            (
                &format!("begin 644 x\n{data}"),
                &format!("begin 644 x\n{data}"),
            ),
            (&format!("begin 644 x\n`\n{data}"), &data),
        ]);
        // A line of 1000 bytes with its line break is short enough.
        let line = format!("begin 644 {}\n", "x".repeat(989));
        check(&[(&format!("{line}#/&$^\n"), "<a>")]);
    }

    #[test]
    fn each_byte_maps_to_its_source() {
        let decoded = testing::decode(Uuencode::default, b"a\nbegin 644 x\n$/&$^/\nend\nb");
        assert_eq!(decoded.bytes, b"a\n\n\n<a><\n\nb");
        let ranges = [
            (0, 1),
            (1, 2),
            // The line break of the `begin` line.
            (13, 14),
            (13, 14),
            (15, 17),
            (16, 18),
            (17, 19),
            // Only one of the two characters is present.
            (19, 20),
            // The line break of the `end` line.
            (24, 25),
            (24, 25),
            (25, 26),
        ];
        assert_eq!(decoded.ranges, ranges);
    }

    #[test]
    fn every_division_gives_the_same_output() {
        testing::decode_all(Uuencode::default, b"begin 644 x\n", b"#< e\r\n", 4);
    }
}
