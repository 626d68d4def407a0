//! Finds the link at an offset.

use std::ops::Range;

/// The link at each offset of a text: its pieces, in order and without overlaps.
///
/// Links overlap where a URL stands between the brackets of another: there, the piece that begins first counts.
///
/// ```
/// use urlsift::LinkMap;
///
/// let text = "> <http://a.exam\n> ple/b>";
/// let links: Vec<_> = urlsift::text(text).links().collect();
/// let map = LinkMap::new(links.iter().enumerate().flat_map(|(index, link)| {
///     link.pieces().map(move |piece| (piece.start()..piece.end(), index))
/// }));
/// assert_eq!(map.at(19), Some(0));
/// // The quote prefix is no part of the link.
/// assert_eq!(map.at(17), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct LinkMap {
    segments: Vec<(Range<u64>, usize)>,
}

impl LinkMap {
    /// Creates the map of pieces, each with the index of its link.
    #[must_use]
    pub fn new(pieces: impl IntoIterator<Item = (Range<u64>, usize)>) -> Self {
        let mut segments: Vec<_> = pieces.into_iter().collect();
        // They are in order already, unless links overlap or are attributes of HTML.
        segments.sort_by_key(|(segment, _)| segment.start);
        let mut end = 0;
        segments.retain_mut(|(segment, _)| {
            // The bytes before `end` belong to a piece that begins earlier.
            segment.start = segment.start.max(end);
            end = end.max(segment.end);
            segment.start < segment.end
        });
        Self { segments }
    }

    /// Returns the index of the link whose piece contains an offset; if several pieces do, the one that begins first
    /// counts. Takes logarithmic time.
    #[must_use]
    pub fn at(&self, offset: u64) -> Option<usize> {
        let begun = self
            .segments
            .partition_point(|(segment, _)| segment.start <= offset);
        let (segment, link) = self.segments.get(begun.checked_sub(1)?)?;
        (offset < segment.end).then_some(*link)
    }

    /// Returns the pieces in order, each with the index of its link. They do not overlap, and none is empty.
    #[must_use]
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (Range<u64>, usize)> {
        self.segments.iter().cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use proptest::prelude::*;

    use super::LinkMap;

    fn spans() -> impl Strategy<Value = Vec<Range<u64>>> {
        let span = (0..40_u64, 0..12_u64).prop_map(|(start, len)| start..start + len);
        proptest::collection::vec(span, 0..4)
    }

    proptest! {
        #[test]
        fn the_piece_that_begins_first_counts(links in proptest::collection::vec(spans(), 0..6)) {
            let pieces = || links.iter().enumerate().flat_map(|(link, pieces)| {
                pieces.iter().map(move |piece| (piece.clone(), link))
            });
            let map = LinkMap::new(pieces());
            for offset in 0..60 {
                let containing = pieces().filter(|(piece, _)| piece.contains(&offset));
                let first = containing.map(|(piece, link)| (piece.start, link)).min();
                prop_assert_eq!(map.at(offset), first.map(|(_, link)| link));
            }
            let pieces: Vec<_> = map.pieces().collect();
            prop_assert!(pieces.is_sorted_by(|(a, _), (b, _)| a.end <= b.start));
            prop_assert!(pieces.iter().all(|(piece, link)| map.at(piece.start) == Some(*link)));
        }
    }
}
