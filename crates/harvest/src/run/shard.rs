//! Writes the tables of one shard.

use std::{
    collections::BTreeMap,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use urlsift::table::{ERRORS, INPUTS, MESSAGES};
use urlsift_search::{
    CharsetCounts, Error as InputError, FileSink, Input, Progress, Searcher, Unpacker,
};

use crate::{
    dataset::{Commit, DataFile, ShardTable},
    error::Error,
    failure::Failure,
    figures::LinkFigures,
    observer::{RunObserver, ShardDone},
    options::{Format, Options},
    plan::{Shard, ShardInput},
    storage::{InputFiles, RangeHasher, Workspace, Written},
    table::TableWriter,
    tally::TallyBuilder,
};

use super::{
    input::{ReadInput, check},
    sink::{ShardSink, Tables},
    source_hash::path_hash,
    url_keys::UrlKeys,
};

/// How a shard ended.
#[derive(Debug)]
pub(crate) enum ShardEnd {
    /// The shard is committed. Its parts in unknown charsets are counted.
    Done(ShardDone, CharsetCounts),
    /// The shard is not committed, because the run should stop.
    Stopped,
    /// The shard is not committed, because the inputs with these indices could not be read.
    Failed(Vec<(usize, Failure)>),
}

/// Writes the tables of one shard after another.
#[derive(Debug)]
pub(crate) struct ShardRunner {
    files: InputFiles,
    options: Options,
    unpacker: Option<Unpacker>,
    /// The searcher for inputs that are read from start to end.
    searcher: Searcher,
    progress: Option<Arc<Progress>>,
}

impl ShardRunner {
    pub(crate) fn new(
        files: &InputFiles,
        options: &Options,
        progress: Option<Arc<Progress>>,
    ) -> Result<Self, Error> {
        let unpacker = options.search.unpacker();
        Ok(Self {
            files: files.clone(),
            searcher: searcher(options, unpacker.as_ref(), progress.as_ref())?,
            options: options.clone(),
            unpacker,
            progress,
        })
    }

    /// Reads the inputs of a shard, and writes and commits its tables.
    pub(crate) fn run(
        &mut self,
        shard: &Shard,
        workspace: &Workspace,
        observer: &impl RunObserver,
    ) -> Result<ShardEnd, Error> {
        let name = shard.key.to_string();
        let mut tables = self.create_tables(&name, workspace)?;
        let mut failures = Vec::new();
        let mut committed = Vec::with_capacity(shard.inputs.len());
        for (index, input) in shard.inputs.iter().enumerate() {
            if observer.is_stopped() {
                return Ok(ShardEnd::Stopped);
            }
            let read = catch_unwind(AssertUnwindSafe(|| {
                self.read_checked(shard, index, &mut tables, observer)
            }));
            let read = if let Ok(read) = read {
                match read? {
                    Some(read) => read,
                    None => return Ok(ShardEnd::Stopped),
                }
            } else {
                // What was being used is in an unknown state. The other inputs are read only to find out whether they
                // fail, too.
                drop(tables);
                tables = self.create_tables(&name, workspace)?;
                let (unpacker, progress) = (self.unpacker.as_ref(), self.progress.as_ref());
                self.searcher = searcher(&self.options, unpacker, progress)?;
                let path = input.path.to_path();
                Err(Failure::of(&InputError::panicked(&path)))
            };
            match read {
                Ok(read) => committed.push(read.commit(input)),
                Err(failure) => failures.push((index, failure)),
            }
        }
        if !failures.is_empty() {
            drop(tables);
            for table in ShardTable::ALL {
                workspace.discard(&table.temporary_name(&name, self.options.format));
            }
            return Ok(ShardEnd::Failed(failures));
        }
        let done = ShardDone {
            bytes: shard.bytes(),
            links: tables
                .links
                .iter()
                .flatten()
                .next()
                .map_or(0, TableWriter::rows),
            messages: tables.messages.rows(),
            errors: tables.errors.rows(),
            was_done: false,
        };
        let unknown_charsets = mem::take(&mut tables.unknown_charsets);
        let commit = Commit {
            key: shard.key,
            inputs: committed,
            tables: publish(tables, &name, self.options.format, workspace)?,
        };
        commit.write(workspace)?;
        Ok(ShardEnd::Done(done, unknown_charsets))
    }

    fn create_tables(&self, name: &str, workspace: &Workspace) -> Result<Tables, Error> {
        let format = self.options.format;
        let create = |table: ShardTable| workspace.create(&table.temporary_name(name, format));
        let writer = |columns, table| TableWriter::new(columns, &self.options, create(table)?);
        let wide = self.options.wide.then(|| create(ShardTable::Wide));
        let wide = wide.transpose()?;
        Ok(Tables {
            links: TableWriter::of_links(&self.options, create(ShardTable::Links)?, wide)?,
            url_keys: UrlKeys::default(),
            messages: writer(&MESSAGES, ShardTable::Messages)?,
            inputs: writer(&INPUTS, ShardTable::Inputs)?,
            errors: writer(&ERRORS, ShardTable::Errors)?,
            tally: TallyBuilder::new(create(ShardTable::Tallies)?),
            link_figures: LinkFigures::new(&self.options),
            unknown_charsets: CharsetCounts::default(),
        })
    }

    /// Reads one input, and checks before and after that it is as planned. `None` if the run should stop.
    fn read_checked(
        &mut self,
        shard: &Shard,
        index: usize,
        tables: &mut Tables,
        observer: &impl RunObserver,
    ) -> Result<Option<Result<ReadInput, Failure>>, Error> {
        let input = &shard.inputs[index];
        let checked = match check(&self.files, input) {
            Ok(checked) => checked,
            Err(failure) => return Ok(Some(Err(failure))),
        };
        let opened = match self.files.input(&checked.path) {
            Ok(opened) => opened,
            Err(error) => return Ok(Some(Err(Failure::io(&checked.path, error)))),
        };
        let name = shard.key.to_string();
        tables.tally.begin_input(path_hash(&input.path.bytes()));
        let mut sink = ShardSink::new(&name, index, &self.options, tables, observer);
        self.search(input, &opened, checked.hasher(), &mut sink)?;
        let failed = sink.failure()?;
        // The rest of a large file need not be hashed.
        if observer.is_stopped() {
            return Ok(None);
        }
        if let Some(failure) = failed {
            return Ok(Some(Err(failure)));
        }
        let read = checked.finish(&self.files, input, observer);
        if read.is_err() && observer.is_stopped() {
            return Ok(None);
        }
        if let Ok(read) = &read {
            sink.finish(input, read)?;
        }
        Ok(Some(read))
    }

    /// Searches one input, or a range of it.
    fn search(
        &mut self,
        input: &ShardInput,
        opened: &Input,
        hasher: Arc<RangeHasher>,
        sink: &mut impl FileSink,
    ) -> Result<(), Error> {
        let is_whole = input.start == 0 && input.ends_file;
        match input.end {
            Some(end) if !is_whole => {
                let unpacker = self.unpacker.clone();
                let searcher = self.options.search.searcher(unpacker)?;
                let mut searcher = searcher.range(input.start..end);
                searcher.search_observed(opened, hasher, sink);
                if let Some(progress) = &self.progress {
                    progress.add(end - input.start);
                }
            }
            _ => self.searcher.search_observed(opened, hasher, sink),
        }
        Ok(())
    }
}

/// Returns a searcher for inputs that are read from start to end.
fn searcher(
    options: &Options,
    unpacker: Option<&Unpacker>,
    progress: Option<&Arc<Progress>>,
) -> Result<Searcher, Error> {
    let searcher = options.search.searcher(unpacker.cloned())?;
    Ok(match progress {
        Some(progress) => searcher.progress(Arc::clone(progress)),
        None => searcher,
    })
}

/// Moves the tables of a shard to their paths in the data set.
fn publish(
    tables: Tables,
    shard: &str,
    format: Format,
    workspace: &Workspace,
) -> Result<BTreeMap<String, DataFile>, Error> {
    let Tables {
        links: [links, wide],
        messages,
        inputs,
        errors,
        tally,
        ..
    } = tables;
    let mut finished: Vec<(ShardTable, u64, Written)> = Vec::new();
    for (table, writer) in [
        (ShardTable::Links, links),
        (ShardTable::Messages, Some(messages)),
        (ShardTable::Wide, wide),
        (ShardTable::Inputs, Some(inputs)),
        (ShardTable::Errors, Some(errors)),
    ] {
        let Some(writer) = writer else {
            continue;
        };
        let rows = writer.rows();
        let (written, links) = writer.finish()?;
        finished.push((table, rows, written));
        finished.extend(links.map(|written| (ShardTable::Links, rows, written)));
    }
    let (entries, written) = tally.finish()?;
    finished.push((ShardTable::Tallies, entries, written));
    let mut files = BTreeMap::new();
    for (table, rows, written) in finished {
        let path = table.path_of(shard, format);
        workspace.publish(&written, &path)?;
        let file = DataFile {
            file: path,
            rows,
            size: written.size,
            digest: written.digest,
        };
        files.insert(table.name().to_owned(), file);
    }
    Ok(files)
}
