//! bzip2, decoded on one thread or on several.

mod bits;
mod codec;
mod helpers;
mod job;
mod parallel;
mod split;

pub(super) use self::{codec::Bzip2, parallel::ParallelBzip2};
