//! WARC (ISO 28500): archives of web crawls.

use urlsift_unpack::FaultKind;

use super::{Case, case, corrupt, cut, fault, link, member, unread};
use crate::packing::stream::Stream;

const NOWHERE: &str = "no record begins here";
const CUT: &str = "the header of a record is cut or too long";
const LENGTH: &str = "a record has no length";
const SIZE: &str = "a chunk of a body has no size";
const METHODS: &str = "a body compressed with br or deflate";

const PAGE: &str = "http://l.example/1";

/// Returns a record with these fields, one a line, and this block.
fn record(fields: &str, block: impl AsRef<[u8]>) -> Vec<u8> {
    let block = block.as_ref();
    let fields = fields.replace('\n', "\r\n");
    let header = format!(
        "WARC/1.0\r\n{fields}\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    [header.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns a record with a response: fields, one a line, and a body.
fn response(uri: &str, fields: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let fields = fields.replace('\n', "\r\n");
    let header = format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n");
    let block = [header.as_bytes(), body.as_ref()].concat();
    let fields = format!(
        "WARC-Type: response\nWARC-Target-URI: {uri}\nContent-Type: application/http; msgtype=response"
    );
    record(&fields, block)
}

fn page(body: impl AsRef<[u8]>) -> Vec<u8> {
    response(PAGE, "Content-Type: text/html; charset=utf-8", body)
}

fn info() -> Vec<u8> {
    let fields = "WARC-Type: warcinfo\nContent-Type: application/warc-fields";
    record(fields, "software: x\r\n")
}

pub(super) fn cases() -> Vec<Case> {
    [records(), bodies(), damage()]
        .into_iter()
        .flatten()
        .collect()
}

fn records() -> Vec<Case> {
    let resource = |kind: &str, media_type: &str| {
        let fields =
            format!("warc-type: {kind}\nWARC-Target-URI: <{PAGE}>\ncontent-type: {media_type}");
        record(&fields, link("a"))
    };
    let lone = member(PAGE, link("a"));
    vec![
        case(
            "warc: a response among other records",
            [
                info(),
                resource("request", "application/http"),
                page(link("a")),
                resource("metadata", "text/plain"),
                resource("revisit", "text/plain"),
            ]
            .concat(),
            [lone.clone()],
        ),
        case(
            "warc: a resource and a conversion, in angle brackets",
            [
                resource("resource", "text/plain"),
                resource("conversion", "text/html"),
            ]
            .concat(),
            [lone.clone(), lone.clone()],
        ),
        case(
            "warc: other media types",
            [
                resource("resource", "image/png"),
                resource("response", "text/dns"),
                response(PAGE, "Content-Type: image/png", link("a")),
                response(PAGE, "Content-Type: text/css", link("a")),
                response(PAGE, "Server: x", link("a")),
            ]
            .concat(),
            [lone.clone()],
        ),
        case(
            "warc: without an address",
            [
                info(),
                record(
                    "WARC-Type: resource\nWARC-Record-ID: <urn:x>\nContent-Type: text/plain",
                    link("a"),
                ),
            ]
            .concat(),
            [member("urn:x", link("a"))],
        ),
        case(
            "warc: version 1.1, and lines that end in LF",
            [
                &b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n"[..],
                b"WARC/1.1\nWARC-Type: response\nWARC-Target-URI: http://l.example/1\n",
                b"Content-Type: application/http\nContent-Length: 58\n\n",
                b"HTTP/1.0 200 OK\nContent-Type: text/y\n\n<http://a.example/>\n\n",
                &page(link("a")),
            ]
            .concat(),
            [lone.clone(), lone],
        ),
    ]
}

fn bodies() -> Vec<Case> {
    const CHUNKED: &str = "Content-Type: text/html\nTransfer-Encoding: chunked";
    let chunked = |body: &[u8]| [info(), response(PAGE, CHUNKED, body), page(link("b"))].concat();
    let (whole, next) = (member(PAGE, link("a")), member(PAGE, link("b")));
    let gzip = Stream::Gzip.pack(&link("a"));
    let compressed = |name: &str, body: &[u8]| {
        let fields = format!("Content-Type: text/plain\nContent-Encoding: {name}");
        [info(), response(PAGE, &fields, body), page(link("b"))].concat()
    };
    let sized = [
        format!("{:x}\r\n", gzip.len()).as_bytes(),
        &gzip,
        b"\r\n0\r\n\r\n",
    ]
    .concat();
    let at = info().len();
    vec![
        case(
            "warc: a body in chunks, with an extension and a trailer",
            chunked(b"5\r\n<http\r\nF;x=\"y\"\r\n://a.example/>\n\r\n0\r\nA: b\r\n\r\n"),
            [whole.clone(), next.clone()],
        ),
        case(
            "warc: a body that is not in chunks, as its header says",
            chunked(&link("a")),
            [whole.clone(), next.clone()],
        ),
        case(
            "warc: a body that ends in a chunk, or between two",
            [
                chunked(b"14\r\n<http://a.example/>\n"),
                chunked(b"14\r\n<http://a.example/>\n\r\n"),
            ]
            .concat(),
            [whole.clone(), next.clone(), whole.clone(), next.clone()],
        ),
        case(
            "warc: a chunk without a size",
            chunked(b"14\r\n<http://a.example/>\n\r\nxyz\r\n"),
            [
                cut(PAGE, link("a"), at, FaultKind::Corrupt(SIZE)),
                next.clone(),
            ],
        ),
        case(
            "warc: a compressed body",
            compressed("gzip", &gzip),
            [whole.clone(), next.clone()],
        ),
        case(
            "warc: a compressed body in chunks",
            [info(), response(PAGE, CHUNKED, sized)].concat(),
            [whole],
        ),
        case(
            "warc: a compression that is not read",
            compressed("br", b"x"),
            [unread(PAGE, at, FaultKind::NotRead(METHODS)), next],
        ),
    ]
}

fn damage() -> Vec<Case> {
    let (start, end) = (info(), page(link("b")));
    let next = member(PAGE, link("b"));
    let at = start.len();
    let around = |damage: &[u8]| [&start[..], damage, &end].concat();
    let long = format!("WARC/1.0\r\nX: {}\r\n\r\n\r\n", "x".repeat(40 << 10));
    let cut_page = page(link("a"));
    let cut_page = &cut_page[..cut_page.len() - 5];
    vec![
        case(
            "warc: other bytes between records are reported once",
            around(b"x\r\nWARC/1.0\r\nWARC/1.0\r\nWARC-Type: metadata\r\n\r\n"),
            [corrupt(at, NOWHERE), next.clone()],
        ),
        case(
            "warc: a header without an end",
            around(b"WARC/1.0\r\nContent-Length: 3\r\n"),
            [corrupt(at, CUT), next.clone()],
        ),
        case(
            "warc: a long header",
            around(long.as_bytes()),
            [corrupt(at, CUT), next.clone()],
        ),
        case(
            "warc: a length that is no number",
            around(b"WARC/1.0\r\nContent-Length: 3x\r\n\r\nabc\r\n\r\n"),
            [corrupt(at, LENGTH), next.clone()],
        ),
        case(
            "warc: a response without the end of its header",
            around(&record(
                "WARC-Type: response\nContent-Type: application/http",
                "HTTP/1.1 200 OK\r\n",
            )),
            [next],
        ),
        case(
            "warc: a record that is cut",
            [&start, cut_page].concat(),
            [cut(PAGE, &link("a")[..19], at, FaultKind::Truncated)],
        ),
        case(
            "warc: a record that is cut, and not read",
            start[..at - 6].to_vec(),
            [fault(at - 6, FaultKind::Truncated)],
        ),
        case(
            "warc: a header that is cut",
            b"WARC/1.0\r\nX".to_vec(),
            [corrupt(0, CUT)],
        ),
    ]
}
