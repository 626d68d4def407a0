//! Tests with failing and partly read sources.

use super::*;

fn whole() -> Vec<u8> {
    Tar::new()
        .file("a", [b'a'; 2 * BLOCK])
        .file("b", "2")
        .finish()
}

#[test]
fn source_error_is_reported_once() {
    let whole = whole();
    let failure = || Failure::Error("no disk".to_owned());
    for len in 0..=whole.len() {
        let items = Recorder::new().parse(whole[..len].chain(Broken));
        let (a_data, b_data) = (len.saturating_sub(BLOCK), len.saturating_sub(4 * BLOCK));
        let mut expected = Vec::new();
        if len >= BLOCK && a_data < 2 * BLOCK {
            let text = vec![b'a'; a_data];
            expected.push(Item::Cut("a".to_owned(), text, failure()));
        } else if len == 4 * BLOCK {
            expected.push(file("a", [b'a'; 2 * BLOCK]));
            expected.push(Item::Cut("b".to_owned(), Vec::new(), failure()));
        } else {
            if len >= BLOCK {
                expected.push(file("a", [b'a'; 2 * BLOCK]));
            }
            if b_data > 0 {
                expected.push(file("b", "2"));
            }
            expected.push(Item::Fault(None, failure()));
        }
        assert_eq!(items, expected, "{len} bytes");
    }
}

#[test]
fn unread_data_are_skipped() {
    let recorder = |max_bytes| Recorder {
        max_bytes,
        ..Recorder::new()
    };
    for most in [0, 1] {
        let whole = whole();
        let text = |byte| vec![byte; most as usize];
        let both = [file("a", text(b'a')), file("b", text(b'2'))];
        assert_eq!(recorder(most).parse(&whole[..]), both);
        let cut = &whole[..2 * BLOCK];
        let cut_in_a = |failure| Item::Fault(Some("a".to_owned()), failure);
        let truncated = Failure::Fault(0, FaultKind::Truncated);
        let expected = [file("a", text(b'a')), cut_in_a(truncated)];
        assert_eq!(recorder(most).parse(cut), expected);
        let failure = Failure::Error("no disk".to_owned());
        let expected = [file("a", text(b'a')), cut_in_a(failure)];
        assert_eq!(recorder(most).parse(cut.chain(Broken)), expected);
    }
}

#[test]
fn break_stops_the_reader() {
    let mut whole = Tar::new().member(b'L', "L", "x").finish();
    whole.extend(Tar::new().file("a", "1").blocks([b'x'; BLOCK]).finish());
    let all = parse(&whole);
    assert_eq!(all.len(), 3);
    for max_items in 1..3 {
        let recorder = Recorder {
            max_items,
            ..Recorder::new()
        };
        assert_eq!(recorder.parse(&whole[..]), all[..max_items]);
    }
}

#[test]
fn tar_at_any_offset() {
    let whole = [b"before".to_vec(), Tar::new().file("a", "1").unfinished()].concat();
    let mut source = &whole[..];
    let mut bytes = PeekReader::new(&mut source);
    bytes.read_exact(&mut [0; 6]).expect("six bytes");
    let mut recorder = Recorder::new();
    let mut handler = |event: Event<'_>| recorder.event(event);
    let mut events = Events::new(&mut handler);
    assert!(read(&mut bytes, &Cell::new(0), &mut events).is_continue());
    assert_eq!(recorder.items, [file("a", "1"), truncated(2 * BLOCK)]);
}
