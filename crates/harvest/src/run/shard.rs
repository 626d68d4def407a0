//! Writes the tables of one shard.

use std::{
    collections::BTreeMap,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use urlsift_record::table::{ERRORS, INPUTS, LINKS, MESSAGES};
use urlsift_search::{CharsetCounts, Error as InputError, Progress, Searcher, Unpacker};

use crate::{
    dataset::{Commit, CommittedInput, DataFile, ShardTable},
    error::Error,
    failure::Failure,
    figures::LinkFigures,
    observer::{RunObserver, ShardDone},
    options::{Format, Options},
    plan::Shard,
    storage::{InputFiles, Workspace, Written},
    table::TableWriter,
    tally::TallyBuilder,
};

use super::{
    input::{Checked, check},
    sink::{ShardSink, Tables},
    source_hash::path_hash,
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
                read?
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
            if observer.is_stopped() {
                return Ok(ShardEnd::Stopped);
            }
            match read {
                Ok(input) => committed.push(input),
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
            links: tables.links.rows(),
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
        Ok(Tables {
            links: writer(&LINKS, ShardTable::Links)?,
            messages: writer(&MESSAGES, ShardTable::Messages)?,
            inputs: writer(&INPUTS, ShardTable::Inputs)?,
            errors: writer(&ERRORS, ShardTable::Errors)?,
            tally: TallyBuilder::new(create(ShardTable::Tallies)?),
            link_figures: LinkFigures::new(&self.options),
            unknown_charsets: CharsetCounts::default(),
        })
    }

    /// Reads one input, and checks before and after that it is as planned.
    fn read_checked(
        &mut self,
        shard: &Shard,
        index: usize,
        tables: &mut Tables,
        observer: &impl RunObserver,
    ) -> Result<Result<CommittedInput, Failure>, Error> {
        let input = &shard.inputs[index];
        let checked = match check(&self.files, input, observer) {
            Ok(checked) => checked,
            Err(failure) => return Ok(Err(failure)),
        };
        let failed = self.read(shard, index, &checked, tables, observer)?;
        let failed = failed.or_else(|| checked.check_again(&self.files, input, observer).err());
        Ok(failed.map_or_else(|| Ok(checked.commit(input)), Err))
    }

    /// Reads one input. Returns the failure if it could not be read.
    fn read(
        &mut self,
        shard: &Shard,
        index: usize,
        checked: &Checked,
        tables: &mut Tables,
        observer: &impl RunObserver,
    ) -> Result<Option<Failure>, Error> {
        let input = &shard.inputs[index];
        let opened = match self.files.input(&checked.path) {
            Ok(opened) => opened,
            Err(error) => return Ok(Some(Failure::io(&checked.path, error))),
        };
        let name = shard.key.to_string();
        tables.tally.begin_input(path_hash(&input.path.bytes()));
        let mut sink = ShardSink::new(&name, index, &self.options, tables, observer);
        let is_whole = input.start == 0 && input.ends_file;
        match input.end {
            Some(end) if !is_whole => {
                let unpacker = self.unpacker.clone();
                let searcher = self.options.search.searcher(unpacker)?;
                searcher.range(input.start..end).search(&opened, &mut sink);
                if let Some(progress) = &self.progress {
                    progress.add(end - input.start);
                }
            }
            _ => self.searcher.search(&opened, &mut sink),
        }
        sink.finish(input, checked)
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
        links,
        messages,
        inputs,
        errors,
        tally,
        ..
    } = tables;
    let mut finished: Vec<(ShardTable, u64, Written)> = Vec::new();
    for (table, writer) in [
        (ShardTable::Links, links),
        (ShardTable::Messages, messages),
        (ShardTable::Inputs, inputs),
        (ShardTable::Errors, errors),
    ] {
        finished.push((table, writer.rows(), writer.finish()?));
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
