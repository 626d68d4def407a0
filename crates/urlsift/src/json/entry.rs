//! Entries of objects, and the lists in them.

use urlsift_rfc1738::Problem;

use super::string::{write_base64, write_name, write_number, write_string, write_string_end};
use crate::field::Key;

/// The key of an entry, after the comma that ends the entry before.
macro_rules! key {
    ($name:literal) => {
        concat!(",\"", $name, "\":").as_bytes()
    };
}
pub(super) use key;

/// Ends the object whose entries were written from `start` on. Each entry begins with a comma: the first one becomes
/// the brace.
pub(super) fn end_object(out: &mut Vec<u8>, start: usize) {
    match out.get_mut(start) {
        Some(comma) => *comma = b'{',
        None => out.push(b'{'),
    }
    out.push(b'}');
}

/// Writes a list of texts, and if one of them is not UTF-8, also the exact bytes of all in base64.
pub(super) fn write_texts<T: AsRef<[u8]>, I: Iterator<Item = T>>(
    out: &mut Vec<u8>,
    key: &str,
    base64_key: &str,
    texts: impl Fn() -> I,
) {
    let mut is_exact = true;
    out.extend_from_slice(key.as_bytes());
    write_list(out, texts(), |out, text| {
        is_exact &= write_string(out, text.as_ref());
    });
    if !is_exact {
        out.extend_from_slice(base64_key.as_bytes());
        write_list(out, texts(), |out, text| write_base64(out, text.as_ref()));
    }
}

/// Writes the list of problems, and the entry of those that are left out.
#[cold]
pub(super) fn write_problems(out: &mut Vec<u8>, problems: &[Problem], left_out: usize) {
    write_list(out, problems.iter(), |out, problem| {
        out.extend_from_slice(b"{\"code\":");
        write_name(out, problem.code().name());
        let span = problem.span();
        write_number_entry(out, key!("start"), span.start as u64);
        write_number_entry(out, key!("end"), span.end as u64);
        out.extend_from_slice(key!("rule"));
        write_name(out, problem.rule().name());
        out.push(b'}');
    });
    if left_out > 0 {
        write_number_entry(out, key!("problems_left_out"), left_out as u64);
    }
}

/// Writes a string, and if it is not UTF-8, also its exact bytes in base64.
pub(super) fn write_bytes(out: &mut Vec<u8>, key: Key, bytes: &[u8]) {
    out.extend_from_slice(key.string.as_bytes());
    if !write_string_end(out, bytes) {
        out.extend_from_slice(key.base64.as_bytes());
        write_base64(out, bytes);
    }
}

#[inline]
pub(super) fn write_key(out: &mut Vec<u8>, key: Key) {
    out.extend_from_slice(key.exact.as_bytes());
}

pub(super) fn write_number_entry(out: &mut Vec<u8>, key: &[u8], number: u64) {
    out.extend_from_slice(key);
    write_number(out, number);
}

pub(super) const fn bool_literal(value: bool) -> &'static [u8] {
    if value { b"true" } else { b"false" }
}

/// Writes a list.
pub(super) fn write_list<T>(
    out: &mut Vec<u8>,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}
