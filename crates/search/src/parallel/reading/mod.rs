//! Goes through the inputs, and begins the tasks that read them.

mod cutter;
mod handle;
pub(super) mod inputs;
pub(super) mod reader;
pub(super) mod readers;
pub(super) mod settings;
pub(super) mod sizes;
