//! The tags and comments at the start of a page.
//!
//! The tokenizer of `decode::html` returns the text that a page displays, and drops comments and most tags. This one
//! returns the comments and tags, of at most 64 KiB that are in memory.

use memchr::{memchr, memmem};

/// A tag, comment or declaration.
#[derive(Debug)]
pub(super) struct Markup<'h> {
    /// The index of its `<`.
    pub(super) at: usize,
    /// The index after its `>`.
    pub(super) end: usize,
    pub(super) kind: MarkupKind<'h>,
}

#[derive(Debug)]
pub(super) enum MarkupKind<'h> {
    /// The content of a comment, without white space around it.
    Comment(&'h [u8]),
    /// The content after `<!` or `<?`.
    Declaration(&'h [u8]),
    Tag(Tag<'h>),
}

/// A start or end tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'h> {
    /// The bytes between the `<` and the `>`.
    content: &'h [u8],
}

/// Returns the markup of a page, up to the first that is incomplete.
pub(super) fn all(head: &[u8]) -> impl Iterator<Item = Markup<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let markup = next(head, from)?;
        from = markup.end;
        Some(markup)
    })
}

/// Returns the first markup from an index on; `None` if there is none, or it is incomplete.
fn next(head: &[u8], from: usize) -> Option<Markup<'_>> {
    let mut from = from;
    loop {
        let at = from + memchr(b'<', head.get(from..)?)?;
        let after = &head[at + 1..];
        let (kind, len) = match after {
            [b'!', b'-', b'-', ..] => {
                // In an empty comment, `<!-->`, the same dashes begin and end the comment.
                let end = memmem::find(&after[1..], b"-->")? + 1;
                let content = after.get(3..end).unwrap_or_default();
                (MarkupKind::Comment(content.trim_ascii()), end + 3)
            }
            [b'!' | b'?', rest @ ..] => {
                let end = memchr(b'>', rest)?;
                (MarkupKind::Declaration(&rest[..end]), end + 2)
            }
            [b'/', letter, ..] | [letter, ..] if letter.is_ascii_alphabetic() => {
                let end = tag_end(after)?;
                let content = &after[..end];
                (MarkupKind::Tag(Tag { content }), end + 1)
            }
            _ => {
                from = at + 1;
                continue;
            }
        };
        let end = at + 1 + len;
        return Some(Markup { at, end, kind });
    }
}

/// Returns the index of the `>` that ends a tag, which is not in the quoted value of an attribute.
fn tag_end(tag: &[u8]) -> Option<usize> {
    let mut quote = None;
    let mut follows_equals = false;
    for (at, &byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') if follows_equals => quote = Some(byte),
            (Some(_) | None, _) => {}
        }
        follows_equals = byte == b'=' || follows_equals && byte.is_ascii_whitespace();
    }
    None
}

impl<'h> Tag<'h> {
    /// Returns whether it is the start tag of an element.
    pub(super) fn is(&self, element: &str) -> bool {
        self.name().eq_ignore_ascii_case(element.as_bytes())
    }

    /// Returns the name of the element, with the `/` of an end tag before it.
    fn name(&self) -> &'h [u8] {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
        let from = usize::from(self.content.starts_with(b"/"));
        let len = self.content[from..].iter().position(ends);
        &self.content[..len.map_or(self.content.len(), |len| from + len)]
    }

    /// Returns whether the tag begins a block other than a heading.
    pub(super) fn begins_block(&self) -> bool {
        const BLOCKS: [&str; 12] = [
            "p", "ul", "ol", "dl", "div", "table", "hr", "pre", "map", "nav", "header", "form",
        ];
        BLOCKS.iter().any(|block| self.is(block))
    }

    /// Returns the charset that a `meta` declares.
    pub(super) fn charset(&self) -> Option<&'h [u8]> {
        declared(self.content, b"charset")
    }

    /// Returns the value of an attribute, without quotation marks.
    pub(super) fn attribute(&self, name: &str) -> Option<&'h [u8]> {
        let mut rest = self.content;
        while let Some(equals) = memchr(b'=', rest) {
            let before = rest[..equals].trim_ascii_end();
            let value = rest[equals + 1..].trim_ascii_start();
            let (value, after) = match value {
                [quote @ (b'"' | b'\''), inside @ ..] => {
                    inside.split_at(memchr(*quote, inside).unwrap_or(inside.len()))
                }
                _ => value.split_at(
                    value
                        .iter()
                        .position(u8::is_ascii_whitespace)
                        .unwrap_or(value.len()),
                ),
            };
            let start = before.len().checked_sub(name.len());
            let is_name = start.is_some_and(|start| {
                before[start..].eq_ignore_ascii_case(name.as_bytes())
                    && before[..start].last().is_some_and(u8::is_ascii_whitespace)
            });
            if is_name {
                return Some(value);
            }
            rest = after
                .strip_prefix(b"\"")
                .or(after.strip_prefix(b"'"))
                .unwrap_or(after);
        }
        None
    }
}

/// Returns the encoding that an XML declaration declares.
pub(super) fn encoding_of(declaration: &[u8]) -> Option<&[u8]> {
    declared(declaration.strip_prefix(b"xml")?, b"encoding")
}

/// Returns the value after `name` and `=`, with or without quotation marks.
fn declared<'t>(text: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    let is_name = |part: &[u8]| part.eq_ignore_ascii_case(name);
    let at = text.windows(name.len()).position(is_name)?;
    let value = text[at + name.len()..].trim_ascii_start();
    let value = value.strip_prefix(b"=")?.trim_ascii_start();
    let value = match value {
        [b'"' | b'\'', inside @ ..] => inside,
        value => value,
    };
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"';,>/".contains(byte);
    let len = value.iter().position(ends).unwrap_or(value.len());
    (len > 0).then_some(&value[..len])
}

#[cfg(test)]
mod tests {
    use super::{MarkupKind, all, encoding_of};

    fn shown(page: &str) -> Vec<String> {
        let shown = all(page.as_bytes()).map(|markup| {
            let text = match markup.kind {
                MarkupKind::Comment(comment) => ["!", &String::from_utf8_lossy(comment)].concat(),
                MarkupKind::Declaration(text) => ["?", &String::from_utf8_lossy(text)].concat(),
                MarkupKind::Tag(tag) => String::from_utf8_lossy(tag.name()).into_owned(),
            };
            assert_eq!(&page[markup.at..=markup.at], "<");
            assert_eq!(&page[markup.end - 1..markup.end], ">");
            text
        });
        shown.collect()
    }

    #[test]
    fn markup_is_found_in_order() {
        let page =
            "a<b>c</B ><!-- d> e --><!DOCTYPE f><?xml g?><h i=\"<j>\" k='>' l=m>n < o <1><p\n>";
        let expected = ["b", "/B", "!d> e", "?DOCTYPE f", "?xml g?", "h", "p"];
        assert_eq!(shown(page), expected);
        assert_eq!(shown("<!--><!---><!----><!-- a"), ["!", "!", "!"]);
        assert_eq!(shown("<a><b c=\"> <d>"), ["a"]);
        assert_eq!(shown("<a b\"c>d\">"), ["a"]);
        assert_eq!(shown("<"), <[&str; 0]>::default());
    }

    #[test]
    fn charsets_and_attributes_are_read() {
        let tag = |page: &str, read: fn(&super::Tag<'_>) -> Option<Vec<u8>>| {
            let markup = all(page.as_bytes()).next().expect("markup");
            let MarkupKind::Tag(tag) = markup.kind else {
                panic!("no tag: {page}")
            };
            read(&tag).map(|value| String::from_utf8(value).expect("UTF-8"))
        };
        let charset = |page| tag(page, |tag| tag.charset().map(<[u8]>::to_vec));
        let koi8 = Some("koi8-r".to_owned());
        for page in [
            "<meta charset=koi8-r>",
            "<META CHARSET = 'koi8-r' />",
            "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=koi8-r\">",
        ] {
            assert_eq!(charset(page), koi8, "{page}");
        }
        assert_eq!(charset("<meta name=a content=charset>"), None);
        let href = |page| tag(page, |tag| tag.attribute("href").map(<[u8]>::to_vec));
        for page in [
            "<a href=\"b\">",
            "<A\nHREF = 'b' title=c>",
            "<a title=\"href=c\" href=b>",
            "<a xhref=c x='=' href=b d>",
        ] {
            assert_eq!(href(page), Some("b".to_owned()), "{page}");
        }
        assert_eq!(href("<a hrefs=b title='=href'>"), None);
        assert_eq!(
            encoding_of(b"xml version=\"1.0\" encoding=\"UTF-8\"?"),
            Some(&b"UTF-8"[..])
        );
        assert_eq!(encoding_of(b"php encoding=\"UTF-8\""), None);
    }
}
