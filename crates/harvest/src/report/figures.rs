//! Counts the contents of a data set.

use std::{env, io, path::Path};

use urlsift_record::table::{ERRORS, INPUTS, LINKS};

use super::{
    counter::{Amounts, Counter, Top},
    damage::{Damage, damage_warning},
    dates::{MessageDates, MessageKey},
    folders::{common_folder, folder},
    years::Years,
};
use crate::{
    error::Error,
    manifest::{DataFile, MANIFEST, Manifest},
    options::{Format, Options},
    plausible::PlausibleDates,
    reader::{Batch, TableReader},
};

/// The maximum number of rows of a table of the page.
const TOP: usize = 50;

/// The maximum memory of the counts of hosts, in bytes.
const HOST_BYTES: usize = 16 << 20;

/// The maximum memory of each of the other counts, in bytes.
const OTHER_BYTES: usize = 1 << 20;

/// The columns of `links` that are read.
const LINK_COLUMNS: [&str; 11] = [
    "input",
    "path",
    "member",
    "message_offset",
    "delimiter",
    "scheme",
    "host_ascii",
    "conforms",
    "warnings",
    "joins",
    "also",
];

/// The contents of a data set. A figure is `None` if its column is left out.
#[derive(Debug)]
pub(super) struct Figures {
    pub(super) links: u64,
    pub(super) years: Option<Years>,
    pub(super) hosts: Option<Top>,
    pub(super) schemes: Option<Top>,
    pub(super) standards: Top,
    pub(super) delimiters: Option<Top>,
    pub(super) damage: Option<Damage>,
    /// The warnings that are not about damage, and the number of links with each.
    pub(super) warnings: Option<Top>,
    /// The reasons of second guesses.
    pub(super) guesses: Option<Top>,
    pub(super) sources: Sources,
    pub(super) errors: Errors,
}

/// The files that were read.
#[derive(Debug)]
pub(super) struct Sources {
    /// The numbers of links, messages, files and bytes of all files.
    pub(super) sum: Amounts,
    /// The number of files, or ranges of files, that are not complete.
    pub(super) incomplete: u64,
    /// The folder that contains all files, with a slash at its end.
    pub(super) common: Vec<u8>,
    pub(super) kinds: Top,
    pub(super) packings: Top,
    pub(super) folders: Top,
    pub(super) files: Top,
}

/// The damaged places of files.
#[derive(Debug)]
pub(super) struct Errors {
    pub(super) codes: Top,
    pub(super) files: Top,
}

impl Figures {
    /// Reads the tables.
    pub(super) fn gather(
        root: &Path,
        manifest: &Manifest,
        options: &Options,
    ) -> Result<Self, Error> {
        let tables = Tables {
            root,
            manifest,
            options,
        };
        let sources = tables.sources()?;
        let errors = tables.errors()?;
        tables.links(sources, errors)
    }
}

/// The tables of a data set.
#[derive(Clone, Copy)]
struct Tables<'t> {
    root: &'t Path,
    manifest: &'t Manifest,
    options: &'t Options,
}

impl Tables<'_> {
    fn has(&self, column: &str) -> bool {
        !self.options.leaves_out(column)
    }

    fn format(&self) -> Format {
        self.options.format
    }

    fn open(&self, file: &DataFile) -> Result<TableReader, Error> {
        TableReader::open(self.root, file, self.format())
    }

    fn sources(&self) -> Result<Sources, Error> {
        let columns = [
            "path", "start", "packing", "kind", "messages", "links", "complete", "size",
        ];
        let mut batch = Batch::new(&INPUTS, &columns);
        let [path, start, packing, kind, messages, links, complete, size] =
            columns.map(|name| batch.column(name));
        let [mut kinds, mut packings, mut folders, mut files] =
            [(); 4].map(|()| Counter::new(OTHER_BYTES));
        let mut common: Option<Vec<u8>> = None;
        let mut incomplete = 0;
        for file in self.manifest.files("inputs") {
            let mut reader = self.open(file)?;
            while reader.read(&mut batch)? {
                for row in 0..batch.rows() {
                    let number = |column| batch.number(column, row).map_or(0, natural);
                    // The size is that of the file: it counts with the first of its ranges.
                    let is_first = number(start) == 0;
                    let amounts = Amounts {
                        count: number(links),
                        messages: number(messages),
                        files: u64::from(is_first),
                        bytes: if is_first { number(size) } else { 0 },
                    };
                    incomplete += u64::from(number(complete) == 0);
                    let path = batch.text(path, row).unwrap_or_default();
                    let formats: Vec<_> = batch.texts(packing, row).collect();
                    let packing = formats.join(&b" > "[..]);
                    common = Some(match common {
                        Some(common) => common_folder(&common, path).to_vec(),
                        None => folder(path).to_vec(),
                    });
                    let kind = batch.text(kind, row).unwrap_or_default();
                    let counted = kinds
                        .add(kind, amounts)
                        .and_then(|()| packings.add(&packing, amounts))
                        .and_then(|()| folders.add(folder(path), amounts))
                        .and_then(|()| files.add(path, amounts));
                    counted.map_err(temporary())?;
                }
            }
        }
        let files = files.top(TOP).map_err(temporary())?;
        Ok(Sources {
            sum: files.sum,
            incomplete,
            common: common.unwrap_or_default(),
            kinds: kinds.top(TOP).map_err(temporary())?,
            packings: packings.top(TOP).map_err(temporary())?,
            folders: folders.top(TOP).map_err(temporary())?,
            files,
        })
    }

    fn errors(&self) -> Result<Errors, Error> {
        let mut batch = Batch::new(&ERRORS, &["path", "code"]);
        let [path, code] = ["path", "code"].map(|name| batch.column(name));
        let [mut codes, mut files] = [(); 2].map(|()| Counter::new(OTHER_BYTES));
        for file in self.manifest.files("errors") {
            let mut reader = self.open(file)?;
            while reader.read(&mut batch)? {
                for row in 0..batch.rows() {
                    let text = |column| batch.text(column, row).unwrap_or_default();
                    let counted = codes.add(text(code), Amounts::ONE);
                    let counted = counted.and_then(|()| files.add(text(path), Amounts::ONE));
                    counted.map_err(temporary())?;
                }
            }
        }
        Ok(Errors {
            codes: codes.top(TOP).map_err(temporary())?,
            files: files.top(TOP).map_err(temporary())?,
        })
    }

    fn links(&self, sources: Sources, errors: Errors) -> Result<Figures, Error> {
        let names = LINK_COLUMNS.into_iter().filter(|name| self.has(name));
        let mut batch = Batch::new(&LINKS, &names.collect::<Vec<_>>());
        let mut counters = LinkCounters::new();
        let plausible = PlausibleDates::new(self.manifest.newest_received);
        let (links, messages) = (
            self.manifest.files("links"),
            self.manifest.files("messages"),
        );
        // Both have a file for each shard.
        if links.len() != messages.len() {
            return Err(Error::Invalid {
                path: self.root.join(MANIFEST),
                reason: "the numbers of files of links and of messages differ".to_owned(),
            });
        }
        let has_dates = self.has("date");
        for (links, messages) in links.iter().zip(messages) {
            let opened = has_dates.then(|| MessageDates::open(self.root, messages, self.format()));
            let mut dates = opened.transpose()?;
            let mut reader = self.open(links)?;
            while reader.read(&mut batch)? {
                counters.add(&batch).map_err(temporary())?;
                if let Some(dates) = &mut dates {
                    counters.add_dates(&batch, dates, plausible)?;
                }
            }
            if let Some(dates) = &mut dates {
                dates.finish()?;
            }
        }
        let LinkCounters {
            years,
            hosts,
            schemes,
            standards,
            delimiters,
            damage,
            warnings,
            guesses,
        } = counters;
        let top = |counter: Counter, column| {
            let top = self.has(column).then(|| counter.top(TOP));
            top.transpose().map_err(temporary())
        };
        Ok(Figures {
            links: self.manifest.rows("links"),
            years: has_dates.then_some(years),
            hosts: top(hosts, "host_ascii")?,
            schemes: top(schemes, "scheme")?,
            standards: standards.top(TOP).map_err(temporary())?,
            delimiters: top(delimiters, "delimiter")?,
            damage: (self.has("joins") && self.has("warnings")).then_some(damage),
            warnings: top(warnings, "warnings")?,
            guesses: top(guesses, "also")?,
            sources,
            errors,
        })
    }
}

/// Returns the error of temporary files.
fn temporary() -> impl FnOnce(io::Error) -> Error {
    let path = env::temp_dir();
    |error| Error::Io { path, error }
}

/// The counts of links.
struct LinkCounters {
    years: Years,
    hosts: Counter,
    schemes: Counter,
    standards: Counter,
    delimiters: Counter,
    damage: Damage,
    warnings: Counter,
    guesses: Counter,
}

impl LinkCounters {
    fn new() -> Self {
        Self {
            years: Years::default(),
            hosts: Counter::new(HOST_BYTES),
            schemes: Counter::new(OTHER_BYTES),
            standards: Counter::new(OTHER_BYTES),
            delimiters: Counter::new(OTHER_BYTES),
            damage: Damage::default(),
            warnings: Counter::new(OTHER_BYTES),
            guesses: Counter::new(OTHER_BYTES),
        }
    }

    fn add(&mut self, batch: &Batch) -> io::Result<()> {
        let [scheme, host, standard, delimiter, joins, warnings, also] = [
            "scheme",
            "host_ascii",
            "conforms",
            "delimiter",
            "joins",
            "warnings",
            "also",
        ]
        .map(|name| batch.column(name));
        for row in 0..batch.rows() {
            for (counter, column) in [
                (&mut self.hosts, host),
                (&mut self.schemes, scheme),
                (&mut self.standards, standard),
                (&mut self.delimiters, delimiter),
            ] {
                let name = batch.text(column, row).unwrap_or_default();
                counter.add(name, Amounts::ONE)?;
            }
            self.damage
                .add(batch.texts(joins, row), batch.texts(warnings, row));
            for warning in batch.texts(warnings, row) {
                if damage_warning(warning).is_none() {
                    self.warnings.add(warning, Amounts::ONE)?;
                }
            }
            for guess in batch.texts(also, row) {
                let reason = guess.split(|&byte| byte == b':').next();
                self.guesses.add(reason.unwrap_or_default(), Amounts::ONE)?;
            }
        }
        Ok(())
    }

    fn add_dates(
        &mut self,
        batch: &Batch,
        dates: &mut MessageDates,
        plausible: PlausibleDates,
    ) -> Result<(), Error> {
        let [input, path, member, offset] =
            ["input", "path", "member", "message_offset"].map(|name| batch.column(name));
        for row in 0..batch.rows() {
            let Some(offset) = batch.number(offset, row) else {
                self.years.outside += 1;
                continue;
            };
            let date = dates.date(MessageKey {
                input: batch.number(input, row).unwrap_or_default(),
                path: batch.text(path, row).unwrap_or_default(),
                member: batch.number(member, row).unwrap_or_default(),
                offset,
            })?;
            self.years.add(date, plausible);
        }
        Ok(())
    }
}

fn natural(number: i64) -> u64 {
    number.try_into().unwrap_or_default()
}
