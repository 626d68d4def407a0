//! Counts the URLs of a shard, and holds its figures.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    io::{self, BufWriter, Write},
    mem,
    path::Path,
};

use borsh::BorshSerialize;
use urlsift::{Fields, Link, Message, Metadata};
use urlsift_search::rfc1738::Parts;
use urlsift_settle::{
    Claim, Testimony, host_of,
    sort::{Record, Runs},
};

use super::entry::{Counts, Entry, Fact};
use crate::{
    error::Error,
    figures::{Amounts, Figure, FigureCounts, InputDate, is_certain, is_possible, year},
    storage::{DiskFile, Written},
};

/// The maximum memory of the entries of a shard, in bytes. Beyond it, they are sorted in temporary files.
const MAX_BYTES: usize = 16 << 20;

/// The approximate memory of an entry in addition to its texts, in bytes.
const ENTRY: usize = 256;

/// The number of bytes of entries that are compressed at a time.
const BUFFER: usize = 64 << 10;

/// An occurrence of a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence<'r, 'f, 'u> {
    pub(crate) link: &'r Fields<'f, 'u>,
    /// The hash of the file.
    pub(crate) file: u64,
    /// The hash of the message, if the link is in one.
    pub(crate) message: Option<u64>,
}

/// Counts the URLs of a shard, and writes the counts to a file, sorted.
#[derive(Debug)]
pub(crate) struct TallyBuilder {
    file: DiskFile,
    /// The number of each URL, and its counts.
    counts: HashMap<Box<[u8]>, (u32, Counts)>,
    /// The numbers of URLs, each with the hash of the readings of a link, if it has several, and a date.
    dates: HashSet<(u32, Option<u128>, InputDate)>,
    /// The counts of links with several readings, by the number of the URL and the hash of the readings.
    doubts: HashMap<(u32, u128), Counts>,
    claims: BTreeSet<Claim>,
    /// The hosts of URLs in one piece.
    hosts: HashSet<Box<[u8]>>,
    /// The approximate memory of these, in bytes.
    bytes: usize,
    figures: FigureCounts,
    runs: Runs<Entry>,
    input: CurrentInput,
}

/// The input that is being read.
#[derive(Clone, Copy, Debug, Default)]
struct CurrentInput {
    /// The hash of its path.
    hash: u64,
    /// The newest date so far at which a message was received.
    newest_received: Option<i64>,
    /// The number of messages with links and a date that is not certain to be plausible.
    uncertain: u64,
}

impl TallyBuilder {
    pub(crate) fn new(file: DiskFile) -> Self {
        Self {
            file,
            counts: HashMap::new(),
            dates: HashSet::new(),
            doubts: HashMap::new(),
            claims: BTreeSet::new(),
            hosts: HashSet::new(),
            bytes: 0,
            figures: FigureCounts::default(),
            runs: Runs::new(()),
            input: CurrentInput::default(),
        }
    }

    /// Begins an input whose path has this hash.
    pub(crate) fn begin_input(&mut self, hash: u64) {
        self.input = CurrentInput {
            hash,
            ..CurrentInput::default()
        };
    }

    /// Ends an input: counts what decides about its dates.
    pub(crate) fn end_input(&mut self) {
        let CurrentInput {
            hash,
            newest_received,
            uncertain,
        } = self.input;
        let newest = InputDate::newest(hash, newest_received);
        let amounts = Amounts {
            messages: uncertain,
            ..Amounts::default()
        };
        self.figures
            .add(Figure::Received, &newest.to_name(), amounts);
    }

    /// Returns the figures, to which the caller may add; [`spill_if_full`](Self::spill_if_full) bounds their memory.
    pub(crate) const fn figures(&mut self) -> &mut FigureCounts {
        &mut self.figures
    }

    /// Counts an occurrence.
    pub(crate) fn add(&mut self, occurrence: &Occurrence<'_, '_, '_>) -> Result<(), Error> {
        let fields = occurrence.link;
        let link = fields.link();
        let url = link.url_bytes();
        let date = self.date_of(link.message().map(Message::metadata));
        let testimony = Testimony::of(link.candidate(), fields.guesses().iter().cloned());
        let is_whole = matches!(testimony, Testimony::Whole(_));
        let doubt = match &testimony {
            Testimony::Doubted(doubt) => Some(doubt.id()),
            _ => None,
        };
        let file = occurrence.file.to_le_bytes();
        let message = occurrence.message.map_or(0, |hash| hash.max(1));
        let seen = match date {
            Some((InputDate { date, .. }, true)) => Some((date, date)),
            _ => None,
        };
        let counts = Counts {
            count: 1,
            unbroken: u64::from(is_whole),
            messages: u64::from(message != 0),
            files: 1,
            first_file: file,
            last_file: file,
            first_message: message.to_le_bytes(),
            last_message: message.to_le_bytes(),
            seen,
            best: best(link).unwrap_or_default(),
        };
        if let Testimony::Doubted(doubt) = &testimony {
            for claim in doubt.claims() {
                let size = claim.size() + ENTRY;
                if self.claims.insert(claim) {
                    self.bytes += size;
                }
            }
        }
        let of_link = Counts {
            seen: seen.filter(|_| doubt.is_none()),
            ..counts.clone()
        };
        let (number, is_first) = self.count(url, of_link);
        if is_whole && is_first {
            self.add_host(fields.parts());
        }
        if let Some(doubt) = doubt {
            let counts = Counts {
                best: Box::default(),
                ..counts
            };
            self.count_doubt(number, doubt, url.len(), counts);
        }
        if let Some((date, false)) = date
            && is_possible(date.date)
            && self.dates.insert((number, doubt, date))
        {
            // When the entries are sorted, each has a copy of the URL.
            self.bytes += url.len() + ENTRY;
        }
        self.spill_if_full()
    }

    /// Adds the counts of a URL. Returns its number, and whether it is in one piece for the first time.
    fn count(&mut self, url: &[u8], counts: Counts) -> (u32, bool) {
        if let Some((number, before)) = self.counts.get_mut(url) {
            let is_first = before.unbroken == 0;
            before.absorb(counts);
            return (*number, is_first);
        }
        // Far fewer than 2^32 URLs fit into the memory.
        let number = self.counts.len() as u32;
        self.bytes += url.len() + ENTRY;
        self.counts.insert(url.into(), (number, counts));
        (number, true)
    }

    /// Adds the counts of links with several readings, whose URL has a number and a length.
    fn count_doubt(&mut self, number: u32, doubt: u128, url_len: usize, counts: Counts) {
        if let Some(before) = self.doubts.get_mut(&(number, doubt)) {
            before.absorb(counts);
        } else {
            self.bytes += url_len + ENTRY;
            self.doubts.insert((number, doubt), counts);
        }
    }

    /// Adds the host of a URL in one piece.
    fn add_host(&mut self, parts: &Parts<'_>) {
        if let Some(host) = host_of(parts) {
            let size = host.len() + ENTRY;
            if self.hosts.insert(host) {
                self.bytes += size;
            }
        }
    }

    /// Counts a message, and the links in it.
    pub(crate) fn add_message(&mut self, message: &Message<'_>, links: u64) -> Result<(), Error> {
        let date = self.date_of(Some(message.metadata()));
        let is_certain = date.is_some_and(|(_, is_certain)| is_certain);
        self.input.uncertain += u64::from(date.is_some() && !is_certain);
        self.figures
            .add_message(date.map(|(date, _)| date), is_certain, links);
        self.spill_if_full()
    }

    /// Writes the entries to a temporary file if they take too much memory.
    pub(crate) fn spill_if_full(&mut self) -> Result<(), Error> {
        if self.bytes + self.figures.bytes() < MAX_BYTES {
            return Ok(());
        }
        let entries = self.take_sorted();
        self.runs.push(entries).map_err(Error::of_sort)
    }

    /// Returns the year of a message with links, if its date may be plausible.
    pub(crate) fn year_of(metadata: Option<&Metadata>) -> Option<i64> {
        year(metadata?.date().filter(|&date| is_possible(date))?)
    }

    /// Returns the date of a message, and whether it is certain to be plausible.
    fn date_of(&mut self, metadata: Option<&Metadata>) -> Option<(InputDate, bool)> {
        let metadata = metadata?;
        let CurrentInput {
            hash: input,
            newest_received,
            ..
        } = &mut self.input;
        *newest_received = (*newest_received).max(metadata.received());
        let date = metadata.date()?;
        let input = *input;
        Some((
            InputDate { input, date },
            is_certain(date, *newest_received),
        ))
    }

    /// Removes all entries and returns them in order.
    fn take_sorted(&mut self) -> Vec<Entry> {
        self.bytes = 0;
        let figures = self.figures.take_sorted().into_iter();
        let mut entries: Vec<_> = figures
            .map(|(figure, name, amounts)| Entry {
                url: Box::default(),
                fact: Fact::Figure(figure, name, amounts),
            })
            .collect();
        let mut counts: Vec<_> = mem::take(&mut self.counts).into_iter().collect();
        counts.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        // Dates and doubts are sorted by the positions of their URLs, because comparing URLs takes longer.
        let mut ranks = vec![0; counts.len()];
        for (rank, (_, (number, _))) in counts.iter().enumerate() {
            ranks[*number as usize] = rank;
        }
        let dates = self.dates.drain().map(|(number, doubt, date)| {
            let fact = match doubt {
                Some(doubt) => Fact::DoubtDate(doubt, date),
                None => Fact::Date(date),
            };
            (ranks[number as usize], fact)
        });
        let doubts = self.doubts.drain().map(|((number, doubt), counts)| {
            (ranks[number as usize], Fact::DoubtCounts(doubt, counts))
        });
        let mut others: Vec<_> = dates.chain(doubts).collect();
        others.sort_unstable_by(|(one, fact), (other, other_fact)| {
            one.cmp(other).then_with(|| fact.compare(other_fact))
        });
        let mut others = others.into_iter().peekable();
        let rest = self.claims.len() + self.hosts.len();
        entries.reserve(counts.len() + others.len() + rest);
        for (rank, (url, (_, counts))) in counts.into_iter().enumerate() {
            entries.push(Entry {
                url: url.clone(),
                fact: Fact::Counts(counts),
            });
            while let Some((_, fact)) = others.next_if(|(of, _)| *of == rank) {
                let url = url.clone();
                entries.push(Entry { url, fact });
            }
        }
        entries.extend(self.hosts.drain().map(|url| Entry {
            url,
            fact: Fact::Host,
        }));
        let claims = mem::take(&mut self.claims).into_iter();
        entries.extend(claims.map(|claim| Entry {
            url: claim.key.clone(),
            fact: Fact::Claim(claim),
        }));
        // The entries consist mostly of sorted runs, so a merge sort is fast.
        entries.sort_by(|one, other| one.compare(other, ()));
        entries
    }

    /// Writes the entries, and makes the file durable. Also returns their number.
    pub(crate) fn finish(mut self) -> Result<(u64, Written), Error> {
        let path = self.file.path().to_owned();
        let entries = self.take_sorted();
        let mut runs = self.runs;
        let encoder = zstd::Encoder::new(self.file, 1).map_err(Error::io(&path))?;
        // Entries are short, and a call of the encoder takes a few hundred instructions.
        let mut encoder = BufWriter::with_capacity(BUFFER, encoder);
        let count = if runs.is_empty() {
            write_all(&mut encoder, &path, entries.into_iter().map(Ok))?
        } else {
            runs.push(entries).map_err(Error::of_sort)?;
            let merge = runs.merge().map_err(Error::of_sort)?;
            write_all(&mut encoder, &path, merge)?
        };
        let encoder = encoder.into_inner().map_err(io::IntoInnerError::into_error);
        let finished = encoder.and_then(zstd::Encoder::finish);
        let finished = finished.and_then(DiskFile::finish);
        Ok((count, finished.map_err(Error::io(&path))?))
    }
}

/// Writes sorted entries to the file of a path. Returns their number.
fn write_all(
    out: &mut impl Write,
    path: &Path,
    entries: impl Iterator<Item = io::Result<Entry>>,
) -> Result<u64, Error> {
    let mut count = 0;
    for entry in entries {
        let entry = entry.map_err(Error::of_sort)?;
        entry.serialize(out).map_err(Error::io(path))?;
        count += 1;
    }
    Ok(count)
}

/// Returns the reading of a link that satisfies the strictest standard, if it is not the first one.
fn best(link: &Link<'_>) -> Option<Box<[u8]>> {
    let reading = link.readings().nth(link.best()?)?;
    Some(Box::from(&*reading))
}
