//! How the bytes come, and how they fail.

use super::*;

fn whole() -> Vec<u8> {
    tar().file("a", [b'a'; 2 * BLOCK]).file("b", "2").end()
}

#[test]
fn a_failing_source_is_told_once() {
    let whole = whole();
    let told = || Told::Error("no disk".to_owned());
    for len in 0..=whole.len() {
        let seen = Viewer::new().view(whole[..len].chain(Broken));
        let (a_data, b_data) = (len.saturating_sub(BLOCK), len.saturating_sub(4 * BLOCK));
        let mut expected = Vec::new();
        if len >= BLOCK && a_data < 2 * BLOCK {
            let text = vec![b'a'; a_data];
            expected.push(Seen::Cut("a".to_owned(), text, told()));
        } else if len == 4 * BLOCK {
            expected.push(file("a", [b'a'; 2 * BLOCK]));
            expected.push(Seen::Cut("b".to_owned(), Vec::new(), told()));
        } else {
            if len >= BLOCK {
                expected.push(file("a", [b'a'; 2 * BLOCK]));
            }
            if b_data > 0 {
                expected.push(file("b", "2"));
            }
            expected.push(Seen::Fault(None, told()));
        }
        assert_eq!(seen, expected, "{len} bytes");
    }
}

#[test]
fn what_is_left_unread_is_skipped() {
    let viewer = |most_bytes| Viewer {
        most_bytes,
        ..Viewer::new()
    };
    for most in [0, 1] {
        let whole = whole();
        let text = |byte| vec![byte; most as usize];
        let both = [file("a", text(b'a')), file("b", text(b'2'))];
        assert_eq!(viewer(most).view(&whole[..]), both);
        let cut = &whole[..2 * BLOCK];
        let expected = [file("a", text(b'a')), truncated(2 * BLOCK)];
        assert_eq!(viewer(most).view(cut), expected);
        let told = Told::Error("no disk".to_owned());
        let expected = [file("a", text(b'a')), Seen::Fault(None, told)];
        assert_eq!(viewer(most).view(cut.chain(Broken)), expected);
    }
}

#[test]
fn the_visitor_may_have_enough() {
    let mut whole = tar().typed(b'L', "L", "x").end();
    whole.extend(tar().file("a", "1").blocks([b'x'; BLOCK]).end());
    let all = view(&whole);
    assert_eq!(all.len(), 3);
    for most_seen in 1..3 {
        let viewer = Viewer {
            most_seen,
            ..Viewer::new()
        };
        assert_eq!(viewer.view(&whole[..]), all[..most_seen]);
    }
}

#[test]
fn a_tar_may_begin_anywhere() {
    let whole = [b"before".to_vec(), tar().file("a", "1").0].concat();
    let mut source = &whole[..];
    let mut bytes = PeekReader::new(&mut source);
    bytes.read_exact(&mut [0; 6]).expect("there are six");
    let mut viewer = Viewer::new();
    let mut handler = |event: Event<'_>| viewer.event(event);
    let mut events = Events::new(&mut handler);
    assert!(read(&mut bytes, &mut 0, &mut events).is_continue());
    assert_eq!(viewer.seen, [file("a", "1"), truncated(2 * BLOCK)]);
}
