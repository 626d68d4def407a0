//! Hashes of files and messages, by which the counts of a URL detect that its next occurrence is in the same one.
//!
//! They are stored in tallies, so they are the same on each platform and with each compiler.

use blake3::Hasher;

/// Returns the hash of a path.
pub(crate) fn path_hash(path: &[u8]) -> u64 {
    first_bytes(&of_path(path))
}

/// Returns the hash of a file: of its path, and of the number of files before it with the same path.
pub(super) fn file_hash(path: &[u8], member: i32) -> u64 {
    first_bytes(&of_file(path, member))
}

/// Returns the hash of a message of a file.
pub(super) fn message_hash(path: &[u8], member: i32, offset: u64) -> u64 {
    let mut hasher = of_file(path, member);
    hasher.update(&offset.to_le_bytes());
    first_bytes(&hasher)
}

fn of_path(path: &[u8]) -> Hasher {
    let mut hasher = Hasher::new();
    hasher.update(&(path.len() as u64).to_le_bytes());
    hasher.update(path);
    hasher
}

fn of_file(path: &[u8], member: i32) -> Hasher {
    let mut hasher = of_path(path);
    hasher.update(&i64::from(member).to_le_bytes());
    hasher
}

fn first_bytes(hasher: &Hasher) -> u64 {
    let hash = hasher.finalize();
    hash.as_bytes()
        .first_chunk()
        .copied()
        .map_or(0, u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::{file_hash, message_hash, path_hash};

    /// Returns the first bytes of the hash of bytes that are written in full.
    fn hash_of(bytes: &[u8]) -> [u8; 8] {
        *blake3::hash(bytes)
            .as_bytes()
            .first_chunk()
            .expect("32 bytes")
    }

    #[test]
    fn hashes_are_of_these_bytes() {
        assert_eq!(
            path_hash(b"a!b").to_le_bytes(),
            hash_of(b"\x03\0\0\0\0\0\0\0a!b")
        );
        let file = b"\x03\0\0\0\0\0\0\0a!b\x02\0\0\0\0\0\0\0";
        assert_eq!(file_hash(b"a!b", 2).to_le_bytes(), hash_of(file));
        let message = [&file[..], b"\x01\x02\0\0\0\0\0\0"].concat();
        assert_eq!(
            message_hash(b"a!b", 2, 0x201).to_le_bytes(),
            hash_of(&message)
        );
        // Of no bytes, as published with BLAKE3.
        assert_eq!(hash_of(b""), *b"\xaf\x13\x49\xb9\xf5\xf9\xa1\xa6");
    }
}
