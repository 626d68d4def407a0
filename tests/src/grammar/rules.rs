//! The productions of RFC 1738, section 5, and of RFC 1808, section 2.2, as regular expressions.
//!
//! Each expression follows its production as a comment, for comparison. White space has no meaning (the regex flag
//! `x`), so a `#` is written `\#`. `<name>` stands for the production of that name.

use std::{collections::HashMap, sync::LazyLock};

use regex::bytes::Regex;
use regex_syntax::{ParserBuilder, hir::Hir};

/// Pairs of name and pattern, in the order of the RFC.
type Rules = [(&'static str, &'static str)];

/// Every production of RFC 1738. The expressions match complete texts.
pub(super) static COMPILED_1738: LazyLock<HashMap<&str, Regex>> =
    LazyLock::new(|| compile_all(RFC1738));

/// Every production of RFC 1808. The expressions match complete texts.
pub(super) static COMPILED_1808: LazyLock<HashMap<&str, Regex>> =
    LazyLock::new(|| compile_all(RFC1808));

fn compile_all(rules: &'static Rules) -> HashMap<&'static str, Regex> {
    rules
        .iter()
        .map(|&(name, pattern)| (name, compile(rules, pattern)))
        .collect()
}

/// Compiles a pattern that may refer to productions. The expression matches complete texts of any bytes.
fn compile(rules: &Rules, pattern: &str) -> Regex {
    let whole = format!(r"(?x-u)\A(?:{})\z", expand(rules, pattern));
    Regex::new(&whole).expect("a regular expression")
}

/// Parses the production of this name.
pub(super) fn parse(rules: &Rules, name: &str) -> Hir {
    let pattern = format!("(?x){}", expand(rules, &format!("<{name}>")));
    let mut parser = ParserBuilder::new().unicode(false).utf8(false).build();
    parser.parse(&pattern).expect("a regular expression")
}

/// Replaces the names of productions by their patterns. The grammars are not recursive.
fn expand(rules: &Rules, pattern: &str) -> String {
    static NAME: LazyLock<regex::Regex> =
        LazyLock::new(|| regex::Regex::new("<([A-Za-z0-9+_-]+)>").expect("a regular expression"));
    let production = |name: &regex::Captures<'_>| {
        let rule = rules.iter().find(|(rule, _)| *rule == &name[1]);
        let (_, pattern) = rule.unwrap_or_else(|| panic!("no production {}", &name[1]));
        format!("(?:{})", expand(rules, pattern))
    };
    NAME.replace_all(pattern, production).into_owned()
}

/// The schemes with a production, such as `ftpurl` for `ftp`.
pub(super) static SCHEMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = RFC1738.iter().map(|&(name, _)| name);
    let schemes = names.filter_map(|name| name.strip_suffix("url"));
    schemes
        .filter(|scheme| !["", "generic", "other"].contains(scheme))
        .collect()
});

/// RFC 1738, section 5. Scheme names ignore case, as the comment at `scheme` requires; other literals do not.
#[rustfmt::skip]
pub(super) const RFC1738: &Rules = &[
    // genericurl     = scheme ":" schemepart
    ("genericurl", r"<scheme> : <schemepart>"),
    // url            = httpurl | ftpurl | newsurl |
    //                  nntpurl | telneturl | gopherurl |
    //                  waisurl | mailtourl | fileurl |
    //                  prosperourl | otherurl
    ("url", r"<httpurl> | <ftpurl> | <newsurl> |
              <nntpurl> | <telneturl> | <gopherurl> |
              <waisurl> | <mailtourl> | <fileurl> |
              <prosperourl> | <otherurl>"),
    // otherurl       = genericurl
    ("otherurl", r"<genericurl>"),
    // ; the scheme is in lower case; interpreters should use case-ignore
    // scheme         = 1*[ lowalpha | digit | "+" | "-" | "." ]
    ("scheme", r"(?i: <lowalpha> | <digit> | \+ | - | \. )+"),
    // schemepart     = *xchar | ip-schemepart
    ("schemepart", r"<xchar>* | <ip-schemepart>"),
    // ip-schemepart  = "//" login [ "/" urlpath ]
    ("ip-schemepart", r"// <login> (?: / <urlpath> )?"),
    // login          = [ user [ ":" password ] "@" ] hostport
    ("login", r"(?: <user> (?: : <password> )? @ )? <hostport>"),
    // hostport       = host [ ":" port ]
    ("hostport", r"<host> (?: : <port> )?"),
    // host           = hostname | hostnumber
    ("host", r"<hostname> | <hostnumber>"),
    // hostname       = *[ domainlabel "." ] toplabel
    ("hostname", r"(?: <domainlabel> \. )* <toplabel>"),
    // domainlabel    = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
    ("domainlabel", r"<alphadigit> | <alphadigit> (?: <alphadigit> | - )* <alphadigit>"),
    // toplabel       = alpha | alpha *[ alphadigit | "-" ] alphadigit
    ("toplabel", r"<alpha> | <alpha> (?: <alphadigit> | - )* <alphadigit>"),
    // alphadigit     = alpha | digit
    ("alphadigit", r"<alpha> | <digit>"),
    // hostnumber     = digits "." digits "." digits "." digits
    ("hostnumber", r"<digits> \. <digits> \. <digits> \. <digits>"),
    // port           = digits
    ("port", r"<digits>"),
    // user           = *[ uchar | ";" | "?" | "&" | "=" ]
    ("user", r"(?: <uchar> | ; | \? | & | = )*"),
    // password       = *[ uchar | ";" | "?" | "&" | "=" ]
    ("password", r"(?: <uchar> | ; | \? | & | = )*"),
    // urlpath        = *xchar    ; depends on protocol see section 3.1
    ("urlpath", r"<xchar>*"),
    // ftpurl         = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
    ("ftpurl", r"(?i:ftp):// <login> (?: / <fpath> (?: ;type= <ftptype> )?)?"),
    // fpath          = fsegment *[ "/" fsegment ]
    ("fpath", r"<fsegment> (?: / <fsegment> )*"),
    // fsegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
    ("fsegment", r"(?: <uchar> | \? | : | @ | & | = )*"),
    // ftptype        = "A" | "I" | "D" | "a" | "i" | "d"
    ("ftptype", r"A | I | D | a | i | d"),
    // fileurl        = "file://" [ host | "localhost" ] "/" fpath
    ("fileurl", r"(?i:file):// (?: <host> | localhost )? / <fpath>"),
    // httpurl        = "http://" hostport [ "/" hpath [ "?" search ]]
    ("httpurl", r"(?i:http):// <hostport> (?: / <hpath> (?: \? <search> )?)?"),
    // hpath          = hsegment *[ "/" hsegment ]
    ("hpath", r"<hsegment> (?: / <hsegment> )*"),
    // hsegment       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
    ("hsegment", r"(?: <uchar> | ; | : | @ | & | = )*"),
    // search         = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
    ("search", r"(?: <uchar> | ; | : | @ | & | = )*"),
    // gopherurl      = "gopher://" hostport [ / [ gtype [ selector
    //                  [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
    ("gopherurl", r"(?i:gopher):// <hostport> (?: / (?: <gtype> (?: <selector>
                    (?: %09 <search> (?: %09 <gopher+_string> )? )? )? )? )?"),
    // gtype          = xchar
    ("gtype", r"<xchar>"),
    // selector       = *xchar
    ("selector", r"<xchar>*"),
    // gopher+_string = *xchar
    ("gopher+_string", r"<xchar>*"),
    // mailtourl      = "mailto:" encoded822addr
    ("mailtourl", r"(?i:mailto): <encoded822addr>"),
    // encoded822addr = 1*xchar               ; further defined in RFC822
    ("encoded822addr", r"<xchar>+"),
    // newsurl        = "news:" grouppart
    ("newsurl", r"(?i:news): <grouppart>"),
    // grouppart      = "*" | group | article
    ("grouppart", r"\* | <group> | <article>"),
    // group          = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
    ("group", r"<alpha> (?: <alpha> | <digit> | - | \. | \+ | _ )*"),
    // article        = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
    ("article", r"(?: <uchar> | ; | / | \? | : | & | = )+ @ <host>"),
    // nntpurl        = "nntp://" hostport "/" group [ "/" digits ]
    ("nntpurl", r"(?i:nntp):// <hostport> / <group> (?: / <digits> )?"),
    // telneturl      = "telnet://" login [ "/" ]
    ("telneturl", r"(?i:telnet):// <login> /?"),
    // waisurl        = waisdatabase | waisindex | waisdoc
    ("waisurl", r"<waisdatabase> | <waisindex> | <waisdoc>"),
    // waisdatabase   = "wais://" hostport "/" database
    ("waisdatabase", r"(?i:wais):// <hostport> / <database>"),
    // waisindex      = "wais://" hostport "/" database "?" search
    ("waisindex", r"(?i:wais):// <hostport> / <database> \? <search>"),
    // waisdoc        = "wais://" hostport "/" database "/" wtype "/" wpath
    ("waisdoc", r"(?i:wais):// <hostport> / <database> / <wtype> / <wpath>"),
    // database       = *uchar
    ("database", r"<uchar>*"),
    // wtype          = *uchar
    ("wtype", r"<uchar>*"),
    // wpath          = *uchar
    ("wpath", r"<uchar>*"),
    // prosperourl    = "prospero://" hostport "/" ppath *[ fieldspec ]
    ("prosperourl", r"(?i:prospero):// <hostport> / <ppath> <fieldspec>*"),
    // ppath          = psegment *[ "/" psegment ]
    ("ppath", r"<psegment> (?: / <psegment> )*"),
    // psegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
    ("psegment", r"(?: <uchar> | \? | : | @ | & | = )*"),
    // fieldspec      = ";" fieldname "=" fieldvalue
    ("fieldspec", r"; <fieldname> = <fieldvalue>"),
    // fieldname      = *[ uchar | "?" | ":" | "@" | "&" ]
    ("fieldname", r"(?: <uchar> | \? | : | @ | & )*"),
    // fieldvalue     = *[ uchar | "?" | ":" | "@" | "&" ]
    ("fieldvalue", r"(?: <uchar> | \? | : | @ | & )*"),
    // lowalpha       = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" |
    //                  "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" |
    //                  "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" |
    //                  "y" | "z"
    ("lowalpha", r"[a-z]"),
    // hialpha        = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
    //                  "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
    //                  "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
    ("hialpha", r"[A-Z]"),
    // alpha          = lowalpha | hialpha
    ("alpha", r"<lowalpha> | <hialpha>"),
    // digit          = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
    //                  "8" | "9"
    ("digit", r"[0-9]"),
    // safe           = "$" | "-" | "_" | "." | "+"
    ("safe", r"\$ | - | _ | \. | \+"),
    // extra          = "!" | "*" | "'" | "(" | ")" | ","
    ("extra", r"! | \* | ' | \( | \) | ,"),
    // national       = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "`"
    ("national", r"\{ | \} | \| | \\ | \^ | ~ | \[ | \] | `"),
    // punctuation    = "<" | ">" | "#" | "%" | <">
    ("punctuation", r#"[<] | [>] | \# | % | ""#),
    // reserved       = ";" | "/" | "?" | ":" | "@" | "&" | "="
    ("reserved", r"; | / | \? | : | @ | & | ="),
    // hex            = digit | "A" | "B" | "C" | "D" | "E" | "F" |
    //                  "a" | "b" | "c" | "d" | "e" | "f"
    ("hex", r"<digit> | [A-F] | [a-f]"),
    // escape         = "%" hex hex
    ("escape", r"% <hex> <hex>"),
    // unreserved     = alpha | digit | safe | extra
    ("unreserved", r"<alpha> | <digit> | <safe> | <extra>"),
    // uchar          = unreserved | escape
    ("uchar", r"<unreserved> | <escape>"),
    // xchar          = unreserved | reserved | escape
    ("xchar", r"<unreserved> | <reserved> | <escape>"),
    // digits         = 1*digit
    ("digits", r"<digit>+"),
    // Not a production: what the appendix allows after a `#`, inside the brackets.
    ("fragment", r"<xchar>*"),
];

/// RFC 1808, section 2.2.
#[rustfmt::skip]
pub(super) const RFC1808: &Rules = &[
    // URL         = ( absoluteURL | relativeURL ) [ "#" fragment ]
    ("URL", r"(?: <absoluteURL> | <relativeURL> ) (?: \# <fragment> )?"),
    // absoluteURL = generic-RL | ( scheme ":" *( uchar | reserved ) )
    ("absoluteURL", r"<generic-RL> | (?: <scheme> : (?: <uchar> | <reserved> )* )"),
    // generic-RL  = scheme ":" relativeURL
    ("generic-RL", r"<scheme> : <relativeURL>"),
    // relativeURL = net_path | abs_path | rel_path
    ("relativeURL", r"<net_path> | <abs_path> | <rel_path>"),
    // net_path    = "//" net_loc [ abs_path ]
    ("net_path", r"// <net_loc> (?: <abs_path> )?"),
    // abs_path    = "/"  rel_path
    ("abs_path", r"/ <rel_path>"),
    // rel_path    = [ path ] [ ";" params ] [ "?" query ]
    ("rel_path", r"(?: <path> )? (?: ; <params> )? (?: \? <query> )?"),
    // path        = fsegment *( "/" segment )
    ("path", r"<fsegment> (?: / <segment> )*"),
    // fsegment    = 1*pchar
    ("fsegment", r"<pchar>+"),
    // segment     =  *pchar
    ("segment", r"<pchar>*"),
    // params      = param *( ";" param )
    ("params", r"<param> (?: ; <param> )*"),
    // param       = *( pchar | "/" )
    ("param", r"(?: <pchar> | / )*"),
    // scheme      = 1*( alpha | digit | "+" | "-" | "." )
    ("scheme", r"(?: <alpha> | <digit> | \+ | - | \. )+"),
    // net_loc     =  *( pchar | ";" | "?" )
    ("net_loc", r"(?: <pchar> | ; | \? )*"),
    // query       =  *( uchar | reserved )
    ("query", r"(?: <uchar> | <reserved> )*"),
    // fragment    =  *( uchar | reserved )
    ("fragment", r"(?: <uchar> | <reserved> )*"),
    // pchar       = uchar | ":" | "@" | "&" | "="
    ("pchar", r"<uchar> | : | @ | & | ="),
    // uchar       = unreserved | escape
    ("uchar", r"<unreserved> | <escape>"),
    // unreserved  = alpha | digit | safe | extra
    ("unreserved", r"<alpha> | <digit> | <safe> | <extra>"),
    // escape      = "%" hex hex
    ("escape", r"% <hex> <hex>"),
    // hex         = digit | "A" | "B" | "C" | "D" | "E" | "F" |
    //                       "a" | "b" | "c" | "d" | "e" | "f"
    ("hex", r"<digit> | [A-F] | [a-f]"),
    // alpha       = lowalpha | hialpha
    ("alpha", r"<lowalpha> | <hialpha>"),
    // lowalpha    = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" |
    //               "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" |
    //               "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"
    ("lowalpha", r"[a-z]"),
    // hialpha     = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
    //               "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
    //               "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
    ("hialpha", r"[A-Z]"),
    // digit       = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
    //               "8" | "9"
    ("digit", r"[0-9]"),
    // safe        = "$" | "-" | "_" | "." | "+"
    ("safe", r"\$ | - | _ | \. | \+"),
    // extra       = "!" | "*" | "'" | "(" | ")" | ","
    ("extra", r"! | \* | ' | \( | \) | ,"),
    // national    = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "`"
    ("national", r"\{ | \} | \| | \\ | \^ | ~ | \[ | \] | `"),
    // reserved    = ";" | "/" | "?" | ":" | "@" | "&" | "="
    ("reserved", r"; | / | \? | : | @ | & | ="),
    // punctuation = "<" | ">" | "#" | "%" | <">
    ("punctuation", r#"[<] | [>] | \# | % | ""#),
];
