//! What a function returns.

/// Numbers and a string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The numbers. Offsets count units of UTF-16; those above 2^32 - 1 do not occur in a memory of 32 bits.
    pub numbers: Vec<u32>,
    /// The string, in UTF-8.
    pub text: Vec<u8>,
}

impl Answer {
    /// Appends an offset.
    pub(crate) fn push(&mut self, offset: u64) {
        self.numbers.push(offset as u32);
    }
}
