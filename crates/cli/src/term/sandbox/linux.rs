//! The restrictions of Linux together.

use super::{calls, files, rights::Rights};

/// Restricts this thread, and all that it will start, for good.
///
/// # Errors
///
/// Returns the reason if writing or system calls cannot be restricted. The other of the two is then restricted.
pub(crate) fn restrict(rights: &Rights) -> Result<(), String> {
    let files = files::restrict(rights);
    // Without Landlock, there are still no sockets and no programs.
    files.and(calls::restrict(rights))
}
