//! A stream of choices made by a fuzzer, by proptest or from a seed.

/// Bytes that determine choices. When they run out, every choice is the first, so that generation ends and a
/// shorter stream makes a simpler text.
#[derive(Clone, Debug)]
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    /// Creates choices from bytes.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    /// Returns a number below `bound`, which is at least 1 and at most 65,536. Consumes one byte if `bound` is at
    /// most 256, otherwise two.
    pub fn below(&mut self, bound: usize) -> usize {
        let low = self.byte();
        let high = if bound > 256 { self.byte() } else { 0 };
        usize::from(u16::from_le_bytes([low, high])) % bound
    }

    /// Returns one of the given values.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Returns either truth value.
    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    fn byte(&mut self) -> u8 {
        let (&first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        first
    }
}

/// An endless stream of bytes from a seed, by `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Seeded {
    state: u64,
}

impl Seeded {
    /// Creates a stream. A seed gives the same bytes in every version.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next `count` bytes and discards the rest of the last eight.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        let eights = (0..count.div_ceil(8)).flat_map(|_| self.next().to_le_bytes());
        eights.take(count).collect()
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
