//! zip (PKWARE's APPNOTE).

use urlsift_unpack::FaultKind;

use super::{Case, Event, case, corrupt, cut, fault, link, member, unread};
use crate::packing::{
    noise,
    zip::{
        Entry, Method, Sizes, ZipWriter, extra, flags, local, streamed, with_directory, zip,
        zip_between,
    },
};

const NO_DIRECTORY: &str = "no end record matches a directory";
const UNLISTED: &str = "the directory does not list all members";

/// All places of the sizes of a member.
const SIZES: [Sizes; 6] = [
    Sizes::Header,
    Sizes::Zip64,
    after(true, false),
    after(true, true),
    after(false, false),
    after(false, true),
];

const fn after(signed: bool, long: bool) -> Sizes {
    Sizes::After { signed, long }
}

pub(super) fn cases() -> Vec<Case> {
    [
        sizes(),
        methods(),
        members(),
        unsupported(),
        directories(),
        damaged_directories(),
        several(),
        unlisted(),
        overlaps(),
        nested_in_data(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns three files and an empty one, with their sizes written in this way.
fn entries(sizes: Sizes) -> Vec<Entry> {
    let entries = [
        Entry::deflated("a", &link("a")),
        Entry::stored("dir/b", &link("b")),
        Entry::stored("empty", b""),
        Entry::deflated("z", &link("z")),
    ];
    entries.map(|entry| entry.sizes(sizes)).into()
}

/// Returns the same files, deflated if their sizes follow the data: the ends of stored ones are only in the directory.
fn delimited(sizes: Sizes) -> Vec<Entry> {
    if !matches!(sizes, Sizes::After { .. }) {
        return entries(sizes);
    }
    let (a, b, z) = (link("a"), link("b"), link("z"));
    let entries = [("a", &a[..]), ("dir/b", &b), ("empty", b""), ("z", &z)];
    let entries = entries.map(|(name, text)| Entry::deflated(name, text).sizes(sizes));
    entries.into()
}

/// Returns what is reported of these.
fn events() -> Vec<Event> {
    vec![
        member("a", link("a")),
        member("dir/b", link("b")),
        member("empty", ""),
        member("z", link("z")),
    ]
}

/// Returns a fault and then other events.
fn after_fault(fault: Event, events: &[Event]) -> Vec<Event> {
    [&[fault][..], events].concat()
}

fn sizes() -> Vec<Case> {
    let mut cases = Vec::new();
    for sizes in SIZES {
        let writer = || ZipWriter::new(b"", &entries(sizes));
        let mut add = |about: &str, file: &[u8], events| {
            cases.push(case(&format!("zip, {sizes:?}: {about}"), file, events));
        };
        let whole = writer().end64(4);
        add("whole", &writer().end(4, b"").bytes, events());
        add("with the end records of Zip64", &whole.bytes, events());
        let whole = ZipWriter::new(b"", &delimited(sizes)).end64(4);
        for (about, len) in [("no end", whole.end), ("no directory", whole.directory)] {
            let truncated = fault(len, FaultKind::Truncated);
            add(
                about,
                &whole.bytes[..len],
                after_fault(truncated, &events()),
            );
        }
        let mut wrong = ZipWriter::new(b"", &delimited(sizes)).end(4, b"");
        let third = find(&wrong.bytes[wrong.directory..], b"empty") + wrong.directory - 46;
        wrong.bytes[third] = 0;
        let mut expected = events();
        expected.insert(2, corrupt(third, "invalid directory entry"));
        add("a damaged directory", &wrong.bytes, expected);
        let more = writer();
        let mut expected = events();
        expected.push(corrupt(
            more.end,
            "the directory has fewer entries than recorded",
        ));
        add(
            "too many entries recorded",
            &more.end(5, b"").bytes,
            expected,
        );
        if matches!(sizes, Sizes::After { .. }) {
            continue;
        }
        let inner = zip(&[Entry::stored("a", &link("i"))]);
        let last = Entry::stored("i.zip", &inner).sizes(sizes);
        let cut = ZipWriter::new(b"", &[Entry::stored("a", &link("a")), last]);
        let mismatch = corrupt(cut.directory, NO_DIRECTORY);
        let inside = [member("a", link("a")), member("i.zip!a", link("i"))];
        add(
            "a stored zip in a truncated one",
            &cut.bytes[..cut.directory],
            after_fault(mismatch, &inside),
        );
    }
    cases
}

/// Returns the offset of some bytes.
fn find(bytes: &[u8], wanted: &[u8]) -> usize {
    let mut windows = bytes.windows(wanted.len());
    windows
        .position(|window| window == wanted)
        .expect("the bytes")
}

fn methods() -> Vec<Case> {
    let mut cases = Vec::new();
    for method in Method::ALL {
        let long = [&link("a")[..], &b"x\n".repeat(500)].concat();
        let entries = [
            Entry::by(method, "a", &long),
            Entry::stored("b", &link("b")),
        ];
        let events = [member("a", &long), member("b", link("b"))];
        let about = format!("zip: {method:?}");
        cases.push(case(&about, zip(&entries), events.clone()));
        cases.push(case(&about, zip(&entries.map(Entry::described)), events));
    }
    cases
}

fn members() -> Vec<Case> {
    let files = [("a".to_owned(), link("a")), ("b".to_owned(), link("b"))];
    let mut no_data = Entry::deflated("none", b"");
    no_data.compressed.clear();
    let special =
        |name: &str, mode: u32, text: &[u8]| Entry::stored(name, text).attributes(mode << 16);
    let of_dos = |name: &str, attributes, text: &[u8]| Entry {
        made_by: 20,
        attributes,
        ..Entry::stored(name, text)
    };
    let long_link = [&link("l")[..], &[b'x'; 5000]].concat();
    let long = noise(1 << 20);
    let unicode = |name: &[u8], crc_of: &[u8], path: &[u8]| {
        let mut crc = flate2::Crc::new();
        crc.update(crc_of);
        let data = [&[1][..], &crc.sum().to_le_bytes(), path].concat();
        Entry {
            extra: [extra(0x5455, &[0; 5]), extra(0x7075, &data)].concat(),
            ..Entry::stored(name, &link("u"))
        }
    };
    let misleading = [
        "../x",
        "/etc/..",
        "a\nurlsift: b: c",
        "\u{9b}31m",
        "a!b",
        "a!b",
    ];
    vec![
        case(
            "zip: of another writer",
            streamed(&files),
            ["a", "b"].map(|name| member(name, link(name))),
        ),
        case("zip: no data", zip(&[no_data]), [member("none", "")]),
        case(
            "zip: more than is kept in memory",
            zip(&[
                Entry::stored("a", &link("a")),
                Entry::stored("long", &long),
                Entry::stored("b", &link("b")),
            ]),
            [
                member("a", link("a")),
                member("long", &long),
                member("b", link("b")),
            ],
        ),
        case(
            "zip: only files are members",
            zip(&[
                Entry::directory("dir"),
                special("dir", 0o040_755, b""),
                of_dos("dos", 0x10, b""),
                Entry::link("link", "target"),
                special("fifo", 0o010_644, b""),
                special("device", 0o020_644, b""),
                special("no kind", 0o600, &link("a")),
                of_dos("fat", 0o120_777 << 16, &link("b")),
                Entry::stored("dir/full/", &link("c")),
                special("long", 0o120_777, &long_link),
            ]),
            [
                member("no kind", link("a")),
                member("fat", link("b")),
                member("dir/full/", link("c")),
                member("long", &long_link),
            ],
        ),
        case(
            // APPNOTE D.1: code page 437, of which 82 is é, 80 is Ç, e1 is ß, ff is a no-break space.
            "zip: names are UTF-8, code page 437, or in a field",
            zip(&[
                Entry::stored("é", &link("u")),
                Entry::stored(b"caf\x82", &link("u")),
                Entry::stored(b"\x80\xe1\xff", &link("u")),
                Entry::stored(b"caf\x82", &link("u")).flags(flags::UTF8),
                unicode(b"caf?", b"caf?", "café".as_bytes()),
                unicode(b"renamed", b"caf?", "café".as_bytes()),
                unicode(b"broken", b"broken", b"caf\xe9"),
            ]),
            ["é", "café", "Çß\u{a0}", "café", "café", "renamed", "broken"]
                .map(|name| member(name, link("u"))),
        ),
        case(
            "zip: names that mislead, and the same name twice",
            zip(&misleading.map(|name| Entry::deflated(name, &link("a")))),
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
    ]
}

/// Members that are not read, or not without a fault.
fn unsupported() -> Vec<Case> {
    let a = Entry::stored("a", &link("a"));
    let entries = [
        a.clone(),
        Entry::deflated("locked", &link("x")).flags(flags::ENCRYPTED),
        Entry::deflated("described", &link("x"))
            .described()
            .flags(flags::ENCRYPTED),
        Entry::stored("aes", &link("x")).method(99),
        Entry::stored("shrunk", &link("x")).method(1),
        Entry::stored("z", &link("z")),
    ];
    let offset = |index: usize| ZipWriter::new(b"", &entries[..index]).directory;
    let not_read = [
        member("a", link("a")),
        unread("locked", offset(1), FaultKind::Encrypted),
        unread("described", offset(2), FaultKind::Encrypted),
        unread("aes", offset(3), FaultKind::Encrypted),
        unread("shrunk", offset(4), FaultKind::Method(1)),
        member("z", link("z")),
    ];
    let mut cases = vec![case(
        "zip: members that are not read",
        zip(&entries),
        not_read,
    )];
    for method in [Method::Stored, Method::Deflated] {
        let by = |name: &str| Entry::by(method, name, &link("m"));
        let (mut short, mut long) = (by("short"), by("long"));
        short.size -= 1;
        long.size += 1;
        let entries = [by("crc").wrong_crc(), short, long, by("z")];
        let at = |index: usize| ZipWriter::new(b"", &entries[..index]).directory;
        let wrong = |name, index| cut(name, link("m"), at(index), FaultKind::Checksum);
        cases.push(case(
            &format!("zip: a wrong checksum or size, {method:?}"),
            zip(&entries),
            [
                wrong("crc", 0),
                wrong("short", 1),
                wrong("long", 2),
                member("z", link("m")),
            ],
        ));
    }
    let mut renamed = Entry::deflated("a", &link("a"));
    renamed.local_name = b"b".to_vec();
    let kind = FaultKind::Corrupt("its local header has a different name");
    cases.push(case(
        "zip: another local name",
        zip(&[renamed]),
        [cut("a", link("a"), 0, kind)],
    ));
    cases
}

fn directories() -> Vec<Case> {
    let entries = entries(Sizes::Header);
    let mut cases = vec![
        case("zip: empty", zip(&[]), []),
        case(
            "zip: empty, with a comment",
            zip_between(b"", &[], b"a comment"),
            [],
        ),
    ];
    for marker in [&b"PK00"[..], b"PK\x07\x08"] {
        let prefixed = [marker, &zip(&entries)].concat();
        cases.push(case("zip: a marker before it", prefixed, events()));
        let counted = zip_between(marker, &entries, b"");
        cases.push(case(
            "zip: a marker that offsets include",
            counted,
            events(),
        ));
    }
    let sound = ZipWriter::new(b"", &entries).end(4, b"");
    let record = &sound.bytes[sound.end..];
    let mut one = record.to_vec();
    one[8] = 1;
    one[10] = 1;
    let other = zip(&[Entry::stored("other", &link("x"))]);
    let signatures = b"PK\x05\x06".repeat(1000);
    for comment in [
        record,
        &one,
        &zip(&[]),
        &other,
        &signatures,
        b"PK\x05\x06",
        b"<http://x.example/>",
    ] {
        for more in [&b""[..], b"and a word"] {
            let zip = zip_between(b"", &entries, &[comment, more].concat());
            cases.push(case("zip: a comment", zip, events()));
        }
    }
    cases
}

fn damaged_directories() -> Vec<Case> {
    let entries = entries(Sizes::Header);
    let mut no_header = zip(&entries);
    let second = find(&no_header, b"dir/b") - 30;
    no_header[second] = b'X';
    let mut expected = events();
    expected[1] = unread("dir/b", second, FaultKind::Corrupt("no local header"));
    let described = ZipWriter::new(b"", &delimited(after(true, false)));
    let mut undescribed = described.bytes[..described.directory].to_vec();
    let descriptor = find(&undescribed, b"PK\x07\x08");
    undescribed[descriptor + 8] ^= 1;
    let truncated = fault(undescribed.len(), FaultKind::Truncated);
    let kind = FaultKind::Corrupt("no matching data descriptor");
    let mut without = after_fault(truncated, &events());
    without[1] = cut("a", link("a"), 0, kind);
    let two = ["a", "b"].map(|name| Entry::stored(name, &link(name)));
    let (local, _) = local(&two.each_ref());
    let begun = local.len() - 3;
    let begun_b = &link("b")[..link("b").len() - 3];
    vec![
        case(
            "zip: cut in a member",
            &local[..begun],
            after_fault(
                fault(begun, FaultKind::Truncated),
                &[
                    member("a", link("a")),
                    cut("b", begun_b, begun, FaultKind::Truncated),
                ],
            ),
        ),
        case("zip: no local header", no_header, expected),
        case(
            "zip: a wrong descriptor, and no directory",
            undescribed,
            without,
        ),
    ]
}

fn several() -> Vec<Case> {
    let of = |names: &[&str]| {
        let entries = names.iter().map(|name| Entry::deflated(name, &link(name)));
        zip(&entries.collect::<Vec<_>>())
    };
    let (first, second) = (of(&["first", "other"]), of(&["second"]));
    let [one, other, two] = ["first", "other", "second"].map(|name| member(name, link(name)));
    let trailing = fault(first.len(), FaultKind::Trailing);
    let ended = [one.clone(), other.clone(), trailing.clone()];
    let cut_first = [&first[..first.len() - 22], &second].concat();
    let unfinished = corrupt(cut_first.len(), NO_DIRECTORY);
    let (same, again) = (of(&["third", "fourt"]), of(&["fifth", "sixth"]));
    vec![
        case(
            "zip: another zip after it",
            [&first[..], &second].concat(),
            [&ended[..], std::slice::from_ref(&two)].concat(),
        ),
        case(
            "zip: another zip after one without its end",
            cut_first,
            after_fault(unfinished, &[one, other]),
        ),
        case(
            "zip: a directory of the same size before that of another zip",
            [&same[..], &again].concat(),
            [
                member("third", link("third")),
                member("fourt", link("fourt")),
                fault(same.len(), FaultKind::Trailing),
                member("fifth", link("fifth")),
                member("sixth", link("sixth")),
            ],
        ),
        case(
            "zip: other bytes after it",
            [&first[..], b"\0\0\0\0"].concat(),
            ended.clone(),
        ),
        case(
            "zip: a part of another zip after it",
            [&first[..], &second[..37]].concat(),
            [
                &ended[..],
                &[unread("second", first.len() + 37, FaultKind::Truncated)],
            ]
            .concat(),
        ),
    ]
}

/// Directories that omit a member, which is read only before the others.
fn unlisted() -> Vec<Case> {
    let mut cases = Vec::new();
    for sizes in [Sizes::Header, Sizes::Zip64] {
        for omitted in 0..3 {
            let entries = ["1", "2", "3"].map(|name| Entry::stored(name, &link(name)).sizes(sizes));
            let (mut bytes, mut listed) = (Vec::new(), Vec::new());
            for (index, entry) in entries.iter().enumerate() {
                let at = bytes.len();
                let one = ZipWriter::new(b"", std::slice::from_ref(entry));
                bytes.extend(&one.bytes[..one.directory]);
                if index != omitted {
                    listed.push((entry, at));
                }
            }
            let number = |index: usize| ["1", "2", "3"][index];
            let named = |index: usize| member(number(index), link(number(index)));
            let mut events: Vec<_> = (0..3)
                .filter(|&index| index != omitted)
                .map(named)
                .collect();
            if omitted == 0 {
                events.push(corrupt(0, UNLISTED));
                events.push(named(0));
            }
            let about = format!("zip, {sizes:?}: member {} is not listed", number(omitted));
            cases.push(case(&about, with_directory(&bytes, &listed), events));
        }
    }
    cases
}

/// Members that overlap others, which are not read.
fn overlaps() -> Vec<Case> {
    let overlap = |at, members| fault(at, FaultKind::Overlap { members });
    let mut cases = Vec::new();
    for entry in [
        Entry::stored("a", &link("a")),
        Entry::deflated("a", &link("a")),
        Entry::stored("a", &link("a")).sizes(Sizes::Zip64),
        Entry::deflated("a", &link("a")).described(),
    ] {
        let (bytes, _) = local(&[&entry]);
        let zip = with_directory(&bytes, &[(&entry, 0); 3]);
        let events = [member("a", link("a")), overlap(0, 2)];
        cases.push(case(
            "zip: a member that is listed several times",
            zip,
            events,
        ));
    }
    let large = Entry::stored("a", &[&link("a")[..], &vec![b'.'; 200_000]].concat());
    let (bytes, _) = local(&[&large]);
    let many = with_directory(&bytes, &vec![(&large, 0); 70_000]);
    let events = [member("a", &large.compressed), overlap(0, 69_999)];
    cases.push(case("zip: overlaps are counted", many, events));
    let four = ["a", "b", "c", "d"].map(|name| Entry::stored(name, &link(name)).described());
    let (bytes, offsets) = local(&four.each_ref());
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let named = order.map(|number| (&four[number], offsets[number]));
        let events = order.map(|number| {
            let name = ["a", "b", "c", "d"][number];
            member(name, link(name))
        });
        cases.push(case(
            "zip: members in any order",
            with_directory(&bytes, &named),
            events,
        ));
    }
    let (long, next) = (
        Entry::deflated("a", &link("a")),
        Entry::stored("b", &link("b")),
    );
    let (bytes, offsets) = local(&[&long, &next]);
    let end = 31 + long.compressed.len();
    let wrong = Entry {
        compressed: [&long.compressed[..], &[0; 20]].concat(),
        ..long
    };
    let kind = FaultKind::Corrupt("trailing bytes after the compressed data");
    cases.push(case(
        "zip: a size that is too large hides no member",
        with_directory(&bytes, &[(&wrong, offsets[0]), (&next, offsets[1])]),
        [cut("a", link("a"), end, kind), member("b", link("b"))],
    ));
    cases
}

/// Members in the data of others, which are not read.
fn nested_in_data() -> Vec<Case> {
    // The better zip bomb: the data of each member hold the local header and the data of the next one, in a stored
    // block of Deflate (RFC 1951 §3.2.4). A first block lets no text look like a zip.
    const FIRST: &[u8] = b"\0\x01\0\xfe\xff-";
    let mut text = link("c");
    let mut bomb = vec![Entry::deflated("c", &text)];
    for name in ["b", "a"] {
        let next = &bomb[0];
        let (mut header, _) = local(&[next]);
        header.truncate(header.len() - next.compressed.len());
        text = [b"-", &header[..], &text].concat();
        let len = header.len() as u16;
        let block = [
            FIRST,
            &[0],
            &len.to_le_bytes(),
            &(!len).to_le_bytes(),
            &header,
        ]
        .concat();
        let entry = Entry {
            compressed: [&block[..], &next.compressed].concat(),
            ..Entry::deflated(name, &text)
        };
        bomb.insert(0, entry);
    }
    let (bytes, _) = local(&[&bomb[0]]);
    // A header of 30 bytes and a name, the first block and the header of the second one.
    let step = 31 + FIRST.len() + 5;
    let mut named: Vec<_> = bomb.iter().zip((0..).step_by(step)).collect();
    let overlap = |at, members| fault(at, FaultKind::Overlap { members });
    let in_order = with_directory(&bytes, &named);
    named.reverse();
    let reversed = with_directory(&bytes, &named);
    // A member of which the directory has a name that is a local header with data.
    let inner = Entry {
        crc: 0,
        ..Entry::stored("x", &link("i"))
    };
    let (inside, _) = local(&[&inner]);
    let outer = Entry::stored(&inside, &link("o"));
    let (bytes, _) = local(&[&outer]);
    let at = bytes.len() + 46;
    let in_directory = with_directory(&bytes, &[(&outer, 0), (&inner, at)]);
    let name: String = inside.iter().map(|&byte| shown(byte)).collect();
    vec![
        case(
            "zip: members in each other",
            in_order,
            [member("a", &text), overlap(step, 2)],
        ),
        case(
            "zip: members in each other, the innermost first",
            reversed,
            [member("c", link("c")), overlap(step, 2)],
        ),
        case(
            "zip: a member in the directory",
            in_directory,
            [member(&name, link("o")), overlap(at, 1)],
        ),
    ]
}

/// Returns how a byte of a name is shown.
fn shown(byte: u8) -> String {
    if byte.is_ascii_control() {
        format!(r"\x{byte:02x}")
    } else {
        char::from(byte).into()
    }
}
