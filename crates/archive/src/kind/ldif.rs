//! LDIF: the entries of a directory.

use memchr::memmem;

use crate::{
    frame::{Framing, Match},
    recognise::Head,
};

/// The maximum length of a line before the first entry, and of the name of the entry, in bytes.
const MAX_LINE: usize = 1000;

const VERSION: &[u8] = b"version:";
const NAME: &[u8] = b"dn:";

#[derive(Debug)]
pub(super) struct Ldif;

impl Framing for Ldif {
    /// Matches `[version-spec] "dn:" distinguishedName` (RFC 2849) with comments and empty lines before the name. As
    /// many texts begin with a `#`, a comment before the version must name the format.
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        let mut at = head.after_blank_lines()?;
        let mut is_known = false;
        loop {
            if head.has_in_any_case(at, NAME)? {
                return names_entry(head, at + NAME.len(), is_known);
            }
            let breaks = head.line_break(at)?;
            let is_version = head.has_in_any_case(at, VERSION)?;
            let comment: &[u8] = if is_known { b"#" } else { b"# " };
            if !(head.has(at, comment)?
                || is_version
                || is_known && (breaks > 0 || head.has(at, b" ")?))
            {
                return Some(false);
            }
            let line = match head.line(at, MAX_LINE) {
                Match::Yes(line) => line,
                Match::No => return Some(false),
                Match::Unknown => return None,
            };
            is_known = is_known
                || if is_version {
                    line[VERSION.len()..].trim_ascii() == b"1"
                } else {
                    memmem::find(&line.to_ascii_lowercase(), b"ldif").is_some()
                };
            if !is_known {
                return Some(false);
            }
            at += line.len();
        }
    }
}

/// Returns whether the name of an entry is at an index: it has an `=`, or is in base64. The name of the root is empty.
fn names_entry(head: &Head<'_>, at: usize, may_be_root: bool) -> Option<bool> {
    if head.has(at, b":")? {
        return Some(true);
    }
    match head.line(at, MAX_LINE) {
        Match::Yes(line) => {
            let name = line.trim_ascii();
            Some(name.contains(&b'=') || may_be_root && name.is_empty())
        }
        Match::No => Some(false),
        Match::Unknown => None,
    }
}
