//! How the layers around a file affect reading it.

use urlsift::MessageLayout;
use urlsift_unpack::Format;

/// Returns whether other files may follow one that is packed in these layers.
pub(crate) fn is_member(packing: &[Format]) -> bool {
    packing.iter().any(|format| format.is_container())
}

/// Returns whether a file is in a tar. If such a file cannot be read to its end, nothing after it in the tar can be
/// read.
pub(crate) fn is_in_tar(packing: &[Format]) -> bool {
    packing.contains(&Format::Tar)
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
