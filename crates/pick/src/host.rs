//! What the picker needs of the program that it runs in.

/// The program that the picker runs in.
///
/// The signals of a process are the program's own. While the terminal is in raw mode, Ctrl-C is a key, and the
/// picker ends with [`End::Interrupted`](crate::End::Interrupted).
pub trait Host {
    /// Explains a URL in printable text, in lines of at most `width` columns if possible. Longer lines are
    /// wrapped.
    fn explain(&self, url: &[u8], width: usize) -> String;

    /// Returns whether the program is about to end, by a signal. Polled at least twice a second, except while
    /// the terminal is left to an opened program.
    fn is_ending(&self) -> bool {
        false
    }

    /// Leaves SIGINT to the program that opens a link, which now has the terminal.
    fn hold_interrupt(&self) {}

    /// Takes SIGINT back: the picker has the terminal again.
    fn release_interrupt(&self) {}
}
