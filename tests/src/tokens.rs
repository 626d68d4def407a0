//! Random texts made of tokens that matter to the scanner.

use std::sync::LazyLock;

use urlsift_tables::bytes;

/// The tokens: most matter to a rule of the scanner, some to none.
pub static TOKENS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("tokens.toml", "tokens"));

/// Returns the text whose tokens are selected by the given bytes.
#[must_use]
pub fn from_bytes(indices: &[u8]) -> Vec<u8> {
    indices
        .iter()
        .flat_map(|&index| TOKENS[usize::from(index) % TOKENS.len()])
        .copied()
        .collect()
}
