//! Prints links into the buffer of a chunk.

use std::{io, ops::Range};

use urlsift::{Fields, Link, Message, defang};
use urlsift_search::TextLine;

use super::{
    OutputChunk,
    fixup::{FileEnd, FixupKind, Heading},
    link_printer::LinkPrinter,
};
use crate::{
    options::Show,
    report::{
        record::RelativeNumbers,
        tally::write_text,
        text::{Doubts, Text},
    },
    select::link_texts::{guesses, shown_url, tally_rows, tally_texts, target, urls},
};

impl OutputChunk {
    /// Prints a plain URL, or counts it.
    pub(super) fn print_plain_url(&mut self, url: &[u8]) {
        if let Some(tally) = &mut self.tally {
            return tally.add(url);
        }
        self.buffer.reserve();
        let out = &mut self.buffer.bytes;
        out.extend_from_slice(url);
        out.push(b'\n');
    }

    /// Prints a selected link, or counts what is shown instead of it.
    pub(super) fn print(&mut self, fields: &Fields<'_, '_>) {
        // Writing to a vector does not fail.
        let _ = match self.options.show {
            Show::Links => self.print_lines(fields.link()),
            Show::Json | Show::Records => self.print_record(fields),
            Show::Tally => {
                self.print_tally_texts(fields);
                Ok(())
            }
            Show::Count | Show::Files | Show::FilesWithout | Show::Nothing => Ok(()),
        };
    }

    /// Prints the heading of a link and the context before it, and a line for each wanted reading.
    fn print_lines(&mut self, link: &Link<'_>) -> io::Result<()> {
        let target = target(link, self.options.style.unwrap);
        if self.printer.text.is_bare() && link.base().is_none() && target.is_none() {
            self.print_plain_url(shown_url(link));
            return Ok(());
        }
        if self.options.has_headings() {
            self.print_heading(link)?;
        }
        if let Some(number) = link.text_line() {
            self.print_context_before(link, number)?;
        }
        let style = &self.options.style;
        let guesses = style.also.then(|| guesses(link));
        let readings = urls(link, style.hyphen).chain(guesses.into_iter().flatten());
        let doubts = Doubts::of(link.candidate());
        let LinkPrinter { text, numbers, .. } = &mut self.printer;
        numbers.begin(numbers_of(link), self.file.counts_from_start);
        let out = &mut self.buffer.bytes;
        for mut reading in readings.chain(target) {
            if style.defang {
                reading = defang(&reading).into_owned().into();
            }
            text.place(out, &self.file.output)?;
            if link.position().is_some() {
                text.position(out, numbers)?;
            }
            text.reading(out, &reading, doubts)?;
        }
        self.buffer.add_numbers(numbers);
        Ok(())
    }

    /// Prints the heading of a link, unless the link before it has the same one. If that link may be removed later, the
    /// heading is printed in any case.
    fn print_heading(&mut self, link: &Link<'_>) -> io::Result<()> {
        let message = link.message().filter(|_| self.options.style.messages);
        let offset = message.map(Message::offset);
        let last = self.file.heading.replace(offset);
        if last == Some(offset) && self.dedup.is_none() {
            return Ok(());
        }
        let (text, file) = (&self.printer.text, &self.file.output);
        let out = &mut self.buffer.bytes;
        let start = out.len();
        out.push(b'\n');
        let path_start = out.len();
        text.heading(out, file)?;
        let title_start = out.len();
        if let Some(message) = message {
            text.message(out, file, message.metadata())?;
        }
        let heading = Heading {
            message: offset,
            path: title_start - path_start,
            title: out.len() - title_start,
        };
        self.buffer
            .push_at(start, FixupKind::Heading(Box::new(heading)));
        Ok(())
    }

    /// Prints the lines before the line of a link, whose number is `number`, after a separator unless they are adjacent
    /// to the line printed last.
    fn print_context_before(&mut self, link: &Link<'_>, number: u64) -> io::Result<()> {
        let first = link.before().next().map_or(number, |line| line.number);
        let last = &mut self.context.last_line;
        let is_adjacent = last.is_some_and(|last| first <= last + 1);
        // The line of the link is printed next.
        *last = link
            .before()
            .last()
            .map(|line| line.number)
            .or(*last)
            .max(number.checked_sub(1));
        let out = &mut self.buffer.bytes;
        let start = out.len();
        if !is_adjacent {
            Text::separator(out);
        }
        let separator = out.len() - start;
        self.buffer.push_at(start, FixupKind::Context { separator });
        for line in link.before() {
            self.print_context(&line, &[])?;
        }
        Ok(())
    }

    /// Prints a context line. The pieces of links in it are underlined.
    pub(super) fn print_context(
        &mut self,
        line: &TextLine<'_>,
        pieces: &[Range<usize>],
    ) -> io::Result<()> {
        let number = RelativeNumbers {
            position: line.position,
            message_index: None,
        };
        let LinkPrinter { text, numbers, .. } = &mut self.printer;
        numbers.begin(number, self.file.counts_from_start);
        let (out, file) = (&mut self.buffer.bytes, &self.file.output);
        text.context(out, file, (line, pieces), numbers)?;
        self.buffer.add_numbers(numbers);
        Ok(())
    }

    fn print_record(&mut self, fields: &Fields<'_, '_>) -> io::Result<()> {
        let LinkPrinter {
            records, numbers, ..
        } = &mut self.printer;
        if let Some(records) = records {
            self.buffer.reserve();
            numbers.begin(numbers_of(fields.link()), self.file.counts_from_start);
            records.print(&mut self.buffer.bytes, fields, numbers)?;
            self.buffer.add_numbers(numbers);
        }
        Ok(())
    }

    /// Counts the texts of a link. If it may be removed later, prints them to be counted then.
    fn print_tally_texts(&mut self, fields: &Fields<'_, '_>) {
        let policy = self.options.style.hyphen;
        match &*self.options.records.tally {
            &[key] => {
                for text in tally_texts(fields, key, policy) {
                    self.count_text(&text);
                }
            }
            keys => {
                for row in tally_rows(fields, keys, policy) {
                    self.count_text(&row);
                }
            }
        }
    }

    fn count_text(&mut self, text: &[u8]) {
        if self.dedup.is_some() {
            write_text(&mut self.buffer.bytes, text);
        } else if let Some(tally) = &mut self.tally {
            tally.add(text);
        }
    }

    /// Prints the count or the name of a file at its end.
    pub(super) fn print_end(&mut self) -> io::Result<()> {
        let (text, file) = (&self.printer.text, &self.file.output);
        let out = &mut self.buffer.bytes;
        let start = out.len();
        let is_count = self.options.show == Show::Count;
        if is_count {
            text.count_path(out, file)?;
        } else if !self.options.quiet {
            text.path(out, &file.path, b'\n')?;
        }
        let name = out.len() - start;
        let end = FileEnd {
            count: self.file.count_here,
            name: name as u32,
            has_failed: self.summary.errors > self.file.errors_before,
        };
        if is_count {
            self.buffer.push(FixupKind::End(end));
            self.buffer.bytes.push(b'\n');
        } else {
            self.buffer.push_at(start, FixupKind::End(end));
        }
        Ok(())
    }
}

/// Returns the numbers of a link.
fn numbers_of(link: &Link<'_>) -> RelativeNumbers {
    RelativeNumbers {
        position: link.position(),
        message_index: link.message().and_then(Message::index),
    }
}
