//! The output of the examples.

#[path = "../../examples/linkify.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod linkify;
#[path = "../../examples/links_of_message.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod links_of_message;
#[path = "../../examples/mail_client.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod mail_client;
#[path = "../../examples/mime.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod mime;
#[path = "../../examples/terminal_view.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod terminal_view;
#[path = "../../examples/underline.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod underline;

use std::{borrow::Cow, collections::BTreeSet};

use ratatui_core::{backend::TestBackend, style::Modifier, terminal::Terminal};
use urlsift_tests::clients::{self, Hostile, HostileText};

#[test]
fn a_text_is_linkified_piece_by_piece() {
    let text = "a&b: <http://a.exam\n> ple/?x&y>, \"b\"";
    assert_eq!(
        linkify::linkify(text),
        "a&amp;b: &lt;<a href=\"http://a.example/?x&amp;y\">http://a.exam</a>\n> \
         <a href=\"http://a.example/?x&amp;y\">ple/?x&amp;y</a>>, &quot;b&quot;"
    );
    assert_eq!(linkify::linkify("a < b"), "a &lt; b");
}

/// Returns the URLs with an advice in a hostile text that a view can open: not the base, nor what another link shows.
fn urls<'t>(text: &'t HostileText, advice: &[&str]) -> BTreeSet<&'t str> {
    let links = text.links.iter();
    let is_hidden = |url: &str| {
        [format!("<base href='{url}'"), format!(">{url}</a>")]
            .iter()
            .any(|markup| text.text.contains(markup))
    };
    let urls = links.filter(|(_, of_link)| advice.contains(&&**of_link));
    urls.map(|(url, _)| &**url)
        .filter(|url| !is_hidden(url))
        .collect()
}

#[test]
fn nothing_hostile_is_clickable() {
    let hostile = clients::hostile();
    for text in hostile.texts.iter().filter(|text| !text.has_target()) {
        let html = linkify::linkify(&text.text);
        let hrefs = html.split("<a href=\"").skip(1);
        let hrefs: BTreeSet<_> = hrefs.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(hrefs, urls(text, &["open"]), "{}", text.name);
        assert_eq!(html.matches('<').count(), 2 * hrefs.len(), "{html}");
    }
}

#[test]
fn nothing_hostile_is_opened_on_a_terminal_without_a_question() {
    let Hostile { texts, pages } = clients::hostile();
    let texts = texts.iter().filter(|text| !text.has_target());
    let texts = texts.map(|text| (text, "text/plain"));
    for (text, media_type) in texts.chain(pages.iter().map(|page| (page, "text/html"))) {
        let header = format!("Content-Type: {media_type}; charset=utf-8\n\n");
        let mut view = terminal_view::View::of((header + &text.text).as_bytes());
        let (mut at_once, mut at_last) = (BTreeSet::new(), BTreeSet::new());
        for _ in &text.links {
            at_once.extend(view.open().map(Cow::into_owned));
            at_last.extend(view.open().map(Cow::into_owned));
            view.select_next();
        }
        assert!(
            at_once.iter().eq(urls(text, &["open"])),
            "{}: {at_once:?}",
            text.name
        );
        let asked = urls(text, &["open", "show", "ask"]);
        assert!(at_last.iter().eq(asked), "{}: {at_last:?}", text.name);
    }
}

#[test]
fn another_library_parses_a_message() {
    let message = "MIME-Version: 1.0\n\
        Content-Type: multipart/mixed; boundary=b\n\n\
        --b\n\
        Content-Type: text/plain; charset=iso-8859-1\n\
        Content-Transfer-Encoding: quoted-printable\n\n\
        see http://a.example/=E9 and <http://b.exam=\n\
        ple/>\n\
        --b\n\
        Content-Type: text/html\n\
        Content-Transfer-Encoding: base64\n\n\
        PGEgaHJlZj1odHRwOi8vYy5leGFtcGxlLz5oZXJlPC9hPg==\n\
        --b--\n";
    assert_eq!(
        mime::links(message.as_bytes()),
        [
            "http://a.example/\u{e9} (as it is)",
            "http://b.example/ (as it is)",
            "http://c.example/ (here)",
        ]
    );
}

#[test]
fn links_are_underlined_on_a_terminal() {
    let message = b"Subject: x\n\n\
        a http://a.example/ b\n\
        > <URL:http://b.exam\n\
        > ple@c.example/>\n";
    let mut view = terminal_view::View::of(message);
    let mut terminal = Terminal::new(TestBackend::new(80, 5)).expect("a terminal");
    for (status, reversed) in [
        ("http://a.example/", "http://a.example/"),
        (
            "http://b.example@c.example/ - a reader may take the login for the host",
            "http://b.example@c.example/",
        ),
        ("http://a.example/", "http://a.example/"),
    ] {
        let frame = terminal.draw(|frame| view.render(frame)).expect("drawn");
        let cells = || frame.buffer.content().iter();
        let shown: Vec<String> = cells().map(|cell| cell.symbol().to_owned()).collect();
        let lines: Vec<_> = shown.chunks(80).map(<[String]>::concat).collect();
        assert_eq!(lines[1].trim_end(), "> <URL:http://b.exam");
        assert_eq!(lines[4].trim_end(), status);
        let with = |modifier: Modifier| -> String {
            let cells = cells().filter(|cell| cell.modifier.contains(modifier));
            cells.map(ratatui_core::buffer::Cell::symbol).collect()
        };
        assert_eq!(
            with(Modifier::UNDERLINED),
            "http://a.example/http://b.example@c.example/"
        );
        assert_eq!(with(Modifier::REVERSED), reversed);
        view.select_next();
    }
}

#[test]
fn links_are_opened_on_a_terminal_as_their_advice_says() {
    let message = b"Content-Type: text/html\n\n\
        <a href='http://a.example/'>click here</a>\
        <a href='http://b.example/'>http://c.example/</a>\
        <a href='javascript:x()'>d</a>";
    let mut view = terminal_view::View::of(message);
    assert_eq!(view.open().as_deref(), Some("http://a.example/"));
    view.select_next();
    assert_eq!(view.open(), None);
    assert_eq!(view.open().as_deref(), Some("http://b.example/"));
    view.select_next();
    assert_eq!(view.open(), None);
    assert_eq!(view.open(), None);
}

#[test]
fn links_are_underlined_piece_by_piece() {
    let text = [
        "Grüße. See <http://a.example/> and",
        "> <URL:http://b.example/a-",
        "> long-name.html>, <http://c.example/x y>.",
        "Not <URL:^>, but http://d.example/(e).",
    ];
    let expected = [
        "Grüße. See <http://a.example/> and",
        "            ~~~~~~~~~~~~~~~~~ 1",
        "> <URL:http://b.example/a-",
        "       ~~~~~~~~~~~~~~~~~~~ 2",
        "> long-name.html>, <http://c.example/x y>.",
        "  ~~~~~~~~~~~~~~ 2",
        "                    ~~~~~~~~~~~~~~~~~~ 3",
        "                                       ~ 3",
        "Not <URL:^>, but http://d.example/(e).",
        "                 ~~~~~~~~~~~~~~~~~~~~ 4",
        "1: http://a.example/",
        "2: http://b.example/a-long-name.html",
        "3: http://c.example/xy",
        "4: http://d.example/(e)",
    ];
    let mut out = Vec::new();
    underline::underline(&text.join("\n"), &mut out).expect("a vector takes all");
    let shown = String::from_utf8_lossy(&out);
    assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn links_of_a_message_have_their_parts() {
    // The last link is one piece, whose encoded form has a soft line break.
    let message = "Subject: x\n\
        List-Unsubscribe: <http://l.example/>\n\
        Content-Type: multipart/mixed; boundary=b\n\n\
        --b\n\n\
        <http://a.example/\n\
        > b>\n\
        --b\n\
        Content-Type: text/plain\n\
        Content-Transfer-Encoding: quoted-printable\n\n\
        <http://c.example=\n\
        /=62>\n\
        --b--\n";
    let mut lines = Vec::new();
    links_of_message::links(message.as_bytes(), &mut |line| lines.push(line));
    let at = |piece: &str| {
        let start = message.find(piece).expect("it is there");
        start..start + piece.len()
    };
    let b = at("b>").start;
    let expected = [
        format!(
            "List-Unsubscribe: http://l.example/ at [{:?}]",
            at("http://l.example/")
        ),
        format!(
            "part [1], text/plain: http://a.example/b at [{:?}, {:?}]",
            at("http://a.example/"),
            b..b + 1
        ),
        format!(
            "part [2], text/plain: http://c.example/b at [{:?}]",
            at("http://c.example=\n/=62")
        ),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_mail_client_underlines_links_in_the_decoded_text() {
    let raw = "Subject: x\n\
        MIME-Version: 1.0\n\
        Content-Type: text/plain; charset=utf-8\n\
        Content-Transfer-Encoding: quoted-printable\n\n\
        Gr=C3=BC=C3=9Fe\n\
        > see <URL:http://ds.inter=\n\
        nic.\n\
        > net/rfc=3Fx> =E2=82=AC <http://b.example/>\n";
    let expected = [
        "Grüße",
        "> see <URL:http://ds.internic.",
        "           ~~~~~~~~~~~~~~~~~~~",
        "> net/rfc?x> € <http://b.example/>",
        "  ~~~~~~~~~     ~~~~~~~~~~~~~~~~~",
        "1: http://ds.internic.net/rfc?x (part 1)",
        "2: http://b.example/ (part 1)",
    ];
    let mut out = Vec::new();
    mail_client::show(raw.as_bytes(), &mut out).expect("a vector takes everything");
    let shown = String::from_utf8_lossy(&out);
    assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
}
