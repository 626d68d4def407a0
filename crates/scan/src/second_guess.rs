//! Guesses at what a damaged candidate was, in addition to its readings.

use std::borrow::Cow;

use crate::{
    bracket::scheme::{MAX_UNKNOWN_LEN, is_name},
    candidate::{Candidate, CandidateWarning, Repair},
    text::class::is_blank,
    typeset::without_ligatures,
};

/// A guess at what a candidate was before it was damaged, made from its first reading.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SecondGuess<'c> {
    /// The URL, which differs from the first reading and is never empty.
    pub url: Cow<'c, [u8]>,
    /// The damage that the guess repairs.
    pub repair: Repair,
}

impl<'c> SecondGuess<'c> {
    /// Returns the URL for a line of text: spaces and control characters, which only undeclared quoted-printable
    /// encodes, are `%XX`.
    #[must_use]
    pub fn into_line(self) -> Cow<'c, [u8]> {
        let is_plain = |byte: &u8| *byte > b' ' && *byte != 0x7f;
        if self.url.iter().all(is_plain) {
            return self.url;
        }
        let mut line = Vec::with_capacity(self.url.len());
        for byte in &*self.url {
            if is_plain(byte) {
                line.push(*byte);
            } else {
                let digit = |value: u8| b"0123456789ABCDEF"[usize::from(value)];
                line.extend([b'%', digit(byte >> 4), digit(byte & 15)]);
            }
        }
        line.into()
    }
}

impl Candidate {
    /// Returns guesses at what the URL was before the text was damaged, at most one for each [`Repair`].
    ///
    /// `is_quoted_printable` says that the text was declared as quoted-printable, and is decoded; a `=` is then
    /// part of the URL.
    ///
    /// ```
    /// let text = b"(<http://a.example/b.html%29.>)";
    /// let found = urlsift_scan::candidates(text).next().unwrap();
    /// let guess = found.second_guesses(false).next().unwrap();
    /// assert_eq!(*guess.url, *b"http://a.example/b.html");
    /// assert_eq!(guess.repair.name(), "trailing-punctuation");
    /// ```
    pub fn second_guesses(
        &self,
        is_quoted_printable: bool,
    ) -> impl Iterator<Item = SecondGuess<'_>> {
        let has_sign = has_sign_of_damage(self.url());
        let repairs = if has_sign || self.may_be_repaired() {
            Repair::ALL
        } else {
            &[]
        };
        repairs.iter().copied().filter_map(move |repair| {
            let url = match repair {
                Repair::TrailingPunctuation => without_punctuation(self.url()).map(Cow::Borrowed),
                Repair::Blanks => self.with_blanks().map(Cow::Owned),
                Repair::FirstBlank => self.until_blank().map(Cow::Borrowed),
                Repair::Label | Repair::StrayQuotedPrintable | Repair::Stars | Repair::Doubled
                    if !has_sign =>
                {
                    None
                }
                Repair::Label => without_label(self.url()).map(Cow::Borrowed),
                Repair::StrayQuotedPrintable if is_quoted_printable => None,
                Repair::StrayQuotedPrintable => self.without_quoted_printable().map(Cow::Owned),
                Repair::Stars => without_stars(self.url()).map(Cow::Owned),
                Repair::Doubled => without_copy(self.url()).map(Cow::Borrowed),
                Repair::Wrapped
                | Repair::Script
                | Repair::Unpaired
                | Repair::Bar
                | Repair::Escaped
                | Repair::DotStuffed => self.supplied(repair).map(Cow::Borrowed),
                Repair::Ligature => without_ligatures(self.url()).map(Cow::Owned),
                Repair::Cut => {
                    let cut = || self.until_doubtful_break();
                    self.supplied(repair).or_else(cut).map(Cow::Borrowed)
                }
            }?;
            (!url.is_empty()).then_some(SecondGuess { url, repair })
        })
    }

    /// Fast check whether there may be a guess that does not need a [sign](has_sign_of_damage). Most URLs have none.
    fn may_be_repaired(&self) -> bool {
        let warnings = self.warnings();
        let mut signs = [
            CandidateWarning::Spaced,
            CandidateWarning::UnevenQuoting,
            CandidateWarning::DoubtfulClose,
        ]
        .into_iter();
        may_end_in_punctuation(self.url())
            || !self.url().is_ascii()
            || !self.guesses.is_empty()
            || !warnings.is_empty() && signs.any(|sign| warnings.contains(sign))
    }

    /// Returns the guess that was supplied with the candidate for a repair, if there is one.
    fn supplied(&self, repair: Repair) -> Option<&[u8]> {
        let mut supplied = self.guesses.iter();
        let (_, url) = supplied.find(|(supplied, _)| *supplied == repair)?;
        Some(url)
    }

    /// Returns the URL with a `%20` for each space or tab that was dropped inside a line; `None` if there is none.
    fn with_blanks(&self) -> Option<Vec<u8>> {
        let mut gaps = self.blanks().peekable();
        gaps.peek()?;
        let mut url = Vec::with_capacity(self.url().len() + 3);
        let mut copied = 0;
        for (url_at, count) in gaps {
            url.extend_from_slice(&self.url()[copied..url_at]);
            copied = url_at;
            for _ in 0..count {
                url.extend_from_slice(b"%20");
            }
        }
        url.extend_from_slice(&self.url()[copied..]);
        Some(url)
    }

    /// Returns the URL up to the first space or tab that was dropped inside a line; `None` if there is none.
    fn until_blank(&self) -> Option<&[u8]> {
        let (url_at, _) = self.blanks().next()?;
        Some(&self.url()[..url_at])
    }

    /// Returns the URL up to the last line break after which a `>` may have closed it. Only if the quote prefix is
    /// doubtful: a line has a deeper one than the line before it, or consists of it.
    fn until_doubtful_break(&self) -> Option<&[u8]> {
        let warnings = self.warnings();
        let is_doubtful = warnings.contains(CandidateWarning::UnevenQuoting)
            || warnings.contains(CandidateWarning::DoubtfulClose);
        if !is_doubtful {
            return None;
        }
        let count = |text: &[u8], wanted: u8| memchr::memchr_iter(wanted, text).count();
        let index = |offset: u64| (offset - self.span().start()) as usize;
        let before = &self.raw()[..index(self.pieces()[0].start())];
        let mut marks = match memchr::memrchr(b'\n', before) {
            Some(line_break) => count(&before[line_break..], b'>'),
            None => self.quote_depth(),
        };
        let mut end = None;
        for (join, pieces) in self.joins().iter().zip(self.pieces().windows(2)) {
            let gap = &self.raw()[index(pieces[0].end())..index(pieces[1].start())];
            if join.dropped.has_line_break() {
                let earlier = marks;
                marks = count(gap, b'>');
                if marks > earlier || marks > 0 && count(gap, b'\n') > 1 {
                    end = Some(join.url_at);
                }
            }
        }
        end.map(|end| &self.url()[..end])
    }

    /// Returns the places in the URL at which spaces and tabs were dropped inside a line, and their number.
    fn blanks(&self) -> impl Iterator<Item = (usize, usize)> {
        let is_spaced = self.warnings().contains(CandidateWarning::Spaced);
        let joins = if is_spaced { self.joins() } else { &[] };
        let places = joins.iter().zip(self.pieces().windows(2));
        places.filter_map(|(join, pieces)| {
            let index = |offset: u64| (offset - self.span().start()) as usize;
            let gap = &self.raw()[index(pieces[0].end())..index(pieces[1].start())];
            let is_inside = !join.dropped.is_at() && !join.dropped.has_line_break();
            let count = gap.iter().filter(|&&byte| is_blank(byte)).count();
            (is_inside && count > 0).then_some((join.url_at, count))
        })
    }

    /// Returns the URL with stray quoted-printable decoded; `None` if there is none.
    fn without_quoted_printable(&self) -> Option<Vec<u8>> {
        let url = self.url();
        let first = memchr::memchr(b'=', url)?;
        let mut joins = self.joins().iter().peekable();
        // Returns whether the byte at `at` is the last one before a dropped line break.
        let mut is_before_break = |at: usize| {
            while joins.next_if(|join| join.url_at <= at).is_some() {}
            let next = joins.peek();
            next.is_some_and(|join| {
                join.url_at == at + 1 && join.dropped.has_line_break() && !join.dropped.is_at()
            })
        };
        let mut decoded = url[..first].to_vec();
        let mut is_recognized = false;
        let mut at = first;
        while let Some(&byte) = url.get(at) {
            let mut len = 1;
            if byte != b'=' {
                decoded.push(byte);
            } else if is_before_break(at) {
                // A soft line break.
                is_recognized = true;
            } else if let Some(octet) = octet(&url[at + 1..]) {
                decoded.push(octet);
                is_recognized |= octet == b'=';
                len = 3;
            } else {
                decoded.push(byte);
            }
            at += len;
        }
        is_recognized.then_some(decoded)
    }
}

/// Returns whether a byte is a character of [`has_sign_of_damage`].
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without branches, the compiler can use vector instructions"
)]
const fn is_sign(byte: u8) -> bool {
    (byte == b'|') | (byte == b'*') | (byte == b'%') | (byte == b'=')
}

/// Returns whether a URL has a character of [`without_label`], [`without_stars`], [`without_copy`] or
/// [`Candidate::without_quoted_printable`]. Most have none, and one pass over them is faster than four.
fn has_sign_of_damage(url: &[u8]) -> bool {
    const LANES: usize = 16;
    // Without branches, so that the compiler makes vector instructions of it.
    let any = |bytes: &[u8]| bytes.iter().fold(false, |any, &byte| any | is_sign(byte));
    match url.last_chunk::<LANES>() {
        // The last bytes cover what remains after the whole chunks.
        Some(last) => any(last) || url.as_chunks::<LANES>().0.iter().any(|chunk| any(chunk)),
        None => any(url),
    }
}

/// Returns the URL without punctuation at its end; `None` if it does not end in punctuation.
fn without_punctuation(url: &[u8]) -> Option<&[u8]> {
    const ENCODED: &[&[u8]] = &[b"%29", b"%3E", b"%5D", b"%2C"];
    if !may_end_in_punctuation(url) {
        return None;
    }
    let mut round = Brackets::of(url, b'(', b')');
    let mut square = Brackets::of(url, b'[', b']');
    let mut rest = url;
    loop {
        let encoded = rest.len().checked_sub(3).map(|start| &rest[start..]);
        let is_encoded = |encoded: &[u8]| {
            ENCODED
                .iter()
                .any(|code| encoded.eq_ignore_ascii_case(code))
        };
        let len = match rest.last() {
            Some(b')') if round.pop_unbalanced() => 1,
            Some(b']') if square.pop_unbalanced() => 1,
            Some(&byte) if is_sentence_punctuation(byte) => 1,
            _ if encoded.is_some_and(is_encoded) => 3,
            _ => break,
        };
        rest = &rest[..rest.len() - len];
    }
    (rest.len() < url.len()).then_some(rest)
}

/// Fast check whether a URL may end in punctuation, percent-encoded or not.
fn may_end_in_punctuation(url: &[u8]) -> bool {
    match *url {
        [.., b')' | b']'] | [.., b'%', _, _] => true,
        [.., last] => is_sentence_punctuation(last),
        [] => false,
    }
}

/// Returns whether a byte at the end of a URL may belong to the sentence around it.
fn is_sentence_punctuation(byte: u8) -> bool {
    matches!(
        byte,
        b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'\\'
    )
}

/// The closing brackets of one kind in a URL, from the last one on.
struct Brackets {
    /// Whether each closing bracket has a partner, in order.
    are_balanced: Vec<bool>,
}

impl Brackets {
    fn of(url: &[u8], opening: u8, closing: u8) -> Self {
        let mut depth = 0_usize;
        let mut are_balanced = Vec::new();
        for &byte in url {
            if byte == opening {
                depth += 1;
            } else if byte == closing {
                are_balanced.push(depth > 0);
                depth = depth.saturating_sub(1);
            }
        }
        Self { are_balanced }
    }

    /// Removes the last closing bracket if it has no partner. Returns whether it had none.
    fn pop_unbalanced(&mut self) -> bool {
        // Whether a bracket has a partner depends only on the bytes before it.
        self.are_balanced
            .pop_if(|is_balanced| !*is_balanced)
            .is_some()
    }
}

/// Returns the URL up to its first `|`; `None` if it has no `|`.
fn without_label(url: &[u8]) -> Option<&[u8]> {
    memchr::memchr(b'|', url).map(|end| &url[..end])
}

/// Returns the URL without each `**` between two of its bytes; `None` if there is none.
fn without_stars(url: &[u8]) -> Option<Vec<u8>> {
    let mut stars = memchr::memchr_iter(b'*', url).peekable();
    stars.peek()?;
    let mut rest = Vec::with_capacity(url.len());
    let mut copied = 0;
    for at in stars {
        let is_inside = at > 0 && at + 2 < url.len();
        if at >= copied && is_inside && url[at + 1] == b'*' {
            rest.extend_from_slice(&url[copied..at]);
            copied = at + 2;
        }
    }
    rest.extend_from_slice(&url[copied..]);
    (copied > 0).then_some(rest)
}

/// Returns the URL up to the first `%20%3c` that a scheme follows; `None` if there is none.
fn without_copy(url: &[u8]) -> Option<&[u8]> {
    const ENCODED: &[u8] = b"%20%3c";
    let mut escapes = memchr::memchr_iter(b'%', url);
    let end = escapes.find(|&at| {
        let Some((encoded, copy)) = url[at..].split_at_checked(ENCODED.len()) else {
            return false;
        };
        let name = copy.iter().take(MAX_UNKNOWN_LEN + 1);
        let colon = name.copied().position(|byte| byte == b':');
        encoded.eq_ignore_ascii_case(ENCODED) && colon.is_some_and(|colon| is_name(&copy[..colon]))
    })?;
    Some(&url[..end])
}

/// Returns the octet that two upper-case hexadecimal digits encode, if it is printable ASCII.
fn octet(digits: &[u8]) -> Option<u8> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    };
    let &[high, low, ..] = digits else {
        return None;
    };
    let octet = value(high)? << 4 | value(low)?;
    matches!(octet, b' '..=b'~').then_some(octet)
}

#[cfg(test)]
mod tests {
    use urlsift_tables::lists;

    use crate::candidates;

    #[test]
    fn guesses_are_those_of_the_table() {
        for (text, expected) in lists!("second_guess.toml", "guesses") {
            let found = candidates(text.as_bytes()).next().expect("a candidate");
            let guesses = found.second_guesses(false).map(|guess| {
                let url = String::from_utf8_lossy(&guess.url);
                format!("{} {url}", guess.repair.name())
            });
            assert_eq!(guesses.collect::<Vec<_>>(), *expected, "{text}");
        }
    }

    #[test]
    fn declared_quoted_printable_is_not_decoded_again() {
        let text = b"<http://a/?b=3Dc>";
        let found = candidates(text).next().expect("a candidate");
        assert_eq!(found.second_guesses(true).count(), 0);
    }
}
