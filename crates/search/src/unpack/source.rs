//! Presents an input to the unpacker.

use urlsift_unpack::{ByteSource, Format};

use crate::input::source::Opened;

/// Returns an input of a format as the unpacker reads it.
pub(super) fn source(opened: &mut Opened, format: Option<Format>) -> ByteSource<'_> {
    if format == Some(Format::Zip)
        && let Opened::File(file) = opened
    {
        // Only a zip is not read from start to end.
        return ByteSource::File(&file.file);
    }
    ByteSource::Stream(opened)
}
