//! The fixed limits, which nothing in a file can raise.

/// The maximum number of bytes of a property: 32 MiB. The rest of a longer one is not read, which is a fault.
pub const MAX_PROPERTY: usize = 32 << 20;

/// The maximum number of messages that are attached inside each other. The inner ones are not read, which is a fault.
pub const MAX_NESTING: usize = 16;

/// The maximum number of attachments of a message that are read.
pub(crate) const MAX_ATTACHMENTS: usize = 10_000;

/// The maximum number of bytes of the name of a folder or an attachment.
pub(crate) const MAX_NAME: usize = 1 << 10;
