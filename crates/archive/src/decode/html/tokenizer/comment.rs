//! The states of a comment.

/// The comment states (§13.2.5.43 to §13.2.5.52). The comment less-than sign states only report
/// errors.
#[derive(Clone, Copy, Debug)]
pub(super) enum Comment {
    /// The comment start state: `<!--`
    Start,
    /// The comment start dash state: `<!---`
    StartDash,
    /// The comment state.
    Body,
    /// The comment end dash state: `-`
    EndDash,
    /// The comment end state: `--`
    End,
    /// The comment end bang state: `--!`
    EndBang,
}

impl Comment {
    /// Returns the state after a byte (§13.2.5.43, §13.2.5.44 and §13.2.5.50 to §13.2.5.52); `None` for the text after
    /// the comment. The comment state reads the byte again.
    pub(super) fn after(self, byte: u8) -> Option<Self> {
        Some(match (self, byte) {
            (Self::Start | Self::StartDash | Self::End | Self::EndBang, b'>') => return None,
            (Self::Start, b'-') => Self::StartDash,
            (Self::StartDash | Self::EndDash | Self::End, b'-') => Self::End,
            (Self::End, b'!') => Self::EndBang,
            _ => Self::Body,
        })
    }
}
