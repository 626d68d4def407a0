//! The report of `info` for people.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::Path,
};

use anstyle::{AnsiColor, Style};
use indicatif::{HumanBytes, HumanCount};
use unicode_width::UnicodeWidthStr;
use urlsift_search::{ArchiveStats, CharsetCounts, Format, Kind, PartCount};

use super::{
    container::Container,
    text::{LINE, PATH},
};
use crate::term::painter::Painter;

const KIND: Style = AnsiColor::Cyan.on_default();
const TOTAL: Style = Style::new().bold();

/// The maximum number of rows for the parts of one file; the rest are counted.
const MAX_PART_ROWS: usize = 20;

/// The maximum number of rows for unknown charsets.
const MAX_CHARSET_ROWS: usize = 20;

/// The maximum width of the column of types; a longer type moves the column after it.
const MAX_TYPE_WIDTH: usize = 40;

/// Draws a block for each file: a heading, and under it a row for each count, right-aligned and followed by the name of
/// what is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    painter: Painter,
}

/// The totals over several files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Total {
    files: u64,
    kinds: BTreeMap<Kind, u64>,
    containers: BTreeMap<Format, u64>,
    /// The containers whose members are messages.
    message_containers: BTreeMap<Format, u64>,
    bytes: u64,
    messages: u64,
    stats: ArchiveStats,
}

impl Total {
    pub(crate) fn add(&mut self, stats: &ArchiveStats) {
        self.files += 1;
        if let Some(kind) = stats.kind {
            *self.kinds.entry(kind).or_default() += 1;
        }
        self.bytes += stats.bytes;
        self.messages += stats.messages;
        self.stats.add(stats);
    }

    /// Adds a container. One whose members are messages is also a file.
    pub(crate) fn add_container(&mut self, container: &Container<'_>) {
        let Some(messages) = container.messages else {
            *self.containers.entry(container.format).or_default() += 1;
            return;
        };
        self.files += 1;
        *self.message_containers.entry(container.format).or_default() += 1;
        self.bytes += messages.bytes.unwrap_or(0);
        self.messages += container.members;
        self.stats.add(messages.parts);
    }

    /// Returns whether anything was drawn.
    pub(crate) fn is_any(&self) -> bool {
        self.files > 0 || !self.containers.is_empty()
    }

    /// Returns whether more than one file was drawn.
    pub(crate) fn is_several(&self) -> bool {
        self.files > 1
    }
}

impl Table {
    pub(crate) fn new(painter: Painter) -> Self {
        Self { painter }
    }

    /// Draws the block of a file.
    pub(crate) fn file(
        self,
        out: &mut Vec<u8>,
        path: &Path,
        packing: &[Format],
        stats: &ArchiveStats,
    ) -> io::Result<()> {
        let kind = stats.kind.map(Kind::name);
        self.heading(out, path, kind, packing)?;
        let bytes = Some(stats.bytes);
        self.rows(out, Vec::new(), bytes, stats.messages, stats)
    }

    /// Draws the block of a container: the number of its members, or what a file of messages has.
    pub(crate) fn container(self, out: &mut Vec<u8>, container: &Container<'_>) -> io::Result<()> {
        let kind = Some(container.format.name());
        self.heading(out, container.path, kind, container.packing)?;
        match container.messages {
            Some(messages) => {
                let (bytes, count) = (messages.bytes, container.members);
                self.rows(out, Vec::new(), bytes, count, messages.parts)
            }
            None => self.counts(out, &[row(container.members, "member", "members")]),
        }
    }

    /// Draws a heading: `a.mbox.gz: mboxo, gzip`. The path shows the containers that hold the file.
    fn heading(
        self,
        out: &mut Vec<u8>,
        path: &Path,
        kind: Option<&str>,
        packing: &[Format],
    ) -> io::Result<()> {
        let path = path.as_os_str().as_encoded_bytes();
        self.painter.painted(out, PATH, path)?;
        let layers = packing.rsplit(|format| format.is_container()).next();
        let layers = layers.into_iter().flatten().map(|format| format.name());
        let names = kind.into_iter().chain(layers);
        for (index, name) in names.enumerate() {
            out.write_all(if index == 0 { b": " } else { b", " })?;
            self.painter.painted(out, KIND, name.as_bytes())?;
        }
        out.write_all(b"\n")
    }

    /// Draws a position alone on its line.
    pub(crate) fn place(self, out: &mut Vec<u8>, path: &Path, offset: u64) -> io::Result<()> {
        let path = path.as_os_str().as_encoded_bytes();
        self.painter.painted(out, PATH, path)?;
        out.write_all(b":")?;
        self.painter
            .painted(out, LINE, offset.to_string().as_bytes())?;
        out.write_all(b"\n")
    }

    /// Draws the block of the totals.
    pub(crate) fn total(self, out: &mut Vec<u8>, total: &Total) -> io::Result<()> {
        self.painter.painted(out, TOTAL, b"total")?;
        writeln!(out, ": {} files", HumanCount(total.files))?;
        let kinds = total.kinds.iter();
        let kinds = kinds.map(|(kind, &count)| (count, format!("of kind {kind}")));
        let of_messages = total.message_containers.iter();
        let of_messages = of_messages.map(|(format, &count)| (count, format!("of kind {format}")));
        let containers = total.containers.iter();
        let containers = containers.map(|(format, &count)| {
            let (one, many) = (
                format!("{format} container"),
                format!("{format} containers"),
            );
            row(count, &one, &many)
        });
        let first = kinds.chain(of_messages).chain(containers).collect();
        let (bytes, messages) = (Some(total.bytes), total.messages);
        self.rows(out, first, bytes, messages, &total.stats)
    }

    /// Draws the counts of `first`, the bytes if they are known, and the other counts that are not 0.
    fn rows(
        self,
        out: &mut Vec<u8>,
        first: Vec<Row>,
        bytes: Option<u64>,
        messages: u64,
        stats: &ArchiveStats,
    ) -> io::Result<()> {
        let parts = stats.parts();
        let all_parts = parts.iter().map(|part| part.count).sum();
        let mut others = vec![
            row(messages, "message", "messages"),
            row(all_parts, "part", "parts"),
        ];
        others.extend(part_rows(&parts));
        others.push(row(
            stats.encrypted,
            "encrypted part, not read",
            "encrypted parts, not read",
        ));
        others.push(row(
            stats.doubtful,
            "doubtful boundary",
            "doubtful boundaries",
        ));
        others.extend(
            stats
                .skipped()
                .take(MAX_PART_ROWS)
                .map(|(media_type, count)| {
                    let of = format!("of type {media_type}, not read");
                    row(count, &format!("part {of}"), &format!("parts {of}"))
                }),
        );
        others.extend(charset_rows(&stats.guessed_charsets, "text", "guessed as"));
        others.extend(charset_rows(
            &stats.unknown_charsets,
            "part",
            "in the unknown charset",
        ));
        others.push(row(stats.warnings, "warning", "warnings"));
        let mut rows = first;
        rows.extend(bytes.map(bytes_row));
        rows.extend(others.into_iter().filter(|&(count, _)| count > 0));
        self.counts(out, &rows)
    }

    fn counts(self, out: &mut Vec<u8>, rows: &[Row]) -> io::Result<()> {
        let grouped = rows.iter().map(|(count, _)| HumanCount(*count).to_string());
        let counts: Vec<_> = grouped.collect();
        let width = counts.iter().map(String::len).max().unwrap_or(0);
        for (count, (_, name)) in counts.iter().zip(rows) {
            write!(out, "  {count:>width$} ")?;
            self.painter.plain(out, name.as_bytes())?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// A count, and the name of what is counted.
type Row = (u64, String);

fn row(count: u64, one: &str, many: &str) -> Row {
    let name = if count == 1 { one } else { many };
    (count, name.to_owned())
}

/// Returns the row of bytes, with the size in a larger unit if that is shorter.
fn bytes_row(bytes: u64) -> Row {
    let (count, mut name) = row(bytes, "byte", "bytes");
    if bytes >= 1 << 10 {
        name = format!("{name} ({})", HumanBytes(bytes));
    }
    (count, name)
}

/// Returns a row for each type and encoding, with the types in a column.
fn part_rows(parts: &[PartCount<'_>]) -> Vec<Row> {
    let (shown, rest) = parts.split_at(parts.len().min(MAX_PART_ROWS));
    let widths = shown.iter().map(|part| part.media_type.width());
    let width = widths.max().unwrap_or(0).min(MAX_TYPE_WIDTH);
    let rows = shown.iter().map(|part| {
        let (name, encoding) = (part.media_type, part.encoding);
        let gap = width.saturating_sub(name.width());
        (part.count, format!("  {name}{:gap$}  {encoding}", ""))
    });
    let mut rows: Vec<_> = rows.collect();
    if !rest.is_empty() {
        let count = rest.iter().map(|part| part.count).sum();
        rows.push((count, format!("  of {} others (see --json)", rest.len())));
    }
    rows
}

/// Returns a row for each charset, of texts or parts `that` are in it.
fn charset_rows(charsets: &CharsetCounts, text: &str, that: &str) -> Vec<Row> {
    let mut named = charsets.named();
    let shown = named.by_ref().take(MAX_CHARSET_ROWS);
    let mut rows: Vec<_> = shown
        .map(|(name, count)| {
            row(
                count,
                &format!("{text} {that} {name}"),
                &format!("{text}s {that} {name}"),
            )
        })
        .collect();
    let others = named.map(|(_, count)| count).sum::<u64>() + charsets.others();
    let of = format!("{that} another one (see --json)");
    rows.push(row(
        others,
        &format!("{text} {of}"),
        &format!("{text}s {of}"),
    ));
    rows
}
