//! The table `links`.

use std::sync::{Arc, LazyLock};

use arrow_array::{
    RecordBatch,
    builder::{
        BinaryBuilder, BooleanBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    },
};
use arrow_schema::SchemaRef;
use idna::AsciiDenyList;
use urlsift_rfc1738::Encoded;
use urlsift_scan::Join;

use super::{
    column::{ProblemsBuilder, append_strings, append_text},
    limits,
    number::{bounds, int32, int64},
    table::table,
};
use crate::{Link, Markup, Message, link::lower_case};

table! {
    struct Links {
        shard "shard": StringBuilder;
        input "input": Int32Builder;
        path "path": StringBuilder;
        path_bytes "path_bytes": BinaryBuilder, null;
        member "member": Int32Builder;
        offset "offset": Int64Builder;
        end "end": Int64Builder;
        url "url": StringBuilder;
        url_bytes "url_bytes": BinaryBuilder, null;
        raw "raw": StringBuilder;
        raw_bytes "raw_bytes": BinaryBuilder, null;
        delimiter "delimiter": StringBuilder;
        element "element": StringBuilder, null;
        attribute "attribute": StringBuilder, null;
        text "text": StringBuilder, null;
        scheme "scheme": StringBuilder, null;
        host "host": StringBuilder, null;
        host_bytes "host_bytes": BinaryBuilder, null;
        host_ascii "host_ascii": StringBuilder, null;
        port "port": Int64Builder, null;
        conforms "conforms": StringBuilder;
        best "best": Int32Builder, null;
        problems "problems": ProblemsBuilder;
        warnings "warnings": ListBuilder<StringBuilder>;
        breaks "breaks": Int32Builder;
        spaced "spaced": BooleanBuilder;
        quote_depth "quote_depth": Int32Builder;
        pieces "pieces": ListBuilder<Int64Builder>;
        joins "joins": ListBuilder<StringBuilder>;
        readings "readings": ListBuilder<StringBuilder>;
        also "also": ListBuilder<StringBuilder>;
        base "base": StringBuilder, null;
        resolved "resolved": StringBuilder, null;
        target "target": StringBuilder, null;
        message_offset "message_offset": Int64Builder, null;
        part "part": StringBuilder, null;
        part_bytes "part_bytes": BinaryBuilder, null;
        media_type "type": StringBuilder, null;
        header "header": StringBuilder, null;
        header_bytes "header_bytes": BinaryBuilder, null;
    }
}

/// Returns the schema of the table `links`, which has a row for each link.
#[must_use]
pub fn links_schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| Arc::new(Links::schema()));
    Arc::clone(&SCHEMA)
}

/// Builds batches of the table `links`.
///
/// ```
/// # use std::sync::Arc;
/// use urlsift_record::{Link, LinkBatchBuilder};
///
/// let text = b"<http://a.example/> and <URL:ftp://b.example/>";
/// let mut builder = LinkBatchBuilder::new("a1b2");
/// for candidate in urlsift_scan::candidates(text) {
///     builder.append(&Link::new(candidate, Arc::from(*b"a.txt"), |span| span), 0, 0);
/// }
/// let batch = builder.finish();
/// assert_eq!(batch.num_rows(), 2);
/// assert!(batch.column_by_name("host_ascii").is_some());
/// ```
#[derive(Debug)]
pub struct LinkBatchBuilder {
    shard: String,
    columns: Links,
    rows: usize,
}

impl LinkBatchBuilder {
    /// Creates a builder. `shard` names the job whose results the rows are, as in the column `shard`.
    #[must_use]
    pub fn new(shard: impl Into<String>) -> Self {
        Self {
            shard: shard.into(),
            columns: Links::new(),
            rows: 0,
        }
    }

    /// Appends the row of a link. `input` is the index of its input in the shard. `member` is the index of the member
    /// among those of the input with the same path, or 0.
    ///
    /// # Panics
    ///
    /// Panics if a column would exceed 2 GiB. [`is_full`](Self::is_full) returns `true` long before.
    pub fn append(&mut self, link: &Link, input: i32, member: i32) {
        let verdict = link.verdict();
        let parts = verdict.parts();
        let columns = &mut self.columns;
        columns.shard.append_value(&self.shard);
        columns.input.append_value(input);
        append_text(
            &mut columns.path,
            &mut columns.path_bytes,
            Some(link.path()),
        );
        columns.member.append_value(member);
        columns.offset.append_value(int64(link.span().start()));
        columns.end.append_value(int64(link.span().end()));
        append_text(
            &mut columns.url,
            &mut columns.url_bytes,
            Some(link.url_bytes()),
        );
        append_text(&mut columns.raw, &mut columns.raw_bytes, Some(link.raw()));
        columns.delimiter.append_value(link.delimiter().name());
        let markup = link.markup();
        columns.element.append_option(markup.map(Markup::element));
        columns
            .attribute
            .append_option(markup.map(Markup::attribute));
        columns.text.append_option(markup.and_then(Markup::text));
        columns.scheme.append_option(parts.scheme().map(lower_case));
        let host = parts.host().map(Encoded::as_bytes);
        append_text(&mut columns.host, &mut columns.host_bytes, host);
        columns
            .host_ascii
            .append_option(parts.host().and_then(host_ascii));
        let port = parts.port_number().and_then(|port| port.try_into().ok());
        columns.port.append_option(port);
        columns.conforms.append_value(link.conformance().name());
        columns.best.append_option(link.best().map(int32));
        columns.problems.append_value(verdict.problems());
        append_strings(&mut columns.warnings, link.warnings_with(&verdict));
        columns.breaks.append_value(int32(link.breaks()));
        columns.spaced.append_value(link.spaced());
        columns.quote_depth.append_value(int32(link.quote_depth()));
        for bound in link.pieces().flat_map(bounds) {
            columns.pieces.values().append_value(bound);
        }
        columns.pieces.append(true);
        append_strings(&mut columns.joins, link.joins().iter().map(join));
        // As in the JSON, a single reading is not listed.
        let readings = Some(link.readings()).filter(|_| link.reading_count() > 1);
        let readings = readings.into_iter().flatten();
        append_strings(
            &mut columns.readings,
            readings.map(|reading| lossy(&reading)),
        );
        let guesses = link.second_guesses();
        let guesses = guesses.map(|guess| format!("{}:{}", guess.repair, lossy(&guess.url)));
        append_strings(&mut columns.also, guesses);
        columns
            .base
            .append_option(link.base().map(|base| lossy(base.text())));
        columns
            .resolved
            .append_option(link.resolved().map(|url| lossy(&url)));
        columns
            .target
            .append_option(link.target().map(|url| lossy(&url)));
        let message = link.message();
        columns
            .message_offset
            .append_option(message.map(Message::offset).map(int64));
        let number = link.part().map(str::as_bytes);
        append_text(&mut columns.part, &mut columns.part_bytes, number);
        columns.media_type.append_option(link.media_type());
        append_text(
            &mut columns.header,
            &mut columns.header_bytes,
            link.section().printed_header_name(),
        );
        self.rows += 1;
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns whether the batch is full: 65,536 rows, or about 64 MiB in one column.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let columns = &self.columns;
        let texts = [
            &columns.path,
            &columns.raw,
            &columns.base,
            &columns.resolved,
            &columns.target,
        ];
        limits::is_full(self.rows, texts, [&columns.joins, &columns.readings])
    }

    /// Returns the batch of the rows so far and starts a new one.
    ///
    /// # Panics
    ///
    /// Never panics: all columns have the same number of rows.
    #[must_use]
    pub fn finish(&mut self) -> RecordBatch {
        self.rows = 0;
        RecordBatch::try_new(links_schema(), self.columns.finish())
            .expect("every column has its type and a value for each row")
    }
}

/// Returns a join such as `11:break+leader`, prefixed with `-` if a hyphen precedes the join.
fn join(join: &Join) -> String {
    let hyphen = if join.hyphen { "-" } else { "" };
    let dropped: Vec<_> = join.dropped.names().collect();
    format!("{hyphen}{}:{}", join.url_at, dropped.join("+"))
}

/// Returns a host as it is looked up: decoded, in lower case, with its labels in ASCII (UTS #46); `None` for an
/// invalid host name.
fn host_ascii(host: Encoded<'_>) -> Option<String> {
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
