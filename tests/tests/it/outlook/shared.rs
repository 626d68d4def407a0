//! Stores that refer to the same part many times: each part is read once, or up to a limit.

use proptest::prelude::*;
use urlsift_tests::outlook::{
    Recorded, check,
    pst::Version,
    shared::{Part, Shared},
};

const VERSIONS: [Version; 2] = [Version::Ansi, Version::Unicode];

fn shared(version: Version, part: Part) -> Shared {
    Shared {
        version,
        part,
        times: 1000,
        levels: 2,
        messages: 3,
    }
}

#[track_caller]
fn assert_limit_reached(read: &Recorded) {
    let (_, last) = read.faults.last().expect("a fault");
    assert!(last.contains("many times"), "{:?}", read.faults);
}

#[test]
fn a_page_of_nodes_is_read_once() {
    for version in VERSIONS {
        for levels in [2, 3, 8] {
            let read = check(
                &Shared {
                    levels,
                    ..shared(version, Part::NodePage)
                }
                .store(),
            );
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

#[test]
fn a_page_of_blocks_that_many_entries_refer_to_is_searched_once_for_each_block() {
    for version in VERSIONS {
        let few = shared(version, Part::BlockPage);
        let read = check(&Shared { levels: 8, ..few }.store());
        assert_eq!((read.texts.len(), read.faults.len()), (3, 0), "{version:?}");
    }
}

/// No bytes are read, but each block has to be found.
#[test]
fn blocks_without_bytes_are_found_up_to_a_limit() {
    for version in VERSIONS {
        for (part, messages) in [(Part::EmptyBlock, 300), (Part::List, 30)] {
            let few = shared(version, part);
            let one = check(&Shared { messages: 1, ..few }.store());
            assert_eq!((one.messages.len(), one.faults.len()), (1, 0), "{part:?}");
            assert_limit_reached(&check(&Shared { messages, ..few }.store()));
        }
    }
}

#[test]
fn a_list_of_nodes_is_read_once() {
    for version in VERSIONS {
        let read = check(&shared(version, Part::Subnodes).store());
        assert_eq!((read.texts.len(), read.faults.len()), (6, 0), "{version:?}");
    }
}

#[test]
fn an_item_of_a_heap_is_read_once() {
    for version in VERSIONS {
        let few = shared(version, Part::Item);
        let read = check(
            &Shared {
                messages: 60,
                ..few
            }
            .store(),
        );
        assert_eq!(
            (read.messages.len(), read.faults.len()),
            (60, 0),
            "{version:?}"
        );
    }
}

#[test]
fn items_of_a_heap_that_overlap_are_read_up_to_a_limit() {
    for version in VERSIONS {
        let few = shared(version, Part::OverlappingItems);
        let one = check(&Shared { messages: 1, ..few }.store());
        assert_eq!(
            (one.messages.len(), one.faults.len()),
            (1, 0),
            "{version:?}"
        );
        assert_limit_reached(&check(
            &Shared {
                messages: 60,
                ..few
            }
            .store(),
        ));
    }
}

/// The header section of a message is repeated for each of its texts.
#[test]
fn header_sections_are_repeated_up_to_a_limit() {
    for version in VERSIONS {
        let few = shared(version, Part::Attachment);
        let one = check(
            &Shared {
                times: 10,
                messages: 1,
                ..few
            }
            .store(),
        );
        assert_eq!((one.texts.len(), one.faults.len()), (11, 0), "{version:?}");
        assert_limit_reached(&check(&few.store()));
    }
}

#[test]
fn a_message_that_is_attached_to_itself_is_read_up_to_a_limit() {
    for version in VERSIONS {
        let few = shared(version, Part::Message);
        let one = check(
            &Shared {
                times: 1,
                messages: 1,
                ..few
            }
            .store(),
        );
        assert_eq!((one.texts.len(), one.faults.len()), (16, 1), "{version:?}");
        assert_limit_reached(&check(&Shared { times: 2, ..few }.store()));
    }
}

#[test]
fn names_of_folders_are_repeated_up_to_a_limit() {
    for version in VERSIONS {
        let few = shared(version, Part::Folder);
        let read = check(&few.store());
        assert_eq!(read.faults.len(), 3, "{version:?}");
        assert_eq!(read.faults[0].0.len(), 2 * 901 + 7);
        assert_limit_reached(&check(
            &Shared {
                levels: 64,
                messages: 1000,
                ..few
            }
            .store(),
        ));
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
