//! The messages and warnings of an archive, recorded by a visitor.

use std::ops::ControlFlow;

use urlsift::{
    Kind, ReadOptions,
    archive::{ArchiveWarning, Message, Rest, Visitor, Walker},
};

/// What a walk reports, apart from the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// The kinds reported.
    pub kinds: Vec<Kind>,
    /// The messages.
    pub messages: Vec<WalkedMessage>,
    /// The warnings and their offsets.
    pub warnings: Vec<(u64, ArchiveWarning)>,
}

/// A reported message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkedMessage {
    /// The index of the message.
    pub index: u64,
    /// The offset of the message.
    pub offset: u64,
    /// The offset of its header.
    pub header_offset: u64,
    /// Its header, escaped to ASCII.
    pub header: String,
}

impl Walked {
    /// Returns the number of doubtful boundaries.
    #[must_use]
    pub fn doubtful(&self) -> u64 {
        let warnings = self.warnings.iter();
        warnings
            .filter(|(_, warning)| *warning == ArchiveWarning::DoubtfulBoundary)
            .count() as u64
    }
}

impl Walked {
    /// Returns the codes of all other warnings.
    #[must_use]
    pub fn other_warnings(&self) -> Vec<&'static str> {
        let warnings = self.warnings.iter().map(|(_, warning)| *warning);
        let others = warnings.filter(|warning| *warning != ArchiveWarning::DoubtfulBoundary);
        others.map(ArchiveWarning::code).collect()
    }
}

impl Visitor for Walked {
    fn recognised(&mut self, kind: Kind) {
        self.kinds.push(kind);
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.messages.push(WalkedMessage {
            index: message.index,
            offset: message.offset,
            header_offset: message.header_offset,
            header: message.header.escape_ascii().to_string(),
        });
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        self.warnings.push((offset, warning));
    }
}

/// Walks through a file, adding `push_size` bytes to the input at a time, or all at once if it is 0.
///
/// # Panics
///
/// If the walker retains more than [`Walker::MAX_HELD`] bytes or consumes more than it is given.
#[must_use]
pub fn walk(file: &[u8], options: &ReadOptions, push_size: usize) -> Walked {
    let mut all = Walked::default();
    push_in_steps(&mut Walker::new(options.clone()), file, push_size, &mut all);
    all
}

/// Pushes a file to a walker, adding `push_size` bytes to the input at a time, or all at once if it is 0.
///
/// # Panics
///
/// If the visitor breaks, or if the walker retains more than [`Walker::MAX_HELD`] bytes or consumes more than it is
/// given.
pub fn push_in_steps(
    walker: &mut Walker,
    file: &[u8],
    push_size: usize,
    visitor: &mut impl Visitor,
) {
    let mut used = 0;
    let mut given = if push_size == 0 { file.len() } else { 0 };
    loop {
        let at_end = given == file.len();
        let flow = walker.push(&file[used..given], Rest::of(at_end), visitor);
        used += flow.continue_value().expect("the visitor never breaks");
        assert!(used <= given, "consumed {used} of {given} bytes");
        assert!(given - used <= Walker::MAX_HELD, "retained too much");
        if at_end {
            return;
        }
        given = file.len().min(given + push_size);
    }
}
