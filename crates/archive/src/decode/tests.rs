//! What each decoder makes of a text, however it is divided.

use urlsift_tables::cases;

use super::{
    ampersands::Ampersands,
    base64::Base64,
    charset::Charset,
    content_lines::{ContentLines, Pages, PropertyText, Unescape, Unfold},
    dash_escape::DashEscape,
    decoder::Decoder,
    flowed::Flowed,
    quoted_printable::QuotedPrintable,
    testing,
    uuencode::Uuencode,
};

fn check<D: Decoder>(section: &str, make: impl Fn() -> D) {
    for (rule, input, text) in cases!("cases.toml", section) {
        let decoded = testing::decode(&make, input.as_bytes()).bytes;
        assert_eq!(
            decoded.escape_ascii().to_string(),
            text.as_bytes().escape_ascii().to_string(),
            "{section}, {rule}: {input:?}"
        );
    }
}

#[test]
fn texts_are_decoded() {
    check("base64", Base64::default);
    check("quoted-printable", QuotedPrintable::default);
    check("uuencode", Uuencode::default);
    check("flowed", || Flowed::new(false));
    check("flowed-del-sp", || Flowed::new(true));
    check("dash-escape", DashEscape::default);
    check("ampersands", Ampersands::default);
    check("utf-7", || Charset::new(Some(b"utf-7")));
    check("hz-gb-2312", || Charset::new(Some(b"hz-gb-2312")));
    check("text-with-pages", || PropertyText::new(Pages::Shown));
    check("text-without-pages", || PropertyText::new(Pages::Skipped));
    check("unescape", Unescape::default);
    for form in [
        ContentLines::Calendar,
        ContentLines::Card,
        ContentLines::Ldif,
    ] {
        check("content-lines", || Unfold::new(form));
    }
    check("card", || Unfold::new(ContentLines::Card));
    check("ldif", || Unfold::new(ContentLines::Ldif));
}
