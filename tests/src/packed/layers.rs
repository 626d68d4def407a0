//! Layers around a file.

use urlsift_unpack::FaultKind;

use super::{Case, Event, case, link, member, unread};
use crate::{
    packing::{
        stream::Stream,
        tar::Tar,
        zip::{self, Entry},
    },
    unpacking::events::Bytes,
};

pub(super) fn cases() -> Vec<Case> {
    let text = link("1");
    let zip = zip::zip(&[Entry::deflated("b", &text)]);
    let tar = Tar::new().file("d/x", &text).file("y", &text).finish();
    let both = |prefix: &str| ["d/x", "y"].map(|name| member(&format!("{prefix}{name}"), &text));
    let mut cases = vec![
        case("tar in gzip", Stream::Gzip.pack(&tar), both("")),
        case(
            "tar in xz in a zip",
            zip::zip(&[Entry::stored("t", &Stream::Xz.pack(&tar))]),
            both("t!"),
        ),
        case(
            "zip in a tar",
            Tar::new().file("z", &zip).finish(),
            [member("z!b", &text)],
        ),
        case(
            "gzip in a zip, and a file after it",
            zip::zip(&[
                Entry::stored("g", &Stream::Gzip.pack(&text)),
                Entry::stored("n", &text),
            ]),
            [member("g", &text), member("n", &text)],
        ),
        case(
            "zip in a stream",
            Stream::Zstd.pack(&zip),
            [member("b", &text)],
        ),
    ];
    for count in 1..=8 {
        let (packed, path) = nested(count);
        cases.push(case(
            "nested",
            packed,
            [Event::File(path, Bytes(link("deep")), None)],
        ));
    }
    let (nine, path) = nested(9);
    let too_deep = FaultKind::TooDeep { allowed: 8 };
    cases.push(case(
        "nested too deep",
        nine,
        [Event::Fault(path, (0, too_deep.clone()))],
    ));
    // The tar counts as a layer.
    let ((seven, inside), (eight, beyond)) = (nested(7), nested(8));
    let mixed = Tar::new()
        .file("a", &text)
        .file("seven", &seven)
        .file("eight", &eight)
        .file("z", &text);
    cases.push(case(
        "members that are nested too deep",
        mixed.finish(),
        [
            member("a", &text),
            member(&format!("seven{inside}"), link("deep")),
            unread(&format!("eight{beyond}"), 0, too_deep),
            member("z", &text),
        ],
    ));
    cases
}

/// Returns a text in this number of layers, and its path after the name of the file.
fn nested(count: usize) -> (Vec<u8>, String) {
    let mut packed = link("deep");
    let mut path = String::new();
    for layer in 0..count {
        packed = match layer % 8 {
            0 => Stream::Gzip.pack(&packed),
            1 | 5 => zip::zip(&[Entry::deflated("m", &packed)]),
            2 => Stream::Bzip2.pack(&packed),
            3 | 7 => Tar::new().file("m", &packed).finish(),
            4 => Stream::Xz.pack(&packed),
            _ => Stream::Zstd.pack(&packed),
        };
        if layer % 2 == 1 {
            path.push_str("!m");
        }
    }
    (packed, path)
}
