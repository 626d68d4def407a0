//! Goes through the inputs, and begins the tasks that read them.

mod cutter;
mod handle;
pub(super) mod inputs;
mod reader;
pub(super) mod settings;
pub(super) mod sizes;
pub(super) mod thread;
