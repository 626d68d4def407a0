//! The interface to the program that runs the picker.

/// The program that runs the picker.
///
/// Signal handling is up to the program. While the terminal is in raw mode, Ctrl-C is a key, and the
/// picker ends with [`PickEnd::Interrupted`](crate::PickEnd::Interrupted).
pub trait Host {
    /// Returns an explanation of a URL, in printable text, with lines of at most `width` columns if possible. Longer
    /// lines are wrapped.
    fn explain(&self, url: &[u8], width: usize) -> String;

    /// Returns whether the program is about to end because of a signal. Polled at least twice a second, except while an
    /// opened program has the terminal.
    fn is_ending(&self) -> bool {
        false
    }

    /// Ignores SIGINT from now on, because a program that opens a link has the terminal.
    fn hold_interrupt(&self) {}

    /// Handles SIGINT again, because the picker has the terminal again.
    fn release_interrupt(&self) {}
}
