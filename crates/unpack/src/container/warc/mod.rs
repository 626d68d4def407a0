//! WARC (ISO 28500), the archives of web crawls: the pages and texts in them.
//!
//! The records are parsed here: the crate `warc` stops at the first damaged header and bounds none, and brings
//! `chrono`, `nom`, `url` and `uuid`. Not worth doing: bodies compressed with `deflate` or `br`, which hardly any
//! crawler asks for; segments of a record, which none writes; and the address of a page as its base, which needs a way
//! past `Visitor`.

mod fields;
mod http;

use std::{io::Read, mem, ops::ControlFlow};

use memchr::memmem;

use super::{
    event::Events,
    stream::{Flow, MemberStream, Stop, outcome},
};
use crate::{FaultKind, Format, io::peek::PeekReader};
use fields::{Fields, VERSION, read_header};

/// Reports the pages and texts in a WARC file, in order, each with its address as name.
///
/// Keeps the header of one record and of its HTTP response, at most 32 KiB each.
pub(crate) fn read(bytes: &mut PeekReader<'_>, events: &mut Events<'_>) -> ControlFlow<()> {
    let mut parser = Parser {
        stream: MemberStream::new(Format::Warc, bytes, events),
        is_lost: false,
    };
    outcome(&parser.run())
}

struct Parser<'p, 'r, 'e> {
    stream: MemberStream<'p, 'r, 'e>,
    /// Whether damage was reported, and no record has been found since.
    is_lost: bool,
}

impl Parser<'_, '_, '_> {
    fn run(&mut self) -> Flow {
        loop {
            self.skip_line_ends()?;
            let offset = self.stream.offset();
            let start = self.stream.peek(VERSION.len())?;
            if start.is_empty() {
                return ControlFlow::Break(Stop::Source);
            }
            if !start.starts_with(VERSION) {
                self.damage(offset, "no record begins here")?;
                self.skip_to_record()?;
                continue;
            }
            if let Some(header) = self.stream.read(read_header)? {
                self.record(offset, &Fields(&header))?;
            } else {
                self.damage(offset, "the header of a record is cut or too long")?;
                self.skip_to_record()?;
            }
        }
    }

    /// Skips the empty lines after a record: two, in all versions.
    fn skip_line_ends(&mut self) -> Flow {
        while let Some(b'\r' | b'\n') = self.stream.peek(1)?.first() {
            self.stream.consume(1);
        }
        ControlFlow::Continue(())
    }

    fn record(&mut self, offset: u64, header: &Fields<'_>) -> Flow {
        let length = header.get(b"Content-Length").and_then(|length| {
            let digits = str::from_utf8(length).ok()?;
            digits.parse().ok()
        });
        let Some(length) = length else {
            return self.damage(offset, "a record has no length");
        };
        self.is_lost = false;
        let kind = header.get(b"WARC-Type").unwrap_or_default();
        let media_type = header.media_type();
        let is_response = match &*kind.to_ascii_lowercase() {
            b"response" if media_type.eq_ignore_ascii_case(b"application/http") => true,
            b"resource" | b"conversion" if http::is_text(media_type) => false,
            _ => return self.stream.skip(length),
        };
        let names = [&b"WARC-Target-URI"[..], b"WARC-Record-ID"];
        let name = names.iter().find_map(|name| header.get(name));
        // Older versions of wget write the address in angle brackets, as the first version of the standard has it.
        let name = name.unwrap_or_default();
        let name = name.strip_prefix(b"<").unwrap_or(name);
        let name = name.strip_suffix(b">").unwrap_or(name);
        let report = |events: &mut Events<'_>, data: &mut dyn Read| {
            if is_response {
                http::read(data, name, offset, events)
            } else {
                events.member(name, data)
            }
        };
        self.stream.member(name, length, offset, report)
    }

    /// Reports damage, unless it follows other damage.
    fn damage(&mut self, offset: u64, reason: &'static str) -> Flow {
        if mem::replace(&mut self.is_lost, true) {
            return ControlFlow::Continue(());
        }
        let kind = FaultKind::Corrupt(reason);
        self.stream.fault(None, offset, kind)
    }

    /// Skips the bytes before the next line that may begin a record.
    fn skip_to_record(&mut self) -> Flow {
        const NEXT: &[u8] = b"\nWARC/";
        loop {
            let buffered = self.stream.peek(NEXT.len())?;
            let found = memmem::find(buffered, NEXT);
            let skipped = match found {
                Some(at) => at,
                None if buffered.len() < NEXT.len() => buffered.len(),
                None => buffered.len() + 1 - NEXT.len(),
            };
            self.stream.consume(skipped);
            if found.is_some() || skipped == 0 {
                return ControlFlow::Continue(());
            }
        }
    }
}
