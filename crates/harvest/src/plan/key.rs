//! The keys of shards.

use serde::Serialize;
use urlsift_search::Unpacker;

use super::shards::ShardInput;
use crate::{
    options::Options,
    storage::{Digest, Fingerprint, PathText},
    version::{VERSION, WRITER},
};

/// The libraries that write the files of the tables. A new version of a library may write other bytes.
const LIBRARIES: &str = "parquet 60.1.0, zstd 1.5.7";

/// The content whose digest is a key: everything on which the tables of a shard depend.
#[derive(Serialize)]
struct KeyContent<'k> {
    version: u32,
    writer: &'static str,
    libraries: &'static str,
    reads_outlook: bool,
    options: &'k Options,
    inputs: Vec<KeyInput<'k>>,
}

#[derive(Serialize)]
struct KeyInput<'k> {
    path: &'k PathText,
    start: u64,
    end: Option<u64>,
    fingerprint: Option<&'k Fingerprint>,
    hash: Option<Digest>,
}

/// Returns the key of the shard of these inputs.
pub(crate) fn shard_key(options: &Options, inputs: &[ShardInput]) -> Digest {
    let content = KeyContent {
        version: VERSION,
        writer: WRITER,
        libraries: LIBRARIES,
        reads_outlook: Unpacker::READS_OUTLOOK,
        options,
        inputs: inputs.iter().map(key_input).collect(),
    };
    // Serializing these types does not fail.
    Digest::of(&serde_json::to_vec(&content).unwrap_or_default())
}

fn key_input(input: &ShardInput) -> KeyInput<'_> {
    KeyInput {
        path: &input.path,
        start: input.start,
        end: input.end,
        fingerprint: input.fingerprint.as_ref(),
        hash: input.hash,
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::LIBRARIES;

    /// Returns the versions of a package in the lock file of the workspace.
    fn locked<'l>(lock: &'l str, package: &str) -> Vec<&'l str> {
        let name = format!("name = \"{package}\"\n");
        let found = lock.split(&name).skip(1).map(|rest| {
            let version = rest.strip_prefix("version = \"").expect("a version");
            version.split('"').next().expect("a version")
        });
        found.collect()
    }

    #[test]
    fn libraries_are_those_of_the_lock_file() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
        let lock = fs::read_to_string(path).expect("the lock file of the workspace");
        let [parquet] = locked(&lock, "parquet")[..] else {
            panic!("one version of parquet");
        };
        // The version of the library in C is the metadata of the crate's.
        let [zstd] = locked(&lock, "zstd-sys")[..] else {
            panic!("one version of zstd");
        };
        let (_, zstd) = zstd
            .split_once("+zstd.")
            .expect("the version of the library");
        assert_eq!(LIBRARIES, format!("parquet {parquet}, zstd {zstd}"));
    }
}
