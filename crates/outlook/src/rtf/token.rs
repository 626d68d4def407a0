//! The tokens of RTF (RTF 1.9.1, "Conventions of an RTF Reader").

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    GroupStart,
    GroupEnd,
    /// A control word, usually in lower case, and its parameter.
    Word(&'t [u8], Option<i32>),
    /// A control symbol other than the escapes of bytes.
    Symbol(u8),
    /// A byte of text.
    Byte(u8),
    /// A run of ASCII text.
    Text(&'t [u8]),
}

/// The maximum length of a control word.
const MAX_WORD: usize = 32;

/// Splits RTF into tokens.
#[derive(Debug)]
pub(super) struct Tokens<'t> {
    rest: &'t [u8],
}

impl<'t> Tokens<'t> {
    pub(super) fn new(rtf: &'t [u8]) -> Self {
        Self { rest: rtf }
    }

    fn take(&mut self, len: usize) -> &'t [u8] {
        let (taken, rest) = self.rest.split_at(len.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn control(&mut self) -> Option<Token<'t>> {
        let &first = self.rest.first()?;
        if !first.is_ascii_alphabetic() {
            self.take(1);
            return Some(match first {
                b'\'' => self.hex(),
                b'\\' | b'{' | b'}' => Token::Byte(first),
                // A line break after a backslash is a paragraph.
                b'\r' | b'\n' => Token::Word(b"par", None),
                _ => Token::Symbol(first),
            });
        }
        let is_letter = |byte: &&u8| byte.is_ascii_alphabetic();
        let len = self
            .rest
            .iter()
            .take_while(is_letter)
            .take(MAX_WORD)
            .count();
        let word = self.take(len);
        let parameter = self.parameter();
        if self.rest.first() == Some(&b' ') {
            self.take(1);
        }
        if word == b"bin" {
            // Skips binary data, which are not tokens.
            self.take(usize::try_from(parameter.unwrap_or(0)).unwrap_or(0));
        }
        Some(Token::Word(word, parameter))
    }

    fn parameter(&mut self) -> Option<i32> {
        let is_negative = self.rest.first() == Some(&b'-');
        let digits = &self.rest[usize::from(is_negative)..];
        let len = digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if len == 0 {
            return None;
        }
        let digits = self.take(usize::from(is_negative) + len);
        // No parameter has a meaning with a number that does not fit.
        let number = std::str::from_utf8(digits).ok()?.parse();
        Some(number.unwrap_or(i32::MAX))
    }

    /// Reads `\'hh`, which is a byte. Without two digits, `\'` is a control symbol.
    fn hex(&mut self) -> Token<'t> {
        let digit = |at: usize| char::from(*self.rest.get(at)?).to_digit(16);
        let (Some(high), Some(low)) = (digit(0), digit(1)) else {
            return Token::Symbol(b'\'');
        };
        self.take(2);
        Token::Byte((high << 4 | low) as u8)
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let &first = self.rest.first()?;
            match first {
                b'\r' | b'\n' | 0 => {
                    self.take(1);
                }
                b'{' => {
                    self.take(1);
                    return Some(Token::GroupStart);
                }
                b'}' => {
                    self.take(1);
                    return Some(Token::GroupEnd);
                }
                b'\\' => {
                    self.take(1);
                    return self.control();
                }
                _ if first.is_ascii() => {
                    let is_text = |byte: &&u8| {
                        byte.is_ascii() && !matches!(byte, b'\\' | b'{' | b'}' | b'\r' | b'\n' | 0)
                    };
                    let len = self.rest.iter().take_while(is_text).count();
                    return Some(Token::Text(self.take(len)));
                }
                _ => {
                    self.take(1);
                    return Some(Token::Byte(first));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Token::*, Tokens};

    #[test]
    fn rtf_is_split_into_tokens() {
        let rtf = b"{\\rtf1\\f-2 a b\\'e9\\~\\\\\\bin3 {}}c\r\n\\'zz\xff\\\n}";
        let tokens: Vec<_> = Tokens::new(rtf).collect();
        let expected = [
            GroupStart,
            Word(b"rtf", Some(1)),
            Word(b"f", Some(-2)),
            Text(b"a b"),
            Byte(0xe9),
            Symbol(b'~'),
            Byte(b'\\'),
            Word(b"bin", Some(3)),
            Text(b"c"),
            Symbol(b'\''),
            Text(b"zz"),
            Byte(0xff),
            Word(b"par", None),
            GroupEnd,
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn the_end_ends_any_token() {
        for (rtf, expected) in [
            (&b"\\"[..], vec![]),
            (b"\\'", vec![Symbol(b'\'')]),
            (b"\\'a", vec![Symbol(b'\''), Text(b"a")]),
            (b"\\b", vec![Word(b"b", None)]),
            (b"\\b-", vec![Word(b"b", None), Text(b"-")]),
            (b"\\b99999999999", vec![Word(b"b", Some(i32::MAX))]),
            (b"\\bin9 a", vec![Word(b"bin", Some(9))]),
        ] {
            assert_eq!(Tokens::new(rtf).collect::<Vec<_>>(), expected);
        }
    }
}
