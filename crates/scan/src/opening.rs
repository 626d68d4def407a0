//! What opens a candidate: the text from `<` to the first byte of the URL.

use urlsift_scheme::{Opens, SchemeInfo};

use crate::{
    candidate::Delimiter,
    class::{is_blank, is_next_line_mark, is_scheme, is_scheme_start, is_slash, is_ws},
    quote_prefix::{Dropping, QuoteMark},
    scheme::{BREAKABLE, LONGEST_BREAKABLE, LONGEST_UNKNOWN, Schemes, may_refuse_slashes},
    view::{NeedMore, View},
};

/// How a candidate was opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened {
    pub(crate) delimiter: Delimiter,
    /// Where what stands inside begins, by its distance from the `<`.
    pub(crate) content: usize,
}

impl Opened {
    /// What opens as nearly all that opens does; [`Opening`] comes to the same.
    #[inline]
    pub(crate) fn usual(near: &[u8]) -> Option<Self> {
        let begins = |opening: &[u8]| near.starts_with(opening);
        let (delimiter, content) = match near.get(1)? {
            b'U' if begins(b"<URL:") => (Delimiter::Url, b"<URL:".len()),
            b'h' if begins(b"<http://") || begins(b"<https://") => (Delimiter::Angle, 1),
            b'f' if begins(b"<ftp://") => (Delimiter::Angle, 1),
            _ => return None,
        };
        Some(Self { delimiter, content })
    }
}

/// The opening rules as a machine that can stop at any byte.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// Everything before it is read for good.
    pub(crate) at: usize,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Behind `<`, among its blanks.
    Blanks,
    /// Where `URL:` or a scheme must stand; read up to `end`.
    Name { place: Place, end: usize },
    /// Behind a line break right behind `<`, among marks and blanks.
    LineEnd,
    /// Behind `file:`, among *ws*.
    File { content: usize },
    /// Behind the first part of a name that may be a broken scheme.
    Broken(Part),
    /// Behind the break, in the quote prefix.
    Rejoined(Part, Dropping),
}

/// Where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    SameLine,
    /// On the line behind a `<` that ends its own.
    NextLine,
}

/// The first part of a broken scheme.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    end: usize,
}

/// What may follow `data:`; the media types of RFC 2046 and later, in any case.
const AFTER_DATA: [&[u8]; 11] = [
    b",",
    b";",
    b"text/",
    b"image/",
    b"audio/",
    b"video/",
    b"application/",
    b"font/",
    b"multipart/",
    b"message/",
    b"model/",
];

impl Opening {
    /// Takes a look at the bytes from a `<` on, and sends most of prose and all of HTML away at
    /// once: `None` is final.
    pub(crate) fn at(text: &[u8]) -> Option<Self> {
        let start = behind(text, 1, is_blank);
        let stage = match text.get(start) {
            Some(&first) if is_scheme_start(first) => {
                let end = behind(text, start + 1, is_scheme);
                match text.get(end) {
                    Some(b':') => Stage::Name {
                        place: Place::SameLine,
                        end,
                    },
                    Some(&byte) if is_ws(byte) && may_be_part(&text[start..end]) => Stage::Blanks,
                    Some(_) => return None,
                    None => Stage::Blanks,
                }
            }
            Some(b'\r' | b'\n') | None => Stage::Blanks,
            Some(_) => return None,
        };
        Some(Self { at: start, stage })
    }

    /// What opens at the first look; or the machine, which has not gone on.
    pub(crate) fn at_once(self, view: &View<'_>, schemes: &Schemes) -> Result<Opened, Self> {
        let Stage::Name { place, mut end } = self.stage else {
            return Err(self);
        };
        match name(view, self.at, &mut end, place, schemes) {
            Ok(Named::Opens(delimiter, content)) => Ok(Opened { delimiter, content }),
            _ => Err(self),
        }
    }

    /// Reads on until it is certain whether the `<` opens a candidate. The view ends where the
    /// longest candidate must end.
    pub(crate) fn run(
        &mut self,
        view: &View<'_>,
        schemes: &Schemes,
        marks: &[QuoteMark],
    ) -> Result<Option<Opened>, NeedMore> {
        loop {
            match &mut self.stage {
                Stage::Blanks => {
                    self.skip(view, is_blank)?;
                    self.stage = match view.byte(self.at)? {
                        Some(b'\r' | b'\n') => {
                            let Some(line) = behind_line_break(view, self.at)? else {
                                return Ok(None);
                            };
                            self.at = line;
                            Stage::LineEnd
                        }
                        _ => Stage::Name {
                            place: Place::SameLine,
                            end: self.at,
                        },
                    };
                }
                Stage::LineEnd => {
                    self.skip(view, |byte| is_blank(byte) || is_next_line_mark(byte))?;
                    self.stage = Stage::Name {
                        place: Place::NextLine,
                        end: self.at,
                    };
                }
                Stage::Name { place, end } => match name(view, self.at, end, *place, schemes)? {
                    Named::Nothing => return Ok(None),
                    Named::Opens(delimiter, content) => {
                        return Ok(Some(Opened { delimiter, content }));
                    }
                    Named::File { behind } => {
                        self.stage = Stage::File { content: self.at };
                        self.at = behind;
                    }
                    Named::Part(part) => {
                        self.at = part.end;
                        self.stage = Stage::Broken(part);
                    }
                },
                Stage::File { content } => {
                    let content = *content;
                    self.skip(view, is_ws)?;
                    let opens = view.byte(self.at)?.is_some_and(is_slash);
                    return Ok(opens.then_some(Opened {
                        delimiter: Delimiter::Angle,
                        content,
                    }));
                }
                Stage::Broken(part) => {
                    let part = *part;
                    self.skip(view, is_blank)?;
                    let Some(line) = behind_line_break(view, self.at)? else {
                        return Ok(None);
                    };
                    self.at = line;
                    self.stage = Stage::Rejoined(part, Dropping::new(line));
                }
                Stage::Rejoined(part, dropping) => {
                    dropping.run(view, marks)?;
                    // Such a candidate is never unclosed: up to the break it has no `scheme:`.
                    let opens = rejoins(view, *part, dropping.at)?;
                    return Ok(opens.then_some(Opened {
                        delimiter: Delimiter::Angle,
                        content: part.start,
                    }));
                }
            }
        }
    }

    fn skip(&mut self, view: &View<'_>, class: impl Fn(u8) -> bool) -> Result<(), NeedMore> {
        while view.byte(self.at)?.is_some_and(&class) {
            self.at += 1;
        }
        Ok(())
    }
}

/// Where the bytes of a class end that stand from `at` on.
fn behind(text: &[u8], mut at: usize, class: impl Fn(u8) -> bool) -> usize {
    while text.get(at).is_some_and(|&byte| class(byte)) {
        at += 1;
    }
    at
}

/// Where the next line begins if LF or CRLF stands at `at`.
fn behind_line_break(view: &View<'_>, at: usize) -> Result<Option<usize>, NeedMore> {
    Ok(match view.byte(at)? {
        Some(b'\n') => Some(at + 1),
        Some(b'\r') if view.byte(at + 1)? == Some(b'\n') => Some(at + 2),
        _ => None,
    })
}

/// What a name in front of a candidate's content means.
enum Named {
    Nothing,
    Opens(Delimiter, usize),
    File { behind: usize },
    Part(Part),
}

#[expect(
    clippy::inline_always,
    reason = "5 % on a text with a URL in every line"
)]
#[inline(always)]
fn name(
    view: &View<'_>,
    start: usize,
    end: &mut usize,
    place: Place,
    schemes: &Schemes,
) -> Result<Named, NeedMore> {
    while view.byte(*end)?.is_some_and(is_scheme) {
        *end += 1;
        if *end - start > schemes.longest() {
            return Ok(Named::Nothing);
        }
    }
    let end = *end;
    let name = view.window.get(start..end).unwrap_or_default();
    if !name.first().copied().is_some_and(is_scheme_start) {
        return Ok(Named::Nothing);
    }
    if view.byte(end)? != Some(b':') {
        let broken = place == Place::SameLine && may_be_part(name);
        return Ok(if broken {
            Named::Part(Part { start, end })
        } else {
            Named::Nothing
        });
    }
    let behind = end + 1;
    // The first byte settles nearly all of these questions.
    let first = name[0];
    if first | 0x20 == b'u' && name.eq_ignore_ascii_case(b"url") {
        return Ok(Named::Opens(Delimiter::Url, behind));
    }
    let opens = Named::Opens(Delimiter::Angle, start);
    let is_short = name.len() <= LONGEST_UNKNOWN;
    // Nearly all that opens has `//`, so that names are rarely looked up.
    let behind_colon = view.window.get(behind..).unwrap_or_default();
    if behind_colon.starts_with(b"//") && is_short && !may_refuse_slashes(first) {
        return Ok(opens);
    }
    let info = SchemeInfo::of(name);
    match (info.map(SchemeInfo::opens), place) {
        (Some(Opens::WithMediaType), Place::SameLine) => {
            let counts = starts_with_any(view, behind, &AFTER_DATA)?;
            return Ok(if counts { opens } else { Named::Nothing });
        }
        (Some(Opens::WithMediaType), Place::NextLine) => return Ok(Named::Nothing),
        (Some(Opens::WithSlash), Place::SameLine) => return Ok(Named::File { behind }),
        _ => {}
    }
    let is_known = info.is_some() || schemes.contains(name);
    let needs_no_slashes = match place {
        Place::NextLine => info.is_some_and(SchemeInfo::opens_at_line_end),
        Place::SameLine => is_known,
    };
    let may_be_any = is_short || is_known;
    let counts = needs_no_slashes || may_be_any && starts_with_any(view, behind, &[b"//"])?;
    Ok(if counts { opens } else { Named::Nothing })
}

/// Whether a scheme that may be broken begins with `part`.
fn may_be_part(part: &[u8]) -> bool {
    BREAKABLE.iter().any(|full| begins(full, part))
}

/// Whether `full` begins with `part`, in any case.
fn begins(full: &[u8], part: &[u8]) -> bool {
    full.get(..part.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(part))
}

/// Whether one of `choices`, in any case, stands at `at`.
fn starts_with_any(view: &View<'_>, at: usize, choices: &[&[u8]]) -> Result<bool, NeedMore> {
    'choices: for choice in choices {
        for (behind, expected) in choice.iter().enumerate() {
            match view.byte(at + behind)? {
                Some(byte) if byte.eq_ignore_ascii_case(expected) => {}
                _ => continue 'choices,
            }
        }
        return Ok(true);
    }
    Ok(false)
}

/// Whether the rest of a broken scheme stands at `start`, followed by `://`.
fn rejoins(view: &View<'_>, part: Part, start: usize) -> Result<bool, NeedMore> {
    let first = &view.window[part.start..part.end];
    let mut end = start;
    while first.len() + end - start < LONGEST_BREAKABLE && view.byte(end)?.is_some_and(is_scheme) {
        end += 1;
    }
    let rest = &view.window[start..end];
    let is_scheme = BREAKABLE.iter().any(|full| {
        full.len() == first.len() + rest.len()
            && begins(full, first)
            && full[first.len()..].eq_ignore_ascii_case(rest)
    });
    Ok(is_scheme && starts_with_any(view, end, &[b"://"])?)
}
