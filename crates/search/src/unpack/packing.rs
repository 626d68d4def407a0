//! How the layers around a file affect reading it.

use std::io;

use urlsift::MessageLayout;
use urlsift_unpack::{Fault, Format};

/// Returns whether other files may follow one that is in these layers.
pub(crate) fn is_member(packing: &[Format]) -> bool {
    packing.iter().any(|format| format.is_container())
}

/// Returns whether the container around a file is a [stream of members](Format::is_stream_of_members).
fn is_in_stream(packing: &[Format]) -> bool {
    let container = packing.iter().rfind(|format| format.is_container());
    container.is_some_and(|format| format.is_stream_of_members())
}

/// Returns whether an error in a file also ends its container, which is then a stream. Such an error is reported even
/// if the rest of the file is not wanted, because the members after it are missing. The container itself reports it
/// only if the file was not read that far, which depends on how far the file was read ahead.
///
/// An error in the file alone is reported only if the file is read to the error.
pub(crate) fn ends_container(packing: &[Format], error: &io::Error) -> bool {
    is_in_stream(packing) && Fault::ends_container(error)
}

/// Converts the layout of a message to the type of the sifter.
pub(crate) fn layout_of(layout: urlsift_unpack::MessageLayout) -> MessageLayout {
    let urlsift_unpack::MessageLayout {
        header_len,
        header_lines,
        is_virtual,
    } = layout;
    MessageLayout {
        header_len,
        header_lines,
        is_virtual,
    }
}
