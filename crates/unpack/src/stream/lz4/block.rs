//! The sequences of a compressed block (LZ4 Block Format).

use super::history::History;

/// The length of a match is this much more than what its sequence says.
const MIN_MATCH: usize = 4;

/// The value of a length in a token after which more bytes of the length follow.
const LONG: usize = 15;

/// A block, of which any number of bytes can be decoded at a time.
#[derive(Debug, Default)]
pub(super) struct Block {
    part: SequencePart,
    /// The number of literals that are left.
    literals: usize,
    /// The number of bytes of the match that are left.
    matched: usize,
    /// How far back the match is.
    offset: usize,
    /// The number of bytes that the block may still decode to.
    left: usize,
}

/// The next element of a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SequencePart {
    #[default]
    Token,
    LiteralLength,
    Literals,
    Offset,
    /// The second byte of the offset.
    HighOffset,
    MatchLength,
    Match,
}

/// The state of a block after some of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockStatus {
    /// There is no room for the next bytes.
    MoreOutput,
    /// All input is consumed, and the block cannot end there.
    InSequence,
    /// All input is consumed after literals, where the block may end.
    AfterLiterals,
    Corrupt(&'static str),
}

impl Block {
    /// Creates a block that decodes to at most `max` bytes.
    pub(super) fn new(max: usize) -> Self {
        Self {
            left: max,
            ..Self::default()
        }
    }

    /// Returns whether more can be decoded without input, if there is room.
    pub(super) fn is_in_match(&self) -> bool {
        self.part == SequencePart::Match
    }

    /// Decodes some of the input as far as there is room. Returns the number of bytes consumed.
    pub(super) fn decode(&mut self, input: &[u8], history: &mut History) -> (usize, BlockStatus) {
        let mut rest = input;
        let status = self.run(&mut rest, history);
        (input.len() - rest.len(), status)
    }

    fn run(&mut self, input: &mut &[u8], history: &mut History) -> BlockStatus {
        loop {
            match self.part {
                SequencePart::Literals => {
                    let most = self.literals.min(history.room());
                    let (taken, rest) = input.split_at(most.min(input.len()));
                    history.push(taken);
                    *input = rest;
                    self.literals -= taken.len();
                    if self.literals == 0 {
                        self.part = SequencePart::Offset;
                    } else if history.room() == 0 {
                        return BlockStatus::MoreOutput;
                    }
                }
                SequencePart::Match => {
                    let len = self.matched.min(history.room());
                    history.repeat(self.offset, len);
                    self.matched -= len;
                    if self.matched > 0 {
                        return BlockStatus::MoreOutput;
                    }
                    self.part = SequencePart::Token;
                }
                _ => {}
            }
            let Some((&byte, rest)) = input.split_first() else {
                return if self.part == SequencePart::Offset {
                    BlockStatus::AfterLiterals
                } else {
                    BlockStatus::InSequence
                };
            };
            *input = rest;
            if let Err(reason) = self.byte(byte.into(), history) {
                return BlockStatus::Corrupt(reason);
            }
        }
    }

    /// Reads the next byte of a sequence, which is not a literal.
    fn byte(&mut self, byte: usize, history: &History) -> Result<(), &'static str> {
        match self.part {
            SequencePart::Token => {
                self.literals = byte >> 4;
                self.matched = byte & 0xf;
                if self.literals == LONG {
                    self.part = SequencePart::LiteralLength;
                } else {
                    self.begin_literals()?;
                }
            }
            SequencePart::LiteralLength => {
                self.literals += byte;
                if byte < 255 || self.literals > self.left {
                    self.begin_literals()?;
                }
            }
            SequencePart::Offset => {
                self.offset = byte;
                self.part = SequencePart::HighOffset;
            }
            SequencePart::HighOffset => {
                self.offset |= byte << 8;
                if !history.reaches(self.offset) {
                    return Err("a match begins before the data");
                }
                if self.matched == LONG {
                    self.part = SequencePart::MatchLength;
                } else {
                    self.begin_match()?;
                }
            }
            SequencePart::MatchLength => {
                self.matched += byte;
                if byte < 255 || self.matched > self.left {
                    self.begin_match()?;
                }
            }
            // These have no bytes of their own.
            SequencePart::Literals | SequencePart::Match => {}
        }
        Ok(())
    }

    fn begin_literals(&mut self) -> Result<(), &'static str> {
        self.part = SequencePart::Literals;
        self.take(self.literals)
    }

    fn begin_match(&mut self) -> Result<(), &'static str> {
        self.matched += MIN_MATCH;
        self.part = SequencePart::Match;
        self.take(self.matched)
    }

    /// Subtracts from the number of bytes that are left.
    fn take(&mut self, len: usize) -> Result<(), &'static str> {
        let left = self.left.checked_sub(len);
        self.left = left.ok_or("a block has more data than declared")?;
        Ok(())
    }
}
