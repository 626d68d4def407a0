//! How the files of a data set are written and read, and how a change of an input is detected.

mod digest;
mod disk;
mod fingerprint;
mod inputs;
mod json;
mod path_text;
mod range_hash;
mod stale;
mod workspace;

pub use digest::Digest;
pub use disk::{Disk, Effect, Moment, Observer};
pub(crate) use disk::{DiskFile, Written};
pub(crate) use fingerprint::{Fingerprint, Stat, fingerprint};
pub(crate) use inputs::{InputFiles, is_missing};
pub use inputs::{ObjectState, ObjectStore, ReadAnywhere};
pub(crate) use json::read_json;
pub(crate) use path_text::PathText;
pub(crate) use range_hash::{RangeHasher, hash};
pub(crate) use stale::{STALE, make_stale, restore, stale_path};
pub(crate) use workspace::{Left, Workspace, is_workspace_name, sweep};
