//! URLs rebuilt from their parts by the productions of RFC 1738 §5.

use urlsift_rfc1738::{Encoded, PartValue, Parts, Scheme};

/// Returns the URLs that have these parts. There are several if an optional delimiter is not a part. For a scheme
/// outside RFC 1738, the result is the parts in order with the delimiters of `text` between them.
pub(super) fn of(text: &[u8], parts: &Parts<'_>) -> Vec<Vec<u8>> {
    let url = Builder::new()
        .text(parts.scheme().expect("the scheme of a URL"))
        .text(":");
    let forms = match parts.kind() {
        Scheme::Ftp => vec![ftpurl(url, parts)],
        Scheme::Http => vec![httpurl(url, parts)],
        Scheme::Gopher => gopherurl(url, parts),
        Scheme::Mailto => vec![url.part(parts.addr_spec())],
        Scheme::News => vec![newsurl(url, parts)],
        Scheme::Nntp => vec![nntpurl(url, parts)],
        Scheme::Telnet => telneturl(url, parts),
        Scheme::Wais => vec![waisurl(url, parts)],
        Scheme::File => vec![fileurl(url, parts)],
        Scheme::Prospero => vec![prosperourl(url, parts)],
        Scheme::Other => otherurl(url, parts),
        _ => return vec![in_order(text, parts)],
    };
    let with_fragment = |form: Builder| form.optional("#", parts.fragment()).0;
    forms.into_iter().map(with_fragment).collect()
}

/// Returns the parts in order, each preceded by the delimiters in the text.
fn in_order(text: &[u8], parts: &Parts<'_>) -> Vec<u8> {
    let delimiters = |between: Option<&[u8]>| {
        let between = between.unwrap_or_default();
        let end = between.iter().position(|byte| !b":/?#@;=".contains(byte));
        between[..end.unwrap_or(between.len())].to_vec()
    };
    let mut form = Vec::new();
    let mut at = 0;
    for (_, part) in parts.iter() {
        let PartValue::Text(part) = part else {
            continue;
        };
        let part = part.as_bytes();
        let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
        form.extend(delimiters(text.get(at..start)));
        form.extend_from_slice(part);
        at = start.wrapping_add(part.len());
    }
    form.extend(delimiters(text.get(at..)));
    form
}

/// `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`
fn ftpurl(url: Builder, parts: &Parts<'_>) -> Builder {
    let url = login(url, parts);
    if parts.name().is_none() {
        return url;
    }
    // `<cwd1>/<cwd2>/.../<cwdN>/<name>;type=<typecode>` (§3.2.2)
    let cwds = |url: Builder, cwd| url.text("/").part(Some(cwd));
    parts
        .cwds()
        .fold(url, cwds)
        .optional("/", parts.name())
        .optional(";type=", parts.ftptype())
}

/// `httpurl = "http://" hostport [ "/" hpath [ "?" search ]]`
fn httpurl(url: Builder, parts: &Parts<'_>) -> Builder {
    hostport(url.text("//"), parts)
        .optional("/", parts.path())
        .optional("?", parts.search())
}

/// `gopherurl = "gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ]
/// ] ]`
fn gopherurl(url: Builder, parts: &Parts<'_>) -> Vec<Builder> {
    let url = hostport(url.text("//"), parts);
    // "The entire <gopher-path> may also be empty, in which case the delimiting "/" is also optional
    // and the <gophertype> defaults to "1"" (§3.4.1). An explicit type is followed by a selector, which may be
    // empty.
    if parts.selector().is_none() {
        return vec![url.clone(), url.text("/")];
    }
    let url = url
        .optional("/", parts.gtype())
        .part(parts.selector())
        .optional("%09", parts.search())
        .optional("%09", parts.gopher_string());
    vec![url]
}

/// `newsurl = "news:" grouppart`, `grouppart = "*" | group | article`
fn newsurl(url: Builder, parts: &Parts<'_>) -> Builder {
    url.part(parts.group().or(parts.article()))
}

/// `nntpurl = "nntp://" hostport "/" group [ "/" digits ]`
fn nntpurl(url: Builder, parts: &Parts<'_>) -> Builder {
    hostport(url.text("//"), parts)
        .text("/")
        .part(parts.group())
        .optional("/", parts.digits())
}

/// `telneturl = "telnet://" login [ "/" ]`
fn telneturl(url: Builder, parts: &Parts<'_>) -> Vec<Builder> {
    // "The final "/" character may be omitted" (§3.8), and is not a part.
    let url = login(url, parts);
    vec![url.clone(), url.text("/")]
}

/// `waisurl = waisdatabase | waisindex | waisdoc`
fn waisurl(url: Builder, parts: &Parts<'_>) -> Builder {
    // `"wais://" hostport "/" database [ "?" search | "/" wtype "/" wpath ]`
    hostport(url.text("//"), parts)
        .text("/")
        .part(parts.database())
        .optional("?", parts.search())
        .optional("/", parts.wtype())
        .optional("/", parts.wpath())
}

/// `fileurl = "file://" [ host | "localhost" ] "/" fpath`
fn fileurl(url: Builder, parts: &Parts<'_>) -> Builder {
    url.text("//")
        .part(parts.host())
        .text("/")
        .part(parts.path())
}

/// `prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]`
fn prosperourl(url: Builder, parts: &Parts<'_>) -> Builder {
    let url = hostport(url.text("//"), parts)
        .text("/")
        .part(parts.hsoname());
    // `fieldspec = ";" fieldname "=" fieldvalue`
    parts.fields().fold(url, |url, (name, value)| {
        url.optional(";", Some(name)).optional("=", value)
    })
}

/// `otherurl = scheme ":" schemepart`, `schemepart = *xchar | ip-schemepart`
fn otherurl(url: Builder, parts: &Parts<'_>) -> Vec<Builder> {
    if parts.host().is_none() {
        return vec![url.part(parts.schemepart())];
    }
    // `ip-schemepart = "//" login [ "/" urlpath ]`
    let url = login(url, parts);
    let mut forms = vec![url.clone().optional("/", parts.urlpath())];
    // `https://host?search` has no `/` before the urlpath, which is `?search` as in `https://host/?search`.
    if parts
        .urlpath()
        .is_some_and(|urlpath| urlpath.as_bytes().starts_with(b"?"))
    {
        forms.push(url.part(parts.urlpath()));
    }
    forms
}

/// `login = [ user [ ":" password ] "@" ] hostport`, preceded by `//`.
fn login(url: Builder, parts: &Parts<'_>) -> Builder {
    let url = url.text("//");
    let url = match parts.user() {
        Some(user) => url
            .part(Some(user))
            .optional(":", parts.password())
            .text("@"),
        None => url,
    };
    hostport(url, parts)
}

/// `hostport = host [ ":" port ]`
fn hostport(url: Builder, parts: &Parts<'_>) -> Builder {
    url.part(parts.host()).optional(":", parts.port())
}

/// A partially built URL.
#[derive(Clone)]
struct Builder(Vec<u8>);

impl Builder {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn text(mut self, text: &str) -> Self {
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    /// Appends a part that the production requires.
    fn part(mut self, part: Option<Encoded<'_>>) -> Self {
        let part = part.expect("a part that the production requires");
        self.0.extend_from_slice(part.as_bytes());
        self
    }

    /// Appends a delimiter and a part, if the part is present.
    fn optional(self, delimiter: &str, part: Option<Encoded<'_>>) -> Self {
        match part {
            Some(_) => self.text(delimiter).part(part),
            None => self,
        }
    }
}
