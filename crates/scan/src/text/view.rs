//! The part of the text that a state machine can read, and the request for more.

/// The bytes in view do not decide. The state machine resumes at its current byte when there are more.
#[derive(Debug)]
pub(crate) struct NeedMore;

/// The text from a candidate's `<` on, addressed by distance from the `<`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'t> {
    /// The contiguous bytes from the `<` on.
    pub(crate) window: &'t [u8],
    /// The bytes from `beyond_at` on. Bytes between the window and these were read and discarded: after
    /// the window, a state machine only moves forward.
    pub(crate) beyond: &'t [u8],
    /// The distance of `beyond` from the `<`.
    pub(crate) beyond_at: usize,
    /// Whether the text ends after `beyond`.
    pub(crate) end_of_text: bool,
}

impl<'t> View<'t> {
    /// Creates a view of a text that may continue.
    pub(crate) const fn part(text: &'t [u8]) -> Self {
        Self {
            end_of_text: false,
            ..Self::whole(text)
        }
    }

    /// Creates a view of a complete text.
    pub(crate) const fn whole(text: &'t [u8]) -> Self {
        Self {
            window: text,
            beyond: &[],
            beyond_at: text.len(),
            end_of_text: true,
        }
    }

    /// Returns the view, truncated at the distance `len` if its window is longer.
    pub(crate) fn up_to(self, len: usize) -> Self {
        match self.window.get(..len) {
            Some(window) => Self::whole(window),
            None => self,
        }
    }

    /// Returns the distance after the last byte in view.
    pub(crate) const fn end(&self) -> usize {
        self.beyond_at + self.beyond.len()
    }

    /// Returns the bytes between two distances, in two slices. Discarded bytes are left out.
    pub(crate) fn range(&self, from: usize, to: usize) -> [&'t [u8]; 2] {
        let near = self.window.len();
        let far = |at: usize| at.saturating_sub(self.beyond_at);
        [
            &self.window[from.min(near)..to.min(near)],
            &self.beyond[far(from)..far(to)],
        ]
    }

    /// Returns the byte at a distance from the `<`; `None` at the end of the text.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> Result<Option<u8>, NeedMore> {
        match self.window.get(at) {
            Some(&byte) => Ok(Some(byte)),
            None => self.byte_after_window(at),
        }
    }

    #[cold]
    fn byte_after_window(&self, at: usize) -> Result<Option<u8>, NeedMore> {
        let index = at.checked_sub(self.beyond_at);
        match index.and_then(|index| self.beyond.get(index)) {
            Some(&byte) => Ok(Some(byte)),
            None if self.end_of_text => Ok(None),
            None => Err(NeedMore),
        }
    }
}
