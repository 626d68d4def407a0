//! The table `urls`, with a row for each distinct URL, after links are settled.

use super::{
    column::{
        ColumnType::{Binary, Int64, String, Timestamp},
        Table, nullable, required,
    },
    number::{int64, milliseconds},
    row::{RowWriter, write_none, write_text},
};
use crate::Field;

/// The table `urls`, with a row for each distinct URL.
pub const URLS: Table = Table {
    name: "urls",
    columns: &[
        required("url", String),
        nullable("url_bytes", Binary),
        nullable("scheme", String),
        nullable("host", String),
        nullable("host_bytes", Binary),
        required("count", Int64),
        required("messages", Int64),
        required("files", Int64),
        nullable("first_seen", Timestamp),
        nullable("last_seen", Timestamp),
        required("best", String),
        nullable("resolved_by", String),
        nullable("domain", String),
        required("url_key", String),
    ],
};

/// A row of [`URLS`].
#[derive(Clone, Copy, Debug)]
pub struct UrlRow<'r> {
    /// The URL.
    pub url: &'r [u8],
    /// Its scheme, in lower case.
    pub scheme: Option<&'r str>,
    /// Its host, as written.
    pub host: Option<&'r [u8]>,
    /// The number of links with this URL, once they are settled.
    pub count: u64,
    /// The number of messages that contain one. One that has several links settled as this URL may count several times.
    pub messages: u64,
    /// The number of files, or members of containers, that contain one. The same holds.
    pub files: u64,
    /// The first and the last plausible date of these messages, in seconds since 1970.
    pub seen: Option<(i64, i64)>,
    /// The reading that satisfies the strictest standard; the URL itself if there is evidence for it.
    pub best: &'r [u8],
    /// The evidence by which links were settled as this URL.
    pub resolved_by: Option<&'static str>,
    /// The registered domain of the host.
    pub domain: Option<&'r str>,
    /// The key by which URLs that are written in several ways are counted.
    pub url_key: &'r str,
}

impl UrlRow<'_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        write_text(self.url, row);
        row.string(self.scheme);
        match self.host {
            Some(host) => write_text(host, row),
            None => write_none(Field::Host.columns(), row),
        }
        row.int(Some(int64(self.count)));
        row.int(Some(int64(self.messages)));
        row.int(Some(int64(self.files)));
        row.timestamp(self.seen.and_then(|(first, _)| milliseconds(first)));
        row.timestamp(self.seen.and_then(|(_, last)| milliseconds(last)));
        row.string(Some(&std::string::String::from_utf8_lossy(self.best)));
        row.string(self.resolved_by);
        row.string(self.domain);
        row.string(Some(self.url_key));
    }
}
