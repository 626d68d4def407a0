//! Tests for filtering, marking, copying and printing links.

use super::{folder, folder_with, opened, pick, text_of};

#[test]
fn links_are_listed_filtered_marked_and_opened() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick --open ./record mail");
    let screen = pty.shows("4 links");
    let listed: Vec<_> = screen.lines().skip(1).take(4).collect();
    assert_eq!(
        listed,
        [
            "> 1<gopher://gopher.example/11/Long-menu [hyphen?]",
            "  2<http://a.example/one (3 times)",
            "  3<http://b.example/two/three",
            "  4<mailto:menus-leave@lists.example",
        ]
    );
    pty.press(&["/", "HTTP"]);
    pty.shows("0 of 4 links");
    pty.press(&["Backspace"; 4]);
    pty.press(&["example http"]);
    let screen = pty.shows("2 of 4 links");
    assert!(screen.contains("\n> 2<http://a.example/one"), "{screen}");
    pty.press(&["Enter", "Space", "Down", "Space"]);
    let screen = pty.shows("2 marked");
    assert!(screen.contains("\n *2<http://a.example/one"), "{screen}");
    assert!(screen.contains("\n>*3<http://b.example/two"), "{screen}");
    pty.press(&["Enter"]);
    pty.shows("2 links opened with ./record");
    let both = "1\nhttp://a.example/one\n1\nhttp://b.example/two/three\n";
    assert_eq!(opened(&dir), both);
    // The marks are cleared: only the current link is opened.
    pty.press(&["Esc", "4", "o"]);
    pty.shows("1 link opened with ./record");
    let third = "1\nmailto:menus-leave@lists.example\n";
    assert_eq!(opened(&dir), [both, third].concat());
    assert_eq!(pty.quit().0, 0);
}

#[test]
fn message_is_read_from_a_pipe_and_keys_from_the_terminal() {
    let dir = folder();
    let pty = pick(&dir, "cat mail | urlsift pick --print >chosen");
    let screen = pty.shows("4 links");
    assert!(screen.contains("\npart 1, text/plain\n"), "{screen}");
    // In message order, not in the order of the marks.
    pty.press(&["3", "Space", "1", "Space", "r", "Enter"]);
    let (status, screen) = pty.end();
    assert_eq!((status, screen.trim()), (0, ""));
    let chosen = text_of(&dir, "chosen");
    assert_eq!(
        chosen,
        "gopher://gopher.example/11/Long-menu\nhttp://b.example/two/three\n"
    );
}

#[test]
fn selected_reading_is_printed() {
    let dir = folder();
    let pty = pick(
        &dir,
        "urlsift pick --print --open ./record mail; echo ended $?",
    );
    pty.shows("4 links");
    pty.press(&["4", "r"]);
    pty.shows("it can be read in one way only");
    pty.press(&["Home", "r"]);
    let screen = pty.shows("reading 2 of 2\n");
    assert!(
        screen.contains("\n> 1<gopher://gopher.example/11/Longmenu [hyphen?]\n"),
        "{screen}"
    );
    pty.press(&["o"]);
    pty.shows("1 link opened");
    assert_eq!(opened(&dir), "1\ngopher://gopher.example/11/Longmenu\n");
    pty.press(&["r"]);
    pty.shows("reading 1 of 2\n");
    pty.press(&["r", "Enter"]);
    let (status, screen) = pty.end();
    assert_eq!(status, 0);
    assert_eq!(
        screen.trim(),
        "gopher://gopher.example/11/Longmenu\nended 0"
    );
    // The flag selects the reading from the start.
    let pty = pick(&dir, "urlsift pick --hyphen drop mail");
    pty.shows("> 1<gopher://gopher.example/11/Longmenu [hyphen?]\n");
    pty.quit();
}

#[test]
fn quitting_without_a_choice_prints_nothing() {
    let dir = folder();
    for key in ["q", "Esc"] {
        for (flag, status) in [("", 0), ("--print", 1)] {
            let pty = pick(&dir, &format!("urlsift pick {flag} mail >chosen"));
            pty.shows("4 links");
            pty.press(&["Space", "j", key]);
            assert_eq!(pty.end(), (status, "\n".repeat(24)));
            assert_eq!(text_of(&dir, "chosen"), "");
        }
    }
}

#[test]
fn links_are_copied() {
    let dir = folder_with(&[(
        "mail",
        b"<http://a.example/one> <http://b.example/\xc3\xa9> <http://b.example/\x1b[m>",
    )]);
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("3 links");
    pty.press(&["y"]);
    pty.shows("1 link copied");
    assert_eq!(pty.clipboard().as_deref(), Some("http://a.example/one"));
    pty.press(&["a", "y"]);
    pty.shows("3 links copied");
    let all = "http://a.example/one\nhttp://b.example/é\nhttp://b.example/%1B[m";
    assert_eq!(pty.clipboard().as_deref(), Some(all));
    pty.quit();
}

#[test]
fn long_selections_are_not_copied() {
    let links = (1000..5000).map(|number| format!("<http://a.example/{number}>"));
    let text = links.collect::<Vec<_>>().join("\n");
    let dir = folder_with(&[("mail", text.as_bytes())]);
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("4000 links\n");
    pty.press(&["a", "y"]);
    pty.shows("not copied, as terminals take no more than 64 KiB");
    assert_eq!(pty.clipboard(), None);
    pty.quit();
}

#[test]
fn filter_can_be_typed_edited_and_pasted() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("4 links");
    pty.press(&["/", "two x", "Backspace", "Backspace"]);
    pty.shows("1 of 4 links");
    pty.shows("\n/two\n");
    pty.wait_for("cursor", |_| pty.cursor() == Some((23, 4)));
    pty.press(&["Tab", "^U"]);
    pty.shows("4 links, 1 marked\n");
    // Pasted text is never read as keys.
    pty.press(&["\x1b[200~two\r\u{202e}\x1b[201~", "Backspace"]);
    pty.shows("\n/two\n");
    pty.shows("1 of 4 links, 1 marked\n");
    pty.press(&["\x1b[200~\u{200b}\x1b[201~"]);
    pty.shows("\n/two\\u{200b}\n");
    pty.press(&["x".repeat(100).as_str()]);
    pty.shows(&format!("\n/{}\n", "x".repeat(78)));
    pty.press(&["Enter"]);
    pty.shows("Esc all");
    assert_eq!(pty.cursor(), None);
    // Marked links could be opened, but no link is current.
    pty.press(&["c"]);
    pty.shows("no link has these words");
    pty.press(&["Esc", "q"]);
    assert_eq!(pty.end().0, 0);
}
