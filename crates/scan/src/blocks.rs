//! Reads a text in blocks that are compared as vectors.

/// The number of bytes that are compared at a time.
pub(crate) const BLOCK: usize = 64;

/// A block and the byte after it.
pub(crate) type Block = [u8; BLOCK + 1];

/// Returns the index of the first byte for which `suspects` has a bit in its block, and `is_found` returns true. That
/// function gets the block, the index in it, and the index in the text. The last block ends in zeros, which must be no
/// suspects.
#[expect(
    clippy::inline_always,
    reason = "only then the vectors of its caller are used"
)]
#[inline(always)]
pub(crate) fn find_in_blocks(
    text: &[u8],
    suspects: impl Fn(&Block) -> u64,
    is_found: impl Fn(&Block, usize, usize) -> bool,
) -> Option<usize> {
    let mut last = [0; size_of::<Block>()];
    let mut from = 0;
    while from < text.len() {
        let rest = &text[from..];
        let block = rest.first_chunk().unwrap_or_else(|| {
            last.fill(0);
            last[..rest.len()].copy_from_slice(rest);
            &last
        });
        let mut hits = suspects(block);
        while hits != 0 {
            let bit = hits.trailing_zeros() as usize;
            hits &= hits - 1;
            if is_found(block, bit, from + bit) {
                return Some(from + bit);
            }
        }
        from += BLOCK;
    }
    None
}
