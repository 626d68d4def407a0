//! Plans: the inputs of a data set, divided into shards.

mod dropped;
mod file;
mod group;
mod key;
mod planner;
mod shards;
mod sources;

pub(crate) use dropped::dropped;
pub use file::Plan;
pub(crate) use file::{POINTER, PlanNames, plan_in_force};
pub(crate) use key::shard_key;
pub use planner::PlanOptions;
pub(crate) use planner::Planner;
pub(crate) use shards::{Shard, ShardInput};
pub use sources::check_path;
