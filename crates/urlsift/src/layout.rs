//! The layout of a message in a container.
//!
//! `urlsift-unpack` has a type with these fields, because it reads the containers, and neither crate depends on the
//! other: this one builds without C libraries, and that one without a parser of mail. `urlsift-search`, which has both,
//! converts one to the other.

/// The layout of a message that its container stores in a form other than a file, such as the properties of an Outlook
/// file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageLayout {
    /// The number of bytes of a header section before the text, with the empty line after it, at most 256 KiB. The
    /// section describes the text: it is not scanned, and offsets and lines count from the start of the text. If this
    /// is 0, the text is a message itself. Links that begin in the rest of a longer section, which is read as text, are
    /// not reported.
    pub header_len: u64,
    /// The number of lines of that header section.
    pub header_lines: u64,
    /// Whether the bytes of the text are not in the file as they are, so that offsets count from the start of the text.
    pub is_virtual: bool,
}

impl MessageLayout {
    /// Returns the layout of a body that follows a header section.
    pub(crate) fn after(section: &[u8]) -> Self {
        Self {
            header_len: section.len() as u64,
            header_lines: memchr::memchr_iter(b'\n', section).count() as u64,
            is_virtual: false,
        }
    }
}
