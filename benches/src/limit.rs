//! The limit: the least that a program has to do that looks for `<` in a file. Nothing that finds
//! URLs can be expected to be faster, on any machine.

use std::{fs::File, path::Path};

use crate::Error;

/// The argument that makes the bench's own program do this and nothing else.
pub const MODE: &str = "limit";

/// Maps the file and finds every `<` in it. Says how many there are, and the sum of their places,
/// so that each of them must have been found.
///
/// # Errors
///
/// If the file cannot be mapped.
pub fn run(path: &Path) -> Result<String, Error> {
    let file = File::open(path)?;
    #[expect(unsafe_code, reason = "a file cannot be mapped without")]
    // SAFETY: the inputs belong to the bench, and nobody writes to them while it measures.
    let map = unsafe { memmap2::Mmap::map(&file) }?;
    let (count, sum) = positions(&map);
    Ok(format!("{count} {sum}"))
}

/// The number of `<` in the bytes, and the sum of their places.
#[must_use]
pub fn positions(bytes: &[u8]) -> (u64, u64) {
    memchr::memchr_iter(b'<', bytes).fold((0, 0), |(count, sum), at| {
        (count + 1, sum.wrapping_add(at as u64))
    })
}
