//! Texts that each production accepts and rejects.

use regex::bytes::Regex;

use super::{FURTHER, RFC1738, RFC1808};
use crate::{
    grammar::recogniser::{relative_rule, rule},
    properties::Escaped,
};

/// A production, texts that it accepts and texts that it rejects, separated by spaces.
type Cases = [(&'static str, &'static str, &'static str)];

/// `<>` stands for the empty text, as in RFC 1808.
#[rustfmt::skip]
const CASES_1738: &Cases = &[
    ("genericurl", "x: x://h x-y.z+1:a;b http://-", "<> :a x x_y:a x:~ x:a#b x:%2"),
    (
        "url",
        "http://h ftp://h news:* nntp://h/g telnet://h gopher://h wais://h/ mailto:a file:/// \
         prospero://h/ x:",
        "h //h h/p",
    ),
    ("otherurl", "x: http://-", ":a x"),
    ("scheme", "x X z39.50 +-. 1", "<> a_b a:b a/b a% \u{e9}"),
    ("schemepart", "<> a //h //h/ // //%00 %aF;/?:@&=", "~ a# % %g0 \u{80}"),
    ("ip-schemepart", "//h //h/ //u@h:1/a//b;?", "<> / // ///a //h:/ //1"),
    (
        "login",
        "h u@h u:p@h @h :@h u:@h a;?&=:a;?&=@h %40@h h:1",
        "<> @ u@ :h u:p:q@h u@v@h u/@h h: u:p",
    ),
    ("hostport", "h h:1 1.2.3.4:99999", "<> : h: h:a :1 h:-1 h:1:2 a@h"),
    ("host", "h h.i 1.2.3.4", "<> . h. 1.2.3 1 [::1] h_i"),
    ("hostname", "h H a.b a.b.c 1.a a-b.c 1-1.c--d", "<> h. .h a..b -a a- a.-b a-.b a.1 1 a.b.1c a_b a%2e ~"),
    ("domainlabel", "a 1 ab abc a-b 1--2 11", "<> - a- -a a.b"),
    ("toplabel", "a ab abc a1 a-1 a--b", "<> 1 1a - a- -a a.b"),
    ("alphadigit", "a Z 0", "<> - ab"),
    ("hostnumber", "1.2.3.4 999.0000.4294967296.1", "1.2.3 1.2.3.4.5 1.2..4 1.2.3.4. 1.2.3.a .1.2.3"),
    ("port", "0 80 099999", "<> a -1 8a"),
    ("user", "<> a;?&=%3A", ": @ / # a%"),
    ("password", "<> a;?&=%3a", ": @ / # a%a"),
    ("urlpath", "<> / a;b?c:d@e&f=/", "# % ~"),
    (
        "ftpurl",
        "ftp://h FtP://u:p@h:21/a/b;type=A ftp://h/ ftp://h/;type=d ftp://h//?:@&=",
        "ftp: ftp:/h ftp:// ftp://h/a;type=x ftp://h/;type= ftp://h/;TYPE=a ftp://h;type=a \
         ftp://h/a;b ftp://h/a;type=a;type=a ftp://h/;type=a/b ftps://h",
    ),
    ("fpath", "<> / a//b ?:@&=", "; # ;type=a"),
    ("fsegment", "<> ?:@&= %2F", "/ ;"),
    ("ftptype", "A I D a i d", "<> b E ai"),
    (
        "fileurl",
        "file:/// FILE://localhost/ file://h/a/b?c file://1.2.3.4/",
        "file: file:// file:/a file://h file://h:1/ file://u@h/ file:///a;b file://-/ file://1.2.3.4h/",
    ),
    (
        "httpurl",
        "http://h HTTP://h:80/ http://h/a;b/c:@&=?d http://h/? http://h//",
        "http: http:// http:///a http://u@h/ http://h?a http://h/a?b?c http://h/?a/b http://h/~a \
         http://h/#a https://h",
    ),
    ("hpath", "<> / a//;:@&= //", "? #"),
    ("hsegment", "<> a%2F ;:@&=", "/ ?"),
    ("search", "<> a%2F ;:@&=", "/ ? #"),
    (
        "gopherurl",
        "gopher://h Gopher://h:70/ gopher://h/1 gopher://h/%09 gopher://h/7a%09b%09+ \
         gopher://h/1/a?b%09/?%09/",
        "gopher: gopher:// gopher://h?a gopher://u@h gopher://h/~ gopher://h/1%0",
    ),
    ("gtype", "1 ? %20", "<> 11 % # %2"),
    ("selector", "<> /a;?:@&= %09%0A", "# ~ %0x"),
    ("gopher+_string", "<> +%091%0D%0A !+ABSTRACT%20+SMELL $", "# | \\"),
    (
        "mailtourl",
        "mailto:a@b MailTo:/;?:@&= mailto:a%25b@c",
        "mailto: mailto:a%b mailto:<a> a@b mailto:[a]",
    ),
    ("encoded822addr", "a a@b / %22", "<> \" ^ a#"),
    ("newsurl", "news:* News:a.b news:1@h", "news: news://h/g news:1 news:a/b news:@h"),
    ("grouppart", "* a.b a@b *@h", "<> ** 1 a.* a@"),
    ("group", "a A.b-c+d_1 a. a..", "<> 1a .a *  a! a/1 a%2E"),
    ("article", "a@h ;/?:&=%40@h.i 1@1.2.3.4 *@h", "<> @h a@ a a@b@c a@1 a@h: a@h_"),
    (
        "nntpurl",
        "nntp://h/g NNTP://h:119/g.h/12",
        "nntp: nntp://h nntp://h/ nntp://h/g/ nntp://h/g/1/2 nntp://h/g/a nntp://h/1 nntp://h/* nntp://h//g \
         nntp://u@h/g nntp://h/a@b",
    ),
    (
        "telneturl",
        "telnet://h Telnet://u:p@h:23/ telnet://@h",
        "telnet: telnet:// telnet:/// telnet://h/a telnet://h//",
    ),
    (
        "waisurl",
        "wais://h/ wais://h/d?q wais://h/d/t/p",
        "wais://h wais://h/d/t wais://h/d/t/p/q wais://h/d/t/p?q",
    ),
    (
        "waisdatabase",
        "wais://h/ WAIS://h:210/d%2F",
        "wais://h wais://h/d/ wais://h/d? wais://h/; wais://u@h/d",
    ),
    ("waisindex", "WAIS://h/? wais://h/d?;:@&=", "wais://h/ wais://h?q wais://h/d?q?r wais://h/d?a/b"),
    (
        "waisdoc",
        "WAIS://h/// wais://h/d/t/p",
        "wais://h/ wais://h// wais://h/d/t wais://h/d/t/p/q wais://h/d/t/a;b",
    ),
    ("database", "<> a%3F", "/ ? ; : @ & ="),
    ("wtype", "<> a%3F", "/ ? ; : @ & ="),
    ("wpath", "<> a%3F", "/ ? ; : @ & ="),
    (
        "prosperourl",
        "prospero://h/ Prospero://h:1525//a/b?:@&=;c=d;e= prospero://h/;=",
        "prospero: prospero://h prospero://u@h/ prospero://h/a; prospero://h/a;b \
         prospero://h/a;b=c=d prospero://h/a;b=c/d",
    ),
    ("ppath", "<> // a/?:@&=", "; #"),
    ("psegment", "<> a%2F ?:@&=", "/ ;"),
    ("fieldspec", ";a=b ;= ;?:@&=?:@&", "<> ; a=b ;a ;a=b=c ;a=b;c=d ;a/b=c ;a=b/"),
    ("fieldname", "<> ?:@& %3D", "= ; /"),
    ("fieldvalue", "<> ?:@& %3D", "= ; /"),
    ("lowalpha", "a z", "<> A ` { ab \u{17f}"),
    ("hialpha", "A Z", "<> a @ [ \u{212a}"),
    ("alpha", "a z A Z", "<> 0 \u{e9} \u{80}"),
    ("digit", "0 9", "<> : / 00 \u{663}"),
    ("safe", "$ - _ . +", "_- % ~ , !"),
    ("extra", "! * ' ( ) ,", "<> \" . ~ /"),
    ("national", "{ } | \\ ^ ~ [ ] `", "<> < ( -"),
    ("punctuation", "< > # % \"", "<> ' , {"),
    ("reserved", "; / ? : @ & =", "<> # + % ,"),
    ("hex", "0 9 A F a f", "<> g G : 00"),
    ("escape", "%00 %fF %Aa", "<> % %0 %000 0x00 %g0 %0g %%0"),
    ("unreserved", "a Z 0 $ ! - ,", "_- % ; / ~ <"),
    ("uchar", "a 0 _ - %00 *", "<> ; / ? : @ & = # % ~"),
    ("xchar", "a 0 $ ; / ? : @ & = %ff", "<> # % ~ \u{7f} {"),
    ("digits", "0 007", "<> a 1a -1 1.0"),
    ("fragment", "<> a/?;%20", "# a#b % ~"),
];

/// The productions that RFC 1808 does not share with RFC 1738.
#[rustfmt::skip]
const CASES_1808: &Cases = &[
    ("URL", "<> a a#b http://h/p;q?r#s x:a?b?c # ?#", "#a#b ## ~ x:~ //// %"),
    ("absoluteURL", "x: x:a x:////a? x:?/", "<> a :a _:a x:#"),
    ("generic-RL", "x: x://h/p;q?r x:/a", "<> a :a x:////"),
    ("relativeURL", "<> a /a //h/a // /// ///a//b a:b", "//// # x#y ~"),
    ("net_path", "// //h //h/a //;?:@&=/ ///", "<> / a /a ////"),
    ("abs_path", "/ /a /a//b /;/// /?/", "<> // //a a"),
    ("rel_path", "<> a a/ a//b ; ;a;b/c ? ?a?b a;?;", "/ /a //a #"),
    ("path", "a a/ a//b a:@&=", "<> / /a a;b a?b"),
    ("fsegment", "a :@&= %2F", "<> / ; ? a/"),
    ("segment", "<> a :@&=", "/ ; ?"),
    ("params", "<> ; a;b/c ;;", "? # a;b?"),
    ("param", "<> / a/b :@&=", "; ?"),
    ("net_loc", "<> h u:p@h:1 ;?:@&= -", "/ # ~"),
    ("query", "<> ;/?:@&= %3f", "# ~ %"),
    ("fragment", "<> ;/?:@&= %3f", "# ~ %"),
    ("pchar", "a : @ & = %00", "<> ; / ? # ~"),
];

fn texts(list: &str) -> impl Iterator<Item = &[u8]> {
    let unquote = |text| if text == "<>" { "" } else { text };
    list.split(' ').map(move |text| unquote(text).as_bytes())
}

fn check(rule: fn(&str) -> &'static Regex, cases: &Cases) {
    for &(name, accepted, rejected) in cases {
        for text in texts(accepted) {
            assert!(rule(name).is_match(text), "{name}: {:?}", Escaped(text));
        }
        for text in texts(rejected) {
            assert!(!rule(name).is_match(text), "{name}: {:?}", Escaped(text));
        }
    }
}

#[test]
fn every_production_of_rfc_1738_accepts_and_rejects() {
    check(rule, CASES_1738);
    let names = CASES_1738.iter().map(|&(name, ..)| name);
    assert!(names.eq(RFC1738.iter().map(|&(name, _)| name)));
}

#[test]
fn every_further_production_accepts_and_rejects() {
    for &(name, _, accepted, rejected) in FURTHER {
        check(rule, &[(name, accepted, rejected)]);
    }
}

#[test]
fn every_production_of_rfc_1808_accepts_and_rejects() {
    check(relative_rule, CASES_1808);
    let is_listed = |name: &str| CASES_1808.iter().any(|&(listed, ..)| listed == name);
    for &(name, pattern) in RFC1808.iter().filter(|&&(name, _)| !is_listed(name)) {
        let (accepted, rejected) = CASES_1738
            .iter()
            .find_map(|&(listed, accepted, rejected)| {
                (listed == name).then_some((accepted, rejected))
            })
            .unwrap_or_else(|| panic!("no cases for {name}: {pattern}"));
        check(relative_rule, &[(name, accepted, rejected)]);
    }
}

/// Productions, the text before and after a byte, and the bytes allowed there besides letters and digits.
#[rustfmt::skip]
const SETS_1738: &[(&str, [&str; 2], &str)] = &[
    ("scheme", ["", ""], "+-."),
    ("login", ["a", "h"], "@-."),
    ("domainlabel", ["a", "a"], "-"),
    ("toplabel", ["a", "a"], "-"),
    ("user", ["", ""], "$-_.+!*'(),;?&="),
    ("password", ["", ""], "$-_.+!*'(),;?&="),
    ("urlpath", ["", ""], "$-_.+!*'(),;/?:@&="),
    ("fsegment", ["", ""], "$-_.+!*'(),?:@&="),
    ("hsegment", ["", ""], "$-_.+!*'(),;:@&="),
    ("search", ["", ""], "$-_.+!*'(),;:@&="),
    ("gtype", ["", ""], "$-_.+!*'(),;/?:@&="),
    ("group", ["a", ""], "-.+_"),
    ("article", ["", "@h"], "$-_.+!*'(),;/?:&="),
    ("database", ["", ""], "$-_.+!*'(),"),
    ("psegment", ["", ""], "$-_.+!*'(),?:@&="),
    ("fieldname", ["", ""], "$-_.+!*'(),?:@&"),
    ("fieldvalue", ["", ""], "$-_.+!*'(),?:@&"),
    ("uchar", ["", ""], "$-_.+!*'(),"),
    ("xchar", ["", ""], "$-_.+!*'(),;/?:@&="),
];

#[rustfmt::skip]
const SETS_1808: &[(&str, [&str; 2], &str)] = &[
    ("segment", ["", ""], "$-_.+!*'(),:@&="),
    ("param", ["", ""], "$-_.+!*'(),:@&=/"),
    ("net_loc", ["", ""], "$-_.+!*'(),:@&=;?"),
    ("query", ["", ""], "$-_.+!*'(),;/?:@&="),
    ("fragment", ["", ""], "$-_.+!*'(),;/?:@&="),
];

#[test]
fn no_other_byte_is_allowed() {
    let of_1738 = SETS_1738.iter().map(|set| (rule(set.0), set));
    let of_1808 = SETS_1808.iter().map(|set| (relative_rule(set.0), set));
    for (rule, (name, [before, after], others)) in of_1738.chain(of_1808) {
        for byte in 0..=u8::MAX {
            let may = byte.is_ascii_alphanumeric() || others.as_bytes().contains(&byte);
            let text = [before.as_bytes(), &[byte], after.as_bytes()].concat();
            assert_eq!(rule.is_match(&text), may, "{name}: {:?}", Escaped(&text));
        }
    }
}
