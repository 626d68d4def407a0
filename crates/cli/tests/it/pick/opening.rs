//! The program that links are opened with.

use std::{fs, thread, time::Duration};

use super::{folder, folder_with, opened, pick, text_of};
use crate::support::{pty::Pty, run_in};

#[test]
fn url_is_one_argument_whatever_is_in_it() {
    let text = b"<http://a.example/;touch$IFS'x';`id`&#$(touch%20y)> <http://a.example/\x1b]0;z\x07\xff>\n\
        <URL:-x> <URL:--help> <URL:menu.html>\n";
    let dir = folder_with(&[("mail", text)]);
    let pty = pick(
        &dir,
        "urlsift pick --conforms none --open './record -- \"a b\" x%s%%s' mail",
    );
    let screen = pty.shows("5 links");
    assert!(
        screen.contains(r"  2 http://a.example/\x1b]0;z\x07\xff"),
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
        pty.shows("not opened, as it is no URL that stands for itself");
    }
    assert_eq!(opened(&dir), [first, second].concat());
    pty.quit();
}

#[test]
fn references_are_opened_with_their_base() {
    let dir = folder_with(&[("mail", b"<URL:menu.html>")]);
    let line = "urlsift pick --conforms relative --base http://a.example/b/ --open ./record mail";
    let pty = pick(&dir, line);
    pty.shows("> 1 http://a.example/b/menu.html\n");
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
    pty.press(&["4", "Enter"]);
    pty.shows("1 link opened with ./record");
    let first = "2\napart\nhttp://b.example/two/three\n";
    // It is not waited for.
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
    let second = "1\nmailto:menus-leave@lists.example\n";
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
    // Where nobody picks, nothing is opened.
    let line = "urlsift pick --print-all mail; echo ended $?";
    let (_, screen) = Pty::shell(dir.path(), line, wrong).end();
    assert!(screen.contains("\nended 0\n"), "{screen}");
    run_in(&dir, &["pick", "--open", "lynx 'x", "mail"]).refuses(&["--open", "quotation mark"]);
    run_in(&dir, &["pick", "--open=", "mail"]).refuses(&["--open", "no program"]);
}

#[test]
fn program_has_the_terminal() {
    let dir = folder();
    let script = "#!/bin/sh\nstty -g >state\necho ready\nread line && echo \"$line and $1\" >>opened\nexit 3\n";
    fs::write(dir.path().join("record"), script).expect("a script");
    let pty = pick(
        &dir,
        "trap : INT; stty -g >before; urlsift pick --open ./record mail",
    );
    pty.shows("4 links");
    pty.press(&["4", "Enter"]);
    pty.shows("ready\n");
    assert!(!pty.is_taken());
    pty.press(&["a line\n"]);
    pty.shows("./record: exit status: 3");
    assert!(pty.is_taken());
    assert_eq!(opened(&dir), "a line and http://b.example/two/three\n");
    assert_eq!(text_of(&dir, "state"), text_of(&dir, "before"));
    // Interrupting it ends nothing else.
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
fn rest_is_left_where_one_cannot_be_opened() {
    let dir = folder();
    let script =
        "#!/bin/sh\necho \"$1\" >>opened\nstty -echo -icanon\ncase $1 in *one) exit 7; esac\n";
    fs::write(dir.path().join("record"), script).expect("a script");
    let line = "stty -g >before; urlsift pick --open ./record mail; stty -g >after";
    let pty = pick(&dir, line);
    pty.shows("4 links");
    pty.press(&["a", "Enter"]);
    pty.shows("2 links opened, then: ./record: exit status: 7\n");
    // What was not opened is still marked.
    let screen = pty.shows("2 marked\n");
    assert!(screen.contains("\n *3 http://a.example/one"), "{screen}");
    let first = "mailto:menus-leave@lists.example\ngopher://gopher.example/11/Long-menu\n";
    assert_eq!(opened(&dir), [first, "http://a.example/one\n"].concat());
    assert_eq!(pty.quit().0, 0);
    assert_eq!(text_of(&dir, "before"), text_of(&dir, "after"));
}
