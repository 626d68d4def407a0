//! What a search finds: indices into its text, from which candidates are made.

use std::ops::Range;

use crate::{
    bracket::rejoin::Rejoined,
    candidate::{CandidateWarning, CandidateWarnings, Delimiter, Dropped, Reason, Repair},
    line::Surroundings,
    piece::Piece,
    typeset::without_typeset_hyphens,
};

/// Everything that was found in a text.
#[derive(Debug, Default)]
pub(crate) struct Hits {
    /// In angle brackets, in order.
    pub(crate) brackets: Vec<Hit>,
    /// Without angle brackets, in no particular order. They may overlap.
    pub(crate) lines: Vec<Hit>,
    /// The pieces of the URLs that have several.
    pub(crate) pieces: Vec<Piece>,
    /// A buffer that is reused.
    pub(crate) rejoined: Rejoined,
}

impl Hits {
    pub(crate) fn clear(&mut self) {
        self.brackets.clear();
        self.lines.clear();
        self.pieces.clear();
    }
}

/// How a URL is written, which says what it implies and where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// With its scheme.
    Scheme,
    /// A name that begins with `www.`.
    Www,
    /// Another name.
    Name,
    /// An e-mail address.
    Address,
}

/// A URL, or a rejected one, by indices.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub(crate) delimiter: Delimiter,
    /// The URL with its marks. A rejected one ends where it was rejected.
    pub(crate) span: Range<usize>,
    /// Why it is none.
    pub(crate) reason: Option<Reason>,
    pub(crate) quote_depth: usize,
    pub(crate) warnings: CandidateWarnings,
    /// The pieces, as a range of [`Hits::pieces`]. Empty if the URL has only one.
    pub(crate) pieces: Range<usize>,
    /// The URL, up to the end of its line. Unused for those in angle brackets.
    pub(crate) url: Range<usize>,
    /// The index of the scheme characters before the URL's colon; smaller than the start of the URL if a word is glued
    /// to the scheme.
    pub(crate) word: usize,
    /// How the URL is written.
    pub(crate) form: Form,
    /// Whether the URL ends with the `://` after its scheme, or with a hyphen in its host, so that it is none unless it
    /// continues in the next line.
    pub(crate) lacks_host: bool,
    /// Whether the URL is longer than the maximum, and rejected if it is not cut.
    pub(crate) is_too_long: bool,
    /// Whether the URL ends with its line where a program may have cut it.
    pub(crate) is_stump: bool,
    /// What surrounds the URL, if it may be cut.
    pub(crate) around: Surroundings,
    /// Another reading of the URL, which is on one line: why, and where it ends.
    pub(crate) other: Option<(Repair, usize)>,
    /// A further token, which is likely to be a piece of the URL, and the end of what precedes it in the URL. Boxed,
    /// since it is rare, and hits are moved.
    pub(crate) likely: Option<Box<(usize, Range<usize>)>>,
}

impl Hit {
    fn new(delimiter: Delimiter, span: Range<usize>, url: Range<usize>) -> Self {
        Self {
            delimiter,
            span,
            reason: None,
            quote_depth: 0,
            warnings: CandidateWarnings::NONE,
            pieces: 0..0,
            word: url.start,
            url,
            form: Form::Scheme,
            lacks_host: false,
            is_too_long: false,
            is_stump: false,
            around: Surroundings::default(),
            other: None,
            likely: None,
        }
    }

    /// Returns a URL in angle brackets without its pieces.
    pub(crate) fn bracket(delimiter: Delimiter, span: Range<usize>, quote_depth: usize) -> Self {
        Self {
            quote_depth,
            ..Self::new(delimiter, span, 0..0)
        }
    }

    /// Returns a bare URL on one line.
    pub(crate) fn bare(url: Range<usize>, around: Surroundings) -> Self {
        Self {
            around,
            ..Self::new(Delimiter::Bare, url.clone(), url)
        }
    }

    /// Returns a name or an address without a scheme.
    pub(crate) fn without_scheme(form: Form, url: Range<usize>, around: Surroundings) -> Self {
        let delimiter = match form {
            Form::Scheme | Form::Www | Form::Name => Delimiter::Name,
            Form::Address => Delimiter::Address,
        };
        Self {
            form,
            around,
            ..Self::new(delimiter, url.clone(), url)
        }
    }

    /// Returns a URL in quotation marks.
    pub(crate) fn quote(span: Range<usize>, url: Range<usize>) -> Self {
        Self::new(Delimiter::Quote, span, url)
    }

    /// Returns what was nearly a bare URL. The span ends at the byte that decided.
    pub(crate) fn near(span: Range<usize>, reason: Reason) -> Self {
        Self {
            reason: Some(reason),
            ..Self::new(Delimiter::Bare, span.clone(), span)
        }
    }

    /// Returns the scheme that the URL implies.
    pub(crate) const fn implied(&self) -> &'static [u8] {
        match self.form {
            Form::Scheme => b"",
            Form::Www => b"http://",
            Form::Name => b"https://",
            Form::Address => b"mailto:",
        }
    }

    /// Returns another URL without the scheme that this one implies.
    pub(crate) fn without_implied<'u>(&self, url: &'u [u8]) -> &'u [u8] {
        url.strip_prefix(self.implied()).unwrap_or(url)
    }

    /// Returns whether the hit ends with the `>` that closes it.
    pub(crate) fn is_closed(&self) -> bool {
        self.reason.is_none() && !self.warnings.contains(CandidateWarning::Unclosed)
    }

    /// Moves the hit in a text with `len` more bytes before it. It has no pieces yet.
    pub(crate) fn shift(&mut self, len: usize) {
        for range in [&mut self.span, &mut self.url] {
            range.start += len;
            range.end += len;
        }
        self.word += len;
        if let Some((_, end)) = &mut self.other {
            *end += len;
        }
    }
}

/// Sets `into` to the pieces of a URL, given those of all [`Hits::pieces`]. Typesetters' hyphens are left out.
pub(crate) fn pieces_of(hit: &Hit, pieces: &[Piece], text: &[u8], into: &mut Vec<Piece>) {
    into.clear();
    if hit.pieces.is_empty() {
        into.push(Piece::new(hit.url.clone(), Dropped::NOTHING));
    } else {
        into.extend_from_slice(&pieces[hit.pieces.clone()]);
    }
    // Those in angle brackets have been left out already.
    let may_have_hyphens = !hit.delimiter.is_delimited() && !text[hit.span.clone()].is_ascii();
    if may_have_hyphens && let Some(split) = without_typeset_hyphens(text, into) {
        *into = split;
    }
}

/// Returns a URL, given the pieces of all.
pub(crate) fn url_of(hit: &Hit, pieces: &[Piece], text: &[u8]) -> Vec<u8> {
    let mut own = Vec::new();
    pieces_of(hit, pieces, text, &mut own);
    let mut url = hit.implied().to_vec();
    for piece in own {
        if piece.dropped.is_at() {
            url.push(b'@');
        }
        url.extend_from_slice(&text[piece.range]);
    }
    url
}
