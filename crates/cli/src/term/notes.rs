//! Lines about the whole run, on standard error.

use std::{fmt::Display, io::Write};

use super::{progress_line, streams::Streams};

/// Writes each line after the name of the program, all in a single write, because a signal may end the process at any
/// time.
pub(crate) fn write_note(streams: &Streams, note: &dyn Display) {
    let lines = lines(note);
    // If standard error fails, there is nowhere to report it.
    let _ = progress_line::suspended(|| streams.write_err(&lines));
}

fn lines(note: &dyn Display) -> Vec<u8> {
    let mut lines = Vec::new();
    for line in note.to_string().lines() {
        // Writing to a vector does not fail.
        let _ = writeln!(lines, "urlsift: {line}");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn each_line_has_the_name_of_the_program() {
        assert_eq!(lines(&"a\n\nb"), b"urlsift: a\nurlsift: \nurlsift: b\n");
        assert_eq!(lines(&""), b"");
    }
}
