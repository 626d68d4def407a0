//! Discards HTML pages that cannot show a candidate.

use super::{Decoder, Output, html_openers::may_show_opener};
use crate::skip::Prefilter;

/// The maximum length of a page that is held back to check whether it can show a candidate, in
/// bytes.
const MAX_PAGE: usize = 256 * 1024;

/// Passes on an HTML page unchanged, or discards it as a whole.
///
/// Only a `<` in the visible text that opens a candidate is of interest. Most pages show none.
/// These are discarded before they are decoded: a page of at most 256 KiB is held back until its
/// end and searched, which is as fast as memory access. A longer page is passed on, and nothing is
/// held back any more.
///
/// Runs before charset decoding, on any charset in which the ASCII bytes stand for themselves wherever a character
/// begins, and no other byte does: not UTF-16 or UTF-7. The trail bytes of Shift-JIS, GBK and Big5 may be letters, but
/// never `&` or `<`; in GB18030 they may also be digits. A page with an ESC, as in ISO-2022-JP, is always passed on,
/// because an escape sequence may occur inside a character reference and leaves nothing in the text.
#[derive(Debug)]
pub(crate) struct HtmlPrefilter {
    prefilter: Prefilter,
    /// The page so far; `None` once its bytes are passed on.
    page: Option<HeldPage>,
}

#[derive(Debug, Default)]
struct HeldPage {
    bytes: Vec<u8>,
    /// Offset of the first byte.
    at: u64,
}

impl HeldPage {
    /// Appends `input` if there is room. Returns whether it was appended.
    fn append(&mut self, input: &[u8], at: u64) -> bool {
        if input.len() > MAX_PAGE - self.bytes.len() {
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
            page: Some(HeldPage::default()),
        }
    }
}

impl Decoder for HtmlPrefilter {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        if let Some(page) = &mut self.page {
            if page.append(input, at) {
                return;
            }
            self.release(out);
        }
        out.verbatim(input, at);
    }

    fn finish(&mut self, _at: u64, out: &mut Output) {
        if let Some(page) = self.page.take()
            && may_show_opener(&self.prefilter, &page.bytes)
        {
            out.verbatim(&page.bytes, page.at);
        }
    }

    /// Passes on the page so far, and then the rest.
    fn release(&mut self, out: &mut Output) {
        if let Some(page) = self.page.take() {
            out.verbatim(&page.bytes, page.at);
        }
    }

    /// Passes on the page so far, and then the rest.
    fn pause(&mut self, out: &mut Output) {
        self.release(out);
    }

    fn passes(&mut self, _input: &[u8]) -> bool {
        self.page.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::{HtmlPrefilter, MAX_PAGE};
    use crate::{
        decode::{
            Decoder, Output,
            html_openers::{self, BLOCK},
        },
        skip::prefilter::testing::names,
    };

    use urlsift_tables::flags;

    fn may_show_opener(page: &[u8]) -> bool {
        html_openers::may_show_opener(&names(), page)
    }

    /// The offset of the page in the input.
    const BASE: u64 = 1000;

    /// Returns the output for a page in the given chunks; a page is held back as a whole, or not at all.
    fn filter(page: &[u8], cuts: &[usize]) -> Output {
        let mut prefilter = HtmlPrefilter::new(names());
        let mut out = Output::default();
        let mut from = 0;
        for &to in cuts.iter().chain([&page.len()]) {
            let len = out.bytes().len();
            let passes = prefilter.passes(&page[from..to]);
            prefilter.decode(&page[from..to], BASE + from as u64, &mut out);
            if passes {
                assert_eq!(out.bytes().len() - len, to - from);
            }
            assert_eq!(
                prefilter.page.is_none(),
                out.bytes().len() == to && !page.is_empty()
            );
            from = to;
        }
        prefilter.finish(BASE + page.len() as u64, &mut out);
        out
    }

    /// Checks that a page is passed on unchanged or not at all, however it is divided.
    fn check<'c>(page: &[u8], is_passed: bool, cuts: impl IntoIterator<Item = &'c [usize]>) {
        let mut whole = Output::default();
        if is_passed {
            whole.verbatim(page, BASE);
        }
        for cuts in cuts {
            let out = filter(page, cuts);
            assert!(out.bytes() == whole.bytes(), "cut at {cuts:?}");
            assert_eq!(out.map(), whole.map(), "cut at {cuts:?}");
        }
    }

    /// Checks whether a short page is passed on, divided at every position.
    fn check_short(page: &[u8], is_passed: bool) {
        let context = page.escape_ascii();
        assert_eq!(may_show_opener(page), is_passed, "{context}");
        let each: Vec<_> = (1..page.len()).collect();
        let none = [];
        let cuts = each.iter().map(std::slice::from_ref);
        check(page, is_passed, cuts.chain([&none[..], &each]));
    }

    #[test]
    fn a_page_without_less_than_signs_is_discarded() {
        for (page, may_show) in flags!("html_prefilter.toml", "page_without_less") {
            check_short(page.as_bytes(), may_show);
        }
    }

    #[test]
    fn a_page_whose_less_than_signs_open_nothing_is_discarded() {
        for (page, may_show) in flags!("html_prefilter.toml", "page_whose_less") {
            check_short(page.as_bytes(), may_show);
        }
    }

    #[test]
    fn a_page_is_checked_at_every_offset() {
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
                .flat_map(|mark| (0..3 * BLOCK).map(move |at| (mark, at)))
            {
                let page = ["<b>", &"a".repeat(before), mark, ".<i>"].concat();
                assert_eq!(may_show_opener(page.as_bytes()), may_show, "{page}");
            }
        }
    }

    #[test]
    fn pages_in_other_charsets_are_filtered() {
        for (page, may_show) in [
            // Shift-JIS with letters as trail bytes: katakana SO, and kanji.
            (&b"<p>\x83\x5c\x95\x6c\x82t</p>"[..], false),
            (b"<p>\x83\x5c&lt;\x95\x6c</p>", true),
            (b"<p>\x83\x5c<\x83\x5c</p>", true),
            // GB18030 with four-byte characters.
            (b"<p>\x81\x30\x81\x36&#\x81\x360\x81\x30</p>", false),
            (b"\x81\x30\x81\x30&#60;", true),
            // ISO-2022-JP: `<` may be any byte of a character, and the page may show nothing.
            (b"<p>\x1b$B%=\x1b(B</p>", true),
            // An escape sequence leaves nothing in the text.
            (b"&\x1b(Blt;", true),
            (b"<text\x1b(Barea><b>", true),
        ] {
            check_short(page, may_show);
        }
    }

    /// Returns a page of this length, most of it a comment, with this end.
    fn long_page(len: usize, end: &str) -> Vec<u8> {
        let filler = "a".repeat(len - "<!---->".len() - end.len());
        format!("<!--{filler}-->{end}").into_bytes()
    }

    /// Checks whether a page of about the maximum length is passed on, divided near the limit and
    /// elsewhere.
    fn check_long(page: &[u8], is_passed: bool) {
        let near: Vec<_> = (MAX_PAGE - 8..page.len()).collect();
        let pieces: Vec<_> = (1..page.len()).step_by(9973).collect();
        let cuts = near.iter().map(std::slice::from_ref);
        check(page, is_passed, cuts.chain([&[][..], &near, &pieces]));
    }

    #[test]
    fn a_page_longer_than_the_limit_is_passed_on_whole() {
        check_long(&long_page(MAX_PAGE, "b&gt;"), false);
        check_long(&long_page(MAX_PAGE + 1, "b&gt;"), true);
        // The reference is before, across and after the limit.
        for len in MAX_PAGE..MAX_PAGE + 8 {
            check_long(&long_page(len, "&lt;"), true);
        }
    }

    #[test]
    fn a_page_longer_than_the_limit_passes_through() {
        let mut prefilter = HtmlPrefilter::new(names());
        let mut out = Output::default();
        prefilter.decode(&vec![b'a'; MAX_PAGE], 0, &mut out);
        assert!(!prefilter.passes(b"b"));
        assert_eq!(out.bytes(), b"");
        prefilter.decode(b"b", MAX_PAGE as u64, &mut out);
        assert!(prefilter.passes(b"<"));
        assert_eq!(out.bytes().len(), MAX_PAGE + 1);
        // The caller has passed on the bytes that pass.
        prefilter.finish(MAX_PAGE as u64 + 100, &mut out);
        assert_eq!(out.bytes().len(), MAX_PAGE + 1);
    }
}
