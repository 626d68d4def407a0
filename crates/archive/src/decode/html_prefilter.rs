//! Lets go of the pages that are of no use.

use memchr::{memchr, memchr_iter, memchr2_iter};

use super::{Decoder, Output};
use crate::prefilter::{Prefilter, may_open_in_html};

/// The most bytes of a page that are kept back to look whether it can show the opening of a URL at all.
const HOLD: usize = 256 * 1024;

/// What begins the sequences that switch between the character sets of ISO-2022-JP and its like.
const ESC: u8 = 0x1b;

/// Gives the bytes of a page of HTML as they are, or none of them.
///
/// The text of a page is only of use for what stands behind a `<` of it, if that begins as a URL
/// does. Most pages show none that does, and of those nothing is given, so that nothing needs to
/// decode them: a page of at most 256 KiB is kept until its end and looked through, as fast as memory
/// is read. Of a longer one everything is given, and nothing is kept back any more.
///
/// It comes before the character set is decoded, and takes any in which the bytes of ASCII have
/// their meaning wherever a character begins, and no other byte stands for them: so not UTF-16 or
/// UTF-7. The trail bytes of Shift-JIS, GBK and Big5 may be letters, but never `&` or `<`, and those
/// of GB18030 no more than digits besides. A page with an ESC, as in ISO-2022-JP, is always given:
/// a sequence that begins with it may stand amid a reference, and leaves nothing there.
#[derive(Debug)]
pub(crate) struct HtmlPrefilter {
    prefilter: Prefilter,
    /// What has come of the page; none once its bytes are passed on.
    hold: Option<Hold>,
}

#[derive(Debug, Default)]
struct Hold {
    bytes: Vec<u8>,
    /// The offset of the first of them.
    at: u64,
}

impl Hold {
    /// Keeps `input` too, if there is room.
    fn keep(&mut self, input: &[u8], at: u64) -> bool {
        if input.len() > HOLD - self.bytes.len() {
            return false;
        }
        if self.bytes.is_empty() {
            self.at = at;
        }
        self.bytes.extend_from_slice(input);
        true
    }
}

impl HtmlPrefilter {
    pub(crate) fn new(prefilter: Prefilter) -> Self {
        Self {
            prefilter,
            hold: Some(Hold::default()),
        }
    }
}

impl Decoder for HtmlPrefilter {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        if let Some(hold) = &mut self.hold {
            if hold.keep(input, at) {
                return;
            }
            out.verbatim(&hold.bytes, hold.at);
            self.hold = None;
        }
        out.verbatim(input, at);
    }

    fn finish(&mut self, _at: u64, out: &mut Output) {
        if let Some(hold) = self.hold.take()
            && may_show_opener(&self.prefilter, &hold.bytes)
        {
            out.verbatim(&hold.bytes, hold.at);
        }
    }

    fn held(&self, tell: &mut dyn FnMut(u64)) {
        if let Some(hold) = &self.hold {
            for at in memchr2_iter(b'<', b'&', &hold.bytes) {
                tell(hold.at + at as u64);
            }
        }
    }

    fn passes(&mut self, _input: &[u8]) -> bool {
        self.hold.is_none()
    }
}

/// Whether a whole page may show a `<` that opens a URL. If it says no, the page shows none.
///
/// Section numbers are those of the HTML standard.
pub(super) fn may_show_opener(prefilter: &Prefilter, page: &[u8]) -> bool {
    let may_open = |behind: &[u8]| may_open_in_html(prefilter, behind);
    let mut references = memchr_iter(b'&', page);
    may_have_shown_tag(page, may_open)
        || references.any(|at| behind_reference(&page[at + 1..]).is_some_and(may_open))
        || memchr(ESC, page).is_some()
}

/// So many bytes are looked at together for tags.
const PIECE: usize = 32;

/// Whether there is a `<` that begins no markup and may open a URL, or a tag behind which one is shown.
fn may_have_shown_tag(page: &[u8], may_open: impl Fn(&[u8]) -> bool) -> bool {
    let is_shown = |at: usize| {
        let behind = &page[at + 1..];
        if begins_markup(behind) {
            begins_shown_raw_text(behind)
        } else {
            may_open(behind)
        }
    };
    let mut from = 0;
    // Tags stand so close together that a look at all bytes takes a third of a search for each.
    while let Some(piece) = page[from..].first_chunk() {
        let mut tags = memchr_iter(b'<', &piece[..PIECE]);
        if has_suspect(piece) && tags.any(|at| is_shown(from + at)) {
            return true;
        }
        from += PIECE;
    }
    memchr_iter(b'<', &page[from..]).any(|at| is_shown(from + at))
}

/// Whether one of the first bytes, by the two behind it, may be a `<` that is shown, or begin a tag
/// behind which one is. If it says no, none does. A loop without branches: one instruction looks at
/// many bytes.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
fn has_suspect(piece: &[u8; PIECE + 2]) -> bool {
    let mut found = false;
    for at in 0..PIECE {
        let (second, third) = (piece[at + 1], piece[at + 2]);
        let (lower, next) = (second | 0x20, third | 0x20);
        let is_markup = lower.is_ascii_lowercase() | (second == b'/') | (second == b'!');
        let may_be_raw_text =
            (lower == b't') & (next == b'e') | (lower == b'p') & (next == b'l') | (lower == b'x');
        found |= (piece[at] == b'<') & (!is_markup | may_be_raw_text);
    }
    found
}

/// What stands behind a character reference to `<`, if `&` with this behind it may be one (§13.5).
///
/// `&nvlt;` is a `<` with a combining line, and opens nothing.
fn behind_reference(behind: &[u8]) -> Option<&[u8]> {
    let rest = match behind.strip_prefix(b"#") {
        None => behind
            .strip_prefix(b"lt")
            .or_else(|| behind.strip_prefix(b"LT")),
        Some(number) => {
            let (digits, codes) = match number {
                [b'x' | b'X', digits @ ..] => (digits, [b"3c", b"3C"]),
                digits => (digits, [b"60", b"60"]),
            };
            let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
            let digits = &digits[zeros..];
            codes.iter().find_map(|code| digits.strip_prefix(*code))
        }
    }?;
    Some(rest.strip_prefix(b";").unwrap_or(rest))
}

/// Whether `<` with this behind it, as far as the end of the page, is no text (§13.2.5.6).
fn begins_markup(behind: &[u8]) -> bool {
    matches!(behind, [first, ..] if first.is_ascii_alphabetic() || matches!(first, b'/' | b'!' | b'?'))
}

/// Whether `<` with this behind it may begin a tag behind which even a `<` with a letter is shown
/// (§13.2.5.2, §13.2.5.3, §13.2.5.5).
fn begins_shown_raw_text(behind: &[u8]) -> bool {
    let is_named = |name: &&[u8]| {
        let start = behind.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    [&b"textarea"[..], b"xmp", b"plaintext"]
        .iter()
        .any(is_named)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{HOLD, HtmlPrefilter, PIECE};
    use crate::{
        decode::{Decoder, Output},
        prefilter::testing::names,
    };

    fn may_show_opener(page: &[u8]) -> bool {
        super::may_show_opener(&names(), page)
    }

    /// Where the page stands in what the prefilter is given.
    const BASE: u64 = 1000;

    /// The output for a page, after a look at what is told on the way.
    fn sift(page: &[u8], cuts: &[usize]) -> Output {
        let mut prefilter = HtmlPrefilter::new(names());
        let mut out = Output::default();
        let mut from = 0;
        for &to in cuts.iter().chain([&page.len()]) {
            let given = out.bytes().len();
            let passes = prefilter.passes(&page[from..to]);
            prefilter.decode(&page[from..to], BASE + from as u64, &mut out);
            if passes {
                assert_eq!(out.bytes().len() - given, to - from);
            }
            check_held(&prefilter, page, out.bytes().len()..to);
            from = to;
        }
        prefilter.finish(BASE + page.len() as u64, &mut out);
        out
    }

    /// Checks that of the bytes held back every `<` and `&` is told, and nothing else.
    fn check_held(prefilter: &HtmlPrefilter, page: &[u8], held: Range<usize>) {
        let is_mark = |&at: &usize| matches!(page[at], b'<' | b'&');
        let mut marks = held.clone().filter(is_mark).map(|at| BASE + at as u64);
        prefilter.held(&mut |at| assert_eq!(Some(at), marks.next()));
        assert_eq!(marks.next(), None);
        assert_eq!(
            held.is_empty() && !page.is_empty(),
            prefilter.hold.is_none()
        );
    }

    /// Checks that a page is given as it is, or not at all, with each of some ways to cut it.
    fn check<'c>(page: &[u8], is_given: bool, cuts: impl IntoIterator<Item = &'c [usize]>) {
        let mut whole = Output::default();
        if is_given {
            whole.verbatim(page, BASE);
        }
        for cuts in cuts {
            let out = sift(page, cuts);
            assert!(out.bytes() == whole.bytes(), "cut at {cuts:?}");
            assert_eq!(out.map(), whole.map(), "cut at {cuts:?}");
        }
    }

    /// Checks whether a short page is given, with every cut of it.
    fn check_short(page: &[u8], is_given: bool) {
        let context = page.escape_ascii();
        assert_eq!(may_show_opener(page), is_given, "{context}");
        let each: Vec<_> = (1..page.len()).collect();
        let none = [];
        let cuts = each.iter().map(std::slice::from_ref);
        check(page, is_given, cuts.chain([&none[..], &each]));
    }

    #[test]
    fn a_page_without_less_than_signs_gives_nothing() {
        for (page, may_show) in [
            ("", false),
            (
                "<html><body>a &gt; b &amp; c&nbsp;<!-- d --></body></html>",
                false,
            ),
            ("a &lambda; &#60a", true),
            ("a &lambda; &#600", false),
            ("&#x3b;&#6;&#060", true),
            ("&#x3b;&#6;&#x60;&#3c;", false),
            ("&#xx3c;&#x 3c;", false),
            ("&#x0003C", true),
            ("&nvlt;", false),
            ("&LT", true),
            ("&Lt;", false),
            ("a<", true),
            ("a</", false),
            ("a<!", false),
            ("a<?", false),
            ("<1", false),
            ("<<b>", true),
            ("<text></areas>", false),
            ("<TextArea>", true),
            ("<xmp>", true),
            ("<PLAINTEXT>", true),
            ("<script>a < b</script>", true),
        ] {
            check_short(page.as_bytes(), may_show);
        }
    }

    #[test]
    fn a_less_than_sign_that_opens_nothing_is_none() {
        for (page, may_show) in [
            ("From: Jane &lt;jane@a.example&gt;", false),
            ("&#60;jane@a.example&#62;", false),
            (
                "<script>for (i = 0; i<(a); i++) if (i <= b || i<10) c()</script>",
                false,
            ),
            ("<script>if (i < a.length; i < 1)</script>", false),
            ("<>", false),
            ("&lt;&lt;&lt; a", true),
            ("&lt;http://a/&gt;", true),
            ("&LT http://a/", true),
            ("&lthttp://a/", true),
            ("&#x3c;URL:a", true),
            ("&lt;<b>http</b>://a/", true),
            ("&lt;&#104;ttp://a/", true),
            ("&lt;h&#116;tp://a/", true),
            ("&lt;ht\ntp://a/", true),
            ("&lt;ht\0tp://a/", true),
            ("&lt;\u{feff}http://a/", true),
            ("<pre>&lt; \n> http://a/</pre>", true),
            ("<pre>&lt;\n| http://a/</pre>", true),
            ("<pre>&lt;\n: http://a/</pre>", true),
            ("&lt;> http://a/", false),
            ("&lt;jane@a.example <http://a/", false),
            ("&lt;jane@a.example < http://a/", true),
        ] {
            check_short(page.as_bytes(), may_show);
        }
    }

    #[test]
    fn it_does_not_matter_where_in_a_page_a_less_than_sign_stands() {
        let shown = [
            "a<<",
            "< b",
            "<\u{e9}",
            "<TextArea>",
            "<xmp>",
            "<PLAINTEXT>",
            "&lta\n",
            "&#60a:",
        ];
        let hidden = [
            "<p>", "</p>", "<1", "<-", "<!-->", "<?>", "<td>", "<Tem>", "<pla>", "<xm>", "&le;",
            "&#62", "<(", "&lt;@", "&#60;=",
        ];
        for (marks, may_show) in [(&shown[..], true), (&hidden, false)] {
            for (mark, before) in marks
                .iter()
                .flat_map(|mark| (0..3 * PIECE).map(move |at| (mark, at)))
            {
                let page = ["<b>", &"a".repeat(before), mark, ".<i>"].concat();
                assert_eq!(may_show_opener(page.as_bytes()), may_show, "{page}");
            }
        }
    }

    #[test]
    fn a_page_in_another_charset_is_sifted_too() {
        for (page, may_show) in [
            // Shift-JIS, whose trail bytes are letters here: katakana SO, and kanji.
            (&b"<p>\x83\x5c\x95\x6c\x82t</p>"[..], false),
            (b"<p>\x83\x5c&lt;\x95\x6c</p>", true),
            (b"<p>\x83\x5c<\x83\x5c</p>", true),
            // GB18030, with four bytes.
            (b"<p>\x81\x30\x81\x36&#\x81\x360\x81\x30</p>", false),
            (b"\x81\x30\x81\x30&#60;", true),
            // ISO-2022-JP: `<` may be any byte of a character, and nothing of the page be text.
            (b"<p>\x1b$B%=\x1b(B</p>", true),
            // An escape sequence leaves nothing in the text.
            (b"&\x1b(Blt;", true),
            (b"<text\x1b(Barea><b>", true),
        ] {
            check_short(page, may_show);
        }
    }

    /// A page of so many bytes, most of them a comment, that ends so.
    fn long_page(len: usize, end: &str) -> Vec<u8> {
        let filler = "a".repeat(len - "<!---->".len() - end.len());
        format!("<!--{filler}-->{end}").into_bytes()
    }

    /// Checks whether a page about as long as the hold is given, cut near its limit and in other
    /// ways.
    fn check_long(page: &[u8], is_given: bool) {
        let near: Vec<_> = (HOLD - 8..page.len()).collect();
        let pieces: Vec<_> = (1..page.len()).step_by(9973).collect();
        let cuts = near.iter().map(std::slice::from_ref);
        check(page, is_given, cuts.chain([&[][..], &near, &pieces]));
    }

    #[test]
    fn a_page_longer_than_the_hold_is_given_whole() {
        check_long(&long_page(HOLD, "b&gt;"), false);
        check_long(&long_page(HOLD + 1, "b&gt;"), true);
        // The reference lies before, across and behind the limit.
        for len in HOLD..HOLD + 8 {
            check_long(&long_page(len, "&lt;"), true);
        }
    }

    #[test]
    fn what_is_not_held_passes() {
        let mut prefilter = HtmlPrefilter::new(names());
        let mut out = Output::default();
        prefilter.decode(&vec![b'a'; HOLD], 0, &mut out);
        assert!(!prefilter.passes(b"b"));
        assert_eq!(out.bytes(), b"");
        prefilter.decode(b"b", HOLD as u64, &mut out);
        assert!(prefilter.passes(b"<"));
        assert_eq!(out.bytes().len(), HOLD + 1);
        // The caller has passed on what passes.
        prefilter.finish(HOLD as u64 + 100, &mut out);
        assert_eq!(out.bytes().len(), HOLD + 1);
    }
}
