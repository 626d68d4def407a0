//! `--settle`: what evidence decides about doubtful URLs.

use std::{
    borrow::Cow,
    collections::HashMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use urlsift_search::Link;
use urlsift_settle::{Decisions, Evidence, Reading, ResolvedBy, Testimony};

use super::dedup::{DedupKey, Seen};

/// Settles doubtful URLs, as evidence has decided. Shared by all chunks.
///
/// A decision is a key: the hash of all readings of a link, with the right one and the evidence in its last byte. Keys
/// beyond the memory limit are in temporary files. Only the part before a line break does not have the URL as which it
/// is settled: few are, and as many as fit into the memory.
#[derive(Clone, Debug)]
pub(crate) struct Settler {
    keys: Arc<Mutex<Seen>>,
    joined: Arc<HashMap<u128, Box<[u8]>>>,
}

/// The URL as which a link is settled.
#[derive(Clone, Debug)]
pub(crate) struct Settled<'l> {
    pub(crate) url: Cow<'l, [u8]>,
    /// The evidence, if there is any. Without it, this is the first reading.
    pub(crate) resolved_by: Option<ResolvedBy>,
}

impl Settler {
    /// Creates a settler. `bytes` is the memory limit for decisions.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub(crate) fn new(decisions: Decisions, bytes: usize) -> io::Result<Self> {
        let mut keys = Seen::new(bytes);
        let mut joined = HashMap::new();
        let mut room = bytes;
        for decision in decisions {
            let decision = decision?;
            if decision.is_stump() {
                room = room.saturating_sub(decision.size());
                if room > 0 {
                    joined.insert(decision.doubt, decision.entry);
                }
                continue;
            }
            let evidence = decision.resolved_by.evidence;
            keys.insert(key(decision.doubt, usize::from(decision.index), evidence))?;
        }
        Ok(Self {
            keys: Arc::new(Mutex::new(keys)),
            joined: Arc::new(joined),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        // The set is valid even if a thread has panicked.
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Settles a link. An error of a temporary file is returned by [`check`](Self::check).
    pub(crate) fn settle<'l>(&self, link: &'l Link<'_>) -> Settled<'l> {
        let url = link.candidate().url();
        let first = Settled {
            url: url.into(),
            resolved_by: None,
        };
        let Testimony::Doubted(doubt) = Testimony::of(link.candidate(), link.second_guesses())
        else {
            return first;
        };
        let id = doubt.id();
        if let Some(joined) = self.joined.get(&id) {
            return Settled {
                url: joined.to_vec().into(),
                resolved_by: Some(ResolvedBy {
                    evidence: Evidence::Twin,
                    reading: Reading::Wrapped,
                }),
            };
        }
        let mut keys = self.lock();
        for (index, (reading, url)) in doubt.readings().enumerate() {
            for evidence in [Evidence::Twin, Evidence::Host] {
                if keys.contains_deferring_error(key(id, index, evidence)) {
                    return Settled {
                        url: url.to_vec().into(),
                        resolved_by: Some(ResolvedBy { evidence, reading }),
                    };
                }
            }
        }
        first
    }

    /// Checks that all links so far could be settled.
    ///
    /// # Errors
    ///
    /// If a temporary file could not be read.
    pub(crate) fn check(&self) -> io::Result<()> {
        self.lock().take_error().map_or(Ok(()), Err)
    }
}

/// Returns the key of a decision. There are at most 22 readings.
fn key(doubt: u128, index: usize, evidence: Evidence) -> DedupKey {
    doubt << 8 | (index as u128) << 1 | evidence as u128
}
