//! The sections of an archiver's page.

/// A section of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageSection {
    /// Whether it is a part of the message, and not a link to another page.
    pub(crate) is_message: bool,
    pub(crate) end: SectionEnd,
}

/// Where a section of a page ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SectionEnd {
    /// At this offset.
    At(u64),
    /// At this mark.
    Mark(&'static [u8]),
    OfPage,
}
