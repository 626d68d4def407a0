//! Decides whether an HTML page can show a `<` that opens a candidate.
//!
//! Section numbers refer to the HTML standard.

use fearless_simd::{Level, dispatch};
use memchr::{memchr, memchr_iter, memchr2_iter};

use super::quoted_printable;
use crate::skip::{Prefilter, may_open_in_html, may_open_in_quoted_html};

/// The start of the escape sequences that switch between the character sets of ISO-2022.
const ESC: u8 = 0x1b;

/// The length of the longest name in [`begins_shown_raw_text`].
const MAX_NAME: usize = b"plaintext".len();

/// Returns whether a page may show a `<` that opens a candidate. `false` is certain.
pub(crate) fn may_show_opener(prefilter: &Prefilter, page: &[u8]) -> bool {
    let may_open = |after: &[u8]| may_open_in_html(prefilter, after);
    let is_shown = |after: &[u8]| {
        if begins_markup(after) {
            begins_shown_raw_text(after)
        } else {
            may_open(after)
        }
    };
    let mut references = memchr_iter(b'&', page);
    may_have_shown_tag::<false>(page, is_shown)
        || references.any(|at| after_reference(&page[at + 1..]).is_some_and(may_open))
        || memchr(ESC, page).is_some()
}

/// Returns whether a page in quoted-printable may show a `<` that opens a candidate. `false` is
/// certain, unless the charset has escape sequences. The page is not decoded: it also may if an `=`
/// stands where the answer depends on what it encodes.
pub(crate) fn may_show_opener_quoted_printable(prefilter: &Prefilter, page: &[u8]) -> bool {
    let may_open = |after: &[u8]| may_open_in_quoted_html(prefilter, after);
    let is_shown = |after: &[u8]| {
        let mut buffer = [0; MAX_NAME];
        let head = quoted_printable::decode_start(after, &mut buffer);
        match head {
            Some(head) if begins_markup(head) => begins_shown_raw_text(head),
            _ => may_open(after),
        }
    };
    let may_show_reference =
        |after: &[u8]| is_cut_by_equals_sign(after) || after_reference(after).is_some_and(may_open);
    may_have_shown_tag::<true>(page, is_shown)
        || memchr_iter(b'&', page).any(|at| may_show_reference(&page[at + 1..]))
}

/// The number of bytes checked for tags at a time.
pub(super) const BLOCK: usize = 64;

/// Returns whether one of the `<` is shown, given the bytes after it. In quoted-printable, also
/// whether there is an encoded `<` or `&`.
fn may_have_shown_tag<const QUOTED_PRINTABLE: bool>(
    page: &[u8],
    is_shown: impl Fn(&[u8]) -> bool,
) -> bool {
    dispatch!(Level::new(), _ => may_have_shown_tag_with::<QUOTED_PRINTABLE>(page, is_shown))
}

#[expect(
    clippy::inline_always,
    reason = "only then it is compiled for the processor"
)]
#[inline(always)]
fn may_have_shown_tag_with<const QUOTED_PRINTABLE: bool>(
    page: &[u8],
    is_shown: impl Fn(&[u8]) -> bool,
) -> bool {
    let is_shown = |at: usize| match (page[at], &page[at + 1..]) {
        (b'<', after) => is_shown(after),
        (_, after) => {
            QUOTED_PRINTABLE && matches!(after, [b'3', b'C' | b'c', ..] | [b'2', b'6', ..])
        }
    };
    let any_is_shown = |from: usize, to: usize| {
        let text = &page[from..to];
        if QUOTED_PRINTABLE {
            memchr2_iter(b'<', b'=', text).any(|at| is_shown(from + at))
        } else {
            memchr_iter(b'<', text).any(|at| is_shown(from + at))
        }
    };
    let mut from = 0;
    // Tags are so close together that checking all bytes takes a third of the time of a search for
    // each.
    while let Some(block) = page[from..].first_chunk() {
        if has_suspect::<QUOTED_PRINTABLE>(block) && any_is_shown(from, from + BLOCK) {
            return true;
        }
        from += BLOCK;
    }
    any_is_shown(from, page.len())
}

/// The differences of the first two letters of `textarea` and `plaintext`, in either case.
const TEXTAREA: u8 = b't' ^ b'e';
const PLAINTEXT: u8 = b'p' ^ b'l';

/// The differences of the digits of an encoded `<` and `&`, with [`CASE`] set.
const LESS_THAN: u8 = b'3' ^ b'c';
const AMPERSAND: u8 = b'2' ^ b'6';

/// The bit in which upper and lower case differ.
const CASE: u8 = 0x20;

/// Returns whether one of the first bytes, judged with the two after it, may be a visible `<` or
/// begin a tag after which one is shown; in quoted-printable, also whether it may begin an encoded
/// `<` or `&`, or a tag with an `=`. `false` is certain. The loop has no branches, so that it is
/// vectorized; it compares differences, as that takes fewer instructions.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
#[expect(
    clippy::inline_always,
    reason = "only then it is compiled for the processor"
)]
#[inline(always)]
fn has_suspect<const QUOTED_PRINTABLE: bool>(block: &[u8; BLOCK + 2]) -> bool {
    let mut found = false;
    for at in 0..BLOCK {
        let (first, second, third) = (block[at], block[at + 1] | CASE, block[at + 2]);
        let difference = second ^ (third | CASE);
        let is_markup = second.is_ascii_lowercase() | (second == b'/') | (second == b'!');
        let may_be_raw_text =
            (difference == TEXTAREA) | (difference == PLAINTEXT) | (second == b'x');
        let may_be_equals_sign = QUOTED_PRINTABLE & (third == b'=');
        found |= (first == b'<') & (!is_markup | may_be_raw_text | may_be_equals_sign);
        let may_be_encoded = (difference == LESS_THAN) | (difference == AMPERSAND);
        found |= QUOTED_PRINTABLE & (first == b'=') & may_be_encoded;
    }
    found
}

/// Returns what follows a character reference to `<`, given the bytes after its `&`. `None` if it
/// is another reference or none (§13.5).
///
/// `&nvlt;` is a `<` with a combining character, and opens nothing.
fn after_reference(after: &[u8]) -> Option<&[u8]> {
    let rest = match after.strip_prefix(b"#") {
        None => after
            .strip_prefix(b"lt")
            .or_else(|| after.strip_prefix(b"LT")),
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

/// Returns whether an `=` of quoted-printable stands where it may encode a part of a character
/// reference to `<`, given the bytes after its `&`.
fn is_cut_by_equals_sign(after: &[u8]) -> bool {
    match after {
        [b'=' | b'l' | b'L', b'=', ..] | [b'=', ..] => true,
        [b'#', number @ ..] => {
            let number = match number {
                [b'x' | b'X', digits @ ..] | digits => digits,
            };
            let zeros = number.iter().take_while(|&&digit| digit == b'0').count();
            matches!(number[zeros..], [b'=', ..] | [b'3' | b'6', b'=', ..])
        }
        _ => false,
    }
}

/// Returns whether a `<` before `after` begins markup rather than text (§13.2.5.6). `after` extends
/// to the end of the page.
fn begins_markup(after: &[u8]) -> bool {
    matches!(after, [first, ..] if first.is_ascii_alphabetic() || matches!(first, b'/' | b'!' | b'?'))
}

/// Returns whether a `<` before `after` may begin a tag after which even a `<` with a letter is
/// shown (§13.2.5.2, §13.2.5.3, §13.2.5.5).
fn begins_shown_raw_text(after: &[u8]) -> bool {
    let is_named = |name: &&[u8]| {
        let start = after.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    [&b"textarea"[..], b"xmp", b"plaintext"]
        .iter()
        .any(is_named)
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, may_show_opener_quoted_printable};
    use crate::skip::prefilter::testing::names;

    use urlsift_tables::lines;

    #[test]
    fn pages_in_quoted_printable_are_checked_at_every_offset() {
        let shown = lines!("html_openers.toml", "pages_quoted_printable_1");
        let hidden = lines!("html_openers.toml", "pages_quoted_printable_2");
        for (marks, may_show) in [(&shown[..], true), (&hidden, false)] {
            for (mark, before) in marks
                .iter()
                .flat_map(|mark| (0..2 * BLOCK).map(move |at| (mark, at)))
            {
                let page = ["<b>", &"a".repeat(before), mark, "@.<i>"].concat();
                let found = may_show_opener_quoted_printable(&names(), page.as_bytes());
                assert_eq!(found, may_show, "{page}");
            }
        }
    }

    /// Each `<` reads only a bounded number of bytes.
    #[test]
    fn a_tag_after_many_soft_line_breaks_counts_as_shown() {
        for (breaks, may_show) in [(10, false), (100, true)] {
            let page = ["<", &"=\n".repeat(breaks), "b>"].concat();
            let found = may_show_opener_quoted_printable(&names(), page.as_bytes());
            assert_eq!(found, may_show, "{breaks}");
        }
    }
}
