//! The output of the examples.

#[path = "../../examples/links_of_message.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod links_of_message;
#[path = "../../examples/mail_client.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod mail_client;
#[path = "../../examples/underline.rs"]
#[expect(dead_code, reason = "its main is not called")]
mod underline;

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
