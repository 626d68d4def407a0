//! Tests for the program that opens links.

use std::{fs, thread, time::Duration};

use super::{folder, folder_with, opened, pick, text_of};
use crate::support::{pty::Pty, run_in};

#[test]
fn url_is_passed_as_one_argument() {
    let text = b"<http://a.example/;touch$IFS'x';`id`&#$(touch%20y)> <http://a.example/\x1b]0;z\x07\xff>\n\
        <URL:-x> <URL:--help> <URL:menu.html>\n";
    let dir = folder_with(&[("mail", text)]);
    let pty = pick(
        &dir,
        "urlsift pick --text --conforms none --open './record -- \"a b\" x%s%%s' mail",
    );
    let screen = pty.shows("5 links");
    assert!(
        screen.contains(r"  2<http://a.example/\x1b]0;z\x07\xff"),
        "{screen}"
    );
    pty.press(&["Enter"]);
    pty.shows("1 link opened");
    let first = "3\n--\na b\nxhttp://a.example/;touch$IFS'x';`id`&#$(touch%20y)%s\n";
    assert_eq!(opened(&dir), first);
    pty.press(&["j", "Enter"]);
    pty.hides("> 1");
    pty.shows("1 link opened");
    let second = "3\n--\na b\nxhttp://a.example/%1B]0;z%07%FF%s\n";
    assert_eq!(opened(&dir), [first, second].concat());
    for number in ["3", "4", "5"] {
        pty.press(&[number, "Enter"]);
        pty.shows("not opened, as it is not an absolute URL");
    }
    assert_eq!(opened(&dir), [first, second].concat());
    pty.quit();
}

#[test]
fn references_are_resolved_before_opening() {
    let dir = folder_with(&[("mail", b"<URL:menu.html>")]);
    let line = "urlsift pick --conforms relative --base http://a.example/b/ --open ./record mail";
    let pty = pick(&dir, line);
    pty.shows("> 1<http://a.example/b/menu.html\n");
    pty.press(&["Enter"]);
    pty.shows("1 link opened");
    assert_eq!(opened(&dir), "1\nhttp://a.example/b/menu.html\n");
    pty.quit();
}

#[test]
fn browser_of_the_environment_opens_links() {
    let dir = folder();
    let line = "urlsift pick mail; urlsift pick --open ./record mail";
    let browser = "./none -x %s::./record apart %s &:./none";
    let pty = Pty::shell(dir.path(), line, &[("BROWSER", browser)]);
    pty.shows("4 links");
    pty.press(&["3", "Enter"]);
    pty.shows("1 link opened with ./record");
    let first = "2\napart\nhttp://b.example/two/three\n";
    // The picker does not wait for the program.
    for _ in 0..500 {
        if opened(&dir) == first {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(opened(&dir), first);
    pty.press(&["q"]);
    pty.shows("> 1");
    pty.press(&["Enter"]);
    pty.shows("1 link opened with ./record");
    let second = "1\ngopher://gopher.example/11/Long-menu\n";
    assert_eq!(opened(&dir), [first, second].concat());
    assert_eq!(pty.quit().0, 0);
    let wrong = &[("BROWSER", "lynx 'x")];
    let pty = Pty::shell(dir.path(), "urlsift pick mail; echo ended $?", wrong);
    let (_, screen) = pty.end();
    assert!(
        screen.contains("BROWSER in the environment: a quotation"),
        "{screen}"
    );
    assert!(screen.contains("\nended 2\n"), "{screen}");
    // Without a selection, nothing is opened.
    let line = "urlsift pick --print-all mail; echo ended $?";
    let (_, screen) = Pty::shell(dir.path(), line, wrong).end();
    assert!(screen.contains("\nended 0\n"), "{screen}");
    run_in(&dir, &["pick", "--open", "lynx 'x", "mail"]).refuses(&["--open", "quotation mark"]);
    run_in(&dir, &["pick", "--open=", "mail"]).refuses(&["--open", "no program"]);
}

#[test]
fn program_takes_over_the_terminal() {
    let dir = folder();
    let script = "#!/bin/sh\nstty -g >state\necho ready\nread line && echo \"$line and $1\" >>opened\nexit 3\n";
    fs::write(dir.path().join("record"), script).expect("a script");
    let pty = pick(
        &dir,
        "trap : INT; stty -g >before; urlsift pick --open ./record mail",
    );
    pty.shows("4 links");
    pty.press(&["3", "Enter"]);
    pty.shows("ready\n");
    assert!(!pty.is_fullscreen());
    pty.press(&["a line\n"]);
    pty.shows("./record: exit status: 3");
    assert!(pty.is_fullscreen());
    assert_eq!(opened(&dir), "a line and http://b.example/two/three\n");
    assert_eq!(text_of(&dir, "state"), text_of(&dir, "before"));
    // Interrupting the program does not end the picker.
    pty.press(&["Enter"]);
    pty.hides("4 links");
    pty.wait_for("second one", |screen| {
        screen.matches("ready\n").count() == 2
    });
    pty.press(&["^C"]);
    pty.shows("./record: signal: 2");
    assert_eq!(pty.quit().0, 0);
}

#[test]
fn unopenable_link_does_not_stop_the_rest() {
    let dir = folder();
    let script =
        "#!/bin/sh\necho \"$1\" >>opened\nstty -echo -icanon\ncase $1 in *one) exit 7; esac\n";
    fs::write(dir.path().join("record"), script).expect("a script");
    let line = "stty -g >before; urlsift pick --open ./record mail; stty -g >after";
    let pty = pick(&dir, line);
    pty.shows("4 links");
    pty.press(&["a", "Enter"]);
    pty.shows("3 links opened with ./record; 1 not opened: ./record: exit status: 7\n");
    // Unopened links stay marked.
    let screen = pty.shows("1 marked\n");
    assert!(screen.contains("\n *2<http://a.example/one"), "{screen}");
    let all = "gopher://gopher.example/11/Long-menu\nhttp://a.example/one\nhttp://b.example/two/three\n\
        mailto:menus-leave@lists.example\n";
    assert_eq!(opened(&dir), all);
    assert_eq!(pty.quit().0, 0);
    assert_eq!(text_of(&dir, "before"), text_of(&dir, "after"));
}

#[test]
fn program_killed_by_a_signal_stops_opening() {
    let dir = folder();
    let script = "#!/bin/sh\necho \"$1\" >>opened\ncase $1 in *one) kill -INT $$; esac\n";
    fs::write(dir.path().join("record"), script).expect("a script");
    let pty = pick(&dir, "urlsift pick --open ./record mail");
    pty.shows("4 links");
    pty.press(&["a", "Enter"]);
    pty.shows("1 link opened with ./record; 1 not opened: ./record: signal: 2");
    pty.shows("3 marked\n");
    let attempted = "gopher://gopher.example/11/Long-menu\nhttp://a.example/one\n";
    assert_eq!(opened(&dir), attempted);
    assert_eq!(pty.quit().0, 0);
}

#[test]
fn declined_link_does_not_stop_the_rest() {
    let text = b"<http://a.example/> <file:///etc/passwd> <URL:menu.html> <ssh://-oX@a.example/> \
        <smb://b.example/> <http://c.example/>";
    let dir = folder_with(&[("mail", text)]);
    let line = "urlsift pick --conforms none --open ./record mail";
    let pty = pick(&dir, line);
    pty.shows("6 links");
    let press_all = || {
        pty.press(&["a", "Enter"]);
        pty.shows("\nfile:///etc/passwd\n");
        pty.shows(" Open this link?");
    };
    press_all();
    // Nothing is opened while a question is pending, and only an answer key answers it.
    pty.press(&["Enter", "Space", "o", "\x1b[200~y\x1b[201~", "Down"]);
    pty.press(&["n"]);
    pty.shows("\nsmb://b.example/\n");
    assert_eq!(opened(&dir), "");
    pty.press(&["y"]);
    pty.shows("3 links opened with ./record; 1 left out; 2 not opened: it is not an absolute");
    let first = "1\nhttp://a.example/\n1\nsmb://b.example/\n1\nhttp://c.example/\n";
    assert_eq!(opened(&dir), first);
    let screen = pty.shows("3 marked\n");
    assert!(screen.contains("\n *2<file:///etc/passwd\n"), "{screen}");
    for cancel in ["Esc", "q"] {
        pty.press(&["a"]);
        pty.shows("6 marked");
        pty.press(&["Enter"]);
        pty.shows("\nfile:///etc/passwd\n");
        pty.press(&["y"]);
        pty.shows("\nsmb://b.example/\n");
        pty.press(&[cancel]);
        pty.shows("nothing opened");
        pty.shows("6 marked");
        assert_eq!(opened(&dir), first);
        pty.press(&["a", "j"]);
        pty.hides("marked");
        pty.hides("nothing opened");
    }
    press_all();
    pty.press(&["^C"]);
    assert_eq!(pty.end().0, 130);
    assert_eq!(opened(&dir), first);
}

#[test]
fn allowed_schemes_are_opened_without_a_question() {
    let text = b"<file:///etc/passwd> <smb://b.example/> <ssh://c.example/> <smb://-x/>";
    let dir = folder_with(&[("mail", text)]);
    let line = "urlsift pick --conforms none --open-scheme=FILE,ssh --open-scheme smb --open ./record mail";
    let pty = pick(&dir, line);
    pty.shows("4 links");
    pty.press(&["a", "Enter"]);
    pty.shows("3 links opened with ./record; 1 not opened: a program could interpret a part of");
    let all = "1\nfile:///etc/passwd\n1\nsmb://b.example/\n1\nssh://c.example/\n";
    assert_eq!(opened(&dir), all);
    assert_eq!(pty.quit().0, 0);
    run_in(&dir, &["pick", "--open-scheme", "a_b", "mail"]).refuses(&["--open-scheme", "a_b"]);
}

#[test]
fn question_shows_the_whole_url_at_any_size_while_links_arrive() {
    let url = format!("file:///{}é\u{202e}end", "path/".repeat(60));
    let dir = folder_with(&[("mail", format!("<{url}>\n").as_bytes())]);
    let pty = pick(
        &dir,
        "mkfifo go1 go2 go3 go4; (cat mail; for n in 1 2 3 4; do cat go$n; echo \"<http://a.example/$n>\"; done) | \
        urlsift pick --open ./record",
    );
    pty.shows("1 link so far\n");
    pty.press(&["Enter"]);
    let shown = r"/é\u{202e}end";
    let passed = "/%C3%A9%E2%80%AEend";
    for (go, (columns, lines)) in (1..).zip([(80, 24), (40, 20), (100, 30), (30, 6)]) {
        pty.resize(columns, lines);
        pty.press(&["Home"]);
        pty.shows(" Open this link?");
        // Scrolling shows every line in full.
        let mut text = String::new();
        for _ in 0..100 {
            let screen = pty.screen();
            text += &screen;
            if text.replace('\n', "").contains(passed) {
                break;
            }
            pty.press(&["Down"]);
            pty.wait_for("another screen", |after| after != screen);
        }
        assert!(text.replace('\n', "").contains(shown), "{text}");
        fs::write(dir.path().join(format!("go{go}")), "\n").expect("a reader");
    }
    pty.resize(80, 24);
    pty.press(&["y"]);
    pty.shows("1 link opened with ./record");
    pty.shows("5 links\n");
    assert!(opened(&dir).ends_with(&format!("{passed}\n")));
    assert_eq!(pty.quit().0, 0);
}

#[test]
fn opening_many_links_is_confirmed() {
    let links = (1..=11).map(|number| format!("<http://a.example/{number}>\n"));
    let dir = folder_with(&[("mail", links.collect::<String>().as_bytes())]);
    let pty = pick(&dir, "urlsift pick --open ./record mail");
    pty.shows("11 links\n");
    pty.press(&["a", "Enter"]);
    let screen = pty.shows(" Open 11 links?");
    assert!(screen.contains("\nhttp://a.example/11\n"), "{screen}");
    pty.press(&["n"]);
    pty.shows("nothing opened");
    assert_eq!(opened(&dir), "");
    // Ten links need no confirmation.
    pty.press(&["Space", "Enter"]);
    pty.shows("10 links opened");
    assert_eq!(opened(&dir).lines().count(), 20);
    pty.press(&["a", "Enter"]);
    pty.shows(" Open 11 links?");
    pty.press(&["y"]);
    pty.shows("11 links opened");
    assert_eq!(opened(&dir).lines().count(), 42);
    assert_eq!(pty.quit().0, 0);
}

#[test]
fn at_most_eight_background_programs_run() {
    let links = (1..=20).map(|number| format!("<http://a.example/{number}>\n"));
    let dir = folder_with(&[("mail", links.collect::<String>().as_bytes())]);
    let script = "#!/bin/sh\necho \"$1\" >>opened\nuntil [ -e end${1##*/} ]; do sleep 0.02; done\n";
    fs::write(dir.path().join("record"), script).expect("a script");
    let pty = pick(&dir, "urlsift pick --open './record &' mail");
    pty.shows("20 links\n");
    pty.press(&["a", "Enter"]);
    pty.shows(" Open 20 links?");
    pty.press(&["y"]);
    pty.shows("8 links opened with ./record; 12 waiting\n");
    let wait_for = |count: usize| {
        pty.wait_for(&format!("{count} programs"), |_| {
            opened(&dir).lines().count() == count
        });
        // No further programs are started.
        thread::sleep(Duration::from_millis(200));
        assert_eq!(opened(&dir).lines().count(), count);
    };
    wait_for(8);
    // The picker still responds.
    pty.press(&["/", "/2", "Enter"]);
    pty.shows("2 of 20 links, 12 waiting\n");
    let end = |number| {
        fs::write(dir.path().join(format!("end{number}")), "").expect("a file");
    };
    for number in 1..=2 {
        end(number);
        wait_for(8 + number);
    }
    pty.shows("2 of 20 links, 10 waiting\n");
    (3..=20).for_each(end);
    pty.hides("waiting");
    wait_for(20);
    pty.press(&["Esc"]);
    pty.shows("20 links\n");
    assert_eq!(pty.quit().0, 0);
}
