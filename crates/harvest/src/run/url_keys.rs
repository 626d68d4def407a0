//! The keys of URLs.

use std::collections::HashMap;

use urlsift::Link;

/// The maximum number of keys: some megabytes.
const MAX: usize = 1 << 13;

/// The keys of the URLs that were found last: a key takes longer than a row, and most URLs of an archive stand in it
/// several times.
#[derive(Debug, Default)]
pub(super) struct UrlKeys {
    keys: HashMap<Box<[u8]>, String>,
    /// The key of a relative reference, which depends on its base.
    relative: String,
}

impl UrlKeys {
    /// Returns the key of a link.
    pub(super) fn get(&mut self, link: &Link<'_>) -> &str {
        if link.base().is_some() {
            self.relative = link.url_key();
            return &self.relative;
        }
        let url = link.url_bytes();
        if !self.keys.contains_key(url) {
            if self.keys.len() >= MAX {
                self.keys.clear();
            }
            self.keys.insert(url.into(), link.url_key());
        }
        &self.keys[url]
    }
}
