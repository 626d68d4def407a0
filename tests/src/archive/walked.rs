//! What a walk through an archive tells apart from its texts.

use std::ops::ControlFlow;

use urlsift::{
    Kind, ReadOptions,
    archive::{Message, Rest, Visitor, Walker, Warning},
};

/// The messages of a file, and what is to be known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// What it was taken for.
    pub kinds: Vec<Kind>,
    /// The messages.
    pub messages: Vec<Told>,
    /// What a reader should know, and the byte that it is about.
    pub warnings: Vec<(u64, Warning)>,
}

/// What is told of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its number.
    pub index: u64,
    /// Its first byte.
    pub offset: u64,
    /// The first byte of its header.
    pub header_offset: u64,
    /// Its header, in ASCII.
    pub header: String,
}

impl Walked {
    /// How many boundaries are doubtful.
    #[must_use]
    pub fn doubtful(&self) -> u64 {
        let warnings = self.warnings.iter();
        warnings
            .filter(|(_, warning)| *warning == Warning::DoubtfulBoundary)
            .count() as u64
    }
}

impl Visitor for Walked {
    fn recognised(&mut self, kind: Kind) {
        self.kinds.push(kind);
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.messages.push(Told {
            index: message.index(),
            offset: message.offset(),
            header_offset: message.header_offset(),
            header: message.header().escape_ascii().to_string(),
        });
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        self.warnings.push((offset, warning));
    }
}

/// Walks through a file of which `at_a_time` more bytes come at a time, all at once if it is 0.
///
/// # Panics
///
/// If the walker wants more bytes again than it says it ever does, or if it uses up more than it is
/// given.
#[must_use]
pub fn walk(file: &[u8], reading: &ReadOptions, at_a_time: usize) -> Walked {
    let mut all = Walked::default();
    let mut walker = Walker::new(reading.clone());
    let mut used = 0;
    let mut given = if at_a_time == 0 { file.len() } else { 0 };
    loop {
        let at_end = given == file.len();
        let ControlFlow::Continue(more) =
            walker.push(&file[used..given], Rest::of(at_end), &mut all)
        else {
            unreachable!("the visitor asked for no break")
        };
        used += more;
        assert!(used <= given, "{used} bytes are used up of {given}");
        assert!(given - used <= Walker::MOST_HELD, "too much is held");
        if at_end {
            return all;
        }
        given = file.len().min(given + at_a_time);
    }
}
