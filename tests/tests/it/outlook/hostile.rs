//! Damaged files, and files that refer to themselves.

use proptest::prelude::*;
use urlsift_tests::outlook::{
    Value, check, id,
    msg::{Msg, join_chains},
    pst::{Pst, Version, heap},
    small_msg, small_pst, text,
};

#[test]
fn every_beginning_of_a_file_is_read() {
    for file in [
        small_msg(),
        small_pst(Version::Ansi),
        small_pst(Version::Unicode),
    ] {
        for len in (0..file.len()).step_by(61) {
            let _ = check(&file[..len]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_files_are_read(
        which in 0_usize..3,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut file = match which {
            0 => small_msg(),
            1 => small_pst(Version::Ansi),
            _ => small_pst(Version::Unicode),
        };
        for (at, byte) in damage {
            let at = at.index(file.len());
            file[at] = byte;
        }
        let _ = check(&file);
    }
}

#[test]
fn nested_messages_are_read_up_to_a_limit() {
    let mut message = Msg::new().with(id::BODY, text("innermost"));
    for _ in 0..30 {
        message = Msg::new().with(id::BODY, text("b")).message("m", message);
    }
    let read = check(&message.finish());
    assert_eq!(read.messages.len(), 16);
    assert_eq!(read.faults.len(), 1);
    assert!(
        read.faults[0].1.contains("more than 16"),
        "{:?}",
        read.faults
    );
}

#[test]
fn lists_of_blocks_that_refer_to_themselves_are_faults() {
    for version in [Version::Ansi, Version::Unicode] {
        for level in [1, 2] {
            let mut pst = Pst::new(version);
            // The next block is the list itself.
            let own = (pst.block(b"") + 4) | 2;
            let list = pst.list(level, &[own; 400]);
            assert_eq!(list, own);
            pst.node(0x20_0004, list, list, 0);
            let read = check(&pst.finish());
            assert_eq!(
                (read.texts.len(), read.faults.len()),
                (0, 1),
                "{version:?}, {level}"
            );
        }
    }
}

/// A list of lists of one block, with 8 GB of data in a file of 20 KiB.
#[test]
fn repeated_blocks_are_read_up_to_a_limit() {
    let mut pst = Pst::new(Version::Unicode);
    let block = pst.block(&[b'a'; 8000]);
    let list = pst.list(1, &vec![block; 1000]);
    let lists = pst.list(2, &vec![list; 1000]);
    let node = 0x801f;
    let nodes = pst.subnodes(&[(node, lists, 0)]);
    let mut tree = Vec::new();
    for property in [id::BODY, id::HTML] {
        tree.extend(property.to_le_bytes());
        tree.extend(0x0102_u16.to_le_bytes());
        tree.extend(node.to_le_bytes());
    }
    let header = vec![0xb5, 2, 6, 0, 0x40, 0, 0, 0];
    let data = pst.block(&heap(0xbc, &[header, tree]));
    pst.node(0x20_0004, data, nodes, 0);
    pst.node(0x20_0024, data, nodes, 0);
    let read = check(&pst.finish());
    assert_eq!(read.texts.len(), 0);
    assert!(read.faults[0].1.contains("many times"), "{:?}", read.faults);
    assert_eq!(read.faults.len(), 1, "the rest is not read");
}

/// A tree in which each page refers to itself twice, with the greatest number of levels.
#[test]
fn a_tree_of_properties_that_refers_to_itself_is_a_fault() {
    for levels in [8, 255] {
        let mut pst = Pst::new(Version::Unicode);
        let entry = [1, 0, 0x40, 0, 0, 0];
        let items = [vec![0xb5, 2, 6, levels, 0x40, 0, 0, 0], entry.repeat(300)];
        let data = pst.block(&heap(0xbc, &items));
        pst.node(0x20_0004, data, 0, 0);
        let read = check(&pst.finish());
        assert_eq!(read.faults.len(), 1, "{levels}");
    }
}

/// Many streams with the same chain of sectors.
#[test]
fn repeated_streams_are_read_up_to_a_limit() {
    let mut message = Msg::new();
    for number in 0..200 {
        message = message.file(&format!("{number}.txt"), "", &vec![b'a'; 8 << 10]);
    }
    let mut file = message.finish();
    let read = check(&file);
    assert_eq!((read.texts.len(), read.faults.len()), (200, 0));
    // All directory entries of data begin at the sector of the first, and are as long as the file.
    let name: Vec<u8> = "__substg1.0_37010102"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let entries: Vec<usize> = (0..file.len())
        .step_by(128)
        .filter(|&at| file[at..].starts_with(&name))
        .collect();
    assert_eq!(entries.len(), 200);
    let first = file[entries[0] + 116..][..4].to_vec();
    let len = file.len() as u32 / 2;
    for at in entries {
        file[at + 116..][..4].copy_from_slice(&first);
        file[at + 120..][..4].copy_from_slice(&len.to_le_bytes());
    }
    let _ = check(&file);
}

/// Each stream has few bytes, and a long chain.
#[test]
fn streams_that_share_a_chain_are_not_read() {
    let message = |files| {
        let add = |message: Msg, number| message.file(&format!("{number}.txt"), "", b"a");
        (0..files).fold(Msg::new(), add).finish()
    };
    for (files, is_read) in [(10, true), (400, false)] {
        let mut file = message(files);
        assert_eq!(check(&file).texts.len(), files);
        join_chains(&mut file);
        let read = check(&file);
        let faults = usize::from(!is_read);
        let texts = if is_read { files } else { 0 };
        assert_eq!((read.texts.len(), read.faults.len()), (texts, faults));
    }
}

#[test]
fn what_is_not_read_is_named() {
    let mut newer = small_pst(Version::Unicode);
    newer[10] = 36;
    let mut encrypted = small_pst(Version::Unicode);
    encrypted[513] = 0x10;
    for (file, reason) in [(newer, "4096"), (encrypted, "encrypted")] {
        let read = check(&file);
        assert_eq!((read.texts.len(), read.faults.len()), (0, 1));
        assert!(read.faults[0].1.contains(reason), "{:?}", read.faults);
    }
    let mut other = cfb_without_message();
    other.truncate(other.len());
    let read = check(&other);
    assert!(read.faults[0].1.contains("no message"), "{:?}", read.faults);
}

fn cfb_without_message() -> Vec<u8> {
    let file = cfb::CompoundFile::create(std::io::Cursor::new(Vec::new())).expect("memory");
    file.into_inner().into_inner()
}

#[test]
fn a_long_property_is_cut() {
    let long = vec![b'a'; urlsift_outlook::MAX_PROPERTY + 9];
    let read = check(&Msg::new().with(id::HTML, Value::Binary(long)).finish());
    assert_eq!(read.text("html").len(), urlsift_outlook::MAX_PROPERTY);
    assert_eq!(read.faults.len(), 1);
}
