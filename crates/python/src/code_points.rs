//! Offsets in code points.

/// Bytes between two stored counts.
const STEP: usize = 1 << 10;

/// Converts offsets in bytes of a text to offsets in code points.
///
/// The text is UTF-8 that may encode lone surrogates, as Python's `surrogatepass` does. An offset within a code point counts
/// that code point.
#[derive(Debug)]
pub(crate) struct CodePoints<'t> {
    text: &'t [u8],
    /// The number of code points that begin before each multiple of [`STEP`]; empty if all are ASCII.
    before: Vec<usize>,
}

impl<'t> CodePoints<'t> {
    /// Counts the code points of a text.
    pub(crate) fn new(text: &'t [u8]) -> Self {
        let mut before = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for block in text.chunks(STEP) {
                before.push(count);
                count += starts(block);
            }
            before.push(count);
        }
        Self { text, before }
    }

    /// Returns the number of code points that begin before a byte.
    pub(crate) fn before(&self, byte: u64) -> u64 {
        let byte = usize::try_from(byte).map_or(self.text.len(), |byte| byte.min(self.text.len()));
        if self.before.is_empty() {
            return byte as u64;
        }
        let step = byte / STEP;
        (self.before[step] + starts(&self.text[step * STEP..byte])) as u64
    }
}

/// Returns the number of bytes that begin a code point.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}
