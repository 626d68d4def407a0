//! A plan and its file.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::IgnoredAny};
use urlsift_search::Input;

use super::shards::Shard;
use crate::{
    error::Error,
    options::Options,
    storage::{Digest, InputFiles, PathText, read_json},
    version::{VERSION, WRITER},
};

/// The path of the pointer to the plan in force.
pub(crate) const POINTER: &str = "plan.json";

/// The inputs of a data set, divided into shards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    version: u32,
    writer: String,
    options: Options,
    /// The shards, in the order of the inputs.
    shards: Vec<Shard>,
    /// The keys of groups that were divided because one of their files could not be read.
    divided: Vec<Digest>,
    /// The digest of the file.
    #[serde(skip)]
    digest: Option<Digest>,
}

/// The fields that the plans of all versions have.
#[derive(Deserialize)]
struct PlanVersion {
    version: u32,
}

/// The names in a plan, which the plans of all versions have.
#[derive(Debug, Deserialize)]
pub(crate) struct PlanNames {
    shards: Vec<ShardNames>,
    #[serde(default)]
    divided: Vec<Digest>,
}

#[derive(Debug, Deserialize)]
struct ShardNames {
    key: Digest,
    inputs: Vec<InputName>,
}

#[derive(Debug, Deserialize)]
struct InputName {
    #[serde(flatten)]
    path: PathText,
    /// `None` for a file that could not be read when the plan was made.
    #[serde(default)]
    fingerprint: Option<IgnoredAny>,
}

impl PlanNames {
    /// Reads the names in the plan in force. `None` if there is none.
    pub(crate) fn in_force(root: &Path) -> Result<Option<Self>, Error> {
        match plan_in_force(root)? {
            Some(digest) => read_json(&root.join(Plan::path_of(digest))),
            None => Ok(None),
        }
    }

    /// Returns the keys of the shards, and of the groups that were divided.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Digest> {
        let keys = self.shards.iter().map(|shard| shard.key);
        keys.chain(self.divided.iter().copied())
    }

    /// Returns the files that exist as inputs. Objects are not among them: a store opens those that are named.
    pub(crate) fn existing(&self, files: &InputFiles) -> impl Iterator<Item = Input> {
        let mut seen = HashSet::new();
        let names = self.inputs().map(|input| &input.path);
        let paths = names
            .filter(move |path| seen.insert(*path))
            .map(PathText::to_path);
        let paths = paths.filter(|path| !files.is_object(path) && !files.is_gone(path));
        paths.map(Input::File)
    }

    /// Returns the paths of the files that could be read, in order. A file in several shards occurs several times.
    pub(crate) fn readable(&self) -> impl Iterator<Item = &PathText> {
        let readable = self.inputs().filter(|input| input.fingerprint.is_some());
        readable.map(|input| &input.path)
    }

    fn inputs(&self) -> impl Iterator<Item = &InputName> {
        self.shards.iter().flat_map(|shard| &shard.inputs)
    }
}

/// The content of `plan.json`.
#[derive(Serialize, Deserialize)]
struct Pointer {
    plan: Digest,
}

impl Plan {
    pub(crate) fn new(options: Options, shards: Vec<Shard>, divided: Vec<Digest>) -> Self {
        let mut plan = Self {
            version: VERSION,
            writer: WRITER.to_owned(),
            options,
            shards,
            divided,
            digest: None,
        };
        // A plan may be long, and its digest is needed several times.
        plan.digest = Some(Digest::of(&plan.to_json()));
        plan
    }

    /// Returns the digest that names the plan.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest.unwrap_or_else(|| Digest::of(&self.to_json()))
    }

    /// Returns the number of shards.
    #[must_use]
    pub fn shard_count(&self) -> usize {
        self.shards.len()
    }

    /// Returns the number of bytes of all inputs, compressed.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// Returns the number of bytes of the inputs of each shard, compressed, in the order of the shards.
    pub fn shard_bytes(&self) -> impl ExactSizeIterator<Item = u64> {
        self.shards.iter().map(Shard::bytes)
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the paths of the files that could be read when the plan was made.
    pub fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let inputs = self.shards.iter().flat_map(|shard| &shard.inputs);
        let files = inputs.filter(|input| input.start == 0 && input.fingerprint.is_some());
        files.map(|input| input.path.to_path())
    }

    pub(crate) fn shards(&self) -> &[Shard] {
        &self.shards
    }

    pub(crate) fn divided(&self) -> &[Digest] {
        &self.divided
    }

    /// Returns whether the plan is of this version and has these options.
    pub(crate) fn has_options(&self, options: &Options) -> bool {
        self.version == VERSION && self.writer == WRITER && self.options == *options
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        // Serializing these types does not fail.
        let mut json = serde_json::to_vec(self).unwrap_or_default();
        json.push(b'\n');
        json
    }

    /// Returns the content of the pointer to the plan.
    pub(crate) fn pointer(&self) -> Vec<u8> {
        let plan = self.digest();
        let mut json = serde_json::to_vec(&Pointer { plan }).unwrap_or_default();
        json.push(b'\n');
        json
    }

    /// Returns the path in the data set of the plan with a digest.
    pub(crate) fn path_of(digest: Digest) -> String {
        format!("plans/{digest}.json")
    }

    /// Reads the plan in force, or the one with a digest. `None` if there is none in force.
    pub(crate) fn read(root: &Path, digest: Option<Digest>) -> Result<Option<Self>, Error> {
        let digest = match digest {
            Some(digest) => digest,
            None => match plan_in_force(root)? {
                Some(digest) => digest,
                None => return Ok(None),
            },
        };
        let path = root.join(Self::path_of(digest));
        let plan = read_json::<Self>(&path);
        let version = match &plan {
            Ok(Some(plan)) => plan.version,
            Ok(None) => return Err(Error::UnknownPlan(digest)),
            // The plans of another version may have other fields.
            Err(_) => match read_json::<PlanVersion>(&path) {
                Ok(Some(plan)) => plan.version,
                _ => VERSION,
            },
        };
        if version != VERSION {
            let plan = digest;
            return Err(Error::OtherVersion { plan, version });
        }
        Ok(plan?.map(|plan| Self {
            digest: Some(digest),
            ..plan
        }))
    }
}

/// Returns the digest of the plan in force, if there is one.
pub(crate) fn plan_in_force(root: &Path) -> Result<Option<Digest>, Error> {
    let pointer = read_json::<Pointer>(&root.join(POINTER))?;
    Ok(pointer.map(|pointer| pointer.plan))
}
