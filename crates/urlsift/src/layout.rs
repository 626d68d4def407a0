//! Where the bytes of a message are.

/// The layout of a message that its container has in a form other than a file, such as the properties of Outlook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageLayout {
    /// The number of bytes of a header section before the text, with the empty line after it. It describes the text: it
    /// is not scanned, and offsets and lines count from the text on. With 0, the text is a message itself.
    pub header_len: u64,
    /// The number of lines of that header section.
    pub header_lines: u64,
    /// Whether offsets count in the text alone, because its bytes are not in the file as they are.
    pub is_virtual: bool,
}
