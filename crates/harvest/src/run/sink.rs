//! Writes the rows of one input.

use std::{collections::HashMap, ops::ControlFlow, path::Path, sync::Arc};

use urlsift::{
    Fields, Message,
    table::{ErrorRow, InputRow, LinkRow, MessageRow},
};
use urlsift_search::{
    CharsetCounts, Error as InputError, FileSink, Format, Kind, Link, MessageEnd, ReadStats, Sink,
    Skip, archive::ArchiveWarning,
};
use urlsift_select::Selection;

use super::{
    input::ReadInput,
    source_hash::{file_hash, message_hash, path_hash},
    url_keys::UrlKeys,
};
use crate::{
    error::Error,
    failure::Failure,
    figures::LinkFigures,
    observer::RunObserver,
    options::Options,
    plan::ShardInput,
    table::TableWriter,
    tally::{Occurrence, TallyBuilder},
};

/// The tables of a shard that are being written.
#[derive(Debug)]
pub(super) struct Tables {
    /// The writers of `links` and of `wide`, of which at least one is there.
    pub(super) links: [Option<TableWriter>; 2],
    pub(super) url_keys: UrlKeys,
    pub(super) messages: TableWriter,
    pub(super) inputs: TableWriter,
    pub(super) errors: TableWriter,
    pub(super) tally: TallyBuilder,
    pub(super) link_figures: LinkFigures,
    /// The parts in unknown charsets, which are in no table.
    pub(super) unknown_charsets: CharsetCounts,
}

/// Writes the rows of one input.
pub(super) struct ShardSink<'s, W> {
    shard: &'s str,
    index: i32,
    tables: &'s mut Tables,
    observer: &'s W,
    selection: Selection,
    /// The path of the current file.
    path: Arc<[u8]>,
    /// The number of files with the same path before the current file.
    member: i32,
    /// The hash of the path and of this number.
    file_hash: u64,
    /// The offset and the hash of the message of the last link.
    message_hash: Option<(u64, u64)>,
    /// The number of files with each path in a container, by the hash of the path.
    paths: HashMap<u64, i32>,
    /// The current message, if it has a link, and the number of its links.
    message: Option<(Message<'static>, u64)>,
    packing: Option<Vec<Format>>,
    kind: Option<Kind>,
    stats: ReadStats,
    links: u64,
    errors: u64,
    failure: Option<Failure>,
    /// The error if a table could not be written.
    error: Option<Error>,
}

impl<'s, W: RunObserver> ShardSink<'s, W> {
    pub(super) fn new(
        shard: &'s str,
        index: usize,
        options: &Options,
        tables: &'s mut Tables,
        observer: &'s W,
    ) -> Self {
        let search = &options.search;
        Self {
            shard,
            index: index.try_into().unwrap_or(i32::MAX),
            tables,
            observer,
            selection: search.links.clone(),
            path: Arc::from([]),
            member: 0,
            file_hash: 0,
            message_hash: None,
            paths: HashMap::new(),
            message: None,
            packing: None,
            kind: None,
            stats: ReadStats::default(),
            links: 0,
            errors: 0,
            failure: None,
            error: None,
        }
    }

    /// Returns the failure if the input could not be read.
    pub(super) fn failure(&mut self) -> Result<Option<Failure>, Error> {
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(self.failure.take()),
        }
    }

    /// Writes the row of the input, which was read.
    pub(super) fn finish(mut self, input: &ShardInput, read: &ReadInput) -> Result<(), Error> {
        let packing = self.packing.take().unwrap_or_default();
        let is_container = packing.iter().any(|format| format.is_container());
        // The formats of the input itself, up to the outermost container. Those after it are formats of members.
        let mut names = Vec::new();
        for format in packing {
            names.push(format.name());
            if format.is_container() {
                break;
            }
        }
        let row = InputRow {
            shard: self.shard,
            input: self.index,
            path: &input.path.bytes(),
            start: input.start,
            end: input.end,
            packing: &names,
            kind: self.kind.filter(|_| !is_container).map(Kind::name),
            messages: self.stats.messages,
            parts: self.stats.parts,
            links: self.links,
            complete: self.errors == 0,
            size: read.fingerprint.len,
            hash: read.hash.0,
        };
        self.tables.inputs.write_row(|writer| row.write(writer))?;
        self.tables.tally.figures().add_input(&row);
        self.tables.tally.end_input();
        self.tables.tally.spill_if_full()
    }

    /// Writes the row of a link, and counts its URL.
    fn write_link(&mut self, link: &Link<'_>) -> Result<(), Error> {
        let verdict = link.verdict();
        let link = self.selection.complete(link, verdict.conformance());
        let link = link.with_path(Arc::clone(&self.path));
        let fields = Fields::new(&link, &verdict);
        self.links += 1;
        let row = LinkRow {
            shard: self.shard,
            input: self.index,
            member: self.member,
            link: &fields,
        };
        let Tables {
            links: [links, wide],
            url_keys,
            tally,
            link_figures,
            ..
        } = &mut *self.tables;
        if let Some(links) = links {
            links.write_row(|writer| row.write(writer))?;
        }
        if let Some(wide) = wide {
            let key = url_keys.get(&link);
            wide.write_row(|writer| row.write_wide(key, writer))?;
        }
        let year = TallyBuilder::year_of(link.message().map(Message::metadata));
        link_figures.count(&fields, year, tally.figures());
        let offset = link.message().map(Message::offset);
        let current = self.message.as_ref().map(|(message, _)| message.offset());
        if current.is_some() && current != offset {
            self.end_message(None)?;
        }
        let message = offset.map(|offset| self.message_hash(offset));
        self.tables.tally.add(&Occurrence {
            link: &fields,
            file: self.file_hash,
            message,
        })?;
        match &mut self.message {
            Some((_, links)) => *links += 1,
            none => {
                *none = link
                    .message()
                    .map(|message| (message.clone().into_owned(), 1));
            }
        }
        if self.message.is_none() {
            self.tables.tally.figures().add_outside();
        }
        Ok(())
    }

    /// Returns the hash of a message of the current file. Most links are in the same message as the one before.
    fn message_hash(&mut self, offset: u64) -> u64 {
        match self.message_hash {
            Some((known, hash)) if known == offset => hash,
            _ => {
                let hash = message_hash(&self.path, self.member, offset);
                self.message_hash = Some((offset, hash));
                hash
            }
        }
    }

    /// Writes the row of the current message, if it has a link. A message in a page of an archive has no hash, because
    /// its body is not in the file as it was sent.
    fn end_message(&mut self, body_hash: Option<[u8; 16]>) -> Result<(), Error> {
        match self.message.take() {
            Some((message, links)) => {
                let Tables {
                    tally,
                    link_figures,
                    ..
                } = &mut *self.tables;
                link_figures.count_message(message.metadata().from(), links, tally.figures());
                tally.add_message(&message, links)?;
                self.write_message(&message, body_hash.unwrap_or_default())
            }
            None => Ok(()),
        }
    }

    fn write_message(&mut self, message: &Message<'_>, body_hash: [u8; 16]) -> Result<(), Error> {
        let row = MessageRow {
            shard: self.shard,
            input: self.index,
            path: &self.path,
            member: self.member,
            message,
            body_hash,
        };
        self.tables.messages.write_row(|writer| row.write(writer))
    }

    fn write_error(&mut self, error: &InputError) -> Result<(), Error> {
        self.errors += 1;
        let path = error.path().as_os_str().as_encoded_bytes();
        let is_current = *path == *self.path;
        let row = ErrorRow {
            shard: self.shard,
            input: self.index,
            path,
            member: if is_current { self.member } else { 0 },
            offset: error.offset(),
            code: error.code(),
            text: &error.to_string(),
        };
        self.tables.errors.write_row(|writer| row.write(writer))?;
        self.tables.tally.figures().add_error(&row);
        self.tables.tally.spill_if_full()
    }

    /// Returns whether the search continues after a row was written.
    fn after(&mut self, written: Result<(), Error>) -> ControlFlow<Skip> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error.get_or_insert(error);
                ControlFlow::Break(Skip::Input)
            }
        }
    }
}

impl<W: RunObserver> Sink for ShardSink<'_, W> {
    fn recognised(&mut self, kind: Kind) {
        self.kind.get_or_insert(kind);
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if !self.selection.accepts_kind(link.candidate().delimiter())
            || self.selection.leaves_out(link)
        {
            return ControlFlow::Continue(());
        }
        let written = self.write_link(link);
        self.after(written)
    }

    fn message_end(&mut self, end: &MessageEnd) {
        let written = self.end_message(end.body_hash);
        // The next link or read ends the search.
        let _ = self.after(written);
    }

    fn warning(&mut self, _: u64, warning: ArchiveWarning) {
        if let ArchiveWarning::UnknownCharset(name) = warning {
            self.tables.unknown_charsets.add(name);
        }
    }

    fn before_read(&mut self) -> ControlFlow<Skip> {
        if self.error.is_some() || self.observer.is_stopped() {
            return ControlFlow::Break(Skip::Input);
        }
        ControlFlow::Continue(())
    }
}

impl<W: RunObserver> FileSink for ShardSink<'_, W> {
    fn begin(&mut self, path: &Path, packing: &[Format]) -> ControlFlow<Skip> {
        self.path = Arc::from(path.as_os_str().as_encoded_bytes());
        self.message = None;
        self.member = 0;
        let packing = self.packing.get_or_insert_with(|| packing.to_vec());
        if packing.iter().any(|format| format.is_container()) {
            let count = self.paths.entry(path_hash(&self.path)).or_default();
            self.member = *count;
            *count += 1;
        }
        self.file_hash = file_hash(&self.path, self.member);
        self.message_hash = None;
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: InputError) {
        if !error.is_damage() {
            self.failure.get_or_insert_with(|| Failure::of(&error));
            return;
        }
        let written = self.write_error(&error);
        let _ = self.after(written);
    }

    fn end(&mut self) {
        let written = self.end_message(None);
        let _ = self.after(written);
    }

    fn read(&mut self, stats: ReadStats) {
        self.stats.bytes += stats.bytes;
        self.stats.messages += stats.messages;
        self.stats.parts += stats.parts;
    }
}
