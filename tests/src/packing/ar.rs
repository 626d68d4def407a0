//! ar archives, with the long names of GNU or BSD.

use super::File;

/// The maximum length of a name in a header, without the slash after it.
const SHORT: usize = 15;

/// Returns an archive of these files in the format of GNU.
#[must_use]
pub fn gnu(files: &[File]) -> Vec<u8> {
    let mut table = Vec::new();
    let mut members = Vec::new();
    for (name, bytes) in files {
        let header_name = if name.len() <= SHORT && !name.contains('/') {
            format!("{name}/")
        } else {
            let at = table.len();
            table.extend(format!("{name}/\n").into_bytes());
            format!("/{at}")
        };
        members.extend(member(&header_name, bytes));
    }
    let table = if table.is_empty() {
        Vec::new()
    } else {
        member("//", &table)
    };
    [&b"!<arch>\n"[..], &table, &members].concat()
}

/// Returns an archive of these files in the format of BSD, with all names before the data.
#[must_use]
pub fn bsd(files: &[File]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in files {
        let len = name.len().next_multiple_of(4);
        let mut data = name.clone().into_bytes();
        data.resize(len, 0);
        data.extend_from_slice(bytes);
        archive.extend(member(&format!("#1/{len}"), &data));
    }
    archive
}

/// Returns a header and data, padded to an even length.
#[must_use]
pub fn member(name: &str, data: &[u8]) -> Vec<u8> {
    let size = data.len();
    let mut member = format!(
        "{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n",
        0, 0, 0, "100644"
    )
    .into_bytes();
    member.extend_from_slice(data);
    if size % 2 == 1 {
        member.push(b'\n');
    }
    member
}
