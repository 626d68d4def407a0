//! The keys of shards.

use serde::Serialize;

use crate::{
    digest::Digest,
    fingerprint::Fingerprint,
    options::Options,
    path_text::PathText,
    plan::ShardInput,
    version::{VERSION, WRITER},
};

/// The libraries that write the files of a format. A new version of a library may write other bytes.
const LIBRARIES: &str = "parquet 60.1, zstd 1.5.7";

/// What a key is the digest of: everything on which the tables of a shard depend.
#[derive(Serialize)]
struct KeyContent<'k> {
    version: u32,
    writer: &'static str,
    libraries: &'static str,
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
pub(crate) fn key(options: &Options, inputs: &[ShardInput]) -> Digest {
    let content = KeyContent {
        version: VERSION,
        writer: WRITER,
        libraries: LIBRARIES,
        options,
        inputs: inputs.iter().map(key_input).collect(),
    };
    // These types are written without errors.
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
