//! The sorted entries of a tally.

use std::{
    cmp::Ordering,
    io::{self, Read, Write},
};

use urlsift_sort::{Encode, Record};

use super::number::{read, read_bytes, unzigzag, write, write_bytes, zigzag};
use crate::figures::{Amounts, Figure, InputDate};

/// An entry: something that is known about a URL, or about all that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The URL; empty for figures, which are therefore the first entries.
    pub(crate) url: Box<[u8]>,
    pub(crate) fact: Fact,
}

/// The kinds of entries, those with one URL in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// The counts of a name, for the report.
    Figure(Figure, Box<[u8]>, Amounts),
    Counts(Counts),
    /// The date of a message with the URL that is not certain to be plausible.
    Date(InputDate),
    /// The URL is the reading with this index, without hyphens, of this other URL.
    ReadingOf(u32, Box<[u8]>),
}

impl Fact {
    const fn rank(&self) -> u8 {
        match self {
            Self::Figure(..) => 0,
            Self::Counts(_) => 1,
            Self::Date(_) => 2,
            Self::ReadingOf(..) => 3,
        }
    }
}

/// The counts of a URL in a contiguous part of the inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) count: u64,
    /// The number of occurrences with only one reading.
    pub(crate) unbroken: u64,
    pub(crate) messages: u64,
    pub(crate) files: u64,
    /// Hashes of the first and the last file.
    pub(crate) edge_files: [u64; 2],
    /// Hashes of the messages of the first and the last occurrence; 0 without a message.
    pub(crate) edge_messages: [u64; 2],
    /// The first and the last date that is certainly plausible, in seconds since 1970.
    pub(crate) seen: Option<(i64, i64)>,
    /// The reading that satisfies the strictest standard, if it is not the URL itself.
    pub(crate) best: Option<Box<[u8]>>,
}

impl Counts {
    /// Adds the counts of the part of the inputs that follows.
    pub(crate) fn absorb(&mut self, later: Self) {
        let is_same_file = self.edge_files[1] == later.edge_files[0];
        let message = self.edge_messages[1];
        let is_same_message = message != 0 && message == later.edge_messages[0];
        self.count += later.count;
        self.unbroken += later.unbroken;
        self.files += later.files - u64::from(is_same_file);
        self.messages += later.messages - u64::from(is_same_message);
        self.edge_files[1] = later.edge_files[1];
        self.edge_messages[1] = later.edge_messages[1];
        self.seen = match (self.seen, later.seen) {
            (Some((first, last)), Some((other_first, other_last))) => {
                Some((first.min(other_first), last.max(other_last)))
            }
            (seen, other) => seen.or(other),
        };
        if self.best.is_none() {
            self.best = later.best;
        }
    }
}

impl Encode for Entry {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        write_bytes(out, &self.url)?;
        out.write_all(&[self.fact.rank()])?;
        match &self.fact {
            Fact::Figure(figure, name, amounts) => {
                out.write_all(&[*figure as u8])?;
                write_bytes(out, name)?;
                let Amounts {
                    count,
                    messages,
                    files,
                    bytes,
                } = *amounts;
                let mut amounts = [count, messages, files, bytes].into_iter();
                amounts.try_for_each(|amount| write(out, amount))
            }
            Fact::Counts(counts) => {
                for number in [counts.count, counts.unbroken, counts.messages, counts.files] {
                    write(out, number)?;
                }
                for hash in counts.edge_files.iter().chain(&counts.edge_messages) {
                    out.write_all(&hash.to_le_bytes())?;
                }
                write(out, u64::from(counts.seen.is_some()))?;
                if let Some((first, last)) = counts.seen {
                    write(out, zigzag(first))?;
                    write(out, zigzag(last))?;
                }
                write_bytes(out, counts.best.as_deref().unwrap_or_default())
            }
            Fact::Date(InputDate { input, date }) => {
                out.write_all(&input.to_le_bytes())?;
                write(out, zigzag(*date))
            }
            Fact::ReadingOf(index, url) => {
                write(out, u64::from(*index))?;
                write_bytes(out, url)
            }
        }
    }
}

impl Record for Entry {
    type Order = ();

    fn decode(source: &mut impl Read) -> io::Result<Self> {
        let url = read_bytes(source)?;
        let fact = match read_byte(source)? {
            0 => decode_figure(source)?,
            1 => Fact::Counts(decode_counts(source)?),
            2 => Fact::Date(InputDate {
                input: read_hash(source)?,
                date: unzigzag(read(source)?),
            }),
            3 => Fact::ReadingOf(read(source)? as u32, read_bytes(source)?),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        };
        Ok(Self { url, fact })
    }

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        let by_url = self.url.cmp(&other.url);
        by_url.then_with(|| match (&self.fact, &other.fact) {
            (Fact::Figure(one, name, _), Fact::Figure(other, other_name, _)) => {
                one.cmp(other).then_with(|| name.cmp(other_name))
            }
            (Fact::Date(one), Fact::Date(other)) => one.cmp(other),
            (Fact::ReadingOf(index, url), Fact::ReadingOf(other_index, other_url)) => {
                url.cmp(other_url).then(index.cmp(other_index))
            }
            (one, other) => one.rank().cmp(&other.rank()),
        })
    }

    fn absorb(&mut self, equal: Self) {
        match (&mut self.fact, equal.fact) {
            (Fact::Figure(.., amounts), Fact::Figure(.., more)) => *amounts += more,
            (Fact::Counts(counts), Fact::Counts(later)) => counts.absorb(later),
            // The same date, or the same reading of the same URL.
            _ => {}
        }
    }
}

fn read_byte(source: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    source.read_exact(&mut byte)?;
    Ok(byte[0])
}

fn read_hash(source: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    source.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn decode_figure(source: &mut impl Read) -> io::Result<Fact> {
    let figure = Figure::ALL.get(usize::from(read_byte(source)?));
    let figure = *figure.ok_or(io::ErrorKind::InvalidData)?;
    let name = read_bytes(source)?;
    let amounts = Amounts {
        count: read(source)?,
        messages: read(source)?,
        files: read(source)?,
        bytes: read(source)?,
    };
    Ok(Fact::Figure(figure, name, amounts))
}

fn decode_counts(source: &mut impl Read) -> io::Result<Counts> {
    let [mut numbers, mut hashes] = [[0; 4]; 2];
    for number in &mut numbers {
        *number = read(source)?;
    }
    for hash in &mut hashes {
        *hash = read_hash(source)?;
    }
    let seen = match read(source)? {
        0 => None,
        _ => Some((unzigzag(read(source)?), unzigzag(read(source)?))),
    };
    let best = read_bytes(source)?;
    let [count, unbroken, messages, files] = numbers;
    Ok(Counts {
        count,
        unbroken,
        messages,
        files,
        edge_files: [hashes[0], hashes[1]],
        edge_messages: [hashes[2], hashes[3]],
        seen,
        best: (!best.is_empty()).then_some(best),
    })
}

/// A reading of a URL, without hyphens, that occurs elsewhere in one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resolved {
    pub(crate) url: Box<[u8]>,
    /// The index of the reading.
    pub(crate) index: u32,
    pub(crate) reading: Box<[u8]>,
}

impl Encode for Resolved {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        write_bytes(out, &self.url)?;
        write(out, u64::from(self.index))?;
        write_bytes(out, &self.reading)
    }
}

impl Record for Resolved {
    type Order = ();

    fn decode(source: &mut impl Read) -> io::Result<Self> {
        Ok(Self {
            url: read_bytes(source)?,
            index: read(source)? as u32,
            reading: read_bytes(source)?,
        })
    }

    /// All readings of one URL compare as equal, so that only the first one remains.
    fn compare(&self, other: &Self, (): ()) -> Ordering {
        self.url.cmp(&other.url)
    }

    fn absorb(&mut self, equal: Self) {
        if equal.index < self.index {
            *self = equal;
        }
    }
}

#[cfg(test)]
mod tests {
    use urlsift_sort::{Encode, Record, Runs};

    use super::{Amounts, Counts, Entry, Fact, Figure, InputDate, Resolved};

    pub(super) fn counts(file: u64, message: u64) -> Counts {
        Counts {
            count: 1,
            unbroken: 1,
            messages: u64::from(message != 0),
            files: 1,
            edge_files: [file; 2],
            edge_messages: [message; 2],
            seen: None,
            best: None,
        }
    }

    #[test]
    fn entries_are_read_as_written() {
        let mut full = counts(u64::MAX, 7);
        full.seen = Some((-1, 791_553_600));
        full.best = Some(Box::from(*b"b"));
        let amounts = Amounts {
            count: 1,
            messages: 0,
            files: u64::MAX,
            bytes: 300,
        };
        for fact in [
            Fact::Figure(Figure::ErrorFile, Box::from(*b"a/b"), amounts),
            Fact::Counts(counts(1, 0)),
            Fact::Counts(full),
            Fact::Date(InputDate {
                input: u64::MAX,
                date: -5,
            }),
            Fact::ReadingOf(2, Box::from(*b"http://a-b/")),
        ] {
            let entry = Entry {
                url: Box::from(*b"http://a/\0\xff"),
                fact,
            };
            let mut out = Vec::new();
            entry.encode(&mut out).expect("a vector");
            assert_eq!(Entry::decode(&mut &*out).expect("an entry"), entry);
            for len in 0..out.len() {
                assert!(Entry::decode(&mut &out[..len]).is_err());
            }
        }
        let resolved = Resolved {
            url: Box::from(*b"a-b"),
            index: 1,
            reading: Box::from(*b"ab"),
        };
        let mut out = Vec::new();
        resolved.encode(&mut out).expect("a vector");
        assert_eq!(Resolved::decode(&mut &*out).expect("one"), resolved);
    }

    #[test]
    fn equal_figures_are_added() {
        let figure = |figure, name: &str, count| Entry {
            url: Box::default(),
            fact: Fact::Figure(
                figure,
                Box::from(name.as_bytes()),
                Amounts {
                    count,
                    ..Amounts::ONE
                },
            ),
        };
        let url = Entry {
            url: Box::default(),
            fact: Fact::Counts(counts(1, 0)),
        };
        let mut runs: Runs<Entry> = Runs::new(());
        for run in [
            [
                figure(Figure::Host, "a", 1),
                figure(Figure::Host, "b", 2),
                figure(Figure::File, "a", 4),
            ],
            [
                figure(Figure::Host, "", 1),
                figure(Figure::Host, "b", 8),
                url.clone(),
            ],
        ] {
            runs.push(run).expect("a temporary file");
        }
        let merged: Result<Vec<Entry>, _> = runs.merge().expect("the files").collect();
        let expected = [
            figure(Figure::Host, "", 1),
            figure(Figure::Host, "a", 1),
            figure(Figure::Host, "b", 10),
            figure(Figure::File, "a", 4),
            url,
        ];
        assert_eq!(merged.expect("entries"), expected);
    }

    #[test]
    fn files_and_messages_that_continue_count_once() {
        let mut all = counts(1, 10);
        for (file, message, expected) in [
            (1, 10, (1, 1)),
            (1, 11, (2, 1)),
            (2, 12, (3, 2)),
            (3, 0, (3, 3)),
            (3, 0, (3, 3)),
        ] {
            all.absorb(counts(file, message));
            assert_eq!((all.messages, all.files), expected);
        }
        assert_eq!(all.count, 6);
    }
}
