//! Finds the link at an offset.

use crate::link::Span;

/// The link at each offset of a source.
#[derive(Debug, Default)]
pub(crate) struct LinkMap {
    /// The pieces with the indices of their links. Once the map is finished, they are in order and do not overlap.
    segments: Vec<(Span, usize)>,
}

impl LinkMap {
    /// Adds the pieces of a link. Links are added in order.
    pub(crate) fn add(&mut self, link: usize, pieces: &[Span]) {
        self.segments
            .extend(pieces.iter().map(|&piece| (piece, link)));
    }

    /// Ends the list of links.
    pub(crate) fn finish(&mut self) {
        // They are in order already, unless links overlap or are attributes of HTML.
        self.segments.sort_by_key(|segment| segment.0.start);
        let mut end = 0;
        self.segments.retain_mut(|(segment, _)| {
            // The bytes before `end` belong to a piece that begins earlier.
            segment.start = segment.start.max(end);
            end = end.max(segment.end);
            segment.start < segment.end
        });
    }

    /// Returns the index of the link whose piece contains an offset; of several pieces, the one that begins first.
    pub(crate) fn at(&self, offset: u64) -> Option<usize> {
        let begun = self
            .segments
            .partition_point(|segment| segment.0.start <= offset);
        let (segment, link) = self.segments.get(begun.checked_sub(1)?)?;
        (offset < segment.end).then_some(*link)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::LinkMap;
    use crate::link::Span;

    fn spans() -> impl Strategy<Value = Vec<Span>> {
        let span = (0..40_u64, 0..12_u64).prop_map(|(start, len)| Span {
            start,
            end: start + len,
        });
        proptest::collection::vec(span, 0..4)
    }

    proptest! {
        #[test]
        fn the_piece_that_begins_first_counts(links in proptest::collection::vec(spans(), 0..6)) {
            let mut map = LinkMap::default();
            for (link, pieces) in links.iter().enumerate() {
                map.add(link, pieces);
            }
            map.finish();
            for offset in 0..60 {
                let pieces = links.iter().enumerate().flat_map(|(link, pieces)| {
                    pieces.iter().map(move |piece| (piece.start, link, piece.end))
                });
                let containing = pieces.filter(|piece| (piece.0..piece.2).contains(&offset));
                let first = containing.min().map(|piece| piece.1);
                prop_assert_eq!(map.at(offset), first);
            }
        }
    }
}
