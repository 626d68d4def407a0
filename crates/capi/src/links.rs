//! The result of a search.

use std::ffi::c_int;

use urlsift::LinkMap;

use crate::{
    link::{Derived, LEAST_LINK, Link, Span, link},
    memory,
    status::{Failure, status_of, value_or},
};

/// The links of a text or a message, in the order in which they begin.
///
/// They own everything that they point to, and do not change: any number of threads may read them.
#[derive(Debug)]
pub struct Links {
    entries: Vec<Entry>,
    /// The pieces of all links, in the order of the links.
    pieces: Vec<Span>,
    /// The link at each offset.
    map: LinkMap,
}

// Checks that several threads may read links.
const _: () = {
    const fn is_sync<T: Sync>() {}
    is_sync::<Links>();
};

#[derive(Debug)]
struct Entry {
    record: urlsift::Link<'static>,
    derived: Derived,
    span: Span,
    /// The index of the first piece.
    first_piece: usize,
}

impl Links {
    /// Creates the links of a source.
    pub(crate) fn new(records: Vec<urlsift::Link<'static>>) -> Self {
        let convert = |span: urlsift::Span| Span {
            start: span.start(),
            end: span.end(),
        };
        let mut entries = Vec::with_capacity(records.len());
        let mut pieces = Vec::with_capacity(records.len());
        for record in records {
            let first_piece = pieces.len();
            pieces.extend(record.pieces().map(convert));
            entries.push(Entry {
                derived: Derived::of(&record),
                span: convert(record.span()),
                first_piece,
                record,
            });
        }
        let ends = entries
            .iter()
            .skip(1)
            .map(|entry: &Entry| entry.first_piece);
        let mut map = Vec::with_capacity(pieces.len());
        let mut first = 0;
        for (link, end) in ends.chain([pieces.len()]).enumerate() {
            let of_link = pieces.get(first..end).unwrap_or_default();
            map.extend(of_link.iter().map(|piece| (piece.start..piece.end, link)));
            first = end;
        }
        Self {
            entries,
            pieces,
            map: LinkMap::new(map),
        }
    }

    /// Returns a link, which points into `self`.
    pub(crate) fn get(&self, index: usize) -> Option<Link> {
        let entry = self.entries.get(index)?;
        let next = self.entries.get(index + 1);
        let end = next.map_or(self.pieces.len(), |next| next.first_piece);
        Some(link(
            &entry.record,
            &entry.derived,
            entry.span,
            &self.pieces[entry.first_piece..end],
        ))
    }
}

/// Returns the number of links; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_links_len(links: *const Links) -> usize {
    // SAFETY: the caller promises it.
    let links = unsafe { memory::object(links) };
    links.map_or(0, |links| links.entries.len())
}

/// Writes the link with an index to `out`. `out_size` is `sizeof(urlsift_link)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_links_get(
    links: *const Links,
    index: usize,
    out: *mut Link,
    out_size: usize,
) -> c_int {
    status_of(|| {
        // SAFETY: the caller promises it.
        let links = unsafe { memory::object(links) };
        let links = links.ok_or(Failure::InvalidArgument)?;
        let link = links.get(index).ok_or(Failure::OutOfRange)?;
        // SAFETY: the caller promises it.
        unsafe { memory::write_struct(&link, out, out_size, LEAST_LINK) }
    })
}

/// Returns the index of the link at an offset, such as that of a mouse pointer; -1 if there is none. Only the pieces of
/// a link count, and not what is between them. If links overlap, which URLs without brackets can, the piece that begins
/// first counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_links_at(links: *const Links, offset: u64) -> isize {
    value_or(-1, || {
        // SAFETY: the caller promises it.
        let links = unsafe { memory::object(links) };
        let index = links.and_then(|links| links.map.at(offset));
        index.map_or(-1, usize::cast_signed)
    })
}

/// Frees links. Null has no effect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_links_free(links: *mut Links) {
    // SAFETY: the caller promises it.
    value_or((), || unsafe { memory::free(links) });
}
