//! Runs the commands.

pub(crate) mod check;
pub(crate) mod generate;
pub(crate) mod harvest;
pub(crate) mod info;
mod message;
pub(crate) mod pick;
pub(crate) mod sandbox;
pub(crate) mod search;
pub(crate) mod split;
