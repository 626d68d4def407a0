//! tar: Unix v7, POSIX (ustar and pax) and GNU.

use ::tar::{Builder, EntryType, Header};
use urlsift_unpack::FaultKind;

use super::{Case, case, corrupt, cut, fault, link, member, unread};
use crate::packing::tar::{BLOCK, Tar, header, pax_records};

const CHECKSUM: &str = "a header has a wrong checksum";
const SIZE: &str = "a header has an invalid size";
const LONG: &str = "a long name or an extended header has more than 1 MiB";
const ALONE: &str = "no member follows a long name or an extended header";
const MALFORMED: &str = "an extended header has a malformed record";

pub(super) fn cases() -> Vec<Case> {
    [
        cuts(),
        ends(),
        alone(),
        names(),
        limits(),
        sizes(),
        kinds(),
        damage(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns a header of Unix v7, without a magic number.
fn v7(name: &str, size: usize) -> Header {
    let mut header = Header::new_old();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_size(size as u64);
    header
}

fn with_size_field(kind: u8, name: &str, field: &[u8; 12]) -> Header {
    let mut header = header(kind, name, 0);
    header.as_old_mut().size = *field;
    header
}

/// A block that is no header.
const NOISE: [u8; BLOCK] = [b'x'; BLOCK];

/// A tar that ends before its end.
fn cuts() -> Vec<Case> {
    let two = Tar::new()
        .file("a", link("a"))
        .long_name(b"long")
        .file("b", link("b"))
        .finish();
    let (header, end) = (4 * BLOCK, 6 * BLOCK);
    let cases = [
        ("after the data of a file", BLOCK + 100, BLOCK + 100, false),
        ("in a long name", 3 * BLOCK + 4, 2 * BLOCK, false),
        ("after a long name", 3 * BLOCK + 100, 3 * BLOCK + 100, false),
        ("in a header", header + 100, header, false),
        ("in the first block of zeros", end + 100, end, true),
        (
            "in the last block of zeros",
            end + BLOCK + 100,
            end + BLOCK,
            true,
        ),
    ];
    let cases = cases.map(|(about, len, at, has_b)| {
        let b = has_b.then(|| member("long", link("b")));
        let events = [member("a", link("a"))].into_iter().chain(b);
        let events = events.chain([fault(at, FaultKind::Truncated)]);
        let about = format!("tar: cut {about}");
        case(&about, &two[..len], events.collect::<Vec<_>>())
    });
    cases.into()
}

fn ends() -> Vec<Case> {
    let one = Tar::new().file("a", link("a"));
    let (a, b) = (member("a", link("a")), member("b", link("b")));
    let two = Tar::new().file("b", link("b")).finish();
    let whole = one.clone().finish();
    let record = |with| {
        let mut record = whole.clone();
        record.resize(20 * BLOCK, with);
        record
    };
    let end = 20 * BLOCK;
    let trailing = |at| fault(at, FaultKind::Trailing);
    let global = Tar::new().pax(b'g', &[("path", "all")]);
    let mut damaged_second = [record(0), two.clone()].concat();
    damaged_second[end] = b'x';
    let lone = one.clone().blocks([0; BLOCK]);
    let truncated = |at| fault(at, FaultKind::Truncated);
    vec![
        case(
            "tar: a global path ends with its archive",
            [global.file("x", link("a")).finish(), two.clone()].concat(),
            [member("all", link("a")), b.clone()],
        ),
        case(
            "tar: anything fills a record, and another archive may follow",
            [&record(b'g')[..], &[0; BLOCK], &two, b"garbage"].concat(),
            [a.clone(), b.clone()],
        ),
        case(
            "tar: other data after the record, before another archive",
            [&record(0)[..], &[b'g'; 2 * BLOCK], &two].concat(),
            [a.clone(), trailing(end), b.clone()],
        ),
        case(
            "tar: another archive whose first header is damaged",
            damaged_second,
            [a.clone(), trailing(end)],
        ),
        case(
            "tar: less than a block after the record",
            [&record(0)[..], &[0; BLOCK], b"garbage"].concat(),
            [a.clone(), trailing(end + BLOCK)],
        ),
        case(
            "tar: zeros after the record",
            [&record(0)[..], &[0; 3]].concat(),
            [a.clone()],
        ),
        case(
            "tar: after the end only a header with a magic number counts",
            [
                &whole[..],
                Tar::new().bare(v7("v7", 0)).unfinished().as_slice(),
            ]
            .concat(),
            [a.clone()],
        ),
        case(
            "tar: one block of zeros is the end if no more comes",
            lone.clone().unfinished(),
            [a.clone()],
        ),
        case(
            "tar: one block of zeros is not the end",
            lone.clone().file("b", link("b")).finish(),
            [a.clone(), b.clone()],
        ),
        case(
            "tar: one block of zeros, then damage",
            lone.blocks(NOISE).file("b", link("b")).finish(),
            [a.clone(), corrupt(3 * BLOCK, CHECKSUM), b],
        ),
        case(
            "tar: no end",
            one.clone().unfinished(),
            [a.clone(), truncated(2 * BLOCK)],
        ),
        case(
            "tar: cut in a member",
            Tar::new().begin("m", 10_000, &link("m")),
            [cut("m", link("m"), 0, FaultKind::Truncated)],
        ),
    ]
}

/// Metadata that no member follows.
fn alone() -> Vec<Case> {
    vec![
        case(
            "tar: cut after a long name",
            Tar::new().long_name(b"name").unfinished(),
            [fault(2 * BLOCK, FaultKind::Truncated)],
        ),
        case(
            "tar: a long name alone",
            Tar::new().long_name(b"name").finish(),
            [corrupt(0, ALONE)],
        ),
        case(
            "tar: a long link alone",
            Tar::new().member(b'K', "K", "name").finish(),
            [corrupt(0, ALONE)],
        ),
        case(
            "tar: an extended header and a long name alone",
            Tar::new()
                .pax(b'x', &[("path", "name")])
                .long_name(b"n")
                .finish(),
            [corrupt(0, ALONE)],
        ),
    ]
}

fn names() -> Vec<Case> {
    let mut gnu = Header::new_gnu();
    gnu.as_old_mut().name[..3].copy_from_slice(b"gnu");
    gnu.set_size(link("c").len() as u64);
    gnu.as_gnu_mut().expect("a GNU header").set_atime(0o1234);
    let hundred = "n".repeat(100);
    let path = |path: &'static str| [("path", path)];
    vec![
        case(
            "tar: names in all formats",
            Tar::new()
                .bare(v7("v7", link("a").len()))
                .blocks(link("a"))
                .prefixed("a/b", "name", &link("b"))
                .bare(gnu)
                .blocks(link("c"))
                .member(b'7', "contiguous", link("d"))
                .member(0, "old", link("e"))
                .file(&hundred, link("f"))
                .file("caf\u{e9}", link("g"))
                .file("empty", "")
                .finish(),
            [
                member("v7", link("a")),
                member("a/b/name", link("b")),
                member("gnu", link("c")),
                member("contiguous", link("d")),
                member("old", link("e")),
                member(&hundred, link("f")),
                member("café", link("g")),
                member("empty", ""),
            ],
        ),
        another_writer(),
        case(
            "tar: precedence of names",
            Tar::new()
                .pax(b'g', &[("path", "all"), ("size", "1")])
                .pax(b'g', &[("comment", "c")])
                .file("x", link("a"))
                .member(b'L', "L", "long\0\0")
                .pax(b'x', &path("p\nq\0"))
                .file("x", link("b"))
                .pax(b'x', &path(""))
                .file("own", link("c"))
                .pax(b'x', &[("path", "p"), ("GNU.sparse.name", "s")])
                .file("x", link("d"))
                .pax(b'g', &path(""))
                .long_name(b"long")
                .member(b'K', "K", "link\0")
                .pax(b'g', &[("comment", "c")])
                .file("x", link("e"))
                .long_name(b"of the link")
                .link(b'2', "link", "target")
                .file("own", link("f"))
                .finish(),
            [
                member("all", link("a")),
                member(r"p\x0aq", link("b")),
                member("own", link("c")),
                member("s", link("d")),
                member("long", link("e")),
                member("own", link("f")),
            ],
        ),
    ]
}

/// Names that are not shown as they are.
fn limits() -> Vec<Case> {
    let (longest, one_more) = ("n".repeat(1 << 20), "n".repeat((1 << 20) + 1));
    let second = 2 * BLOCK + (1 << 20) + BLOCK;
    let third = second + 3 * BLOCK + (1 << 20) + BLOCK;
    vec![
        case(
            "tar: names that mislead, and the same name twice",
            [
                "../x",
                "/etc/..",
                "a\nurlsift: b: c",
                "\u{9b}31m",
                "a!b",
                "a!b",
            ]
            .iter()
            .fold(Tar::new(), |tar, name| tar.file(name, link("a")))
            .finish(),
            [
                r"\x2e\x2e/x",
                r"/etc/\x2e\x2e",
                r"a\x0aurlsift: b: c",
                r"\xc2\x9b31m",
                "a!b",
                "a!b",
            ]
            .map(|name| member(name, link("a"))),
        ),
        case(
            "tar: the longest name that is read is shown in part",
            Tar::new()
                .member(b'L', "L", &longest)
                .file("a", link("a"))
                .member(b'L', "L", &one_more)
                .file("b", link("b"))
                .pax(b'x', &[("path", &longest)])
                .file("c", link("c"))
                .finish(),
            [
                member(&format!("{}...", &longest[..16 << 10]), link("a")),
                corrupt(second, LONG),
                member("b", link("b")),
                corrupt(third, LONG),
                member("c", link("c")),
            ],
        ),
    ]
}

/// A long name and a link, written by the crate. The header of the link has a size, but no data follow it.
fn another_writer() -> Case {
    let mut builder = Builder::new(Vec::new());
    let long = "d/".repeat(120) + "name";
    let mut header = Header::new_gnu();
    header.set_size(link("a").len() as u64);
    let mut hard = header.clone();
    hard.set_entry_type(EntryType::Link);
    let (mut first, mut last) = (header.clone(), header);
    let mut write = || {
        builder.append_data(&mut first, &long, &link("a")[..])?;
        builder.append_link(&mut hard, "link", &long)?;
        builder.append_data(&mut last, "last", &link("b")[..])
    };
    write().expect("writing to memory succeeds");
    case(
        "tar: of another writer",
        builder.into_inner().expect("writing to memory succeeds"),
        [member(&long, link("a")), member("last", link("b"))],
    )
}

fn sizes() -> Vec<Case> {
    let text = link("a");
    let len = text.len().to_string();
    let long = [&text[..], &[b'.'; BLOCK]].concat();
    let long_len = long.len().to_string();
    let sized = |field: &[u8; 12]| {
        Tar::new()
            .bare(with_size_field(b'0', "a", field))
            .blocks("data")
            .blocks("data")
            .bare(with_size_field(b'L', "L", field))
            .blocks("data")
            .file("b", link("b"))
            .finish()
    };
    let invalid = [
        [0xff; 12],
        *b"\x80\0\0\0\x80\0\0\0\0\0\0\0",
        *b"\x80\0\0\x01\0\0\0\0\0\0\0\0",
        // Negative, with the bytes of a small number.
        *b"\xc0\0\0\0\0\0\0\0\0\0\0\x04",
        *b"-0000000001\0",
        *b"00000000008\0",
    ]
    .map(|field| {
        case(
            "tar: an invalid size",
            sized(&field),
            [
                unread("a", 0, FaultKind::Corrupt(SIZE)),
                corrupt(3 * BLOCK, SIZE),
                member("b", link("b")),
            ],
        )
    });
    let mut malformed = pax_records(&[("path", "long"), ("size", "x")]);
    malformed.extend(b"not a record");
    let largest = *b"\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff";
    let beyond = |kind| {
        let header = with_size_field(kind, "a", &largest);
        Tar::new().bare(header).blocks(NOISE).unfinished()
    };
    let mut cases = Vec::from(invalid);
    cases.extend([
        case(
            "tar: sizes in extended headers",
            Tar::new()
                .pax(b'x', &[("size", &len)])
                .bare(header(b'0', "a", 0))
                .blocks(&text)
                .pax(b'x', &[("size", &long_len)])
                .bare(with_size_field(b'0', "b", b"************"))
                .blocks(&long)
                .pax(b'x', &[("size", "1"), ("size", "")])
                .file("c", &text)
                .member(b'X', "X", pax_records(&[("size", &len)]))
                .bare(header(b'0', "d", 0))
                .blocks(&text)
                .finish(),
            [
                member("a", &text),
                member("b", &long),
                member("c", &text),
                member("d", &text),
            ],
        ),
        case(
            "tar: a binary size",
            Tar::new()
                .bare(with_size_field(b'0', "a", b"\x80\0\0\0\0\0\0\0\0\0\0\x14"))
                .blocks(&text)
                .file("b", link("b"))
                .finish(),
            [member("a", &text[..20]), member("b", link("b"))],
        ),
        case(
            "tar: a malformed record",
            Tar::new()
                .member(b'x', "x", malformed)
                .file("a", &text)
                .finish(),
            [corrupt(0, MALFORMED), member("long", &text)],
        ),
        case(
            "tar: the largest size of a file",
            beyond(b'0'),
            [cut("a", NOISE, 0, FaultKind::Truncated)],
        ),
        case(
            "tar: the largest size of other data",
            beyond(b'D'),
            [fault(2 * BLOCK, FaultKind::Truncated)],
        ),
    ]);
    cases
}

fn kinds() -> Vec<Case> {
    let mut others = Tar::new();
    for kind in *b"123456VIDNAE" {
        others = others.member(kind, "no", "");
    }
    // With data, which some writers add; the data of a link are also the data of its target.
    for kind in *b"15DNAE" {
        others = others.member(kind, "no", link("no"));
    }
    // With a size but no data: old links, directories with a quota.
    for kind in *b"123456VI" {
        others = others.bare(header(kind, "no", 5000));
        others = others.bare(with_size_field(kind, "no", b"-1\0\0\0\0\0\0\0\0\0\0"));
    }
    let old_sparse = |has_more: bool| {
        let mut sparse = header(b'S', "s", 5);
        sparse.as_gnu_mut().expect("a GNU header").isextended = [u8::from(has_more)];
        Tar::new().bare(sparse)
    };
    let mut more = [0; BLOCK];
    more[504] = 1;
    let pax_sparse =
        |records: &[(&str, &str)]| Tar::new().pax(b'x', records).bare(header(b'0', "s", 5));
    let sparse = [
        (old_sparse(false), 0),
        (old_sparse(true).blocks(more).blocks([0; BLOCK]), 0),
        (pax_sparse(&[("GNU.sparse.numblocks", "1")]), 2 * BLOCK),
        (pax_sparse(&[("GNU.sparse.map", "0,5")]), 2 * BLOCK),
        (
            pax_sparse(&[("GNU.sparse.major", "1"), ("GNU.sparse.name", "s")]),
            2 * BLOCK,
        ),
    ]
    .map(|(tar, at)| {
        case(
            "tar: a sparse file is named and skipped",
            tar.blocks("12345").file("a", link("a")).finish(),
            [
                unread("s", at, FaultKind::NotRead("a sparse file")),
                member("a", link("a")),
            ],
        )
    });
    let mut cases = Vec::from(sparse);
    cases.extend([
        case(
            "tar: other types are skipped",
            others
                .file("a", link("a"))
                .bare(header(b'5', "d", 5000))
                .finish(),
            [member("a", link("a"))],
        ),
        case(
            "tar: only the header of v7 makes a name with a slash a directory",
            Tar::new().bare(v7("d/", 0)).file("d/", link("a")).finish(),
            [member("d/", link("a"))],
        ),
        case(
            "tar: unknown types are files",
            Tar::new()
                .member(b'Z', "a", link("a"))
                .member(b'Z', "none", "")
                .member(b'M', "rest", link("b"))
                .member(0xff, "c", link("c"))
                .finish(),
            [
                member("a", link("a")),
                member("rest", link("b")),
                member("c", link("c")),
            ],
        ),
    ]);
    cases
}

fn damage() -> Vec<Case> {
    let mut broken = header(b'0', "a", 5 * BLOCK as u64);
    broken.set_cksum();
    broken.as_old_mut().name[0] = b'b';
    let mut signed = header(b'0', "caf\u{e9}", link("a").len() as u64);
    // The sum of the signed bytes, with spaces for the checksum itself.
    let bytes = signed.as_bytes().iter().enumerate();
    let blank = |(at, &byte): (usize, &u8)| if (148..156).contains(&at) { b' ' } else { byte };
    let sum: i64 = bytes
        .map(blank)
        .map(|byte| i64::from(byte.cast_signed()))
        .sum();
    let sum = format!("{sum:06o}\0 ");
    signed.as_old_mut().cksum.copy_from_slice(sum.as_bytes());
    vec![
        case(
            "tar: a checksum of signed bytes",
            Tar::new()
                .blocks(signed.as_bytes())
                .blocks(link("a"))
                .finish(),
            [member("café", link("a"))],
        ),
        case(
            "tar: consecutive corrupt blocks are one fault, and zeros there are not the end",
            Tar::new()
                .file("first", link("a"))
                .long_name(b"its name")
                .blocks(broken.as_bytes())
                .blocks([b'd'; 2 * BLOCK])
                .blocks([0; 2 * BLOCK])
                .blocks(NOISE)
                .bare(v7("v7", link("b").len()))
                .blocks(link("b"))
                .blocks(broken.as_bytes())
                .file("last", link("c"))
                .finish(),
            [
                member("first", link("a")),
                corrupt(4 * BLOCK, CHECKSUM),
                member("v7", link("b")),
                corrupt(12 * BLOCK, CHECKSUM),
                member("last", link("c")),
            ],
        ),
    ]
}
