//! Writes the JSON of links and rejected candidates as bytes.
//!
//! The output is the same as that of [`write_json_line`](super::write_json_line), but faster: keys are constants, and
//! no serializer is involved.

use urlsift_rfc1738::{Conformance, Encoded, Verdict};
use urlsift_scan::{Candidate, HyphenPolicy, Position, Span};

use super::{
    fields::JsonFields,
    string::{write_base64, write_name, write_number, write_string},
};
use crate::{
    Field, FieldSource, Markup, MessageMetadata, RejectedCandidate, Section, Values,
    date::Rfc3339,
    field::{base, target},
    link::{best, lower_case},
    warnings::warnings,
};

/// The key of an entry, after the comma that ends the entry before.
macro_rules! key {
    ($name:literal) => {
        concat!(",\"", $name, "\":").as_bytes()
    };
}

/// Writes a link as one line of JSON: the fields of a set, in the order of `docs/JSON.md`.
///
/// `write_counted` writes the value of a field that [counts](Field::is_counted) from the start of the source. It may
/// instead record the position in `out` and insert the value later.
///
/// ```
/// # use std::sync::Arc;
/// # use urlsift_record::{Field, JsonFields, Link, Values, write_link_line};
/// let text = b"<http://a.example/>";
/// let candidate = urlsift_scan::candidates(text).next().unwrap();
/// let link = Link::new(candidate, Arc::from(*b"a.txt"), |span| span);
/// let fields = ["path", "scheme"].map(|name| JsonFields::named(name).unwrap());
/// let mut out = Vec::new();
/// write_link_line(&mut out, &Values::of(&link), fields[0].union(fields[1]), |out, _, number| {
///     out.extend(number.to_string().bytes());
/// });
/// assert_eq!(out, b"{\"scheme\":\"http\",\"path\":\"a.txt\"}\n");
/// ```
pub fn write_link_line<'l>(
    out: &mut Vec<u8>,
    values: &Values<'_, 'l, impl FieldSource<'l>>,
    fields: JsonFields,
    mut write_counted: impl FnMut(&mut Vec<u8>, Field, u64),
) {
    let Values {
        source,
        path,
        verdict,
        ..
    } = values;
    let start = out.len();
    write_candidate(out, source, fields);
    write_verdict(
        out,
        source.candidate(),
        verdict,
        source.conformance(verdict),
        fields,
    );
    if fields.contains(Field::Path) {
        write_bytes(out, key!("path"), key!("path_base64"), path);
    }
    write_span(out, source.span(), fields);
    write_position(out, source.position(), fields, &mut write_counted);
    if fields.contains(Field::Virtual) && source.is_virtual() {
        out.extend_from_slice(key!("virtual"));
        out.extend_from_slice(bool_literal(true));
    }
    if fields.intersects(JsonFields::RESOLVED)
        && let Some(base) = base(source, verdict)
    {
        if fields.contains(Field::Base) {
            write_bytes(out, key!("base"), key!("base_base64"), base.text());
        }
        if fields.contains(Field::Resolved) {
            let resolved = base.resolve(source.candidate().url());
            write_bytes(out, key!("resolved"), key!("resolved_base64"), &resolved);
        }
    }
    if fields.contains(Field::Target)
        && let Some(target) = target(source)
    {
        write_bytes(out, key!("target"), key!("target_base64"), &target);
    }
    if fields.intersects(JsonFields::MESSAGE)
        && let Some(offset) = source.message_offset()
    {
        write_message(out, source, offset, fields, &mut write_counted);
    }
    end_object(out, start);
    out.push(b'\n');
}

/// Writes a rejected candidate as one line of JSON.
///
/// `write_counted` is as for [`write_link_line`].
pub fn write_rejected_line(
    out: &mut Vec<u8>,
    rejected: &RejectedCandidate,
    mut write_counted: impl FnMut(&mut Vec<u8>, Field, u64),
) {
    let start = out.len();
    out.extend_from_slice(key!("rejected"));
    write_name(out, rejected.reason().code());
    out.extend_from_slice(key!("delimiter"));
    write_name(out, rejected.delimiter().name());
    write_bytes(out, key!("path"), key!("path_base64"), rejected.path());
    write_span(out, rejected.span(), JsonFields::ALL);
    let position = rejected.position();
    write_position(out, position, JsonFields::ALL, &mut write_counted);
    end_object(out, start);
    out.push(b'\n');
}

/// Ends the object whose entries were written from `start` on. Each entry begins with a comma: the first one becomes
/// the brace.
fn end_object(out: &mut Vec<u8>, start: usize) {
    match out.get_mut(start) {
        Some(comma) => *comma = b'{',
        None => out.push(b'{'),
    }
    out.push(b'}');
}

/// Writes the entries of the scanner's candidate.
fn write_candidate<'l>(out: &mut Vec<u8>, source: &impl FieldSource<'l>, fields: JsonFields) {
    let candidate = source.candidate();
    if fields.contains(Field::Url) {
        write_bytes(out, key!("url"), key!("url_base64"), candidate.url());
    }
    if fields.contains(Field::Readings) && candidate.reading_count() > 1 {
        write_readings(out, candidate);
    }
    if fields.contains(Field::Also) {
        write_second_guesses(out, candidate, source.is_quoted_printable());
    }
    if fields.contains(Field::Raw) {
        write_bytes(out, key!("raw"), key!("raw_base64"), candidate.raw());
    }
    if fields.contains(Field::Delimiter) {
        out.extend_from_slice(key!("delimiter"));
        write_name(out, candidate.delimiter().name());
    }
    if let Some(markup) = source.markup() {
        write_markup(out, markup, fields);
    }
    if fields.contains(Field::Breaks) {
        write_number_entry(out, key!("breaks"), candidate.breaks() as u64);
    }
    if fields.contains(Field::Spaced) {
        out.extend_from_slice(key!("spaced"));
        out.extend_from_slice(bool_literal(candidate.spaced()));
    }
    if fields.intersects(JsonFields::JOINS) {
        out.extend_from_slice(key!("joins"));
        write_list(out, candidate.joins().iter(), |out, join| {
            out.extend_from_slice(b"{\"url_at\":");
            write_number(out, join.url_at as u64);
            out.extend_from_slice(key!("dropped"));
            write_list(out, join.dropped.names(), write_name);
            out.extend_from_slice(key!("hyphen"));
            out.extend_from_slice(bool_literal(join.hyphen));
            out.push(b'}');
        });
    }
    if fields.contains(Field::Pieces) {
        out.extend_from_slice(key!("pieces"));
        write_list(out, source.pieces(), |out, piece| {
            out.push(b'[');
            write_number(out, piece.start());
            out.push(b',');
            write_number(out, piece.end());
            out.push(b']');
        });
    }
    if fields.contains(Field::QuoteDepth) {
        write_number_entry(out, key!("quote_depth"), candidate.quote_depth() as u64);
    }
}

/// Writes the entries of the attribute that contains the link.
#[cold]
fn write_markup(out: &mut Vec<u8>, markup: &Markup, fields: JsonFields) {
    if fields.contains(Field::Element) {
        out.extend_from_slice(key!("element"));
        write_string(out, markup.element().as_bytes());
    }
    if fields.contains(Field::Attribute) {
        out.extend_from_slice(key!("attribute"));
        write_name(out, markup.attribute());
    }
    if fields.contains(Field::Text)
        && let Some(text) = markup.text()
    {
        out.extend_from_slice(key!("text"));
        write_string(out, text.as_bytes());
    }
}

/// Writes the entries of all readings.
fn write_readings(out: &mut Vec<u8>, candidate: &Candidate) {
    let mut is_exact = true;
    out.extend_from_slice(key!("readings"));
    let readings = candidate.readings(HyphenPolicy::Both);
    write_list(out, readings, |out, reading| {
        is_exact &= write_string(out, &reading);
    });
    if !is_exact {
        out.extend_from_slice(key!("readings_base64"));
        let readings = candidate.readings(HyphenPolicy::Both);
        write_list(out, readings, |out, reading| write_base64(out, &reading));
    }
}

/// Writes the entry of the guesses, if there are any.
fn write_second_guesses(out: &mut Vec<u8>, candidate: &Candidate, is_quoted_printable: bool) {
    let mut guesses = candidate.second_guesses(is_quoted_printable).peekable();
    if guesses.peek().is_none() {
        return;
    }
    out.extend_from_slice(key!("also"));
    write_list(out, guesses, |out, guess| {
        let start = out.len();
        write_bytes(out, key!("url"), key!("url_base64"), &guess.url);
        out.extend_from_slice(key!("why"));
        write_name(out, guess.repair.name());
        end_object(out, start);
    });
}

/// Writes the entries of the URL's validation.
fn write_verdict(
    out: &mut Vec<u8>,
    candidate: &Candidate,
    verdict: &Verdict<'_>,
    conformance: Conformance,
    fields: JsonFields,
) {
    if fields.contains(Field::Conforms) {
        out.extend_from_slice(key!("conforms"));
        write_name(out, conformance.name());
    }
    if fields.intersects(JsonFields::BEST)
        && let Some(best) = best(candidate, conformance)
    {
        write_number_entry(out, key!("best"), best as u64);
    }
    if fields.contains(Field::Problems) {
        out.extend_from_slice(key!("problems"));
        // A URL that conforms need not be parsed.
        if conformance == Conformance::Rfc1738 {
            out.extend_from_slice(b"[]");
        } else {
            write_problems(out, verdict);
        }
    }
    if fields.contains(Field::Warnings) {
        out.extend_from_slice(key!("warnings"));
        if candidate.warnings().is_empty() && verdict.warnings().is_empty() {
            out.extend_from_slice(b"[]");
        } else {
            write_list(out, warnings(candidate, verdict), write_name);
        }
    }
    if fields.contains(Field::Scheme)
        && let Some(scheme) = verdict.parts().scheme()
    {
        out.extend_from_slice(key!("scheme"));
        write_string(out, lower_case(scheme).as_bytes());
    }
    if fields.contains(Field::Host)
        && let Some(host) = verdict.parts().host().map(Encoded::as_bytes)
    {
        write_bytes(out, key!("host"), key!("host_base64"), host);
    }
    if fields.contains(Field::Port)
        && let Some(port) = verdict.parts().port_number()
    {
        write_number_entry(out, key!("port"), port);
    }
}

/// Writes the list of problems, and the entry of those that are left out.
#[cold]
fn write_problems(out: &mut Vec<u8>, verdict: &Verdict<'_>) {
    write_list(out, verdict.problems().iter(), |out, problem| {
        out.extend_from_slice(b"{\"code\":");
        write_name(out, problem.code().name());
        let span = problem.span();
        write_number_entry(out, key!("start"), span.start as u64);
        write_number_entry(out, key!("end"), span.end as u64);
        out.extend_from_slice(key!("rule"));
        write_name(out, problem.rule().name());
        out.push(b'}');
    });
    let left_out = verdict.problems_left_out();
    if left_out > 0 {
        write_number_entry(out, key!("problems_left_out"), left_out as u64);
    }
}

/// Writes the entries of a span of the source.
fn write_span(out: &mut Vec<u8>, span: Span, fields: JsonFields) {
    if fields.contains(Field::Offset) {
        write_number_entry(out, key!("offset"), span.start());
    }
    if fields.contains(Field::End) {
        write_number_entry(out, key!("end"), span.end());
    }
}

/// Writes the entries of a position, if it is known.
fn write_position(
    out: &mut Vec<u8>,
    position: Option<Position>,
    fields: JsonFields,
    write_counted: &mut impl FnMut(&mut Vec<u8>, Field, u64),
) {
    let Some(position) = position else { return };
    if fields.contains(Field::Line) {
        out.extend_from_slice(key!("line"));
        write_counted(out, Field::Line, position.line);
    }
    if fields.contains(Field::Column) {
        out.extend_from_slice(key!("column"));
        write_counted(out, Field::Column, position.column);
    }
}

/// Writes the entry of the message that begins at an offset.
fn write_message<'l>(
    out: &mut Vec<u8>,
    source: &impl FieldSource<'l>,
    offset: u64,
    fields: JsonFields,
    write_counted: &mut impl FnMut(&mut Vec<u8>, Field, u64),
) {
    out.extend_from_slice(key!("message"));
    let start = out.len();
    if fields.contains(Field::MessageIndex)
        && let Some(index) = source.message_index()
    {
        out.extend_from_slice(key!("index"));
        write_counted(out, Field::MessageIndex, index);
    }
    if fields.contains(Field::MessageOffset) {
        write_number_entry(out, key!("offset"), offset);
    }
    let metadata = fields
        .intersects(JsonFields::METADATA)
        .then(|| source.metadata())
        .flatten();
    if let Some(metadata) = metadata {
        write_metadata(out, metadata, fields);
    }
    let section = source.section();
    write_section(out, section, fields);
    write_truncated(out, metadata, section, fields);
    end_object(out, start);
}

/// Writes the entries of a message's header.
fn write_metadata(out: &mut Vec<u8>, metadata: &MessageMetadata, fields: JsonFields) {
    let mut write = |field, key, text: Option<&str>| {
        if fields.contains(field)
            && let Some(text) = text
        {
            out.extend_from_slice(key);
            write_string(out, text.as_bytes());
        }
    };
    write(Field::MessageId, key!("id"), metadata.id());
    if fields.contains(Field::MessageDate) {
        let date = metadata.rfc3339();
        let date = date.as_ref().map(Rfc3339::as_str);
        write(Field::MessageDate, key!("date"), date);
    }
    write(
        Field::MessageDateWritten,
        key!("date_written"),
        metadata.date_written(),
    );
    let (from, subject) = (metadata.printed_from(), metadata.printed_subject());
    write(Field::MessageFrom, key!("from"), from);
    write(Field::MessageSubject, key!("subject"), subject);
    let newsgroups = metadata.newsgroups();
    if fields.contains(Field::MessageNewsgroups) && !newsgroups.is_empty() {
        out.extend_from_slice(key!("newsgroups"));
        write_list(out, newsgroups.iter(), |out, newsgroup| {
            write_string(out, newsgroup.as_bytes());
        });
    }
}

/// Writes the entries of the section of a message.
fn write_section(out: &mut Vec<u8>, section: &Section, fields: JsonFields) {
    if fields.contains(Field::MessagePart)
        && let Some(part) = section.part_number()
    {
        out.extend_from_slice(key!("part"));
        write_name(out, part);
    }
    if fields.contains(Field::MessageType)
        && let Some(media_type) = section.media_type()
    {
        out.extend_from_slice(key!("type"));
        write_string(out, media_type.as_bytes());
    }
    if fields.contains(Field::MessageHeader)
        && let Some(header) = section.printed_header_name()
    {
        write_bytes(out, key!("header"), key!("header_base64"), header);
    }
}

/// Writes the entry of the names of fields that are cut, if there are any.
fn write_truncated(
    out: &mut Vec<u8>,
    metadata: Option<&MessageMetadata>,
    section: &Section,
    fields: JsonFields,
) {
    let len = |text: Option<&str>| text.map(str::len);
    let printed_len = section.printed_header_name().map(<[u8]>::len);
    let header = printed_len < section.header_name().map(<[u8]>::len);
    let (from, subject) = metadata.map_or((false, false), |metadata| {
        (
            len(metadata.printed_from()) < len(metadata.from()),
            len(metadata.printed_subject()) < len(metadata.subject()),
        )
    });
    if !(from || subject || header) {
        return;
    }
    let all = [
        (from, Field::MessageFrom, "from"),
        (subject, Field::MessageSubject, "subject"),
        (header, Field::MessageHeader, "header"),
    ];
    let cut = all
        .into_iter()
        .filter(|&(is_cut, field, _)| is_cut && fields.contains(field));
    let mut names = cut.map(|(_, _, name)| name).peekable();
    if names.peek().is_some() {
        out.extend_from_slice(key!("truncated"));
        write_list(out, names, write_name);
    }
}

/// Writes a string, and if it is not UTF-8, also its exact bytes in base64.
fn write_bytes(out: &mut Vec<u8>, key: &[u8], base64_key: &[u8], bytes: &[u8]) {
    out.extend_from_slice(key);
    if !write_string(out, bytes) {
        out.extend_from_slice(base64_key);
        write_base64(out, bytes);
    }
}

fn write_number_entry(out: &mut Vec<u8>, key: &[u8], number: u64) {
    out.extend_from_slice(key);
    write_number(out, number);
}

const fn bool_literal(value: bool) -> &'static [u8] {
    if value { b"true" } else { b"false" }
}

/// Writes a list.
fn write_list<T>(
    out: &mut Vec<u8>,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}
