//! The keys of hashes.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Returns two random keys for a keyed hash, so that nobody can construct collisions.
pub(crate) fn random_keys() -> [u64; 2] {
    // `RandomState` takes its keys from the system's random number generator.
    [(); 2].map(|()| RandomState::new().build_hasher().finish())
}
