//! What a fuzzer's input stands for. The fuzz targets and the test that replays what they found both
//! come through here, so that an input means the same to both.

use urlsift_scan::Config;

use crate::{judging, properties, soup};

/// Bytes from this on ask for tight bounds, 1 to 128: they are where the scanner has to give up in
/// odd places, and a fuzzer's texts are not much longer. Those below ask for the default.
const FIRST_TIGHT: u8 = 128;

/// Takes an input for the names of tokens, and checks every property on the text they make.
///
/// # Panics
///
/// If a property does not hold.
pub fn tokens(data: &[u8]) {
    let (parameters, names) = Parameters::split(data);
    parameters.check(&soup::from_bytes(names));
}

/// Takes an input for a text as it is, and checks every property on it.
///
/// # Panics
///
/// If a property does not hold.
pub fn bytes(data: &[u8]) {
    let (parameters, text) = Parameters::split(data);
    parameters.check(text);
}

/// Takes an input for a text to be judged, and checks every property of that. A line feed in it parts a
/// base from a reference to be resolved; without one it is both.
///
/// # Panics
///
/// If a property does not hold.
pub fn judge(data: &[u8]) {
    judging::every_property_holds(data);
    let mut lines = data.splitn(2, |&byte| byte == b'\n');
    let base = lines.next().unwrap_or_default();
    judging::resolving_keeps_a_scheme(base, lines.next().unwrap_or(base));
    judging::resolving_keeps_a_scheme(b"http://a/b/c/d;p?q#f", base);
}

/// What an input's first bytes choose; the rest of it is the text.
struct Parameters {
    max_len: usize,
    cut: usize,
}

impl Parameters {
    /// The first byte chooses the bound on candidates, the next two the cut. An input that is too
    /// short for these is an empty text.
    fn split(data: &[u8]) -> (Self, &[u8]) {
        let (&[bound, high, low], text) = data.split_first_chunk().unwrap_or((&[0; 3], &[]));
        let max_len = match bound.checked_sub(FIRST_TIGHT) {
            None => Config::DEFAULT_MAX_LEN,
            Some(above) => usize::from(above) + 1,
        };
        let cut = usize::from(u16::from_be_bytes([high, low]));
        (Self { max_len, cut }, text)
    }

    fn check(&self, text: &[u8]) {
        let &Self { max_len, cut } = self;
        properties::agrees_with_the_oracle(text, max_len);
        // Most of the numbers that two bytes can name lie behind the end of the text.
        properties::chunking_changes_nothing(text, max_len, cut % (text.len() + 1));
        properties::candidates_are_sound(text, max_len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_inputs_are_empty_texts() {
        for len in 0..=3 {
            let (parameters, text) = Parameters::split(&[0; 3][..len]);
            assert_eq!(parameters.max_len, Config::DEFAULT_MAX_LEN);
            assert_eq!((parameters.cut, text), (0, &[][..]));
        }
    }

    #[test]
    fn the_first_bytes_choose_the_bound_and_the_cut() {
        let (parameters, text) = Parameters::split(b"\x80\x01\x02text");
        assert_eq!((parameters.max_len, parameters.cut), (1, 0x102));
        assert_eq!(text, b"text");
        let (parameters, _) = Parameters::split(b"\xff\0\0");
        assert_eq!(parameters.max_len, 128);
    }
}
