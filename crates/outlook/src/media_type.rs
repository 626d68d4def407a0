//! The types of attached files.

/// The media types of texts and messages, by the extensions of their names, sorted.
const BY_EXTENSION: &[(&str, &str)] = &[
    ("asc", "text/plain"),
    ("csv", "text/csv"),
    ("eml", "message/rfc822"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("ics", "text/calendar"),
    ("log", "text/plain"),
    ("md", "text/markdown"),
    ("mht", "message/rfc822"),
    ("mhtml", "message/rfc822"),
    ("txt", "text/plain"),
    ("vcf", "text/vcard"),
    ("xml", "text/xml"),
];

/// Returns the media type of a file by the extension of its name, if the file is a text or a message.
#[must_use]
pub fn media_type_of(file_name: &str) -> Option<&'static str> {
    let (_, extension) = file_name.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    let at = BY_EXTENSION.binary_search_by_key(&&*extension, |&(known, _)| known);
    Some(BY_EXTENSION[at.ok()?].1)
}

#[cfg(test)]
mod tests {
    use super::{BY_EXTENSION, media_type_of};

    #[test]
    fn types_are_found_by_extension() {
        assert!(BY_EXTENSION.is_sorted());
        assert_eq!(media_type_of("a.b.TXT"), Some("text/plain"));
        assert_eq!(media_type_of("a.eml"), Some("message/rfc822"));
        assert_eq!(media_type_of("a.zip"), None);
        assert_eq!(media_type_of("txt"), None);
    }
}
