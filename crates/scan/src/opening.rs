//! What opens a candidate: the text from `<` to the first byte of the URL.

use crate::{
    candidate::Delimiter,
    class::{is_blank, is_scheme, is_ws},
    marks::{Dropping, Mark},
    scheme::{LONGEST_UNKNOWN, Schemes},
    view::{NeedMore, View},
};

/// How a candidate was opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened {
    pub(crate) delimiter: Delimiter,
    /// Where what stands inside begins, by its distance from the `<`.
    pub(crate) content: usize,
    pub(crate) manner: Manner,
}

/// Where the name in front of a candidate's content stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// On the `<`'s line.
    SameLine,
    /// On the line behind a `<` that ends its own.
    NextLine,
    /// On both, a line break in its midst.
    Broken,
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
    /// Where `URL:` or a scheme must stand.
    Name(Manner),
    /// Behind a line break right behind `<`, among marks and blanks.
    LineEnd,
    /// Behind `file:`, among *ws*.
    File { content: usize },
    /// Behind the first part of a name that may be a broken scheme.
    Broken(Part),
    /// Behind the break, in the quote leader.
    Rejoined(Part, Dropping),
}

/// The first part of a broken scheme.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    end: usize,
}

/// The schemes that may be broken by a line break.
const BREAKABLE: [&[u8]; 3] = [b"http", b"https", b"ftp"];
const LONGEST_BREAKABLE: usize = 5;

/// What may follow a line break behind `<` without `//`.
const NEXT_LINE: [&[u8]; 6] = [b"mailto", b"news", b"sip", b"sips", b"tel", b"urn"];

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

/// A look at the bytes behind a `<` that sends most of prose and all of HTML away at once.
///
/// `false` is final; `true` is not.
pub(crate) fn may_open(window: &[u8]) -> bool {
    let mut rest = window[1..]
        .iter()
        .copied()
        .skip_while(|&byte| is_blank(byte));
    match rest.next() {
        Some(byte) if byte.is_ascii_alphabetic() => rest
            .find(|&byte| !is_scheme(byte))
            .is_none_or(|byte| byte == b':' || is_ws(byte)),
        Some(byte) => is_ws(byte),
        None => true,
    }
}

impl Opening {
    pub(crate) const fn new() -> Self {
        Self {
            at: 1,
            stage: Stage::Blanks,
        }
    }

    /// Reads on until it is certain whether the `<` opens a candidate. The view ends where the
    /// longest candidate must end.
    pub(crate) fn run(
        &mut self,
        view: &View<'_>,
        schemes: &Schemes,
        marks: &[Mark],
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
                        _ => Stage::Name(Manner::SameLine),
                    };
                }
                Stage::LineEnd => {
                    self.skip(view, |byte| {
                        is_blank(byte) || matches!(byte, b'>' | b'|' | b':')
                    })?;
                    self.stage = Stage::Name(Manner::NextLine);
                }
                Stage::Name(manner) => match name(view, self.at, *manner, schemes)? {
                    Named::Nothing => return Ok(None),
                    Named::Opens(delimiter, content) => {
                        return Ok(Some(Opened {
                            delimiter,
                            content,
                            manner: *manner,
                        }));
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
                    let opens = matches!(view.byte(self.at)?, Some(b'/' | b'\\'));
                    return Ok(opens.then_some(Opened {
                        delimiter: Delimiter::Angle,
                        content,
                        manner: Manner::SameLine,
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
                    let opens = rejoins(view, *part, dropping.at)?;
                    return Ok(opens.then_some(Opened {
                        delimiter: Delimiter::Angle,
                        content: part.start,
                        manner: Manner::Broken,
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

fn name(
    view: &View<'_>,
    start: usize,
    manner: Manner,
    schemes: &Schemes,
) -> Result<Named, NeedMore> {
    let mut end = start;
    while view.byte(end)?.is_some_and(is_scheme) {
        end += 1;
        if end - start > schemes.longest() {
            return Ok(Named::Nothing);
        }
    }
    let name = &view.window[start..end];
    if !name.first().is_some_and(u8::is_ascii_alphabetic) {
        return Ok(Named::Nothing);
    }
    if view.byte(end)? != Some(b':') {
        let broken = manner == Manner::SameLine && BREAKABLE.iter().any(|full| begins(full, name));
        return Ok(match broken {
            true => Named::Part(Part { start, end }),
            false => Named::Nothing,
        });
    }
    let behind = end + 1;
    let is = |other: &&[u8]| name.eq_ignore_ascii_case(other);
    if is(&&b"url"[..]) {
        return Ok(Named::Opens(Delimiter::Url, behind));
    }
    let opens = Named::Opens(Delimiter::Angle, start);
    if is(&&b"data"[..]) {
        let counts = manner == Manner::SameLine && starts_with_any(view, behind, &AFTER_DATA)?;
        return Ok(if counts { opens } else { Named::Nothing });
    }
    if manner == Manner::SameLine {
        if is(&&b"file"[..]) {
            return Ok(Named::File { behind });
        }
        if schemes.knows(name) {
            return Ok(opens);
        }
    } else if NEXT_LINE.iter().any(is) {
        return Ok(opens);
    }
    let may_be_unknown = name.len() <= LONGEST_UNKNOWN || schemes.knows(name);
    Ok(
        match may_be_unknown && starts_with_any(view, behind, &[b"//"])? {
            true => opens,
            false => Named::Nothing,
        },
    )
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
