//! Recognises office documents, which are zips.

/// Returns whether a zip is a document of an office program, whose parts are of no use apart from each other; `None` if
/// more bytes decide. Its first member is a part of a package (OOXML, ISO/IEC 29500-2), or declares the type of the
/// document (ODF, EPUB). `is_all` means that no more bytes may be examined; 512 always suffice.
#[must_use]
pub fn begins_office_document(head: &[u8], is_all: bool) -> Option<bool> {
    /// The length of the header of a member, before its name (APPNOTE 4.3.7).
    const HEADER: usize = 30;
    const MIME_TYPE: &[u8] = b"mimetype";
    const TYPES: [&[u8]; 2] = [
        b"application/vnd.oasis.opendocument.",
        b"application/epub+zip",
    ];
    const PARTS: [&[u8]; 6] = [
        b"_rels/",
        b"docProps/",
        b"word/",
        b"xl/",
        b"ppt/",
        b"customXml/",
    ];
    const MEMBER: &[u8] = b"PK\x03\x04";
    if !head.starts_with(MEMBER) {
        let may_be = !is_all && MEMBER.starts_with(head);
        return (!may_be).then_some(false);
    }
    let undecided = if is_all { Some(false) } else { None };
    let Some((header, rest)) = head.split_at_checked(HEADER) else {
        return undecided;
    };
    let len = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let Some((name, rest)) = rest.split_at_checked(len(26)) else {
        return undecided;
    };
    if name == MIME_TYPE {
        let content = rest.get(len(28)..).unwrap_or_default();
        let is_type = |of: &&[u8]| content.starts_with(of);
        let may_be = |of: &&[u8]| of.starts_with(content);
        return if !is_all && TYPES.iter().any(may_be) {
            None
        } else {
            Some(TYPES.iter().any(is_type))
        };
    }
    let is_xml = name.ends_with(b".xml") || name.ends_with(b".rels");
    let is_part = name == b"[Content_Types].xml" || PARTS.iter().any(|part| name.starts_with(part));
    Some(is_xml && is_part)
}
