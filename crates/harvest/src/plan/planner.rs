//! Makes plans.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use urlsift_search::{Error as InputError, Input};

use super::{
    file::Plan,
    group::Grouper,
    key::shard_key,
    shards::{Shard, ShardInput},
    sources::{Source, Sources, unknown},
};
use crate::{
    dataset::{Commit, CommittedInput, FailedGroup},
    error::Error,
    failure::Failure,
    observer::{RunObserver, StoppableReader},
    options::Options,
    storage::{Digest, Fingerprint, InputFiles, PathText, Stat, Workspace, hash},
};

/// The identity of a range of an input: its path, start, end and fingerprint.
type Range = (PathText, u64, Option<u64>, Option<Fingerprint>);

/// How a plan is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
// The switches are independent.
#[expect(clippy::struct_excessive_bools)]
pub struct PlanOptions {
    /// Whether all inputs of shards that are done are hashed, even if their metadata have not changed.
    pub verify: bool,
    /// Whether a directory that is not empty becomes a data set.
    pub into_existing: bool,
    /// Whether the files of the last plan that exist and are not named any more are dropped. Otherwise, they are an
    /// error.
    pub drop_missing: bool,
    /// Whether the inputs are added to the files of the last plan, as far as they exist.
    pub add: bool,
}

/// Makes a plan.
pub(crate) struct Planner<'p, W> {
    root: &'p Path,
    files: &'p InputFiles,
    options: &'p Options,
    workspace: &'p Workspace,
    plan_options: PlanOptions,
    observer: &'p W,
    /// The hashes of the inputs whose fingerprints did not show a change, from the previous plan.
    known: HashMap<Range, Digest>,
    shards: Vec<Shard>,
    divided: Vec<Digest>,
    failures: Vec<Failure>,
}

impl<'p, W: RunObserver> Planner<'p, W> {
    pub(crate) fn new(
        root: &'p Path,
        files: &'p InputFiles,
        options: &'p Options,
        workspace: &'p Workspace,
        previous: Option<&Plan>,
        plan_options: PlanOptions,
        observer: &'p W,
    ) -> Self {
        let shards = previous.into_iter().flat_map(Plan::shards);
        let inputs = shards.flat_map(|shard| &shard.inputs);
        let known = inputs.filter_map(|input| Some((range(input), input.hash?)));
        Self {
            root,
            files,
            options,
            workspace,
            plan_options,
            observer,
            known: known.collect(),
            shards: Vec::new(),
            divided: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// Divides inputs into shards. Also returns the failures of inputs that could not be read.
    pub(crate) fn plan(
        mut self,
        inputs: impl Iterator<Item = Result<Input, InputError>>,
    ) -> Result<(Plan, Vec<Failure>), Error> {
        let mut sources = Sources::new(self.root, self.files, self.options)?;
        let mut grouper = Grouper::new(self.options.shard_size.get());
        for input in inputs {
            self.check_stopped()?;
            let source = match input {
                Ok(input) => sources.open(&input, self.observer)?,
                // A directory that contains itself is read once.
                Err(error) if error.code() == "directory-loop" => {
                    self.failures.push(Failure::of(&error));
                    Source::Nothing
                }
                Err(error) if error.code() == "path-list" => return Err(Error::InputList(error)),
                Err(error) => {
                    let failure = Failure::of(&error);
                    Source::Unreadable(unknown(error.path()), failure)
                }
            };
            match source {
                Source::Nothing => {}
                Source::Small(input) => {
                    if let Some(group) = grouper.push(input) {
                        self.add_group(group)?;
                    }
                }
                Source::Large(inputs) => {
                    if let Some(group) = grouper.take() {
                        self.add_group(group)?;
                    }
                    for input in inputs {
                        self.add(vec![input])?;
                    }
                }
                Source::Unreadable(input, failure) => {
                    self.failures.push(failure);
                    self.add(vec![input])?;
                }
            }
        }
        if let Some(group) = grouper.take() {
            self.add_group(group)?;
        }
        self.check_stopped()?;
        // Two inputs with the same fingerprint have the same key only if they have the same path.
        let mut keys = HashSet::new();
        self.shards.retain(|shard| keys.insert(shard.key));
        let plan = Plan::new(self.options.clone(), self.shards, self.divided);
        Ok((plan, self.failures))
    }

    /// Returns an error if the observer stops the planner. An input may then be in the plan as unreadable, only because
    /// reading it was stopped.
    fn check_stopped(&self) -> Result<(), Error> {
        if self.observer.is_stopped() {
            return Err(Error::Stopped);
        }
        Ok(())
    }

    /// Adds a group. Files of it that could not be read become separate shards.
    fn add_group(&mut self, group: Vec<ShardInput>) -> Result<(), Error> {
        let shard = self.shard(group)?;
        let is_done = Commit::of_done(self.root, shard.key)?.is_some();
        let failed = match FailedGroup::read(self.root, shard.key)? {
            Some(failed) if !is_done && shard.inputs.len() > 1 => failed.inputs,
            _ => {
                self.shards.push(shard);
                return Ok(());
            }
        };
        self.divided.push(shard.key);
        let (alone, together): (Vec<_>, Vec<_>) = shard
            .inputs
            .into_iter()
            .enumerate()
            .partition(|(index, _)| failed.contains(index));
        let together: Vec<_> = together.into_iter().map(|(_, input)| input).collect();
        if !together.is_empty() {
            self.add_group(together)?;
        }
        for (_, input) in alone {
            self.add(vec![input])?;
        }
        Ok(())
    }

    fn add(&mut self, inputs: Vec<ShardInput>) -> Result<(), Error> {
        let shard = self.shard(inputs)?;
        self.shards.push(shard);
        Ok(())
    }

    /// Returns the shard of these inputs. If it is done, but an input has changed since in a way that its fingerprint
    /// does not show, the shard has another key.
    fn shard(&mut self, mut inputs: Vec<ShardInput>) -> Result<Shard, Error> {
        self.check_stopped()?;
        for input in &mut inputs {
            input.hash = self.known.get(&range(input)).copied();
        }
        if inputs.iter().any(|input| input.hash.is_some()) {
            let shard = self.checked(inputs.clone())?;
            if Commit::of_done(self.root, shard.key)?.is_some() {
                return Ok(shard);
            }
            for input in &mut inputs {
                input.hash = None;
            }
        }
        self.checked(inputs)
    }

    fn checked(&mut self, mut inputs: Vec<ShardInput>) -> Result<Shard, Error> {
        let first = shard_key(self.options, &inputs);
        let Some(mut commit) = Commit::of_done(self.root, first)? else {
            return Ok(Shard { key: first, inputs });
        };
        let mut has_other_stats = false;
        let mut has_changed = false;
        for (input, committed) in inputs.iter_mut().zip(&mut commit.inputs) {
            let verify = self.plan_options.verify;
            match look_again(self.files, input, committed, verify, self.observer) {
                Ok(None) => {}
                Ok(Some((stat, hashed))) if hashed == committed.hash => {
                    has_other_stats |= stat != committed.stat;
                    committed.stat = stat;
                }
                Ok(Some((_, hashed))) => {
                    has_changed = true;
                    input.hash = Some(hashed);
                }
                // The shard remains done, with what could be read before.
                Err(failure) => self.failures.push(failure),
            }
        }
        if has_changed {
            let key = shard_key(self.options, &inputs);
            return Ok(Shard { key, inputs });
        }
        if has_other_stats {
            // The inputs need not be hashed again the next time.
            commit.write(self.workspace)?;
        }
        Ok(Shard { key: first, inputs })
    }
}

/// Returns the metadata and the hash of an input that was committed; `None` if its metadata have not changed.
fn look_again(
    files: &InputFiles,
    input: &ShardInput,
    committed: &CommittedInput,
    verify: bool,
    observer: &impl RunObserver,
) -> Result<Option<(Stat, Digest)>, Failure> {
    let path = input.path.to_path();
    let failure = |error| Failure::io(&path, error);
    let stat = files.state(&path).map_err(failure)?.stat;
    if stat == committed.stat && !verify {
        return Ok(None);
    }
    let reader = files.open(&path).map_err(failure)?;
    let mut file = StoppableReader { reader, observer };
    let hashed = hash(&mut file, input.start..input.end()).map_err(failure)?;
    match hashed {
        Some(hashed) => Ok(Some((stat, hashed))),
        None => Err(Failure::changed(&path)),
    }
}

fn range(input: &ShardInput) -> Range {
    let path = input.path.clone();
    (path, input.start, input.end, input.fingerprint.clone())
}
