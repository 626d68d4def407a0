//! Standard streams, signals, and terminal output.

pub(crate) mod diagnostics;
pub(crate) mod escape;
pub(crate) mod exit;
pub(crate) mod hyperlink;
pub(crate) mod interrupt;
pub(crate) mod notes;
pub(crate) mod output;
pub(crate) mod painter;
pub(crate) mod progress_line;
pub(crate) mod progress_thread;
pub(crate) mod sandbox;
pub(crate) mod shortage;
pub(crate) mod streams;
