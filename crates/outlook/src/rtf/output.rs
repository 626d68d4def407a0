//! Collects the text of RTF and decodes it to UTF-8.

use std::mem;

use encoding_rs::{Encoding, WINDOWS_1252};

/// Collects characters, and bytes in the encodings of fonts.
#[derive(Debug)]
pub(super) struct Output {
    text: String,
    /// Bytes that are not decoded yet, and their encoding.
    bytes: Vec<u8>,
    encoding: &'static Encoding,
    /// A high surrogate, the first code unit of a character that has two in UTF-16.
    high: Option<u16>,
    /// Whether characters that HTML reserves are escaped.
    pub(super) escapes: bool,
}

impl Output {
    pub(super) fn new() -> Self {
        Self {
            text: String::new(),
            bytes: Vec::new(),
            encoding: WINDOWS_1252,
            high: None,
            escapes: false,
        }
    }

    /// Adds bytes in an encoding. The bytes of a character may come from several tokens.
    pub(super) fn bytes(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        self.high = None;
        if !std::ptr::eq(self.encoding, encoding) {
            self.flush();
            self.encoding = encoding;
        }
        if self.bytes.is_empty() && bytes.is_ascii() {
            // A fast path for the most frequent case.
            self.decoded(&String::from_utf8_lossy(bytes));
            return;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds a UTF-16 code unit.
    pub(super) fn unit(&mut self, unit: u16) {
        self.flush();
        let high = self.high.take();
        if (0xd800..0xdc00).contains(&unit) {
            self.high = Some(unit);
            return;
        }
        let units = high.into_iter().chain([unit]);
        let text: String = char::decode_utf16(units)
            .map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        self.decoded(&text);
    }

    /// Adds a tag, or other text that is not escaped.
    pub(super) fn raw(&mut self, text: &str) {
        self.flush();
        self.text.push_str(text);
    }

    fn flush(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = mem::take(&mut self.bytes);
        let decoded = self.encoding.decode_without_bom_handling(&bytes).0;
        self.decoded(&decoded);
        self.bytes = bytes;
        self.bytes.clear();
    }

    fn decoded(&mut self, text: &str) {
        if !self.escapes {
            self.text.push_str(text);
            return;
        }
        escape(text, &mut self.text);
    }

    /// Returns the text.
    pub(super) fn finish(mut self) -> String {
        self.flush();
        self.text
    }
}

/// Adds text with the characters escaped that HTML reserves.
pub(super) fn escape(text: &str, out: &mut String) {
    for char in text.chars() {
        match char {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            char => out.push(char),
        }
    }
}
