//! What an input is to the unpacker.

use urlsift_unpack::Source;

use crate::input::source::Opened;

/// Returns an input as the unpacker reads it.
pub(super) fn source(opened: &mut Opened) -> Source<'_> {
    match opened {
        Opened::File(file) => Source::File(file),
        stream => Source::Stream(stream),
    }
}
