//! The text outside of tags: what means something in it, and whether it is shown.

use memchr::memchr3;

/// What the text outside of tags is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Content {
    /// The data state: with tags and references.
    #[default]
    Data,
    /// The RCDATA state in a `textarea`: text up to an end tag, with references, and shown.
    Textarea,
    /// The RAWTEXT state in an `xmp`: text up to an end tag, shown.
    Xmp,
    /// The PLAINTEXT state: text up to the end of the page, shown.
    Plaintext,
    /// The script data states, not shown.
    Script(Script),
    /// The RCDATA and RAWTEXT states elsewhere: text up to an end tag, whose `/` and name these are,
    /// not shown.
    Hidden(&'static [u8]),
}

impl Content {
    /// What stands after a start tag with this name.
    pub(super) fn after_tag(name: &[u8]) -> Self {
        match name {
            b"textarea" => Self::Textarea,
            b"xmp" => Self::Xmp,
            b"plaintext" => Self::Plaintext,
            b"script" => Self::Script(Script::default()),
            b"style" => Self::Hidden(b"/style"),
            b"title" => Self::Hidden(b"/title"),
            b"iframe" => Self::Hidden(b"/iframe"),
            b"noembed" => Self::Hidden(b"/noembed"),
            b"noframes" => Self::Hidden(b"/noframes"),
            _ => Self::Data,
        }
    }

    pub(super) fn is_shown(self) -> bool {
        !matches!(self, Self::Script(_) | Self::Hidden(_))
    }

    /// Whether white space stays as it is.
    pub(super) fn is_preformatted(self) -> bool {
        matches!(self, Self::Textarea | Self::Xmp | Self::Plaintext)
    }

    /// The word that means something after a `<` here, and begins with `first`.
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

/// What a script says of itself in comments (§13.2.5.15 to §13.2.5.31): between `<!--` and `-->`,
/// a `<script>` inside hides the `</script>` that belongs to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Script {
    escape: Escape,
    /// How many `-` stand before the next byte, 2 for any more: the dash and dash dash states.
    dashes: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Escape {
    /// The script data state.
    #[default]
    None,
    /// The script data escaped state.
    Escaped,
    /// The script data double escaped state.
    DoubleEscaped,
}

impl Script {
    /// The word that begins a comment.
    pub(super) const COMMENT: &'static [u8] = b"!--";

    fn word(self, first: u8) -> Option<&'static [u8]> {
        match (self.escape, first) {
            (_, b'/') => Some(b"/script"),
            (Escape::None, b'!') => Some(Self::COMMENT),
            (Escape::Escaped, b's' | b'S') => Some(b"script"),
            _ => None,
        }
    }

    /// Reads what stands before the next byte that means something, or that byte; gives its length,
    /// which at a `<` is 0. `input` is not empty.
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
            self.escape = Escape::None;
        }
        self.dashes = 0;
        usize::from(is_close)
    }

    /// `<!--` has come. Its dashes may be those of `-->`, too (§13.2.5.19, §13.2.5.22).
    pub(super) fn begin_comment(&mut self) {
        self.escape = Escape::Escaped;
        self.dashes = 2;
    }

    /// `<` and one of the words that are names have come; gives whether that is the end tag.
    pub(super) fn ends_at(&mut self, word: &[u8]) -> bool {
        self.escape = match self.escape {
            Escape::Escaped if word == b"script" => Escape::DoubleEscaped,
            Escape::DoubleEscaped => Escape::Escaped,
            Escape::None | Escape::Escaped => return true,
        };
        false
    }
}
