//! Maps from the bytes of a text to the file.
//!
//! A text passes through several stages: unescaping of lines, transfer decoding, charset decoding
//! and layout. Each stage keeps a map from its output to its input; an offset is mapped through all
//! of them.
//!
//! The maps grow run by run as the text is decoded, and a run is dropped once the bytes that it maps are delivered. So
//! an [`Origin`] maps the bytes that are delivered with it, and no others. Who searches the end of these bytes again,
//! with those that come next, carries a copy of its map, an [`OwnedOrigin`], which [`Origin::after`] puts before the
//! next one. The decoders need not know how long that is.

use std::{collections::VecDeque, ops::Range};

/// The offset map of one stage, from its output to its input.
///
/// The output is a sequence of runs. Bytes of the input between two runs leave nothing in the
/// output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OffsetMap {
    runs: VecDeque<MappedRun>,
    len: u64,
}

/// Consecutive output bytes that map to the input in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MappedRun {
    /// Offset in the output of the first byte.
    output: u64,
    /// Offset in the input of the first byte.
    input: u64,
    kind: RunKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunKind {
    /// Each byte is one byte of the input.
    Verbatim,
    /// Each three bytes are four characters of the input, with six bits each.
    Quanta,
    /// All bytes together stand for this number of input bytes.
    Replaced(u64),
}

impl OffsetMap {
    /// Clears the map for the next text.
    pub(crate) fn clear(&mut self) {
        self.runs.clear();
        self.len = 0;
    }

    /// Returns the number of output bytes.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Appends `len` output bytes that are the bytes of the input from `input` on.
    pub(crate) fn push_verbatim(&mut self, len: u64, input: u64) {
        if let Some(last) = self.runs.back()
            && last.kind == RunKind::Verbatim
            && last.input + (self.len - last.output) == input
        {
            self.len += len;
            return;
        }
        self.push(len, input, RunKind::Verbatim);
    }

    /// Appends `len` output bytes that are decoded from contiguous base64 or uuencode characters.
    /// The first quantum begins at `input`.
    pub(crate) fn push_quanta(&mut self, len: u64, input: u64) {
        self.push(len, input, RunKind::Quanta);
    }

    /// Appends `len` output bytes that together stand for a range of the input.
    pub(crate) fn push_replaced(&mut self, len: u64, input: Range<u64>) {
        self.push(len, input.start, RunKind::Replaced(input.end - input.start));
    }

    /// Appends the bytes of a range of a text, which `origin` maps to the input. The map is exact for each byte.
    pub(crate) fn append(&mut self, origin: &Origin<'_>, text: Range<u64>) {
        let mut at = text.start;
        while at < text.end {
            if let Some((input, len)) = origin.verbatim(at, text.end - at) {
                self.push_verbatim(len, input);
                at += len;
                continue;
            }
            let Range { start, end } = origin.source(at..at + 1);
            let kind = RunKind::Replaced(end - start);
            let last = self.runs.back();
            if last.is_some_and(|last| (last.input, last.kind) == (start, kind)) {
                self.len += 1;
            } else {
                self.push(1, start, kind);
            }
            at += 1;
        }
    }

    fn push(&mut self, len: u64, input: u64, kind: RunKind) {
        if len > 0 {
            self.runs.push_back(MappedRun {
                output: self.len,
                input,
                kind,
            });
            self.len += len;
        }
    }

    /// Returns the input offset at which the output byte at `offset` begins; at the end of the
    /// output, that at which the last byte ends.
    pub(crate) fn start(&self, offset: u64) -> u64 {
        if offset >= self.len {
            return self.end(self.len);
        }
        match self.run(offset) {
            Some(run) => run.start(offset - run.output),
            None => 0,
        }
    }

    /// Returns the input offset at which the output byte before `offset` ends.
    pub(crate) fn end(&self, offset: u64) -> u64 {
        let Some(last) = offset.min(self.len).checked_sub(1) else {
            return self.first_input();
        };
        match self.run(last) {
            Some(run) => run.end(last - run.output),
            None => 0,
        }
    }

    /// Returns the input range that a range of the output was decoded from, given as [`start`](Self::start) and
    /// [`end`](Self::end) return it. The range is not empty.
    fn source(&self, output: Range<u64>) -> Range<u64> {
        // Usually all of it is in one run.
        let last = self.run(output.end.min(self.len).saturating_sub(1));
        match last {
            Some(run) if run.output <= output.start && output.end <= self.len => {
                run.start(output.start - run.output)..run.end(output.end - 1 - run.output)
            }
            _ => self.start(output.start)..self.end(output.end),
        }
    }

    fn first_input(&self) -> u64 {
        self.runs.front().map_or(0, |run| run.input)
    }

    fn run(&self, offset: u64) -> Option<&MappedRun> {
        // Usually the last or the only one.
        if let Some(last) = self.runs.back().filter(|last| last.output <= offset) {
            return Some(last);
        }
        let after = self.runs.partition_point(|run| run.output <= offset);
        self.runs.get(after.checked_sub(1)?)
    }

    /// Returns the input offset of the output byte at `at`, and how many of the `len` bytes from there on are those of
    /// the input. `None` if the byte is not one of the input.
    fn verbatim(&self, at: u64, len: u64) -> Option<(u64, u64)> {
        let after = self.runs.partition_point(|run| run.output <= at);
        let run = self.runs.get(after.checked_sub(1)?)?;
        let end = self.runs.get(after).map_or(self.len, |next| next.output);
        let is_verbatim = run.kind == RunKind::Verbatim && at < end;
        is_verbatim.then(|| (run.start(at - run.output), len.min(end - at)))
    }

    /// Returns the input ranges of the runs, of those that stand for several bytes the first byte.
    fn sources(&self) -> impl Iterator<Item = Range<u64>> {
        let ends = self.runs.iter().skip(1).map(|run| run.output);
        let runs = self.runs.iter().zip(ends.chain([self.len]));
        runs.map(|(run, end)| {
            let len = match run.kind {
                RunKind::Replaced(_) => 1,
                RunKind::Verbatim | RunKind::Quanta => run.end(end - 1 - run.output) - run.input,
            };
            run.input..run.input + len
        })
    }

    /// Drops the map of the output bytes before `offset`. No run has quanta.
    fn cut_before(&mut self, offset: u64) {
        self.forget_before(offset);
        if let Some(first) = self.runs.front_mut()
            && first.output < offset
        {
            first.input = first.start(offset - first.output);
            first.output = offset;
        }
    }

    /// Drops runs that only map output bytes before `offset`.
    pub(crate) fn forget_before(&mut self, offset: u64) {
        while self.runs.get(1).is_some_and(|next| next.output <= offset) {
            self.runs.pop_front();
        }
    }
}

impl MappedRun {
    fn start(&self, at: u64) -> u64 {
        self.input
            + match self.kind {
                RunKind::Verbatim => at,
                RunKind::Quanta => at / 3 * 4 + at % 3,
                RunKind::Replaced(_) => 0,
            }
    }

    fn end(&self, at: u64) -> u64 {
        match self.kind {
            RunKind::Verbatim => self.start(at) + 1,
            RunKind::Quanta => self.start(at) + 2,
            RunKind::Replaced(len) => self.input + len,
        }
    }
}

/// Maps the bytes of a text to the file, through all stages.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'m> {
    maps: Maps<'m>,
}

#[derive(Clone, Copy, Debug)]
enum Maps<'m> {
    /// The maps of the stages, from the text down to the file.
    Stages(&'m [&'m OffsetMap]),
    /// The map of a text to an encoded message, and the map of the message.
    Inside(&'m Origin<'m>, &'m Origin<'m>),
    /// The map of one range of the text.
    Range(&'m SourceRange),
    /// The map of bytes that are carried from earlier blocks of the text, and the map of those after them.
    After(&'m OffsetMap, &'m Origin<'m>),
}

/// A range of a text, and the range of the file that it was decoded from.
#[derive(Clone, Debug)]
struct SourceRange {
    text: Range<u64>,
    source: Range<u64>,
}

impl SourceRange {
    fn start(&self, offset: u64) -> u64 {
        if offset < self.text.end {
            self.source.start
        } else {
            self.source.end
        }
    }

    fn end(&self, offset: u64) -> u64 {
        if offset <= self.text.start {
            self.source.start
        } else {
            self.source.end
        }
    }
}

impl<'m> Origin<'m> {
    pub(crate) fn new(stages: &'m [&'m OffsetMap]) -> Self {
        let maps = Maps::Stages(stages);
        Self { maps }
    }

    /// Creates the map of a text inside an encoded message: `text` maps the text to the message, and
    /// `message` the message to the file.
    pub(crate) fn inside(text: &'m Origin<'m>, message: &'m Origin<'m>) -> Self {
        let maps = Maps::Inside(text, message);
        Self { maps }
    }

    /// Creates the map of the bytes of a text that are `carried` from earlier blocks, and of those after them, which
    /// `origin` maps.
    #[must_use]
    pub fn after(carried: &'m OwnedOrigin, origin: &'m Origin<'m>) -> Self {
        match &carried.map {
            OwnedMap::Ranges(map) if !map.runs.is_empty() => Self {
                maps: Maps::After(map, origin),
            },
            OwnedMap::Ranges(_) | OwnedMap::Range(_) => *origin,
        }
    }

    /// Returns the offset in the file at which the text byte at `offset` begins.
    #[must_use]
    pub fn start(&self, offset: u64) -> u64 {
        match self.maps {
            Maps::Stages(stages) => stages.iter().fold(offset, |offset, map| map.start(offset)),
            Maps::Inside(text, message) => message.start(text.start(offset)),
            Maps::Range(range) => range.start(offset),
            Maps::After(carried, _) if offset < carried.len => carried.start(offset),
            Maps::After(_, origin) => origin.start(offset),
        }
    }

    /// Returns the offset in the file at which the text byte before `offset` ends.
    #[must_use]
    pub fn end(&self, offset: u64) -> u64 {
        match self.maps {
            Maps::Stages(stages) => stages.iter().fold(offset, |offset, map| map.end(offset)),
            Maps::Inside(text, message) => message.end(text.end(offset)),
            Maps::Range(range) => range.end(offset),
            Maps::After(carried, _) if offset <= carried.len => carried.end(offset),
            Maps::After(_, origin) => origin.end(offset),
        }
    }

    /// Returns the range of the file that a range of the text was decoded from, including bytes
    /// within it that were decoded to nothing.
    #[must_use]
    pub fn source(&self, text: Range<u64>) -> Range<u64> {
        if text.is_empty() {
            let start = self.start(text.start);
            return start..start;
        }
        match self.maps {
            Maps::Stages(stages) => stages.iter().fold(text, |range, map| {
                if range.is_empty() {
                    // A range that leaves nothing in this stage, such as a gap.
                    map.start(range.start)..map.end(range.end)
                } else {
                    map.source(range)
                }
            }),
            Maps::After(_, origin) if text.start >= self.carried_end() => origin.source(text),
            Maps::Inside(..) | Maps::Range(_) | Maps::After(..) => {
                self.start(text.start)..self.end(text.end)
            }
        }
    }

    /// Returns the offset in the text at which the bytes end that are carried.
    fn carried_end(&self) -> u64 {
        match self.maps {
            Maps::After(carried, _) => carried.len,
            Maps::Stages(_) | Maps::Inside(..) | Maps::Range(_) => 0,
        }
    }

    /// Returns the offset in the file of the text byte at `at`, and how many of the `len` bytes from there on are those
    /// of the file. `None` if the byte is not one of the file.
    fn verbatim(&self, at: u64, len: u64) -> Option<(u64, u64)> {
        match self.maps {
            Maps::Stages(stages) => stages
                .iter()
                .try_fold((at, len), |(at, len), map| map.verbatim(at, len)),
            Maps::Inside(text, message) => {
                let (at, len) = text.verbatim(at, len)?;
                message.verbatim(at, len)
            }
            Maps::Range(_) => None,
            Maps::After(carried, _) if at < carried.len => carried.verbatim(at, len),
            Maps::After(_, origin) => origin.verbatim(at, len),
        }
    }
}

/// A map of some ranges of a text to the file, which outlives the text.
#[derive(Clone, Debug, Default)]
pub struct OwnedOrigin {
    map: OwnedMap,
}

#[derive(Clone, Debug)]
enum OwnedMap {
    /// The usual one: of a link without line breaks.
    Range(SourceRange),
    Ranges(OffsetMap),
}

impl Default for OwnedMap {
    fn default() -> Self {
        Self::Ranges(OffsetMap::default())
    }
}

impl OwnedOrigin {
    /// Creates the map of ranges of a text, which must be in order and not overlap. The map is exact where they
    /// begin and end.
    #[must_use]
    pub fn of(origin: &Origin<'_>, ranges: impl IntoIterator<Item = Range<u64>>) -> Self {
        let mut ranges = ranges.into_iter().peekable();
        let first = ranges.next();
        if let Some(text) = &first
            && !text.is_empty()
            && ranges.peek().is_none()
        {
            let (text, source) = (text.clone(), origin.source(text.clone()));
            let map = OwnedMap::Range(SourceRange { text, source });
            return Self { map };
        }
        let mut map = OffsetMap::default();
        for range in first.into_iter().chain(ranges) {
            map.len = range.start;
            map.append(origin, range);
        }
        let map = OwnedMap::Ranges(map);
        Self { map }
    }

    /// Carries the map of a text to the next block: of the bytes carried so far, and of a `block` that follows them and
    /// that `origin` maps, what is at the offset `from` in the text or later. The map is exact for each byte.
    pub fn carry(&mut self, origin: &Origin<'_>, block: Range<u64>, from: u64) {
        let OwnedMap::Ranges(map) = &mut self.map else {
            return;
        };
        if from < block.start {
            map.cut_before(from);
        } else {
            map.runs.clear();
            map.len = from.min(block.end);
        }
        map.append(origin, map.len..block.end);
    }

    /// Forgets what is carried, at the start of a text.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the ranges of the file from which the mapped bytes were decoded, in the order of the text. A range from
    /// which several bytes were decoded together is represented by its first byte.
    pub fn sources(&self) -> impl Iterator<Item = Range<u64>> {
        let (range, map) = match &self.map {
            OwnedMap::Range(range) => (Some(range.source.clone()), None),
            OwnedMap::Ranges(map) => (None, Some(map)),
        };
        range
            .into_iter()
            .chain(map.into_iter().flat_map(OffsetMap::sources))
    }

    /// Calls `then` with the map.
    pub fn with<R>(&self, then: impl FnOnce(&Origin<'_>) -> R) -> R {
        match &self.map {
            OwnedMap::Range(range) => then(&Origin {
                maps: Maps::Range(range),
            }),
            OwnedMap::Ranges(map) => then(&Origin::new(&[map])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OffsetMap, Origin, OwnedMap, OwnedOrigin};

    #[test]
    fn ranges_cover_replaced_bytes_and_gaps() {
        // "ab=\r\nc=3Dd" reads "abc=d".
        let mut map = OffsetMap::default();
        map.push_verbatim(2, 0);
        map.push_verbatim(1, 5);
        map.push_replaced(1, 6..9);
        map.push_verbatim(1, 9);
        let spans = [
            (0, 2, 0, 2),
            (1, 3, 1, 6),
            (2, 3, 5, 6),
            (3, 4, 6, 9),
            (3, 5, 6, 10),
            (5, 5, 10, 10),
            (3, 3, 6, 6),
        ];
        for (from, to, source_from, source_to) in spans {
            let stages = [&map];
            let source = Origin::new(&stages).source(from..to);
            assert_eq!(source, source_from..source_to, "{from}..{to}");
        }
    }

    #[test]
    fn adjacent_verbatim_runs_are_merged() {
        let mut map = OffsetMap::default();
        map.push_verbatim(2, 5);
        map.push_verbatim(3, 7);
        map.push_verbatim(1, 11);
        assert_eq!(map.runs.len(), 2);
        assert_eq!([4, 5, 6].map(|at| map.start(at)), [9, 11, 12]);
    }

    #[test]
    fn each_byte_of_a_quantum_maps_to_its_characters() {
        // "PGE+" reads "<a>".
        let mut map = OffsetMap::default();
        map.push_quanta(6, 100);
        assert_eq!([0, 1, 2, 3].map(|at| map.start(at)), [100, 101, 102, 104]);
        assert_eq!([1, 2, 3, 4].map(|at| map.end(at)), [102, 103, 104, 106]);
    }

    #[test]
    fn runs_that_are_not_needed_are_dropped() {
        let mut map = OffsetMap::default();
        map.push_verbatim(4, 0);
        map.push_verbatim(4, 10);
        map.push_verbatim(4, 20);
        map.forget_before(5);
        assert_eq!(map.runs.len(), 2);
        assert_eq!((map.start(5), map.end(12)), (11, 24));
        map.forget_before(12);
        assert_eq!((map.runs.len(), map.start(12)), (1, 24));
    }

    #[test]
    fn offsets_are_mapped_through_all_stages() {
        // "PTNDYQ==" is base64 of "=3Ca", and that quoted-printable of "<a".
        let mut transfer = OffsetMap::default();
        transfer.push_quanta(4, 50);
        let mut text = OffsetMap::default();
        text.push_replaced(1, 0..3);
        text.push_verbatim(1, 3);
        let stages = [&text, &transfer];
        let origin = Origin::new(&stages);
        assert_eq!(origin.source(0..1), 50..54);
        assert_eq!(origin.source(1..2), 54..56);
    }

    #[test]
    fn a_carried_map_is_that_of_the_text() {
        // "ab=\r\nc=3Dd" reads "abc=d", and base64 follows.
        let mut map = OffsetMap::default();
        map.push_verbatim(2, 10);
        map.push_verbatim(1, 15);
        map.push_replaced(1, 16..19);
        map.push_verbatim(1, 19);
        map.push_quanta(5, 20);
        let text = |map: &OffsetMap, from: u64| -> Vec<_> {
            let maps = [map];
            let origin = Origin::new(&maps);
            let offsets = from..=10;
            offsets
                .map(|at| (origin.start(at), origin.end(at.max(from + 1))))
                .collect()
        };
        for cut in 0..=10 {
            for from in 0..=cut {
                let mut carried = OwnedOrigin::default();
                let first = [&map];
                carried.carry(&Origin::new(&first), 0..cut, 0);
                carried.carry(&Origin::new(&first), cut..cut, from);
                // The map of the first block is gone.
                let mut second = map.clone();
                second.forget_before(cut);
                let second = [&second];
                let then = Origin::new(&second);
                let whole = Origin::after(&carried, &then);
                let found: Vec<_> = (from..=10)
                    .map(|at| (whole.start(at), whole.end(at.max(from + 1))))
                    .collect();
                assert_eq!(found, text(&map, from), "{from}, {cut}");
                let first = carried.sources().next().map(|first| first.start);
                let is_any = from < cut;
                assert_eq!(first, is_any.then(|| map.start(from)));
            }
        }
    }

    #[test]
    fn an_owned_map_of_one_range_is_that_of_its_runs() {
        // "ab=\r\nc=3Dd" reads "abc=d".
        let mut map = OffsetMap::default();
        map.push_verbatim(2, 10);
        map.push_verbatim(1, 15);
        map.push_replaced(1, 16..19);
        map.push_verbatim(1, 19);
        let stages = [&map];
        let origin = Origin::new(&stages);
        for from in 0..5 {
            for to in from + 1..=5 {
                let one = OwnedOrigin::of(&origin, std::iter::once(from..to));
                assert!(matches!(one.map, OwnedMap::Range(_)));
                let mut runs = OffsetMap::default();
                let source = origin.source(from..to);
                runs.push_replaced(from, source.start..source.start);
                runs.push_replaced(to - from, source);
                let stages = [&runs];
                let runs = Origin::new(&stages);
                for offset in 0..8 {
                    let of_one = one.with(|one| (one.start(offset), one.end(offset)));
                    let expected = (runs.start(offset), runs.end(offset));
                    assert_eq!(of_one, expected, "{offset} of {from}..{to}");
                }
            }
        }
        let two = OwnedOrigin::of(&origin, [0..1, 2..3]);
        assert_eq!(two.with(|two| two.source(0..3)), 10..16);
    }
}
