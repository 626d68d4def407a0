//! Presents an input to the unpacker.

use urlsift_unpack::{ByteSource, Format};

use crate::input::source::Opened;

/// Returns an input of a format as the unpacker reads it.
pub(super) fn source(opened: &mut Opened, format: Option<Format>) -> ByteSource<'_> {
    match (format, opened) {
        // These are not read from start to end.
        (Some(Format::Zip | Format::Msg | Format::Pst), Opened::File(file)) => {
            ByteSource::File(&file.file)
        }
        // It may be decoded on several threads.
        (Some(Format::Bzip2), Opened::File(file)) => ByteSource::Seekable(file),
        (_, opened) => ByteSource::Stream(opened),
    }
}
