//! The bytes before an offset.

/// The last three bytes before an offset of a file, the most that an empty line can have. They decide whether a line
/// begins there, and whether it follows an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before([u8; Before::LEN]);

impl Before {
    /// The number of bytes.
    pub const LEN: usize = 3;

    /// The context of the start of a file: its first line follows an empty one.
    pub const FILE_START: Self = Self([b'\n'; Self::LEN]);

    /// Returns the bytes before an offset of a file. `read` fills its argument with the bytes of the file from the
    /// offset on that it is given; bytes that it leaves are line breaks.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`.
    ///
    /// # Examples
    ///
    /// ```
    /// use urlsift_archive::Before;
    ///
    /// let file = b"one\ntwo\n";
    /// let before = |offset| {
    ///     Before::read(offset, |from, bytes| {
    ///         bytes.copy_from_slice(&file[from as usize..][..bytes.len()]);
    ///         Ok::<_, std::io::Error>(())
    ///     })
    /// };
    /// assert_eq!(before(0)?, Before::FILE_START);
    /// assert_eq!(before(4)?, Before::FILE_START.after(b"one\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read<E>(
        offset: u64,
        read: impl FnOnce(u64, &mut [u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let Self(mut before) = Self::FILE_START;
        let known = offset.min(Self::LEN as u64);
        read(offset - known, &mut before[Self::LEN - known as usize..])?;
        Ok(Self(before))
    }

    /// Returns the bytes before the end of a text that follows these.
    #[must_use]
    pub fn after(self, text: &[u8]) -> Self {
        let Self(mut before) = self;
        let last = &text[text.len().saturating_sub(Self::LEN)..];
        before.rotate_left(last.len());
        before[Self::LEN - last.len()..].copy_from_slice(last);
        Self(before)
    }

    /// Returns the byte `count` bytes before the offset; `None` if it is not known.
    pub(crate) fn byte(self, count: usize) -> Option<u8> {
        let at = Self::LEN.checked_sub(count)?;
        self.0.get(at).copied()
    }
}

impl Default for Before {
    /// Returns [`FILE_START`](Self::FILE_START).
    fn default() -> Self {
        Self::FILE_START
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_three_bytes_are_kept() {
        let start = Before::FILE_START;
        assert_eq!(start.after(b""), start);
        assert_eq!(start.after(b"a"), Before(*b"\n\na"));
        assert_eq!(start.after(b"a").after(b"bc"), Before(*b"abc"));
        assert_eq!(start.after(b"abcdefg"), Before(*b"efg"));
        let bytes = (0..=4).map(|count| start.after(b"abc").byte(count));
        assert_eq!(
            bytes.collect::<Vec<_>>(),
            [None, Some(b'c'), Some(b'b'), Some(b'a'), None]
        );
    }

    #[test]
    fn bytes_are_read_from_the_file_only() {
        for (offset, from, expected) in [(0, 0, b"\n\n\n"), (2, 0, b"\nxx"), (9, 6, b"xxx")] {
            let read = |at, bytes: &mut [u8]| {
                assert_eq!(at, from, "{offset}");
                bytes.fill(b'x');
                Ok::<_, ()>(())
            };
            assert_eq!(Before::read(offset, read), Ok(Before(*expected)));
        }
    }
}
