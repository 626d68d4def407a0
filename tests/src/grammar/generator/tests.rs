//! Checks that the generated texts belong to the grammar, and that all alternatives occur.

use regex::bytes::Regex;

use super::*;
use crate::{
    grammar::rules::{self, RFC1738},
    properties::Escaped,
};

/// Returns one text for each of the first `count` seeds.
fn texts<'m>(
    count: u64,
    make: impl Fn(&mut Choices<'_>) -> Vec<u8> + 'm,
) -> impl Iterator<Item = Vec<u8>> + 'm {
    (0..count).map(move |seed| {
        make(&mut Choices::new(
            &Seeded::new(seed).bytes(CHOICES_PER_TEXT),
        ))
    })
}

#[test]
fn urls_conform() {
    for text in texts(20_000, url) {
        assert!(recogniser::conforms(&text), "{:?}", Escaped(&text));
    }
}

#[test]
fn references_are_relative() {
    for text in texts(5_000, reference) {
        assert!(recogniser::is_relative(&text), "{:?}", Escaped(&text));
    }
}

#[test]
fn mutated_urls_may_conform_or_not() {
    let count = 10_000;
    let mutated = texts(count, |choices| mutate(&url(choices), choices));
    let conforming = mutated.filter(|text| recogniser::conforms(text)).count();
    assert!((1_000..9_000).contains(&conforming), "{conforming}");
}

#[test]
fn no_text_contains_a_line_break() {
    let short = texts(2_000, |choices| mutate(b"", choices));
    for text in sample(1, 20_000).into_iter().chain(short) {
        assert!(
            !text.contains(&b'\n') && !text.contains(&b'\r'),
            "{:?}",
            Escaped(&text)
        );
    }
}

#[test]
fn a_seed_gives_the_same_texts_and_another_seed_others() {
    let texts = sample(7, 1_000);
    assert_eq!(texts, sample(7, 1_000));
    assert_eq!(texts[..10], sample(7, 10));
    assert_ne!(texts, sample(8, 1_000));
}

#[test]
fn a_sample_contains_all_kinds() {
    let texts = sample(0, 10_000);
    let conforming = texts
        .iter()
        .filter(|text| recogniser::conforms(text))
        .count();
    let relative = texts
        .iter()
        .filter(|text| recogniser::is_relative(text))
        .count();
    assert!((5_500..8_000).contains(&conforming), "{conforming}");
    assert!((200..1_500).contains(&relative), "{relative}");
}

#[test]
fn no_choices_give_the_shortest_texts() {
    let mut choices = Choices::new(b"");
    assert_eq!(url(&mut choices), b"http://a");
    assert_eq!(reference(&mut choices), b"");
    assert_eq!(mutate(b"", &mut choices), b"");
}

type Production = (&'static str, fn(&mut Writer<'_, '_>));

macro_rules! productions {
    ($($name:literal $method:ident)*) => {
        &[$(($name, |writer| { writer.$method(); })),*]
    };
}

#[rustfmt::skip]
const PRODUCTIONS_1738: &[Production] = productions! {
    "genericurl" genericurl "url" url "otherurl" otherurl "scheme" scheme "schemepart" schemepart
    "ip-schemepart" ip_schemepart "login" login "hostport" hostport "host" host "hostname" hostname
    "domainlabel" domainlabel "toplabel" toplabel "alphadigit" alphadigit "hostnumber" hostnumber
    "port" port "user" user "password" password "urlpath" urlpath "ftpurl" ftpurl "fpath" fpath
    "fsegment" fsegment "ftptype" ftptype "fileurl" fileurl "httpurl" httpurl "hpath" hpath
    "hsegment" hsegment "search" search "gopherurl" gopherurl "gtype" gtype "selector" selector
    "gopher+_string" gopher_string "mailtourl" mailtourl "encoded822addr" encoded822addr
    "newsurl" newsurl "grouppart" grouppart "group" group "article" article "nntpurl" nntpurl
    "telneturl" telneturl "waisurl" waisurl "waisdatabase" waisdatabase "waisindex" waisindex
    "waisdoc" waisdoc "database" database "wtype" wtype "wpath" wpath "prosperourl" prosperourl
    "ppath" ppath "psegment" psegment "fieldspec" fieldspec "fieldname" fieldname
    "fieldvalue" fieldvalue "lowalpha" lowalpha "hialpha" hialpha "alpha" alpha "digit" digit
    "safe" safe "extra" extra "reserved" reserved "hex" hex "escape" escape
    "unreserved" unreserved "uchar" uchar "xchar" xchar "digits" digits "fragment" fragment
};

#[rustfmt::skip]
const PRODUCTIONS_1808: &[Production] = productions! {
    "relativeURL" relative_url "net_path" net_path "abs_path" abs_path "rel_path" rel_path
    "path" path "fsegment" first_segment "segment" segment "params" params "param" param
    "net_loc" net_loc "query" query "pchar" pchar "fragment" fragment
};

/// Checks that each generated production matches its rule and contains every byte that the rule accepts alone,
/// after a letter, between letters or before `@a`.
fn check(rule: fn(&str) -> &'static Regex, productions: &[Production]) {
    for &(name, production) in productions {
        let rule = rule(name);
        let mut seen = [false; 256];
        for text in texts(3_000, |choices| {
            let mut writer = Writer::new(choices);
            production(&mut writer);
            writer.text
        }) {
            assert!(rule.is_match(&text), "{name}: {:?}", Escaped(&text));
            for byte in text {
                seen[usize::from(byte)] = true;
            }
        }
        for byte in 0..=u8::MAX {
            let contexts: [&[u8]; 4] = [
                &[byte],
                &[b'a', byte],
                &[b'a', byte, b'a'],
                &[byte, b'@', b'a'],
            ];
            let may_stand = contexts.iter().any(|text| rule.is_match(text));
            assert!(
                seen[usize::from(byte)] || !may_stand,
                "{name}: no {:?}",
                Escaped(&[byte])
            );
        }
    }
}

#[test]
fn productions_of_rfc_1738_match_their_rules() {
    check(recogniser::rule, PRODUCTIONS_1738);
    let stands_in_another = |name: &&str| !["national", "punctuation"].contains(name);
    let all = RFC1738
        .iter()
        .map(|&(name, _)| name)
        .filter(stands_in_another);
    assert!(all.eq(PRODUCTIONS_1738.iter().map(|&(name, _)| name)));
}

#[test]
fn productions_of_rfc_1808_match_their_rules() {
    check(recogniser::relative_rule, PRODUCTIONS_1808);
}

/// Alternatives of RFC 1738 that must occur in URLs: a start, and ways to continue. `...` stands for anything.
#[rustfmt::skip]
const ALTERNATIVES: &[(&str, &[&str])] = &[
    ("", &[
        "ftp:...", "http:...", "gopher:...", "mailto:...", "news:...", "nntp:...", "telnet:...",
        "wais:...", "file:...", "prospero:...", "HTTP:...", "FTP:...", "(hT|Ht)...:...",
        "https:...", "afs:...", r"z39\.50:...", "x-test:...", "X-TEST:...",
    ]),
    ("(https|afs|mid|urn):", &["", "<xchar>+", "//<login>", "//<hostport>/<urlpath>"]),
    ("http://", &[
        "<hostname>", "<toplabel>", "<alpha>", r"<domainlabel>\.<toplabel>",
        r"<alphadigit>\.<alpha>", r"<digits>\.<toplabel>", "...<alphadigit>-<alphadigit>...",
        "...<alphadigit>--<alphadigit>...", "<hostname>:<port>", "<hostnumber>",
        "<hostnumber>:<port>", r"[1-9]<digit>\.<digits>\.<digits>\.<digits>...",
        r"[1-9]<digits><digit><digit>\.<digits>...",
    ]),
    ("ftp://", &[
        "<hostport>", "@...", ":@...", ":<uchar>+@...", "<uchar>+@...", "<uchar>+:@...",
        "<uchar>+:<uchar>+@...", "...[;?&=]...:...[;?&=]...@<hostport>",
    ]),
    ("ftp://<login>/", &[
        "", "<fsegment>", "<fsegment>/<fsegment>", "<fpath>/", "/<fpath>", "<fpath>//<fpath>",
        ";type=<ftptype>", "<fpath>;type=A", "<fpath>;type=I", "<fpath>;type=D", "<fpath>;type=a",
        "<fpath>;type=i", "<fpath>;type=d",
    ]),
    ("file://", &[
        "/<fpath>", "localhost/<fpath>", "<hostname>/<fpath>", "<hostnumber>/<fpath>", "/",
    ]),
    ("http://<hostport>/", &[
        "", "<hsegment>", "<hsegment>/<hsegment>", "/<hpath>", "<hpath>//<hpath>", r"\?",
        r"<hpath>\?", r"<hpath>\?<search>",
    ]),
    ("gopher://<hostport>", &["", "/"]),
    ("gopher://<hostport>/", &[
        "<gtype>", "<uchar>", "<reserved>", "<escape>...", "<uchar><uchar>+", "<uchar>%09...",
        "<gtype><selector>%09<search>", "<gtype><selector>%09<search>%09<gopher+_string>",
    ]),
    ("mailto:", &["<uchar>+", "<uchar>+@<host>", "<reserved>..."]),
    ("news:", &[r"\*", "<group>", "<article>", "<uchar>+@<hostname>", "<uchar>+@<hostnumber>"]),
    ("nntp://<hostport>/", &["<group>", "<group>/<digits>"]),
    ("telnet://", &[
        "<hostport>", "<hostport>/", "<user>@<hostport>", "<user>:<password>@<hostport>/",
    ]),
    ("wais://<hostport>/", &[
        "", "<database>", r"<database>\?", r"<database>\?<search>", "//",
        "<database>/<wtype>/<wpath>",
    ]),
    ("prospero://<hostport>/", &[
        "", "<ppath>", "/<ppath>", "<fieldspec>", "<ppath><fieldspec>",
        "<ppath><fieldspec><fieldspec>+", "...;=...", "...;<fieldname>=;...",
    ]),
    ("...%", &[
        "00...", "09...", "0A...", "0a...", "0D...", "2F...", "2f...", "80...", "FF...",
        "(fF|Ff)...",
    ]),
    (r"http:[^\#]+", &["", r"\#", r"\#<fragment>"]),
];

#[test]
fn every_alternative_occurs() {
    let texts: Vec<Vec<u8>> = texts(20_000, url).collect();
    let mut rare = Vec::new();
    for (start, ways) in ALTERNATIVES {
        for way in *ways {
            let pattern = format!("{start}{way}");
            let rule = rules::compile(RFC1738, &pattern.replace("...", ".*"));
            let count = texts.iter().filter(|text| rule.is_match(text)).count();
            if count < 5 {
                rare.push((pattern, count));
            }
        }
    }
    assert_eq!(rare, [], "too rare");
}
