//! Checks that an input is as planned, before and after it is read.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    dataset::CommittedInput,
    failure::Failure,
    observer::{RunObserver, StoppableReader},
    plan::ShardInput,
    storage::{Digest, Fingerprint, InputFiles, Stat, fingerprint_and_hash},
};

/// An input that was checked before it is read.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) path: PathBuf,
    pub(super) fingerprint: Fingerprint,
    /// The digest of all bytes.
    pub(super) hash: Digest,
    stat: Stat,
}

/// Checks an input before it is read. Returns the failure if it cannot be read, or is not as planned.
pub(super) fn check(
    files: &InputFiles,
    input: &ShardInput,
    observer: &impl RunObserver,
) -> Result<Checked, Failure> {
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
    let found = state(files, &path, input, observer).map_err(failure)?;
    match found {
        // The key of the shard does not depend on the content.
        Some(_) if input.fingerprint.is_none() => Err(Failure::readable_now(&path)),
        Some(state) if is_as_planned(input, &state) => Ok(Checked {
            path,
            fingerprint: state.fingerprint,
            hash: state.hash,
            stat: state.stat,
        }),
        _ => Err(Failure::changed(&path)),
    }
}

fn is_as_planned(input: &ShardInput, state: &InputState) -> bool {
    let has_hash = input.hash.is_none_or(|hash| hash == state.hash);
    has_hash && input.fingerprint.as_ref() == Some(&state.fingerprint)
}

/// The state of an input at one moment.
struct InputState {
    stat: Stat,
    fingerprint: Fingerprint,
    hash: Digest,
}

/// Returns the state of an input. `None` if its file has another length than planned.
fn state(
    files: &InputFiles,
    path: &Path,
    input: &ShardInput,
    observer: &impl RunObserver,
) -> io::Result<Option<InputState>> {
    let stat = files.state(path)?.stat;
    let reader = files.open(path)?;
    let mut file = StoppableReader { reader, observer };
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
    let found = fingerprint_and_hash(&mut file, input.start, end)?;
    Ok(found.map(|(fingerprint, hash)| InputState {
        stat,
        fingerprint,
        hash,
    }))
}

impl Checked {
    /// Returns an error if the input has changed since it was checked.
    pub(super) fn check_again(
        &self,
        files: &InputFiles,
        input: &ShardInput,
        observer: &impl RunObserver,
    ) -> Result<(), Failure> {
        let failure = |error| Failure::io(&self.path, error);
        if files.state(&self.path).map_err(failure)?.stat == self.stat {
            return Ok(());
        }
        // Another range of the file may have changed.
        match state(files, &self.path, input, observer).map_err(failure)? {
            Some(state) if state.hash == self.hash && state.fingerprint == self.fingerprint => {
                Ok(())
            }
            _ => Err(Failure::changed(&self.path)),
        }
    }

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
