//! What a machine can see of the text, and how it asks for more.

/// The bytes seen so far do not decide; the machine goes on where it stands when there are more.
#[derive(Debug)]
pub(crate) struct NeedMore;

/// The text from a candidate's `<` on, addressed by the distance from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'t> {
    /// From the `<` on, without a gap.
    pub(crate) window: &'t [u8],
    /// The bytes from `beyond_at` on. Between the window and these lie bytes that were let go:
    /// the machine has passed them and only ever looks forward there.
    pub(crate) beyond: &'t [u8],
    pub(crate) beyond_at: usize,
    /// Nothing follows.
    pub(crate) end_of_text: bool,
}

impl<'t> View<'t> {
    /// A text that may go on.
    pub(crate) const fn part(text: &'t [u8]) -> Self {
        Self {
            end_of_text: false,
            ..Self::whole(text)
        }
    }

    /// A text of which nothing is missing.
    pub(crate) const fn whole(text: &'t [u8]) -> Self {
        Self {
            window: text,
            beyond: &[],
            beyond_at: text.len(),
            end_of_text: true,
        }
    }

    /// The same text as if it ended `len` bytes behind the `<`, where it is longer.
    pub(crate) fn up_to(self, len: usize) -> Self {
        match self.window.get(..len) {
            Some(window) => Self::whole(window),
            None => self,
        }
    }

    /// The distance behind the last byte that can be seen.
    pub(crate) const fn end(&self) -> usize {
        self.beyond_at + self.beyond.len()
    }

    /// The bytes between two distances, in two parts; those that were let go are left out.
    pub(crate) fn range(&self, from: usize, to: usize) -> [&'t [u8]; 2] {
        let near = self.window.len();
        let far = |at: usize| at.saturating_sub(self.beyond_at);
        [
            &self.window[from.min(near)..to.min(near)],
            &self.beyond[far(from)..far(to)],
        ]
    }

    /// The byte at a distance from the `<`, `None` at the end of the text.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> Result<Option<u8>, NeedMore> {
        match self.window.get(at) {
            Some(&byte) => Ok(Some(byte)),
            None => self.byte_behind_window(at),
        }
    }

    #[cold]
    fn byte_behind_window(&self, at: usize) -> Result<Option<u8>, NeedMore> {
        let index = at.checked_sub(self.beyond_at);
        match index.and_then(|index| self.beyond.get(index)) {
            Some(&byte) => Ok(Some(byte)),
            None if self.end_of_text => Ok(None),
            None => Err(NeedMore),
        }
    }
}
