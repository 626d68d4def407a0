//! Counts by name, also of more names than fit into memory.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BinaryHeap, HashMap},
    io::{self, Read, Write},
    mem,
    ops::AddAssign,
};

use urlsift_sort::{Encode, Record, Runs};

/// The approximate memory of a name in addition to its bytes: its entry in the table, and its allocation.
const OVERHEAD: usize = 96;

/// The counts of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Amounts {
    /// The number of links, or of other items that are counted.
    pub(super) count: u64,
    pub(super) messages: u64,
    pub(super) files: u64,
    pub(super) bytes: u64,
}

impl Amounts {
    /// One link.
    pub(super) const ONE: Self = Self {
        count: 1,
        messages: 0,
        files: 0,
        bytes: 0,
    };
}

impl AddAssign for Amounts {
    fn add_assign(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.messages = self.messages.saturating_add(other.messages);
        self.files = self.files.saturating_add(other.files);
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// Counts by name. Beyond a number of bytes, the names are sorted in temporary files.
#[derive(Debug)]
pub(super) struct Counter {
    counts: HashMap<Box<[u8]>, Amounts>,
    bytes: usize,
    max_bytes: usize,
    runs: Runs<Entry>,
}

/// The names with the greatest counts. Items without a name are counted separately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Top {
    /// The names by falling count; those with equal counts in bytewise order.
    pub(super) rows: Vec<(Box<[u8]>, Amounts)>,
    /// The number of all names.
    pub(super) names: u64,
    /// The counts of items without a name.
    pub(super) unnamed: Amounts,
    /// The sum of all counts.
    pub(super) sum: Amounts,
}

impl Counter {
    /// Creates a counter that holds at most about this many bytes.
    pub(super) fn new(max_bytes: usize) -> Self {
        Self {
            counts: HashMap::new(),
            bytes: 0,
            max_bytes,
            runs: Runs::new(()),
        }
    }

    /// Adds to the counts of a name. An empty name means that there is none.
    pub(super) fn add(&mut self, name: &[u8], amounts: Amounts) -> io::Result<()> {
        if let Some(counted) = self.counts.get_mut(name) {
            *counted += amounts;
            return Ok(());
        }
        self.bytes += name.len() + OVERHEAD;
        self.counts.insert(name.into(), amounts);
        if self.bytes > self.max_bytes {
            let sorted = self.take_sorted();
            self.runs.push(sorted)?;
        }
        Ok(())
    }

    /// Returns the names with the greatest counts, at most `len`.
    pub(super) fn top(mut self, len: usize) -> io::Result<Top> {
        let mut top = TopBuilder::new(len);
        let sorted = self.take_sorted();
        if self.runs.is_empty() {
            for entry in sorted {
                top.add(entry);
            }
        } else {
            self.runs.push(sorted)?;
            for entry in self.runs.merge()? {
                top.add(entry?);
            }
        }
        Ok(top.finish())
    }

    /// Removes the names in memory and returns them in order.
    fn take_sorted(&mut self) -> Vec<Entry> {
        self.bytes = 0;
        let counts = mem::take(&mut self.counts).into_iter();
        let mut entries: Vec<_> = counts
            .map(|(name, amounts)| Entry { name, amounts })
            .collect();
        entries.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        entries
    }
}

/// A name and its counts.
#[derive(Debug)]
struct Entry {
    name: Box<[u8]>,
    amounts: Amounts,
}

impl Encode for Entry {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        let len = u32::try_from(self.name.len()).map_err(io::Error::other)?;
        out.write_all(&len.to_le_bytes())?;
        out.write_all(&self.name)?;
        let Amounts {
            count,
            messages,
            files,
            bytes,
        } = self.amounts;
        for amount in [count, messages, files, bytes] {
            out.write_all(&amount.to_le_bytes())?;
        }
        Ok(())
    }
}

impl Record for Entry {
    type Order = ();

    fn decode(source: &mut impl Read) -> io::Result<Self> {
        let mut len = [0; 4];
        source.read_exact(&mut len)?;
        let mut name = vec![0; u32::from_le_bytes(len) as usize];
        source.read_exact(&mut name)?;
        let mut amount = || {
            let mut bytes = [0; 8];
            source.read_exact(&mut bytes)?;
            Ok::<_, io::Error>(u64::from_le_bytes(bytes))
        };
        Ok(Self {
            name: name.into(),
            amounts: Amounts {
                count: amount()?,
                messages: amount()?,
                files: amount()?,
                bytes: amount()?,
            },
        })
    }

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        self.name.cmp(&other.name)
    }

    fn absorb(&mut self, equal: Self) {
        self.amounts += equal.amounts;
    }
}

/// An entry in the order of its count; of equal counts, the first name is the greatest.
struct Ranked(Entry);

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, other) = (&self.0, &other.0);
        let by_count = one.amounts.count.cmp(&other.amounts.count);
        by_count.then_with(|| other.name.cmp(&one.name))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ranked {}

/// Collects the names with the greatest counts.
struct TopBuilder {
    len: usize,
    /// The entries so far; the one with the least count is at the top of the heap.
    heap: BinaryHeap<Reverse<Ranked>>,
    names: u64,
    unnamed: Amounts,
    sum: Amounts,
}

impl TopBuilder {
    fn new(len: usize) -> Self {
        Self {
            len,
            heap: BinaryHeap::with_capacity(len + 1),
            names: 0,
            unnamed: Amounts::default(),
            sum: Amounts::default(),
        }
    }

    fn add(&mut self, entry: Entry) {
        self.sum += entry.amounts;
        if entry.name.is_empty() {
            self.unnamed += entry.amounts;
            return;
        }
        self.names += 1;
        self.heap.push(Reverse(Ranked(entry)));
        if self.heap.len() > self.len {
            self.heap.pop();
        }
    }

    fn finish(self) -> Top {
        let sorted = self.heap.into_sorted_vec().into_iter();
        Top {
            rows: sorted
                .map(|Reverse(Ranked(entry))| (entry.name, entry.amounts))
                .collect(),
            names: self.names,
            unnamed: self.unnamed,
            sum: self.sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Amounts, Counter, Top};

    fn top(max_bytes: usize) -> Top {
        let mut counter = Counter::new(max_bytes);
        for round in 0..3_u64 {
            for number in 0..500_u64 {
                // The count of a name is three times its number modulo 100.
                let amounts = Amounts {
                    count: number % 100,
                    messages: round,
                    files: 1,
                    bytes: number,
                };
                let name = format!("host-{number:03}");
                counter.add(name.as_bytes(), amounts).expect("a file");
            }
        }
        counter.add(b"", Amounts::ONE).expect("a file");
        counter.top(7).expect("a file")
    }

    #[test]
    fn the_greatest_are_the_same_with_and_without_files() {
        let in_memory = top(usize::MAX);
        let names: Vec<_> = in_memory
            .rows
            .iter()
            .map(|(name, amounts)| (&**name, amounts.count))
            .collect();
        // Those with equal counts are in bytewise order.
        let expected: [(&[u8], u64); 7] = [
            (b"host-099", 297),
            (b"host-199", 297),
            (b"host-299", 297),
            (b"host-399", 297),
            (b"host-499", 297),
            (b"host-098", 294),
            (b"host-198", 294),
        ];
        assert_eq!(names, expected);
        assert_eq!(
            (in_memory.names, in_memory.sum.count),
            (500, 3 * 5 * 4950 + 1)
        );
        assert_eq!(in_memory.unnamed, Amounts::ONE);
        assert_eq!(in_memory.sum.messages, 500 * 3);
        for max_bytes in [0, 1000, 20_000] {
            assert_eq!(top(max_bytes), in_memory, "{max_bytes}");
        }
    }
}
