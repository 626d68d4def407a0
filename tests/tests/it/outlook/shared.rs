//! Stores that refer to the same part many times: each part is read once, or up to a limit.

use proptest::prelude::*;
use urlsift_tests::outlook::{
    check,
    pst::Version,
    shared::{Part, Shared},
};

const VERSIONS: [Version; 2] = [Version::Ansi, Version::Unicode];

/// What is read of a store, and the number of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    Messages(usize, usize),
    Texts(usize, usize),
    /// A limit was reached.
    Limit,
}

/// What many refer to; the number of references, of levels and of messages; and what is read.
const CASES: [(Part, usize, u8, usize, Read); 15] = [
    // A page of blocks is searched once for each block.
    (Part::BlockPage, 1000, 8, 3, Read::Texts(3, 0)),
    // No bytes are read, but each block has to be found.
    (Part::EmptyBlock, 1000, 2, 1, Read::Messages(1, 0)),
    (Part::EmptyBlock, 1000, 2, 300, Read::Limit),
    (Part::List, 1000, 2, 1, Read::Messages(1, 0)),
    (Part::List, 1000, 2, 30, Read::Limit),
    // A list of nodes, and an item of a heap, is read once.
    (Part::Subnodes, 1000, 2, 3, Read::Texts(6, 0)),
    (Part::Item, 1000, 2, 60, Read::Messages(60, 0)),
    (Part::OverlappingItems, 1000, 2, 1, Read::Messages(1, 0)),
    (Part::OverlappingItems, 1000, 2, 60, Read::Limit),
    // The header section of a message is repeated for each of its texts.
    (Part::Attachment, 10, 2, 1, Read::Texts(11, 0)),
    (Part::Attachment, 1000, 2, 3, Read::Limit),
    // A message is attached to itself.
    (Part::Message, 1, 2, 1, Read::Texts(16, 1)),
    (Part::Message, 2, 2, 3, Read::Limit),
    // Names of folders are repeated.
    (Part::Folder, 1000, 2, 3, Read::Messages(0, 3)),
    (Part::Folder, 1000, 64, 1000, Read::Limit),
];

#[test]
fn what_many_refer_to_is_read_once_or_up_to_a_limit() {
    for (part, times, levels, messages, expected) in CASES {
        for version in VERSIONS {
            let shared = Shared {
                version,
                part,
                times,
                levels,
                messages,
            };
            let read = check(&shared.store());
            let faults = read.faults.len();
            let found = match expected {
                Read::Messages(..) => Read::Messages(read.messages.len(), faults),
                Read::Texts(..) => Read::Texts(read.texts.len(), faults),
                Read::Limit => {
                    let (_, last) = read.faults.last().expect("a fault");
                    assert!(last.contains("many times"), "{shared:?}: {:?}", read.faults);
                    Read::Limit
                }
            };
            assert_eq!(found, expected, "{shared:?}");
            if part == Part::Folder && found != Read::Limit {
                assert_eq!(read.faults[0].0.len(), 2 * 901 + 7);
            }
        }
    }
}

#[test]
fn a_page_of_nodes_is_read_once() {
    for version in VERSIONS {
        for levels in [2, 3, 8] {
            let shared = Shared {
                version,
                part: Part::NodePage,
                times: 1000,
                levels,
                messages: 3,
            };
            let read = check(&shared.store());
            let names = ["2097156", "2097188", "2097220"];
            assert_eq!(read.messages, names, "{version:?}, {levels}");
            let [(name, fault)] = &read.faults[..] else {
                panic!("{:?}", read.faults);
            };
            assert_eq!(name, "");
            assert!(fault.contains("at offset"), "{fault}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_stores_are_read(
        part in prop::sample::select(Part::ALL),
        version in prop::sample::select(&VERSIONS[..]),
        (times, levels, messages) in (1_usize..300, 0_u8..9, 1_usize..30),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let mut file = Shared { version, part, times, levels, messages }.store();
        for (at, byte) in damage {
            let at = at.index(file.len());
            file[at] = byte;
        }
        let _ = check(&file);
    }
}
