//! The data state (§13.2.5.1), in which nearly all of a page is read: a loop over text and whole tags.
//!
//! The loop stays here until a reference, a comment or a tag that is cut begins, or the content model changes, so that
//! nothing is dispatched between two tags.

use fearless_simd::{Level, Simd, dispatch};
use memchr::memchr2;

use super::{HtmlState, Tokenizer};
use crate::decode::{
    html::{
        content::ContentModel,
        element::Element,
        tag::{Tag, TagName, ends_name, run},
        whole_tag::read_attributes,
        words::words_before_markup,
    },
    output::Output,
};

impl Tokenizer {
    /// Consumes text and tags, as long as the data state continues. Returns the number of bytes consumed.
    pub(super) fn data(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        dispatch!(Level::new(), simd => self.data_with(simd, input, at, out))
    }

    #[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
    #[inline(always)]
    fn data_with<S: Simd>(&mut self, simd: S, input: &[u8], at: u64, out: &mut Output) -> usize {
        let mut taken = 0;
        while let Some(&first) = input.get(taken) {
            let (rest, start) = (&input[taken..], at + taken as u64);
            if first == b'<'
                && let Some(len) = self.tag(rest, start, out)
            {
                taken += len;
                if self.is_in_data_state() {
                    continue;
                }
                return taken;
            }
            taken += match first {
                b'<' | b'&' => return taken + self.begin_markup(first, start),
                _ if self.layout.preserves_white_space() => {
                    let len = memchr2(b'<', b'&', rest).unwrap_or(rest.len());
                    self.layout.text(&rest[..len], start, out);
                    len
                }
                _ => {
                    let len = words_before_markup(simd, rest);
                    self.layout.words(len, rest, start, out)
                }
            };
        }
        taken
    }

    fn is_in_data_state(&self) -> bool {
        matches!(self.state, HtmlState::Text) && self.content_model == ContentModel::Data
    }

    /// Reads the tag at the start of `input`, if there is one: all of it, if it ends in the input, and otherwise what
    /// precedes its name. Returns the number of bytes read.
    fn tag(&mut self, input: &[u8], at: u64, out: &mut Output) -> Option<usize> {
        let before = match *input {
            [b'<', first, ..] if first.is_ascii_alphabetic() => 1,
            [b'<', b'/', first, ..] if first.is_ascii_alphabetic() => 2,
            _ => return None,
        };
        if let Some(len) = self.whole_tag(input, before, at, out) {
            return Some(len);
        }
        self.held.begin(b'<', at);
        if before == 1 {
            self.begin_start_tag();
        } else {
            self.tag = Tag::end();
        }
        self.state = HtmlState::TagName;
        Some(before)
    }

    /// Reads a tag as the states do step by step, if it ends in the input. Its name follows the first `before` bytes.
    /// Returns the length. If the tag does not end in the input, nothing has changed.
    fn whole_tag(
        &mut self,
        input: &[u8],
        before: usize,
        at: u64,
        out: &mut Output,
    ) -> Option<usize> {
        let from_name = &input[before..];
        let name_len = run(from_name, |byte| !ends_name(byte));
        let element = Element::named(&TagName::at_start_of(from_name, name_len));
        let is_end = before > 1;
        let (name, rest) = from_name.split_at(name_len);
        let rest_at = at + (before + name_len) as u64;
        let len = match &mut self.attributes {
            Some(attributes) if !is_end => {
                attributes.read_whole(name, element.role, rest, rest_at)?
            }
            _ => read_attributes(rest, |_, _| {})?,
        };
        let len = before + name_len + len;
        self.close_tag(element, is_end, at..at + len as u64, out);
        Some(len)
    }
}
