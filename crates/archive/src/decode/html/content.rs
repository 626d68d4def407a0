//! Content models: how the text after a tag is tokenized, and whether it is visible.

use memchr::memchr3;

/// The content model of the current text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ContentModel {
    /// The data state, with tags and references.
    #[default]
    Data,
    /// The RCDATA state in a `textarea`: text up to an end tag, with references, visible.
    Textarea,
    /// The RAWTEXT state in an `xmp`: text up to an end tag, visible.
    Xmp,
    /// The PLAINTEXT state: text up to the end of the page, visible.
    Plaintext,
    /// The script data states, not visible.
    Script(ScriptState),
    /// The RCDATA and RAWTEXT states elsewhere: text up to an end tag, not visible. The value is
    /// the `/` and name of that end tag.
    Hidden(&'static [u8]),
}

impl ContentModel {
    pub(super) fn is_shown(self) -> bool {
        !matches!(self, Self::Script(_) | Self::Hidden(_))
    }

    /// Returns whether white space is preserved.
    pub(super) fn is_preformatted(self) -> bool {
        matches!(self, Self::Textarea | Self::Xmp | Self::Plaintext)
    }

    /// Returns the word that is significant after a `<` here, by its first byte.
    pub(super) fn word(self, first: u8) -> Option<&'static [u8]> {
        match (self, first) {
            (Self::Textarea, b'/') => Some(b"/textarea"),
            (Self::Xmp, b'/') => Some(b"/xmp"),
            (Self::Hidden(word), b'/') => Some(word),
            (Self::Script(script), _) => script.word(first),
            _ => None,
        }
    }
}

/// The state of comments in a script (§13.2.5.15 to §13.2.5.31): between `<!--` and `-->`, a nested
/// `<script>` hides its own `</script>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ScriptState {
    escape: ScriptEscape,
    /// The number of `-` before the next byte, at most 2: the dash and dash dash states.
    dashes: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ScriptEscape {
    /// The script data state.
    #[default]
    None,
    /// The script data escaped state.
    Escaped,
    /// The script data double escaped state.
    DoubleEscaped,
}

impl ScriptState {
    /// The word that begins a comment.
    pub(super) const COMMENT: &'static [u8] = b"!--";

    /// The state at the start of a script.
    pub(super) const NEW: Self = Self {
        escape: ScriptEscape::None,
        dashes: 0,
    };

    fn word(self, first: u8) -> Option<&'static [u8]> {
        match (self.escape, first) {
            (_, b'/') => Some(b"/script"),
            (ScriptEscape::None, b'!') => Some(Self::COMMENT),
            (ScriptEscape::Escaped, b's' | b'S') => Some(b"script"),
            _ => None,
        }
    }

    /// Reads up to the next significant byte, or that byte, and returns the number of bytes; 0 at a
    /// `<`. `input` must not be empty.
    pub(super) fn read(&mut self, input: &[u8]) -> usize {
        let len = memchr3(b'<', b'-', b'>', input).unwrap_or(input.len());
        if len > 0 {
            self.dashes = 0;
            return len;
        }
        if input[0] == b'-' {
            self.dashes = (self.dashes + 1).min(2);
            return 1;
        }
        let is_close = input[0] == b'>';
        if is_close && self.dashes == 2 {
            self.escape = ScriptEscape::None;
        }
        self.dashes = 0;
        usize::from(is_close)
    }

    /// Begins a comment after `<!--`. Its dashes may also belong to `-->` (§13.2.5.19, §13.2.5.22).
    pub(super) fn begin_comment(&mut self) {
        self.escape = ScriptEscape::Escaped;
        self.dashes = 2;
    }

    /// Handles `<` and a name. Returns whether they begin the end tag of the script.
    pub(super) fn ends_at(&mut self, word: &[u8]) -> bool {
        self.escape = match self.escape {
            ScriptEscape::Escaped if word == b"script" => ScriptEscape::DoubleEscaped,
            ScriptEscape::DoubleEscaped => ScriptEscape::Escaped,
            ScriptEscape::None | ScriptEscape::Escaped => return true,
        };
        false
    }
}
