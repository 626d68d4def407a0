//! The effects of the layers around a file on reading it.

use urlsift::MessageLayout;
use urlsift_unpack::Format;

/// Returns whether other files may follow one that is packed in these layers.
pub(crate) fn is_member(packing: &[Format]) -> bool {
    packing.iter().any(|format| format.is_container())
}

/// Returns whether a file that cannot be read to its end is the last one that can be read of its
/// container.
pub(crate) fn is_in_tar(packing: &[Format]) -> bool {
    packing.contains(&Format::Tar)
}

/// Returns the layout of a message as the sifter has it.
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
