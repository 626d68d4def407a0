//! Compressed streams.

use urlsift_unpack::FaultKind;

use super::{Case, case, cut, cut_text, fault, link, member, text, unread};
use crate::packing::{
    lzw::Lzw,
    stream::{self, Stream},
    tar::Tar,
    zip::{self, Entry},
};

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<_> = Stream::ALL.into_iter().flat_map(of_stream).collect();
    cases.extend(others());
    cases.extend(not_read());
    cases
}

fn of_stream(stream: Stream) -> Vec<Case> {
    let name = stream.name();
    let (one, two) = (link("1"), link("2"));
    let both = [&one[..], &two].concat();
    let packed = stream.pack(&both);
    let garbage = b"this is no stream, and longer than any header";
    let broken = &packed[..packed.len() - 3];
    let pack = |count| (0..count).fold(one.clone(), |packed, _| stream.pack(&packed));
    let inner = Tar::new().file("a", &one).file("b", &two).finish();
    vec![
        case(name, packed.clone(), [text(&both)]),
        case(&format!("{name}: empty"), stream.pack(b""), [text("")]),
        case(
            &format!("{name}: members, some of them empty"),
            stream.pack_members([&b""[..], &one, b"", &two, b""]),
            [text(&both)],
        ),
        case(
            &format!("{name}: zeros after it"),
            [&packed[..], &[0; 512]].concat(),
            [text(&both)],
        ),
        case(
            &format!("{name}: other data after it"),
            [&packed[..], garbage].concat(),
            [cut_text(&both, packed.len(), FaultKind::Trailing)],
        ),
        case(&format!("{name}: eight times"), pack(8), [text(&one)]),
        case(
            &format!("{name}: nine times"),
            pack(9),
            [fault(0, FaultKind::TooDeep { allowed: 8 })],
        ),
        case(
            &format!("{name}: a tar"),
            stream.pack(&inner),
            [member("a", &one), member("b", &two)],
        ),
        case(
            &format!("{name}: cut in a tar"),
            Tar::new().file("m", broken).file("z", &one).finish(),
            [
                cut("m", &both, broken.len(), FaultKind::Truncated),
                member("z", &one),
            ],
        ),
    ]
}

fn others() -> Vec<Case> {
    let (one, two) = (link("1"), link("2"));
    let both = [&one[..], &two].concat();
    let skippable = stream::zstd_skippable(&link("skipped"));
    let frame = Stream::Zstd.pack(&one);
    let xz = Stream::Xz.pack(&one);
    let article = [&b"Newsgroups: a.b\nSubject: c\n\n"[..], &one].concat();
    let batch = [b"#! cunbatch\n", &*Lzw::DEFAULT.pack(&article)].concat();
    let lzma = stream::lzma_file(&both, 1 << 16);
    let wrong = |stream: Stream, from_end: usize| {
        let mut wrong = stream.pack(&both);
        let checksum = wrong.len() - from_end;
        wrong[checksum] ^= 1;
        case(
            &format!("{}: a wrong checksum", stream.name()),
            wrong,
            [cut_text(&both, checksum, FaultKind::Checksum)],
        )
    };
    let gzip = Stream::Gzip.pack(&one);
    let with_nul = [&[0][..], &one].concat();
    let without_trailer = Stream::Gzip.pack(&with_nul);
    let without_trailer = &without_trailer[..without_trailer.len() - 8];
    let frame_of_lz4 = Stream::Lz4.pack(&one);
    let skippable_of_lz4 = [&b"\x5a\x2a\x4d\x18\x04\0\0\0"[..], b"skip"].concat();
    vec![
        wrong(Stream::Gzip, 8),
        wrong(Stream::Zstd, 4),
        wrong(Stream::Lz4, 4),
        // The text may be the start of a tar.
        case(
            "gzip: a short text with a NUL, without a trailer",
            without_trailer,
            [cut_text(
                &with_nul,
                without_trailer.len(),
                FaultKind::Truncated,
            )],
        ),
        damaged_in_a_cut_member(),
        case(
            "gzip: another member after padding",
            [&gzip[..], &[0; 512], &gzip].concat(),
            [cut_text(&one, gzip.len() + 512, FaultKind::Trailing)],
        ),
        case(
            "lz4: skippable frames",
            [
                &frame_of_lz4[..],
                &skippable_of_lz4,
                &frame_of_lz4,
                &skippable_of_lz4,
            ]
            .concat(),
            [text(one.repeat(2))],
        ),
        case(
            "zstd: a skippable frame alone",
            skippable.clone(),
            [text("")],
        ),
        case(
            "zstd: a skippable frame that is cut",
            &skippable[..20],
            [fault(20, FaultKind::Truncated)],
        ),
        case(
            "gzip: all fields of a header",
            stream::gzip_with_names(&one),
            [text(&one)],
        ),
        case(
            "zstd: skippable frames",
            [&skippable[..], &frame, &skippable, &frame, &skippable].concat(),
            [text(one.repeat(2))],
        ),
        case(
            "xz: padding",
            [&xz[..], &[0; 8], &xz, &[0; 4]].concat(),
            [text(one.repeat(2))],
        ),
        case("compress", Lzw::DEFAULT.pack(&both), [text(&both)]),
        case("compress: a batch of news", batch, [text(article)]),
        case("lzma", lzma.clone(), [text(&both)]),
        case(
            "lzma in a zip in gzip",
            Stream::Gzip.pack(&zip::zip(&[Entry::deflated("a", &lzma)])),
            [member("a", &both)],
        ),
    ]
}

/// A stored block that is not the last, and a block of an unknown type: both faults are reported.
fn damaged_in_a_cut_member() -> Case {
    let text = link("1");
    let mut damaged = Stream::Gzip.pack_piped(0, &text);
    let end = damaged.len() - 8;
    damaged[10] = 0;
    damaged[end..].fill(0xff);
    let corrupt = FaultKind::Corrupt("invalid deflate data");
    case(
        "gzip: damaged, in a member that is cut",
        Tar::new().begin("m", 10_000, &damaged),
        [
            cut("m", &text, end + 1, corrupt),
            unread("m", 0, FaultKind::Truncated),
        ],
    )
}

/// What is recognised, and not read.
fn not_read() -> Vec<Case> {
    let link = link("x");
    let frame = Stream::Lz4.pack(&link);
    let legacy = [b"\x02\x21\x4c\x18\x15\0\0\0\xf0\x05", &link[..]].concat();
    let in_legacy = FaultKind::NotRead("a frame of the legacy format");
    let newc = [&b"070701"[..], &[b'0'; 104], &link].concat();
    let odc = [&b"070707"[..], &[b'0'; 70], &link].concat();
    let unsupported = [
        ("cpio", newc),
        ("cpio, odc", odc),
        ("ar", [b"!<arch>\n", &link[..]].concat()),
        (
            "dbx",
            [b"\xcf\xad\x12\xfe\xc5\xfd\x74\x6f", &link[..]].concat(),
        ),
    ]
    .map(|(about, file)| {
        case(
            &format!("{about}: not read"),
            Stream::Gzip.pack(&file),
            [fault(0, FaultKind::Unsupported)],
        )
    });
    let mut cases = Vec::from(unsupported);
    cases.extend([
        case(
            "lz4: the legacy format",
            legacy.clone(),
            [fault(0, in_legacy.clone())],
        ),
        case(
            "lz4: the legacy format after a frame",
            [&frame[..], &legacy].concat(),
            [cut_text(&link, frame.len(), in_legacy)],
        ),
    ]);
    cases
}
