//! Sifters that are kept between calls: to make one takes longer than to search a small message.

use std::sync::Mutex;

use pyo3::PyResult;
use urlsift_search::Sifter;

/// The maximum number of sifters that are kept.
const MAX_KEPT: usize = 8;

/// The maximum length of a text whose sifter is kept. A longer one may leave large buffers.
const MAX_LEN: usize = 1 << 20;

/// The sifters, each after what it is made of. Never waited for: `fork` may copy the lock while another thread holds
/// it.
static KEPT: Mutex<Vec<(String, Sifter)>> = Mutex::new(Vec::new());

/// A sifter for one call.
#[derive(Debug)]
pub(crate) struct KeptSifter(String, Sifter);

impl KeptSifter {
    /// Returns a sifter that was kept, or a new one.
    pub(crate) fn new(key: String, make: impl FnOnce() -> PyResult<Sifter>) -> PyResult<Self> {
        let kept = KEPT.try_lock().ok().and_then(|mut kept| {
            let at = kept.iter().position(|(known, _)| *known == key)?;
            Some(kept.swap_remove(at).1)
        });
        let sifter = kept.map_or_else(make, Ok)?;
        Ok(Self(key, sifter))
    }

    pub(crate) fn get(&mut self) -> &mut Sifter {
        &mut self.1
    }

    /// Keeps the sifter after it has searched a text of this length.
    pub(crate) fn keep(self, len: usize) {
        if len <= MAX_LEN
            && let Ok(mut kept) = KEPT.try_lock()
        {
            if kept.len() == MAX_KEPT {
                kept.remove(0);
            }
            kept.push((self.0, self.1));
        }
    }
}
