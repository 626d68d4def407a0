//! Which hits of a sheet are left out, and when.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io,
};

use siphasher::sip128::{Hasher128, SipHasher13};
use urlsift_search::HyphenPolicy;

use super::{Key, Notes, SharedSeen, prune};
use crate::{
    plan::{Plan, Show, Unique},
    report::Hit,
    sheet::{Group, Sheet},
};

/// Which hits are left out: one for all sheets, and for who binds them.
#[derive(Clone, Debug)]
pub(crate) struct Once {
    unique: Unique,
    hyphen: HyphenPolicy,
    hasher: SipHasher13,
    seen: SharedSeen,
    /// Whether the sheets are written one after the other, so that each can know what was there
    /// before: who wants only so many hits of a file must know which ones count.
    is_known: bool,
}

impl Once {
    /// None, if no hits are to be left out.
    pub(crate) fn new(plan: &Plan) -> Option<Self> {
        // Each of these has random bytes of the system as its key.
        let random = || RandomState::new().build_hasher().finish();
        Some(Self {
            unique: plan.programs.unique?,
            // All but lines and counts have the first reading of each.
            hyphen: match plan.show {
                Show::Json | Show::Records => HyphenPolicy::Keep,
                _ => plan.style.hyphen,
            },
            hasher: SipHasher13::new_with_keys(random(), random()),
            seen: SharedSeen::new(plan.programs.buffer),
            is_known: plan.max_count.is_some(),
        })
    }

    /// A file begins.
    pub(crate) fn begin_file(&self, notes: &mut Notes) {
        notes.begin_file();
        if self.is_known && self.unique.in_message {
            self.seen.lock().leave();
        }
    }

    /// What a hit is known by.
    pub(crate) fn key(&self, hit: Hit<'_>) -> Key {
        let mut hasher = self.hasher;
        let text = hit.same(self.unique.same, self.hyphen).next();
        hasher.write(&text.unwrap_or_default());
        hasher.finish128().as_u128()
    }

    /// Whether a hit may be there for the first time, as far as a sheet can know.
    pub(crate) fn may_be_new(&self, notes: &mut Notes, key: Key, group: Group) -> bool {
        if !self.is_known {
            return notes.is_new(key, group, self.unique.in_message);
        }
        let mut seen = self.seen.lock();
        if self.unique.in_message {
            seen.enter(group);
        }
        seen.insert_or_fail(key)
    }

    /// Whether that was only what the sheet could know, so that it has to be noted.
    pub(crate) fn has_notes(&self) -> bool {
        !self.is_known
    }

    /// Cuts out of a sheet what was there before. All sheets come in their order.
    ///
    /// # Errors
    ///
    /// A temporary file could not be written or read.
    pub(crate) fn prune(&self, sheet: &mut Sheet) -> io::Result<()> {
        let mut seen = self.seen.lock();
        if self.is_known {
            return seen.take_error().map_or(Ok(()), Err);
        }
        prune(sheet, &mut seen, self.unique.in_message)
    }
}
