//! Decides which links are left out.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use siphasher::sip128::{Hasher128, SipHasher13};
use urlsift_search::HyphenPolicy;

use super::{
    chunk_keys::ChunkKeys,
    key::{DedupKey, MessageOffset},
    seen::Seen,
};
use crate::select::{compare::Unique, hit::Hit};

/// How links are compared, and where what is known of them is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DedupOptions {
    pub(crate) unique: Unique,
    /// The first reading by this policy is compared.
    pub(crate) hyphen: HyphenPolicy,
    /// The memory for keys, in bytes; more go to temporary files.
    pub(crate) buffer: usize,
    /// Whether chunks are filled one after another, so that each knows what occurred before: with a limit
    /// on the links of a file it must be known at once which of them count.
    pub(crate) is_sequential: bool,
}

/// Decides which links are left out; one for all chunks and for the collector.
#[derive(Clone, Debug)]
pub(crate) struct Deduplicator {
    unique: Unique,
    hyphen: HyphenPolicy,
    hasher: SipHasher13,
    seen: Arc<Mutex<Seen>>,
    is_sequential: bool,
}

impl Deduplicator {
    /// Creates a deduplicator that has seen nothing.
    pub(crate) fn new(options: DedupOptions) -> Self {
        // Each `RandomState` has random bytes of the system as its key.
        let random = || RandomState::new().build_hasher().finish();
        Self {
            unique: options.unique,
            hyphen: options.hyphen,
            hasher: SipHasher13::new_with_keys(random(), random()),
            seen: Arc::new(Mutex::new(Seen::new(options.buffer))),
            is_sequential: options.is_sequential,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        // The set is valid whatever panicked.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a file in a chunk.
    pub(crate) fn begin_file(&self, keys: &mut ChunkKeys) {
        keys.begin_file();
        if self.is_sequential && self.unique.in_message {
            self.lock().leave();
        }
    }

    /// Returns the key of a link.
    pub(crate) fn key(&self, hit: Hit<'_>) -> DedupKey {
        let mut hasher = self.hasher;
        let text = hit.dedup_texts(self.unique.by, self.hyphen).next();
        hasher.write(&text.unwrap_or_default());
        hasher.finish128().as_u128()
    }

    /// Returns whether a link may be the first of its kind, as far as a chunk can know.
    pub(crate) fn may_be_new(
        &self,
        keys: &mut ChunkKeys,
        key: DedupKey,
        message: MessageOffset,
    ) -> bool {
        if !self.is_sequential {
            return keys.insert(key, message, self.unique.in_message);
        }
        let mut seen = self.lock();
        if self.unique.in_message {
            seen.enter(message);
        }
        seen.insert_or_fail(key)
    }

    /// Returns whether [`may_be_new`](Self::may_be_new) is final.
    pub(crate) fn is_final(&self) -> bool {
        self.is_sequential
    }

    /// Begins to decide about the links of a chunk. The chunks come in order.
    ///
    /// # Errors
    ///
    /// If a temporary file could not be written or read before.
    pub(crate) fn collect(&self) -> io::Result<Collected<'_>> {
        let mut seen = self.lock();
        if let Some(error) = seen.take_error() {
            return Err(error);
        }
        Ok(Collected {
            seen,
            in_message: self.unique.in_message,
        })
    }
}

/// The links of all chunks that are collected.
pub(crate) struct Collected<'d> {
    seen: MutexGuard<'d, Seen>,
    in_message: bool,
}

impl Collected<'_> {
    /// Begins a file.
    pub(crate) fn begin_file(&mut self) {
        if self.in_message {
            self.seen.leave();
        }
    }

    /// Returns whether a link is the first of its kind.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub(crate) fn insert(&mut self, key: DedupKey, message: MessageOffset) -> io::Result<bool> {
        if self.in_message {
            self.seen.enter(message);
        }
        self.seen.insert(key)
    }
}
