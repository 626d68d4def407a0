//! The heading of a page of Pipermail: the subject, the sender, a link to reply, and the date.

use super::{
    fields::{FieldName, Fields},
    markup::{MarkupKind, Tag, all},
};
use crate::decode::{decode_references, percent_decoded};

/// The text before the ID of the message in the link to reply.
const REPLY: &[u8] = b"In-Reply-To=";

/// Reads `<H1>subject</H1> <B>name</B> <A HREF="mailto:...&In-Reply-To=ID">address</A><BR> <I>date</I>`.
pub(super) fn read_heading(heading: &[u8], fields: &mut Fields) {
    const ELEMENTS: [(&str, FieldName); 4] = [
        ("h1", FieldName::Subject),
        ("b", FieldName::Name),
        ("a", FieldName::Email),
        ("i", FieldName::Date),
    ];
    let mut open: Option<(FieldName, usize)> = None;
    for markup in all(heading) {
        if let Some((name, start)) = open.take()
            && fields.value(name).is_none()
        {
            fields.push(name, &heading[start..markup.at]);
        }
        let MarkupKind::Tag(tag) = markup.kind else {
            continue;
        };
        let element = ELEMENTS.iter().find(|element| tag.is(element.0));
        open = element.map(|element| (element.1, markup.end));
        if tag.is("a") && fields.value(FieldName::Id).is_none() {
            fields.push(FieldName::Id, &id_of(&tag).unwrap_or_default());
        }
    }
}

/// Returns the ID of the message in a link to reply.
fn id_of(tag: &Tag<'_>) -> Option<Vec<u8>> {
    let href = decode_references(tag.attribute("href")?);
    let at = memchr::memmem::find(&href, REPLY)?;
    let value = href[at + REPLY.len()..]
        .split(|&byte| byte == b'&')
        .next()?;
    Some(percent_decoded(value))
}
