//! The result of a search.

use std::ffi::c_int;

use urlsift::{DecodedText, LinkMap, OffsetUnit, UnitOffsets};

use crate::{
    link::{Bytes, Derived, LEAST_LINK, Link, Span, link},
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
    /// The text that a page shows, if the places of the links are in it.
    text: Vec<u8>,
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
        Self::placed(records, |record, pieces| {
            pieces.extend(record.pieces().map(Span::from));
            record.span().into()
        })
    }

    /// Creates the links that a page shows, with their places in its text.
    pub(crate) fn of_shown(
        text: &DecodedText,
        records: Vec<urlsift::Link<'static>>,
        unit: OffsetUnit,
    ) -> Self {
        let units = UnitOffsets::new(text.bytes(), unit);
        let links = Self::placed(records, |record, pieces| {
            let first = pieces.len();
            pieces.extend(text.spans_of(record).map(|span| Span {
                start: units.before(span.start()),
                end: units.before(span.end()),
            }));
            let [start, end] = [pieces.get(first), pieces[first..].last()];
            Span {
                start: start.map_or(0, |piece| piece.start),
                end: end.map_or(0, |piece| piece.end),
            }
        });
        Self {
            text: text.bytes().to_vec(),
            ..links
        }
    }

    /// Creates links. `place` appends the pieces of a link, and returns its span.
    fn placed(
        records: Vec<urlsift::Link<'static>>,
        mut place: impl FnMut(&urlsift::Link<'_>, &mut Vec<Span>) -> Span,
    ) -> Self {
        let mut entries = Vec::with_capacity(records.len());
        let mut pieces = Vec::with_capacity(records.len());
        for record in records {
            let first_piece = pieces.len();
            entries.push(Entry {
                span: place(&record, &mut pieces),
                derived: Derived::of(&record),
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
            text: Vec::new(),
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

/// Returns the text that urlsift_show_html has made of a page. Other links have none.
///
/// It belongs to the links, and is valid until those are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_links_text(links: *const Links) -> Bytes {
    value_or(Bytes::NONE, || {
        // SAFETY: the caller promises it.
        let links = unsafe { memory::object(links) };
        let text = links.map(|links| &*links.text);
        Bytes::of_optional(text.filter(|text| !text.is_empty()))
    })
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
