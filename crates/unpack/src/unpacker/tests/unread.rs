//! Errors in members that the visitor does not read to their ends.

use urlsift_tests::packing::noise;

use super::*;

/// Reads at most this number of bytes of each file, and records the errors that end a container, and the others.
struct Partial {
    most: u64,
    ends: Vec<(String, FaultKind, u64)>,
    others: Vec<(String, FaultKind, u64)>,
}

impl Visitor for Partial {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        match io::copy(&mut file.bytes.take(self.most), &mut io::sink()) {
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => self.fault(file.path, error),
        }
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        let fault = Fault::of(&error).expect("a fault");
        let faults = if Fault::ends_container(&error) {
            &mut self.ends
        } else {
            &mut self.others
        };
        faults.push((
            path.display().to_string(),
            fault.kind().clone(),
            fault.offset(),
        ));
        ControlFlow::Continue(())
    }
}

/// Unpacks bytes up to `len`, and reads at most `most` bytes of each file.
fn partial(mut bytes: &[u8], most: u64) -> Partial {
    let mut partial = Partial {
        most,
        ends: Vec::new(),
        others: Vec::new(),
    };
    let source = ByteSource::Stream(&mut bytes);
    let end = Unpacker::new().unpack(Path::new("in"), source, &mut partial);
    assert!(end.is_continue());
    partial
}

#[test]
fn truncated_container_is_reported_once_however_much_is_read() {
    let text = noise(200_000);
    let in_gzip = tar(&[("a", &gzip(&text)), ("b", &text)]);
    let inner = tar(&[("a", &text)]);
    for (compressed, name) in [
        (tar(&[("a", &text), ("b", &text)]), "in!a"),
        (gzip(&tar(&[("a", &text), ("b", &text)])), "in!a"),
        (in_gzip, "in!a"),
        (tar(&[("t", &gzip(&inner)), ("b", &text)]), "in!t!a"),
        (tar(&[("t", &inner), ("b", &text)]), "in!t!a"),
    ] {
        for len in [2_000, 40_000, 100_000] {
            let compressed = &compressed[..len];
            let all = partial(compressed, u64::MAX).ends;
            assert_eq!(all.len(), 1, "{name}, {len} bytes: {all:?}");
            assert_eq!((&*all[0].0, &all[0].1), (name, &FaultKind::Truncated));
            for most in [0, 1, 1_000, 70_000] {
                let ends = partial(compressed, most).ends;
                assert_eq!(ends, all, "{name}, {len} bytes, {most} read");
            }
        }
    }
}

#[test]
fn damaged_member_does_not_end_its_container() {
    let mut compressed = gzip(&noise(10_000));
    let checksum = compressed.len() - 8;
    compressed[checksum] ^= 1;
    let compressed = tar(&[("a", &compressed), ("b", b"text")]);
    let all = partial(&compressed, u64::MAX);
    assert_eq!(all.others.len(), 1, "{:?}", all.others);
    assert_eq!(all.others[0].1, FaultKind::Checksum);
    assert_eq!(all.ends, []);
    let unread = partial(&compressed, 1_000);
    assert_eq!((unread.ends, unread.others), (vec![], vec![]));
}

#[test]
fn both_errors_are_reported_if_a_cut_member_is_also_damaged() {
    let mut compressed = gzip(&noise(10_000));
    compressed[10..].fill(0xff);
    let mut compressed = tar(&[("a", &compressed), ("b", b"text")]);
    compressed.truncate(4_000);
    let all = partial(&compressed, u64::MAX);
    assert!(matches!(all.others[..], [(_, FaultKind::Corrupt(_), _)]));
    assert_eq!(all.ends, [("in!a".to_owned(), FaultKind::Truncated, 0)]);
}
