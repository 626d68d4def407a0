//! The table `links`, with a row for each link.

use idna::AsciiDenyList;
use urlsift_rfc1738::{Conformance, Encoded};
use urlsift_scan::Join;

use super::{
    column::{
        ColumnType::{Binary, Bool, Int32, Int64, Int64s, Problems, String as Text, Strings},
        Table, nullable, required,
    },
    number::{bounds, int32, int64},
    row::RowWriter,
};
use crate::{Link, Markup, Message, link::lower_case};

/// The table `links`, with a row for each link.
pub const LINKS: Table = Table {
    name: "links",
    columns: &[
        required("shard", Text),
        required("input", Int32),
        required("path", Text),
        nullable("path_bytes", Binary),
        required("member", Int32),
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
    ],
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
        write_link(self.link, row);
    }
}

/// Writes the values from `offset` on. What takes time is computed only if it is wanted.
pub(super) fn write_link(link: &Link, row: &mut impl RowWriter) {
    let verdict = link.verdict();
    row.int64(Some(int64(link.span().start())));
    row.int64(Some(int64(link.span().end())));
    row.text(Some(link.url_bytes()));
    row.text(Some(link.raw()));
    row.string(Some(link.delimiter().name()));
    let markup = link.markup();
    row.string(markup.map(Markup::element));
    row.string(markup.map(Markup::attribute));
    row.string(markup.and_then(Markup::text));
    row.optional(|| verdict.parts().scheme().map(lower_case));
    let host = row.wants_text().then(|| verdict.parts().host()).flatten();
    row.text(host.map(Encoded::as_bytes));
    row.optional(|| verdict.parts().host().and_then(host_ascii));
    let port = row.wants().then(|| verdict.parts().port_number()).flatten();
    row.int64(port.and_then(|port| port.try_into().ok()));
    row.string(Some(link.conformance().name()));
    let best = row.wants().then(|| link.best()).flatten();
    row.int32(best.map(int32));
    if row.wants() && link.conformance() != Conformance::Rfc1738 {
        row.problems(verdict.problems());
    } else {
        row.problems(&[]);
    }
    row.list(|| link.warnings_with(&verdict));
    row.int32(Some(int32(link.breaks())));
    row.bool(link.spaced());
    row.int32(Some(int32(link.quote_depth())));
    row.int64s(link.pieces().flat_map(bounds));
    row.list(|| link.joins().iter().map(join));
    // As in the JSON, a single reading is not listed.
    row.list(|| {
        let readings = Some(link.readings()).filter(|_| link.reading_count() > 1);
        readings
            .into_iter()
            .flatten()
            .map(|reading| lossy(&reading))
    });
    row.list(|| {
        let guesses = link.second_guesses();
        guesses.map(|guess| format!("{}:{}", guess.repair, lossy(&guess.url)))
    });
    row.optional(|| link.base().map(|base| lossy(base.text())));
    row.optional(|| link.resolved().map(|url| lossy(&url)));
    row.optional(|| link.target().map(|url| lossy(&url)));
    row.int64(link.message().map(Message::offset).map(int64));
    row.text(link.part().map(str::as_bytes));
    row.string(link.media_type());
    row.text(link.section().printed_header_name());
}

/// Returns a join such as `11:break+leader`, prefixed with `-` if a hyphen precedes the join.
fn join(join: &Join) -> String {
    let hyphen = if join.hyphen { "-" } else { "" };
    let dropped: Vec<_> = join.dropped.names().collect();
    format!("{hyphen}{}:{}", join.url_at, dropped.join("+"))
}

/// Returns a host as it is looked up: decoded, in lower case, with its labels in ASCII (UTS #46); `None` for an
/// invalid host name.
#[must_use]
pub fn host_ascii(host: Encoded<'_>) -> Option<String> {
    let host = host.decode();
    if host.starts_with(b"[") {
        // An IPv6 address has no labels.
        return Some(str::from_utf8(&host).ok()?.to_ascii_lowercase());
    }
    let ascii = idna::domain_to_ascii_cow(&host, AsciiDenyList::URL).ok()?;
    (!ascii.is_empty()).then(|| ascii.into_owned())
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
