//! Limits, which are fixed: a file cannot raise them.

/// The maximum number of bytes of a property: 32 MiB. The rest of a longer one is not read, which is a fault.
pub const MAX_PROPERTY: usize = 32 << 20;

/// The maximum number of messages that are attached inside each other. The inner ones are not read, which is a fault.
pub const MAX_NESTING: usize = 16;
