//! URLs: the productions of RFC 1738, section 5.

use urlsift_tables::lines;

use super::Writer;
use crate::grammar::{recogniser, rules::FURTHER};
use std::sync::LazyLock;

/// Schemes without their own production: those that section 4 of RFC 1738 reserves, experimental schemes, and
/// other valid forms.
static OTHER_SCHEMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| lines!("productions.toml", "other_schemes"));

/// Octets that some rule distinguishes.
const NOTABLE_OCTETS: &[u8] = b"\0\t\n\r /%:;?#@&=<>~\"\x7f\x80\xff";

/// The productions in the order of the RFC, without `national` and `punctuation`, which no other production uses.
impl Writer<'_, '_> {
    pub(super) fn genericurl(&mut self) -> &mut Self {
        self.scheme().put(":").schemepart()
    }

    pub(super) fn url(&mut self) -> &mut Self {
        if !FURTHER.is_empty() && self.choices.below(16) == 15 {
            let (.., taken, _) = self.choices.pick(FURTHER);
            let taken: Vec<_> = taken.split(' ').collect();
            let url = self.choices.pick(&taken);
            return self.put(url);
        }
        self.one_of(&[
            Self::httpurl,
            Self::ftpurl,
            Self::newsurl,
            Self::nntpurl,
            Self::telneturl,
            Self::gopherurl,
            Self::waisurl,
            Self::mailtourl,
            Self::fileurl,
            Self::prosperourl,
            Self::otherurl,
        ])
    }

    /// A URL whose scheme has no production of its own.
    pub(super) fn otherurl(&mut self) -> &mut Self {
        let start = self.text.len();
        self.genericurl();
        let scheme = recogniser::scheme(&self.text[start..]);
        if scheme.and_then(recogniser::own_scheme).is_some() {
            self.text.splice(start..start, *b"x-");
        }
        self
    }

    pub(super) fn scheme(&mut self) -> &mut Self {
        self.one_of(&[
            |w| {
                let name = w.choices.pick(&OTHER_SCHEMES);
                w.in_any_case(name)
            },
            |w| w.some(|w| w.one_of(&[Self::alpha, Self::digit, |w| w.character("+-.")])),
        ])
    }

    pub(super) fn schemepart(&mut self) -> &mut Self {
        self.one_of(&[|w| w.any(Self::xchar), Self::ip_schemepart])
    }

    pub(super) fn ip_schemepart(&mut self) -> &mut Self {
        self.put("//").login().maybe(|w| w.put("/").urlpath())
    }

    pub(super) fn login(&mut self) -> &mut Self {
        self.maybe(|w| w.user().maybe(|w| w.put(":").password()).put("@"))
            .hostport()
    }

    pub(super) fn hostport(&mut self) -> &mut Self {
        self.host().maybe(|w| w.put(":").port())
    }

    pub(super) fn host(&mut self) -> &mut Self {
        self.one_of(&[Self::hostname, Self::hostname, Self::hostnumber])
    }

    pub(super) fn hostname(&mut self) -> &mut Self {
        self.any(|w| w.domainlabel().put(".")).toplabel()
    }

    pub(super) fn domainlabel(&mut self) -> &mut Self {
        self.alphadigit().maybe(Self::label_end)
    }

    pub(super) fn toplabel(&mut self) -> &mut Self {
        self.alpha().maybe(Self::label_end)
    }

    /// `*[ alphadigit | "-" ] alphadigit`
    pub(super) fn label_end(&mut self) -> &mut Self {
        self.any(|w| w.one_of(&[Self::alphadigit, Self::alphadigit, |w| w.put("-")]))
            .alphadigit()
    }

    pub(super) fn alphadigit(&mut self) -> &mut Self {
        self.one_of(&[Self::alpha, Self::alpha, Self::digit])
    }

    pub(super) fn hostnumber(&mut self) -> &mut Self {
        self.digits()
            .put(".")
            .digits()
            .put(".")
            .digits()
            .put(".")
            .digits()
    }

    pub(super) fn port(&mut self) -> &mut Self {
        self.digits()
    }

    pub(super) fn user(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or(";?&="))
    }

    pub(super) fn password(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or(";?&="))
    }

    pub(super) fn urlpath(&mut self) -> &mut Self {
        self.any(Self::xchar)
    }

    pub(super) fn ftpurl(&mut self) -> &mut Self {
        self.in_any_case("ftp://")
            .login()
            .maybe(|w| w.put("/").fpath().maybe(|w| w.put(";type=").ftptype()))
    }

    pub(super) fn fpath(&mut self) -> &mut Self {
        self.fsegment().any(|w| w.put("/").fsegment())
    }

    pub(super) fn fsegment(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or("?:@&="))
    }

    pub(super) fn ftptype(&mut self) -> &mut Self {
        self.character("AIDaid")
    }

    pub(super) fn fileurl(&mut self) -> &mut Self {
        self.in_any_case("file://")
            .one_of(&[|w| w, Self::host, |w| w.put("localhost")])
            .put("/")
            .fpath()
    }

    pub(super) fn httpurl(&mut self) -> &mut Self {
        self.in_any_case("http://")
            .hostport()
            .maybe(|w| w.put("/").hpath().maybe(|w| w.put("?").search()))
    }

    pub(super) fn hpath(&mut self) -> &mut Self {
        self.hsegment().any(|w| w.put("/").hsegment())
    }

    pub(super) fn hsegment(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or(";:@&="))
    }

    pub(super) fn search(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or(";:@&="))
    }

    pub(super) fn gopherurl(&mut self) -> &mut Self {
        self.in_any_case("gopher://").hostport().maybe(|w| {
            w.put("/").maybe(|w| {
                w.gtype().selector().maybe(|w| {
                    w.put("%09")
                        .search()
                        .maybe(|w| w.put("%09").gopher_string())
                })
            })
        })
    }

    pub(super) fn gtype(&mut self) -> &mut Self {
        self.xchar()
    }

    pub(super) fn selector(&mut self) -> &mut Self {
        self.any(Self::xchar)
    }

    pub(super) fn gopher_string(&mut self) -> &mut Self {
        self.any(Self::xchar)
    }

    pub(super) fn mailtourl(&mut self) -> &mut Self {
        self.in_any_case("mailto:").encoded822addr()
    }

    /// An address, in most cases.
    pub(super) fn encoded822addr(&mut self) -> &mut Self {
        self.some(Self::xchar).maybe(|w| w.put("@").host())
    }

    pub(super) fn newsurl(&mut self) -> &mut Self {
        self.in_any_case("news:").grouppart()
    }

    pub(super) fn grouppart(&mut self) -> &mut Self {
        self.one_of(&[|w| w.put("*"), Self::group, Self::article])
    }

    pub(super) fn group(&mut self) -> &mut Self {
        self.alpha().any(|w| {
            w.one_of(&[Self::alpha, Self::alpha, Self::digit, |w| {
                w.character("-.+_")
            }])
        })
    }

    pub(super) fn article(&mut self) -> &mut Self {
        self.some(|w| w.uchar_or(";/?:&=")).put("@").host()
    }

    pub(super) fn nntpurl(&mut self) -> &mut Self {
        self.in_any_case("nntp://")
            .hostport()
            .put("/")
            .group()
            .maybe(|w| w.put("/").digits())
    }

    pub(super) fn telneturl(&mut self) -> &mut Self {
        self.in_any_case("telnet://").login().maybe(|w| w.put("/"))
    }

    pub(super) fn waisurl(&mut self) -> &mut Self {
        self.one_of(&[Self::waisdatabase, Self::waisindex, Self::waisdoc])
    }

    pub(super) fn waisdatabase(&mut self) -> &mut Self {
        self.in_any_case("wais://").hostport().put("/").database()
    }

    pub(super) fn waisindex(&mut self) -> &mut Self {
        self.waisdatabase().put("?").search()
    }

    pub(super) fn waisdoc(&mut self) -> &mut Self {
        self.waisdatabase().put("/").wtype().put("/").wpath()
    }

    pub(super) fn database(&mut self) -> &mut Self {
        self.any(Self::uchar)
    }

    pub(super) fn wtype(&mut self) -> &mut Self {
        self.any(Self::uchar)
    }

    pub(super) fn wpath(&mut self) -> &mut Self {
        self.any(Self::uchar)
    }

    pub(super) fn prosperourl(&mut self) -> &mut Self {
        self.in_any_case("prospero://")
            .hostport()
            .put("/")
            .ppath()
            .any(Self::fieldspec)
    }

    pub(super) fn ppath(&mut self) -> &mut Self {
        self.psegment().any(|w| w.put("/").psegment())
    }

    pub(super) fn psegment(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or("?:@&="))
    }

    pub(super) fn fieldspec(&mut self) -> &mut Self {
        self.put(";").fieldname().put("=").fieldvalue()
    }

    pub(super) fn fieldname(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or("?:@&"))
    }

    pub(super) fn fieldvalue(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or("?:@&"))
    }

    pub(super) fn lowalpha(&mut self) -> &mut Self {
        self.character("abcdefghijklmnopqrstuvwxyz")
    }

    pub(super) fn hialpha(&mut self) -> &mut Self {
        self.character("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    }

    pub(super) fn alpha(&mut self) -> &mut Self {
        self.one_of(&[Self::lowalpha, Self::lowalpha, Self::hialpha])
    }

    pub(super) fn digit(&mut self) -> &mut Self {
        self.character("0123456789")
    }

    pub(super) fn safe(&mut self) -> &mut Self {
        self.character("$-_.+")
    }

    pub(super) fn extra(&mut self) -> &mut Self {
        self.character("!*'(),")
    }

    pub(super) fn reserved(&mut self) -> &mut Self {
        self.character(";/?:@&=")
    }

    pub(super) fn hex(&mut self) -> &mut Self {
        self.character("0123456789ABCDEFabcdef")
    }

    /// An escape. Half are of octets that some rule distinguishes.
    pub(super) fn escape(&mut self) -> &mut Self {
        self.put("%");
        if self.choices.flip() {
            return self.hex().hex();
        }
        let octet = self.choices.pick(NOTABLE_OCTETS);
        self.in_any_case(&format!("{octet:02x}"))
    }

    pub(super) fn unreserved(&mut self) -> &mut Self {
        self.one_of(&[
            Self::alpha,
            Self::alpha,
            Self::digit,
            Self::safe,
            Self::extra,
        ])
    }

    pub(super) fn uchar(&mut self) -> &mut Self {
        self.one_of(&[
            Self::unreserved,
            Self::unreserved,
            Self::unreserved,
            Self::escape,
        ])
    }

    pub(super) fn xchar(&mut self) -> &mut Self {
        self.one_of(&[
            Self::unreserved,
            Self::unreserved,
            Self::reserved,
            Self::escape,
        ])
    }

    pub(super) fn digits(&mut self) -> &mut Self {
        self.some(Self::digit)
    }

    pub(super) fn fragment(&mut self) -> &mut Self {
        self.any(Self::xchar)
    }
}
