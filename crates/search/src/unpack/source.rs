//! Presents an input to the unpacker.

use urlsift_unpack::{ByteSource, Format};

use crate::input::source::OpenedInput;

/// Returns an input of a format as the unpacker reads it.
pub(super) fn source(opened: &mut OpenedInput, format: Option<Format>) -> ByteSource<'_> {
    match (format, opened) {
        // These are not read from start to end.
        (Some(Format::Zip | Format::Msg | Format::Pst), OpenedInput::File(file)) => {
            ByteSource::File(&file.file)
        }
        (_, opened) => ByteSource::Stream(opened),
    }
}
