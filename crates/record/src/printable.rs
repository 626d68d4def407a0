//! What may be shown by a terminal.

use std::io::{self, Write};

/// Returns whether a character could drive a terminal or deceive a reader: control characters, line and
/// paragraph separators, and characters that are not seen but can change the direction of writing
/// (Unicode TR 9) or make two texts look the same.
#[must_use]
pub const fn is_unprintable(char: char) -> bool {
    matches!(
        char,
        // Unicode's category Cc.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Writes the printable characters of `text` as they are, and each [unprintable](is_unprintable) one by `escape`.
///
/// # Errors
///
/// Those of `out` and of `escape`.
pub fn write_printable<W: Write + ?Sized>(
    out: &mut W,
    text: &str,
    mut escape: impl FnMut(&mut W, char) -> io::Result<()>,
) -> io::Result<()> {
    if is_graphic_ascii(text.as_bytes()) {
        return out.write_all(text.as_bytes());
    }
    let mut written = 0;
    for (at, char) in text
        .char_indices()
        .filter(|&(_, char)| is_unprintable(char))
    {
        out.write_all(&text.as_bytes()[written..at])?;
        escape(out, char)?;
        written = at + char.len_utf8();
    }
    out.write_all(&text.as_bytes()[written..])
}

/// Returns whether there is nothing but ASCII letters, digits, punctuation and spaces, as is nearly
/// always the case.
fn is_graphic_ascii(text: &[u8]) -> bool {
    // Without a way out of the loop, which the compiler makes a few vector instructions of.
    text.iter()
        .fold(true, |all, byte| all & matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use super::{is_unprintable, write_printable};

    fn escaped(text: &str) -> String {
        let mut out = Vec::new();
        write_printable(&mut out, text, |out, char| {
            out.extend(format!("[{:x}]", u32::from(char)).bytes());
            Ok(())
        })
        .expect("a vector takes all");
        String::from_utf8(out).expect("UTF-8 stays UTF-8")
    }

    #[test]
    fn only_what_is_unprintable_is_escaped() {
        for (text, expected) in [
            ("", ""),
            ("a ~", "a ~"),
            ("a\tb\x1b\x7f", "a[9]b[1b][7f]"),
            ("é\u{202e}\u{85}日", "é[202e][85]日"),
            (
                "\u{34f}\u{1160}\u{180e}\u{3164}\u{ffa0}가",
                "[34f][1160][180e][3164][ffa0]가",
            ),
            // A variation selector makes a picture of the character in front.
            ("\u{2764}\u{fe0f}", "\u{2764}\u{fe0f}"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn every_control_character_is_unprintable() {
        for char in '\0'..=char::MAX {
            assert!(is_unprintable(char) || !char.is_control(), "{char:?}");
        }
        assert!((' '..='~').all(|char| !is_unprintable(char)));
    }
}
