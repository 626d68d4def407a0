//! The names of the values that answers have as numbers. JavaScript gets them from here, so that they are defined once.

use std::iter;

use urlsift::{CandidateWarning, Conformance, Delimiter, rfc1738::UrlWarning};

/// The bit of the first warning about a URL. Warnings about the text have the bits below it.
const FIRST_URL_WARNING: usize = 16;

const _: () = assert!(
    CandidateWarning::ALL.len() <= FIRST_URL_WARNING
        && UrlWarning::ALL.len() <= 32 - FIRST_URL_WARNING
);

/// Returns the names of kinds, standards and warnings: each a line, with a space between names. The number of a value
/// is its index in the line; that of a warning is the number of its bit. The names of bits that are not used are empty.
#[must_use]
pub fn names() -> String {
    let mut names = String::new();
    add_line(&mut names, Delimiter::EVERY.iter().map(|kind| kind.name()));
    add_line(
        &mut names,
        Conformance::ALL.iter().map(|level| level.name()),
    );
    let of_text = CandidateWarning::ALL.iter().map(|warning| warning.code());
    let unused = iter::repeat_n("", FIRST_URL_WARNING - CandidateWarning::ALL.len());
    let of_url = UrlWarning::ALL.iter().map(|warning| warning.code());
    add_line(&mut names, of_text.chain(unused).chain(of_url));
    names
}

/// Appends a line of names. The loop makes a smaller module than `join` would.
fn add_line(names: &mut String, line: impl Iterator<Item = &'static str>) {
    for (index, name) in line.enumerate() {
        if index > 0 {
            names.push(' ');
        }
        names.push_str(name);
    }
    names.push('\n');
}

/// Returns the index of a value in the list of all.
pub(crate) fn number_of<T: PartialEq>(all: &[T], value: &T) -> u32 {
    let index = all.iter().position(|other| other == value);
    // All values are in the list.
    index.unwrap_or_default() as u32
}

/// Returns the bits of warnings about a URL.
pub(crate) fn url_warnings(warnings: impl Iterator<Item = UrlWarning>) -> u32 {
    let bit = |warning| 1 << FIRST_URL_WARNING << number_of(UrlWarning::ALL, &warning);
    warnings.map(bit).fold(0, |bits, bit: u32| bits | bit)
}

/// Returns the bits of warnings about the text of a link.
pub(crate) fn text_warnings(warnings: impl Iterator<Item = CandidateWarning>) -> u32 {
    let bit = |warning| 1 << number_of(CandidateWarning::ALL, &warning);
    warnings.map(bit).fold(0, |bits, bit: u32| bits | bit)
}
