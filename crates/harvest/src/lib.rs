//! Makes a data set of links out of archives of any size.
//!
//! A [`Harvest`] is a directory. [`Harvest::plan`] divides the inputs into shards, [`Harvest::run`] writes the tables
//! of each shard, [`Harvest::finish`] writes the table of URLs and the manifest, which names all files of the data set,
//! and [`Harvest::report`] writes a page about the data set. Each step can be killed at any moment and repeated;
//! several processes may run the shards of one plan.
//!
//! ```
//! use std::{fs, num::NonZeroUsize};
//! use urlsift_harvest::{Format, Harvest, MissingShards, Options, PlanOptions, NoObserver, RunOptions};
//! use urlsift_search::Inputs;
//!
//! let dir = std::env::temp_dir().join(format!("harvest-{}", std::process::id()));
//! fs::create_dir_all(&dir)?;
//! fs::write(dir.join("a.txt"), "see <http://a.example/>\n")?;
//!
//! let harvest = Harvest::new(dir.join("out"));
//! let options = Options { format: Format::Jsonl, ..Options::default() };
//! let inputs = Inputs::new([dir.join("a.txt")]);
//! let plan = harvest.plan(inputs, &options, PlanOptions::default())?;
//! harvest.run(&plan, &RunOptions::default(), &NoObserver)?;
//! let manifest = harvest.finish(&plan, MissingShards::Refuse)?;
//! assert_eq!(manifest.rows("links"), 1);
//! fs::remove_dir_all(&dir)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `ARCHITECTURE.md`, in the project's repository, explains the shards and the order of writes. The feature `parquet`,
//! on by default, adds the format of that name.

#![forbid(unsafe_code)]
// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod dataset;
mod diff;
mod dropped;
mod error;
mod failure;
mod figures;
mod finish;
mod harvest;
mod observer;
mod options;
mod plan;
mod prune;
mod report;
mod run;
mod storage;
mod table;
mod tally;
mod version;

pub use dataset::{DataFile, Manifest, ShardCounts};
pub use diff::Change;
pub use dropped::Dropped;
pub use error::Error;
pub use failure::Failure;
pub use finish::{MissingShards, Seeds};
pub use harvest::Harvest;
pub use observer::{NoObserver, RunObserver, ShardDone};
pub use options::{Format, Options, SearchSettings};
pub use plan::{Plan, PlanOptions, check_path};
pub use prune::Pruned;
pub use report::Reported;
pub use run::{RunOptions, RunOutcome, ShardSubset};
pub use storage::{Digest, Disk, Effect, Moment, ObjectState, ObjectStore, Observer, ReadAnywhere};
