//! Decides which links are duplicates.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use siphasher::sip128::SipHasher13;
use urlsift::{Fields, Link, Message};
use urlsift_search::HyphenPolicy;

use super::{
    chunk_keys::ChunkKeys,
    key::{DedupKey, DedupRole, LinkKey},
    seen::Seen,
};
use crate::select::{
    compare::{CompareBy, Unique, UniqueIn},
    hash_keys::random_keys,
    link_texts::dedup_texts,
};

/// The options of a [`Deduplicator`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct DedupOptions {
    pub(crate) unique: Unique,
    /// The policy that selects the reading to compare.
    pub(crate) hyphen: HyphenPolicy,
    /// The memory limit for keys, in bytes. Further keys are stored in temporary files.
    pub(crate) buffer: usize,
    /// Whether each chunk is collected before the next one is filled, so that a chunk knows all earlier links.
    pub(crate) is_sequential: bool,
}

/// Decides which links are duplicates. Shared by all chunks and the collector.
///
/// Only the collector adds keys to those that were seen: a chunk may drop links, and their keys with them, until it is
/// collected.
#[derive(Clone, Debug)]
pub(crate) struct Deduplicator {
    unique: Unique,
    hyphen: HyphenPolicy,
    hasher: SipHasher13,
    seen: Arc<Mutex<Seen>>,
    is_sequential: bool,
}

impl Deduplicator {
    /// Creates a deduplicator without keys.
    pub(crate) fn new(options: DedupOptions) -> Self {
        let [key0, key1] = random_keys();
        Self {
            unique: options.unique,
            hyphen: options.hyphen,
            hasher: SipHasher13::new_with_keys(key0, key1),
            seen: Arc::new(Mutex::new(Seen::new(options.buffer))),
            is_sequential: options.is_sequential,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        // The set is valid even if a thread has panicked.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the key of a link.
    pub(crate) fn key(&self, fields: &Fields<'_, '_>) -> DedupKey {
        let text = dedup_texts(fields, self.unique.by, self.hyphen).next();
        self.key_of(&text.unwrap_or_default())
    }

    /// Returns the key of a text by which links are compared.
    pub(crate) fn key_of(&self, text: &[u8]) -> DedupKey {
        self.hasher.hash(text).as_u128()
    }

    /// Returns a link with its key, as it is compared.
    pub(crate) fn link_key(&self, key: DedupKey, link: &Link<'_>) -> LinkKey {
        let message = link.message();
        let role = match self.unique.within {
            UniqueIn::Run | UniqueIn::Message => DedupRole::Any,
            UniqueIn::Html => match link.media_type() {
                Some("text/html") => DedupRole::Copy,
                _ => DedupRole::Original,
            },
        };
        LinkKey {
            key,
            message: message.map(Message::offset),
            role,
        }
    }

    /// Returns whether links are compared by the first reading with every hyphen kept.
    pub(crate) fn compares_urls(&self) -> bool {
        self.unique.by == CompareBy::Url && self.hyphen == HyphenPolicy::Keep
    }

    /// Returns whether a link is new, as far as its chunk knows. That is final if chunks are collected one by one.
    pub(crate) fn may_be_new(&self, keys: &mut ChunkKeys, link: LinkKey) -> bool {
        let in_message = self.unique.is_in_message();
        if self.is_sequential && link.role != DedupRole::Original {
            let mut seen = self.lock();
            let is_in_scope =
                !in_message || !keys.has_new_file() && seen.is_in_message(link.message);
            if is_in_scope && seen.contains_deferring_error(link.key) {
                return false;
            }
        }
        keys.is_new(link, in_message)
    }

    /// Begins to collect a chunk. Chunks are collected in order.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file could not be written or read earlier.
    pub(crate) fn collect(&self) -> io::Result<CollectedKeys<'_>> {
        let mut seen = self.lock();
        if let Some(error) = seen.take_error() {
            return Err(error);
        }
        Ok(CollectedKeys {
            seen,
            in_message: self.unique.is_in_message(),
        })
    }
}

/// The keys of all collected chunks.
pub(crate) struct CollectedKeys<'d> {
    seen: MutexGuard<'d, Seen>,
    in_message: bool,
}

impl CollectedKeys<'_> {
    /// Begins a file.
    pub(crate) fn begin_file(&mut self) {
        if self.in_message {
            self.seen.end_file();
        }
    }

    /// Returns whether a link is new, and adds its key if later links may repeat it.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read.
    pub(crate) fn is_new(&mut self, link: LinkKey) -> io::Result<bool> {
        if self.in_message {
            self.seen.set_message(link.message);
        }
        match link.role {
            DedupRole::Any => self.seen.insert(link.key),
            DedupRole::Original => self.seen.insert(link.key).map(|_| true),
            DedupRole::Copy => self.seen.contains(link.key).map(|is_known| !is_known),
        }
    }
}
