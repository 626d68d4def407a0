//! Checks that an input is as planned: its length and fingerprint before it is read, and the hash of its bytes, which
//! are hashed while they are searched, afterwards.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    dataset::CommittedInput,
    failure::Failure,
    observer::{RunObserver, StoppableReader},
    plan::ShardInput,
    storage::{Digest, Fingerprint, InputFiles, RangeHasher, Stat, fingerprint, hash},
};

/// An input that was checked before it is read.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) path: PathBuf,
    fingerprint: Fingerprint,
    stat: Stat,
    hasher: Arc<RangeHasher>,
}

/// An input that was read as it was planned.
#[derive(Debug)]
pub(super) struct ReadInput {
    pub(super) fingerprint: Fingerprint,
    /// The digest of all bytes.
    pub(super) hash: Digest,
    stat: Stat,
}

/// Checks an input before it is read. Returns the failure if it cannot be read, or is not as planned.
pub(super) fn check(files: &InputFiles, input: &ShardInput) -> Result<Checked, Failure> {
    let path = input.path.to_path();
    let failure = |error| Failure::io(&path, error);
    // Opening a FIFO would wait for its writer.
    match files.state(&path) {
        // It could not be searched when the plan was made.
        Ok(state) if state.is_dir && input.fingerprint.is_none() => {
            fs::read_dir(&path).map_err(failure)?;
            return Err(Failure::readable_now(&path));
        }
        Ok(state) if !state.is_file => return Err(Failure::changed(&path)),
        _ => {}
    }
    let found = state(files, &path, input).map_err(failure)?;
    match found {
        // The key of the shard does not depend on the content.
        Some(_) if input.fingerprint.is_none() => Err(Failure::readable_now(&path)),
        Some((stat, fingerprint)) if input.fingerprint.as_ref() == Some(&fingerprint) => {
            Ok(Checked {
                hasher: Arc::new(RangeHasher::new(match fingerprint.whole() {
                    Some(_) => 0..0,
                    None => input.start..input.end(),
                })),
                path,
                fingerprint,
                stat,
            })
        }
        _ => Err(Failure::changed(&path)),
    }
}

/// Returns the state of an input at one moment. `None` if its file has another length than planned.
fn state(
    files: &InputFiles,
    path: &Path,
    input: &ShardInput,
) -> io::Result<Option<(Stat, Fingerprint)>> {
    let stat = files.state(path)?.stat;
    let mut file = files.open(path)?;
    let end = match &input.fingerprint {
        Some(_) => input.end(),
        // It could not be read when the plan was made.
        None => stat.size,
    };
    let has_length = if input.ends_file && input.fingerprint.is_some() {
        stat.size == end
    } else {
        stat.size >= end
    };
    if !has_length {
        return Ok(None);
    }
    let found = fingerprint(&mut file, input.start, end)?;
    Ok(found.map(|fingerprint| (stat, fingerprint)))
}

impl Checked {
    /// Returns what receives the bytes that are read.
    pub(super) fn hasher(&self) -> Arc<RangeHasher> {
        Arc::clone(&self.hasher)
    }

    /// Ends the reading: reads and hashes what was not read, and checks that the input is as planned and has not
    /// changed in the meantime. Fails if the observer stops it.
    pub(super) fn finish(
        &self,
        files: &InputFiles,
        input: &ShardInput,
        observer: &impl RunObserver,
    ) -> Result<ReadInput, Failure> {
        let failure = |error| Failure::io(&self.path, error);
        let hash = if let Some(hash) = self.fingerprint.whole() {
            Some(hash)
        } else {
            let open = || {
                let reader = files.open(&self.path)?;
                Ok(StoppableReader { reader, observer })
            };
            let hashed = self.hasher.finish(open);
            hashed.map_err(failure)?
        };
        let is_planned = |hash: &Digest| input.hash.is_none_or(|planned| planned == *hash);
        let Some(hash) = hash.filter(is_planned) else {
            return Err(Failure::changed(&self.path));
        };
        let has_same_stat = files.state(&self.path).map_err(failure)?.stat == self.stat;
        // Another range of the file may have changed.
        if has_same_stat
            || self
                .has_same_bytes(hash, files, input, observer)
                .map_err(failure)?
        {
            return Ok(ReadInput {
                fingerprint: self.fingerprint.clone(),
                hash,
                stat: self.stat.clone(),
            });
        }
        Err(Failure::changed(&self.path))
    }

    /// Reads the input again, and returns whether it is the same.
    fn has_same_bytes(
        &self,
        expected: Digest,
        files: &InputFiles,
        input: &ShardInput,
        observer: &impl RunObserver,
    ) -> io::Result<bool> {
        let Some((_, fingerprint)) = state(files, &self.path, input)? else {
            return Ok(false);
        };
        let reader = files.open(&self.path)?;
        let mut file = StoppableReader { reader, observer };
        let found = hash(&mut file, input.start..input.end())?;
        Ok(fingerprint == self.fingerprint && found == Some(expected))
    }
}

impl ReadInput {
    /// Returns the input as it is committed.
    pub(super) fn commit(self, input: &ShardInput) -> CommittedInput {
        CommittedInput {
            path: input.path.clone(),
            start: input.start,
            end: input.start + self.fingerprint.len,
            fingerprint: self.fingerprint,
            hash: self.hash,
            stat: self.stat,
        }
    }
}
