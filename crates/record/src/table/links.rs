//! The table `links`, with a row for each link.

use std::borrow::Cow;

use idna::AsciiDenyList;
use urlsift_rfc1738::{Conformance, Encoded};
use urlsift_scan::{HyphenPolicy, Join};

use super::{
    column::{
        Column,
        ColumnType::{Binary, Bool, Int32, Int64, Int64s, Problems, String as Text, Strings},
        Table, concat, nullable, required,
    },
    number::{bounds, int32, int64},
    row::RowWriter,
};
use crate::{
    FieldSource, Link, Markup, Section, Values,
    field::{base, target},
    link::{best, lower_case},
    warnings::warnings,
};

/// The columns that [`write_link`] writes.
pub(super) const LINK_COLUMNS: [Column; 35] = [
    required("offset", Int64),
    required("end", Int64),
    required("url", Text),
    nullable("url_bytes", Binary),
    required("raw", Text),
    nullable("raw_bytes", Binary),
    required("delimiter", Text),
    nullable("element", Text),
    nullable("attribute", Text),
    nullable("text", Text),
    nullable("scheme", Text),
    nullable("host", Text),
    nullable("host_bytes", Binary),
    nullable("host_ascii", Text),
    nullable("port", Int64),
    required("conforms", Text),
    nullable("best", Int32),
    required("problems", Problems),
    required("warnings", Strings),
    required("breaks", Int32),
    required("spaced", Bool),
    required("quote_depth", Int32),
    required("pieces", Int64s),
    required("joins", Strings),
    required("readings", Strings),
    required("also", Strings),
    nullable("base", Text),
    nullable("resolved", Text),
    nullable("target", Text),
    nullable("message_offset", Int64),
    nullable("part", Text),
    nullable("part_bytes", Binary),
    nullable("type", Text),
    nullable("header", Text),
    nullable("header_bytes", Binary),
];

/// The table `links`, with a row for each link.
pub const LINKS: Table = Table {
    name: "links",
    columns: &concat::<{ 5 + LINK_COLUMNS.len() }>(&[
        &[
            required("shard", Text),
            required("input", Int32),
            required("path", Text),
            nullable("path_bytes", Binary),
            required("member", Int32),
        ],
        &LINK_COLUMNS,
    ]),
};

/// A row of [`LINKS`].
#[derive(Clone, Copy, Debug)]
pub struct LinkRow<'r> {
    /// The name of the job that produced the row.
    pub shard: &'r str,
    /// The index of the input in the shard.
    pub input: i32,
    /// The index of the member among those of the input with the same path, or 0.
    pub member: i32,
    /// The link.
    pub link: &'r Link,
}

impl LinkRow<'_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        row.string(Some(self.shard));
        row.int32(Some(self.input));
        row.text(Some(self.link.path()));
        row.int32(Some(self.member));
        write_link(&Values::of(self.link), row);
    }
}

/// Writes the values of [`LINK_COLUMNS`]. Values that take time are computed only if they are wanted.
pub(super) fn write_link<'p, 'l: 'p, S: FieldSource<'l>>(
    values: &Values<'p, 'l, S>,
    row: &mut impl RowWriter,
) {
    let (link, verdict) = (&values.source, &*values.verdict);
    let candidate = link.candidate();
    let offset = row.wants_one_of(2).then(|| values.span());
    row.int64(offset.map(|span| int64(span.start())));
    row.int64(offset.map(|span| int64(span.end())));
    row.text(Some(candidate.url()));
    row.text(Some(candidate.raw()));
    row.string(Some(candidate.delimiter().name()));
    let markup = link.markup();
    row.string(markup.map(Markup::element));
    row.string(markup.map(Markup::attribute));
    row.string(markup.and_then(Markup::text));
    write_parts(values, row);
    row.int32(Some(int32(candidate.breaks())));
    row.bool(candidate.spaced());
    row.int32(Some(int32(candidate.quote_depth())));
    let pieces = row.wants().then(|| link.pieces().flat_map(bounds));
    row.int64s(pieces.into_iter().flatten());
    row.list(|| candidate.joins().iter().map(join));
    // As in the JSON, a single reading is not listed.
    row.list(|| {
        let readings =
            (candidate.reading_count() > 1).then(|| candidate.readings(HyphenPolicy::Both));
        readings
            .into_iter()
            .flatten()
            .map(|reading| lossy(&reading))
    });
    row.list(|| {
        let guesses = candidate.second_guesses(link.is_quoted_printable());
        guesses.map(|guess| format!("{}:{}", guess.repair, lossy(&guess.url)))
    });
    row.optional(|| base(link, verdict).map(|base| lossy(base.text())));
    row.optional(|| base(link, verdict).map(|base| lossy(&base.resolve(candidate.url()))));
    row.optional(|| target(link).map(|url| lossy(&url)));
    row.int64(link.message_offset().map(int64));
    let section = row.wants_one_of(5).then(|| link.section());
    row.text(section.and_then(Section::part_number).map(str::as_bytes));
    row.string(section.and_then(Section::media_type));
    row.text(section.and_then(Section::printed_header_name));
}

/// Writes the values from `scheme` to `warnings`, for which the URL may have to be parsed.
fn write_parts<'p, 'l: 'p, S: FieldSource<'l>>(
    values: &Values<'p, 'l, S>,
    row: &mut impl RowWriter,
) {
    let (link, verdict) = (&values.source, &*values.verdict);
    let candidate = link.candidate();
    row.optional(|| verdict.parts().scheme().map(lower_case));
    let host = row
        .wants_one_of(2)
        .then(|| verdict.parts().host())
        .flatten();
    row.text(host.map(Encoded::as_bytes));
    row.optional(|| verdict.parts().host().and_then(host_ascii));
    let port = row.wants().then(|| verdict.parts().port_number()).flatten();
    row.int64(port.and_then(|port| port.try_into().ok()));
    row.string(Some(link.conformance(verdict).name()));
    let best = row
        .wants()
        .then(|| best(candidate, link.conformance(verdict)))
        .flatten();
    row.int32(best.map(int32));
    if row.wants() && link.conformance(verdict) != Conformance::Rfc1738 {
        row.problems(verdict.problems());
    } else {
        row.problems(&[]);
    }
    row.list(|| warnings(candidate, verdict));
}

/// Returns a join such as `11:break+leader`, prefixed with `-` if a hyphen precedes the join.
fn join(join: &Join) -> String {
    let mut text = String::with_capacity(32);
    if join.hyphen {
        text.push('-');
    }
    text.push_str(itoa::Buffer::new().format(join.url_at));
    for (index, name) in join.dropped.names().enumerate() {
        text.push(if index == 0 { ':' } else { '+' });
        text.push_str(name);
    }
    text
}

/// Returns a host as it is looked up: decoded, in lower case, with its labels in ASCII (UTS #46); `None` for an
/// invalid host name.
#[must_use]
pub fn host_ascii(host: Encoded<'_>) -> Option<Cow<'_, str>> {
    if is_looked_up_as_written(host.as_bytes()) {
        return str::from_utf8(host.as_bytes()).ok().map(Cow::Borrowed);
    }
    let host = host.decode();
    if host.starts_with(b"[") {
        // An IPv6 address has no labels.
        return Some(str::from_utf8(&host).ok()?.to_ascii_lowercase().into());
    }
    let ascii = idna::domain_to_ascii_cow(&host, AsciiDenyList::URL).ok()?;
    (!ascii.is_empty()).then(|| ascii.into_owned().into())
}

/// Fast check whether a host is a valid name in the form in which it is looked up, as nearly all are. `false` means
/// "not known".
fn is_looked_up_as_written(host: &[u8]) -> bool {
    // UTS #46 maps none of these characters. It only decodes labels that begin with `xn--`.
    let is_plain = |&byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
    !host.is_empty() && host.iter().all(is_plain) && !host.windows(4).any(|label| label == b"xn--")
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
