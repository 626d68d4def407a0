//! The productions of RFC 1738 §5, verbatim.

use core::fmt;

macro_rules! rules {
    ($($variant:ident = $name:literal, $production:literal;)*) => {
        /// A production of RFC 1738 §5 (`fragment`: of RFC 1808 §2.2).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $(
                #[doc = concat!("`", $name, " = ", $production, "`")]
                $variant,
            )*
        }

        impl Rule {
            /// Every rule that a problem can have, in the order of §5.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the name, such as `hpath`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns the right-hand side of the production.
            #[must_use]
            pub const fn production(self) -> &'static str {
                match self {
                    $(Self::$variant => $production,)*
                }
            }
        }
    };
}

rules! {
    Scheme = "scheme", r#"1*[ lowalpha | digit | "+" | "-" | "." ]"#;
    Schemepart = "schemepart", "*xchar | ip-schemepart";
    Host = "host", "hostname | hostnumber";
    Domainlabel = "domainlabel", r#"alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit"#;
    Toplabel = "toplabel", r#"alpha | alpha *[ alphadigit | "-" ] alphadigit"#;
    Hostnumber = "hostnumber", r#"digits "." digits "." digits "." digits"#;
    Port = "port", "digits";
    User = "user", r#"*[ uchar | ";" | "?" | "&" | "=" ]"#;
    Password = "password", r#"*[ uchar | ";" | "?" | "&" | "=" ]"#;
    Urlpath = "urlpath", "*xchar";
    Ftpurl = "ftpurl", r#""ftp://" login [ "/" fpath [ ";type=" ftptype ]]"#;
    Fsegment = "fsegment", r#"*[ uchar | "?" | ":" | "@" | "&" | "=" ]"#;
    Ftptype = "ftptype", r#""A" | "I" | "D" | "a" | "i" | "d""#;
    Fileurl = "fileurl", r#""file://" [ host | "localhost" ] "/" fpath"#;
    Httpurl = "httpurl", r#""http://" hostport [ "/" hpath [ "?" search ]]"#;
    Hpath = "hpath", r#"hsegment *[ "/" hsegment ]"#;
    Search = "search", r#"*[ uchar | ";" | ":" | "@" | "&" | "=" ]"#;
    Gopherurl = "gopherurl", r#""gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]"#;
    Gtype = "gtype", "xchar";
    Selector = "selector", "*xchar";
    GopherString = "gopher+_string", "*xchar";
    Encoded822addr = "encoded822addr", "1*xchar";
    Grouppart = "grouppart", r#""*" | group | article"#;
    Group = "group", r#"alpha *[ alpha | digit | "-" | "." | "+" | "_" ]"#;
    Article = "article", r#"1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host"#;
    Nntpurl = "nntpurl", r#""nntp://" hostport "/" group [ "/" digits ]"#;
    Digits = "digits", "1*digit";
    Telneturl = "telneturl", r#""telnet://" login [ "/" ]"#;
    Waisurl = "waisurl", "waisdatabase | waisindex | waisdoc";
    Waisdoc = "waisdoc", r#""wais://" hostport "/" database "/" wtype "/" wpath"#;
    Database = "database", "*uchar";
    Wtype = "wtype", "*uchar";
    Wpath = "wpath", "*uchar";
    Prosperourl = "prosperourl", r#""prospero://" hostport "/" ppath *[ fieldspec ]"#;
    Ppath = "ppath", r#"psegment *[ "/" psegment ]"#;
    Fieldspec = "fieldspec", r#"";" fieldname "=" fieldvalue"#;
    Fieldname = "fieldname", r#"*[ uchar | "?" | ":" | "@" | "&" ]"#;
    Fieldvalue = "fieldvalue", r#"*[ uchar | "?" | ":" | "@" | "&" ]"#;
    Fragment = "fragment", "*( uchar | reserved )";
}

impl fmt::Display for Rule {
    /// Writes the production as the RFC does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name(), self.production())
    }
}
