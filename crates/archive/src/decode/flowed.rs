//! Format=Flowed of RFC 3676 §4.

use std::mem;

use super::{decoder::Decoder, output::Output};

/// So many quote marks of a line are counted; what follows them is its text.
const MOST_MARKS: usize = 64;

/// The text of a signature separator line (§4.3).
const SEPARATOR: &[u8] = b"-- ";

/// What must be seen, from the space on that may make a line a flowed one, to tell how it goes on:
/// the space and the line break; the next line's marks, its stuffing and, if it is a signature
/// separator, that and its break.
const LOOKAHEAD: usize = 3 + MOST_MARKS + 1 + SEPARATOR.len() + 2;

/// Joins the flowed lines of a paragraph.
///
/// Where two lines are joined, the line break and the quote marks and stuffing of the second one
/// leave nothing, and neither does the space before the break with `DelSp=yes`. Of the other lines
/// only the stuffing leaves nothing. A line stays apart from one of another quote depth (§4.5), from
/// a signature separator (§4.3) and from an empty line, which has nothing to join.
///
/// Holds back at most 72 bytes, the first of which is a space that ends what there is of a line.
#[derive(Debug)]
pub(crate) struct Flowed {
    del_sp: bool,
    place: Place,
    /// How many quote marks the line has.
    depth: usize,
    /// How many dashes the line has, if it has no other text and may be a signature separator.
    dashes: Option<usize>,
    held: Vec<u8>,
    held_at: u64,
}

/// What of a line the input has reached.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The quote marks, or the stuffing after them.
    Marks,
    Text,
}

/// What a space is that may end a flowed line.
enum Junction {
    /// A space within a line.
    Within,
    /// It and the line break, so many bytes, stay.
    Apart(usize),
    /// The text goes on after so many bytes.
    Joined(usize),
    /// The bytes that follow will tell.
    Cut,
}

/// What stands where a line may end.
enum LineEnd {
    /// A line break of so many bytes; of none at the end of the text.
    Break(usize),
    /// The line goes on.
    None,
    /// The bytes that follow will tell.
    Cut,
}

impl LineEnd {
    /// Looks at `text`, after which comes more unless it is `over`.
    fn of(text: &[u8], over: bool) -> Self {
        match text {
            [b'\n', ..] => Self::Break(1),
            [b'\r', b'\n', ..] => Self::Break(2),
            [] if over => Self::Break(0),
            [] | [b'\r'] if !over => Self::Cut,
            _ => Self::None,
        }
    }
}

impl Flowed {
    /// A decoder for a text with the parameter `DelSp` of `yes`, or of `no`.
    pub(crate) fn new(del_sp: bool) -> Self {
        Self {
            del_sp,
            place: Place::Marks,
            depth: 0,
            dashes: Some(0),
            held: Vec::new(),
            held_at: 0,
        }
    }

    fn start_line(&mut self) {
        self.place = Place::Marks;
        self.depth = 0;
        self.dashes = Some(0);
    }

    /// Reads on in the text; gives how many bytes of it that took, one at least.
    fn read(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        match self.place {
            Place::Marks => self.marks(text, at, out),
            Place::Text => self.text(text, at, out),
        }
    }

    /// Reads on in the quote marks, and the stuffing after them.
    fn marks(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        let marks = count_marks(text, MOST_MARKS - self.depth);
        out.verbatim(&text[..marks], at);
        self.depth += marks;
        let Some(&next) = text.get(marks) else {
            return marks;
        };
        self.place = Place::Text;
        if next != b' ' {
            return marks + self.text(&text[marks..], at + marks as u64, out);
        }
        if self.depth == 0 {
            // A separator is stuffed only after marks.
            self.dashes = None;
        }
        marks + 1
    }

    /// Reads on to the end of the line.
    fn text(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        let lf = memchr::memchr(b'\n', text);
        let line = &text[..lf.unwrap_or(text.len())];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(line) = line.strip_suffix(b" ") {
            self.keep(line, at, out);
            let used = line.len();
            return used + self.junction(&text[used..], false, at + used as u64, out);
        }
        let used = lf.map_or(text.len(), |lf| lf + 1);
        self.keep(&text[..used], at, out);
        if lf.is_some() {
            self.start_line();
        }
        used
    }

    /// Passes on text of a line.
    fn keep(&mut self, text: &[u8], at: u64, out: &mut Output) {
        out.verbatim(text, at);
        self.dashes = self.dashes.and_then(|dashes| {
            let all = dashes + text.len();
            (all <= 2 && text.iter().all(|&byte| byte == b'-')).then_some(all)
        });
    }

    /// Takes the space that `text` begins with, and what goes with it; gives how many bytes that
    /// are.
    fn junction(&mut self, text: &[u8], over: bool, at: u64, out: &mut Output) -> usize {
        match self.look(text, over) {
            Junction::Within => {
                self.keep(&text[..1], at, out);
                1
            }
            Junction::Apart(len) => {
                out.verbatim(&text[..len], at);
                self.start_line();
                len
            }
            Junction::Joined(len) => {
                if !self.del_sp {
                    out.verbatim(&text[..1], at);
                }
                self.dashes = None;
                len
            }
            Junction::Cut => {
                self.held.extend_from_slice(text);
                self.held_at = at;
                text.len()
            }
        }
    }

    /// Looks at a space and what follows it, which is all there is if the text is `over`.
    fn look(&self, text: &[u8], over: bool) -> Junction {
        let next = match LineEnd::of(&text[1..], over) {
            LineEnd::Break(len) => 1 + len,
            LineEnd::None => return Junction::Within,
            LineEnd::Cut => return Junction::Cut,
        };
        let is_separator = self.dashes == Some(2);
        if is_separator {
            return Junction::Apart(next);
        }
        let line = &text[next..];
        let marks = count_marks(line, MOST_MARKS);
        let line = &line[marks..];
        if line.is_empty() && !over {
            return Junction::Cut;
        }
        if marks != self.depth {
            return Junction::Apart(next);
        }
        let content = line.strip_prefix(b" ").unwrap_or(line);
        let stuffing = line.len() - content.len();
        let may_separate = marks > 0 || stuffing == 0;
        match stays_apart(content, may_separate, over) {
            Some(true) => Junction::Apart(next),
            Some(false) => Junction::Joined(next + marks + stuffing),
            None => Junction::Cut,
        }
    }

    /// Goes on with the space that is held; gives how many bytes of `input` that took.
    fn resume(&mut self, input: &[u8], over: bool, out: &mut Output) -> usize {
        let mut text = mem::take(&mut self.held);
        let start = self.held_at;
        let held = text.len();
        text.extend_from_slice(&input[..input.len().min(LOOKAHEAD - held)]);
        let mut used = self.junction(&text, over, start, out);
        // The rest of what was held is the start of a line, or text after a space.
        while used < held {
            used += self.read(&text[used..held], start + used as u64, out);
        }
        used - held
    }
}

impl Decoder for Flowed {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while used < input.len() {
            let rest = &input[used..];
            used += if self.held.is_empty() {
                self.read(rest, at + used as u64, out)
            } else {
                self.resume(rest, false, out)
            };
        }
    }

    fn finish(&mut self, _at: u64, out: &mut Output) {
        // Each turn takes the space that what is held begins with.
        while !self.held.is_empty() {
            self.resume(&[], true, out);
        }
    }

    /// What is held stands for itself or for nothing.
    fn held(&self, _tell: &mut dyn FnMut(u64)) {}
}

fn count_marks(text: &[u8], most: usize) -> usize {
    let marks = text.iter().take(most);
    marks.take_while(|&&byte| byte == b'>').count()
}

/// Whether the line with this content ends a paragraph before it: one that is empty or, where it
/// `may_separate`, a signature separator. `None` if the bytes that follow will tell.
fn stays_apart(content: &[u8], may_separate: bool, over: bool) -> Option<bool> {
    match LineEnd::of(content, over) {
        LineEnd::Break(_) => return Some(true),
        LineEnd::Cut => return None,
        LineEnd::None => {}
    }
    if !may_separate {
        return Some(false);
    }
    match content.strip_prefix(SEPARATOR) {
        Some(after) => match LineEnd::of(after, over) {
            LineEnd::Break(_) => Some(true),
            LineEnd::None => Some(false),
            LineEnd::Cut => None,
        },
        None if SEPARATOR.starts_with(content) && !over => None,
        None => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{self, Decoded},
        Flowed, MOST_MARKS,
    };

    fn decode(input: &[u8], del_sp: bool) -> Decoded {
        testing::decode(|| Flowed::new(del_sp), input)
    }

    fn check(cases: &[(&str, &str)]) {
        for (input, text) in cases {
            let decoded = decode(input.as_bytes(), false);
            assert_eq!(
                decoded.bytes.escape_ascii().to_string(),
                text.as_bytes().escape_ascii().to_string(),
                "{input:?}"
            );
        }
    }

    #[test]
    fn flowed_lines_are_joined() {
        check(&[
            ("a \r\nb \r\nc\r\nd", "a b c\r\nd"),
            ("a \nb\n", "a b\n"),
            ("a  \nb", "a  b"),
            ("a\nb\r\nc", "a\nb\r\nc"),
            ("", ""),
            ("a ", "a "),
            ("a \n", "a \n"),
        ]);
    }

    #[test]
    fn del_sp_drops_the_space_where_lines_are_joined() {
        for (input, text) in [
            ("<http:// \r\na/>", "<http://a/>"),
            ("a  \nb \nc\n", "a bc\n"),
            ("a \n\nb", "a \n\nb"),
            ("> a \n>b \nc ", ">ab \nc "),
        ] {
            let decoded = decode(input.as_bytes(), true);
            assert_eq!(decoded.bytes, text.as_bytes(), "{input:?}");
        }
    }

    #[test]
    fn stuffing_is_dropped() {
        check(&[
            (" From a\n >b\n  c", "From a\n>b\n c"),
            ("a \n  b \n >c", "a  b >c"),
            // RFC 3676 §4.5: one quote mark, and a second one that is text.
            (">> a\n>>a\n> > a", ">>a\n>>a\n>> a"),
        ]);
    }

    #[test]
    fn lines_of_one_depth_are_joined() {
        check(&[
            ("> a \n> b\n", ">a b\n"),
            (">>a \r\n>> b \r\n>>c", ">>a b c"),
            // Quote-depth wins (§4.5).
            ("> a \n>> b \n>> c \nd", ">a \n>>b c \nd"),
            // The second line is not quoted, its mark is stuffed.
            ("a \n >b", "a >b"),
            (">a \n> >b", ">a >b"),
        ]);
    }

    #[test]
    fn empty_lines_end_a_paragraph() {
        check(&[
            ("a \n\nb", "a \n\nb"),
            ("a \r\n\r\nb", "a \r\n\r\nb"),
            (">a \n>\n>b", ">a \n>\n>b"),
            (">a \n> \n>b", ">a \n>\n>b"),
            (" \nb", "\nb"),
            // Spaces after the stuffing are a flowed line (§4.1).
            ("a \n  \nb", "a  b"),
        ]);
    }

    #[test]
    fn signature_separators_stand_alone() {
        check(&[
            ("a \n-- \nb", "a \n-- \nb"),
            ("-- \r\nb", "-- \r\nb"),
            ("a \r\n-- ", "a \r\n-- "),
            (">a \n>-- \n>b", ">a \n>-- \n>b"),
            (">a \n> -- \r\n>b", ">a \n>-- \r\n>b"),
            // None: stuffed and not quoted, too many dashes, with more text.
            ("a \n -- \nb", "a -- b"),
            (" -- \nb", "-- b"),
            ("a \n--- \nb", "a --- b"),
            ("--- \nb", "--- b"),
            ("a \n-- b \nc", "a -- b c"),
            ("--  \nb", "--  b"),
            ("a \n--", "a --"),
            ("a \n-- \r-", "a -- \r-"),
        ]);
    }

    #[test]
    fn a_cr_alone_is_text() {
        check(&[
            ("a \rb", "a \rb"),
            ("a \r\r\nb", "a \r\r\nb"),
            ("a \r", "a \r"),
            ("a \n\rb", "a \rb"),
            ("a \n\r", "a \r"),
        ]);
    }

    #[test]
    fn marks_are_counted_up_to_a_bound() {
        let most = ">".repeat(MOST_MARKS);
        check(&[
            (
                &format!("{most}a \r\n{most} -- \r\n{most}b \r\n{most} c"),
                &format!("{most}a \r\n{most}-- \r\n{most}b c"),
            ),
            (
                &format!("{most}> a \n{most}>> b"),
                &format!("{most}> a >> b"),
            ),
            (&format!("a \n{most}> b"), &format!("a \n{most}> b")),
        ]);
    }

    #[test]
    fn each_byte_has_its_place() {
        let decoded = decode(b"> a \r\n> b\n c", false);
        assert_eq!(decoded.bytes, b">a b\nc");
        let places = [(0, 1), (2, 3), (3, 4), (8, 9), (9, 10), (11, 12)];
        assert_eq!(decoded.places, places);
    }

    #[test]
    fn no_cut_matters() {
        testing::decode_all(|| Flowed::new(true), b">a \n", b"> -a\r\n", 4);
    }
}
