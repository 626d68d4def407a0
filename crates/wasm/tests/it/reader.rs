//! Reads answers as JavaScript does.

use urlsift_wasm::Answer;

/// A link of an answer. Offsets count in the text, in UTF-16 code units.
pub(crate) struct AnsweredLink {
    pub(crate) url: String,
    pub(crate) span: [u32; 2],
    pub(crate) pieces: Vec<[u32; 2]>,
}

/// Reads an answer from its start to its end.
pub(crate) struct Reader {
    numbers: std::vec::IntoIter<u32>,
    units: std::vec::IntoIter<u16>,
}

impl Reader {
    pub(crate) fn new(answer: Answer) -> Self {
        let text = String::from_utf8(answer.text).expect("UTF-8");
        let units: Vec<_> = text.encode_utf16().collect();
        Self {
            numbers: answer.numbers.into_iter(),
            units: units.into_iter(),
        }
    }

    /// Returns whether all of it was read.
    pub(crate) fn is_at_end(&self) -> bool {
        assert!(self.numbers.len() > 0 || self.units.len() == 0);
        self.numbers.len() == 0
    }

    pub(crate) fn number(&mut self) -> u32 {
        self.numbers.next().expect("another number")
    }

    pub(crate) fn string(&mut self, len: u32) -> Vec<u16> {
        let string: Vec<_> = self.units.by_ref().take(len as usize).collect();
        assert_eq!(string.len(), len as usize);
        string
    }

    pub(crate) fn span(&mut self) -> [u32; 2] {
        [self.number(), self.number()]
    }

    pub(crate) fn spans(&mut self, count: usize) -> Vec<[u32; 2]> {
        (0..count).map(|_| self.span()).collect()
    }

    pub(crate) fn link(&mut self) -> AnsweredLink {
        let len = self.number();
        let url = String::from_utf16(&self.string(len)).expect("UTF-16");
        // Scheme and host; kind, standard, warnings, quote depth and line breaks.
        self.spans(2);
        self.numbers.by_ref().take(5).for_each(drop);
        let span = self.span();
        let count = self.number();
        let pieces = self.spans(count as usize);
        let strings: Vec<_> = (0..self.number()).map(|_| self.number()).collect();
        for len in strings {
            self.string(len);
        }
        AnsweredLink { url, span, pieces }
    }
}
