//! Where the bytes of a message are.

/// The layout of a message that a container has in a form other than a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageLayout {
    /// The number of bytes of a header section that precede the text, with the empty line after it, and are not in the
    /// container: they describe the text, and offsets count from its start. 0 if the text is a message itself.
    pub header_len: u64,
    /// The number of lines of that header section.
    pub header_lines: u64,
    /// Whether the text is not in the container byte for byte, so that offsets count in the text alone.
    pub is_virtual: bool,
}
