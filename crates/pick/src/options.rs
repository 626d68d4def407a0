//! The options of the picker.

use std::fs::File;

use urlsift_select::Scheme;

use crate::opener::Opener;

/// The options of a [`pick`](crate::pick).
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub struct PickOptions {
    /// The controlling terminal, for reading and writing; see [`open_terminal`](crate::open_terminal).
    pub tty: File,
    /// What opens links.
    pub opener: Opener,
    /// The schemes that are opened without a confirmation, in addition to the usual ones.
    pub open_schemes: Vec<Scheme>,
    /// Whether Enter chooses links to print instead of opening them.
    pub prints: bool,
    /// Whether names without a scheme and addresses are shown at first. A key shows or hides them.
    pub shows_names: bool,
    /// Whether there are colors.
    pub color: bool,
    /// Whether lines are drawn in Unicode rather than in ASCII.
    pub draws_lines: bool,
}
