//! gopher, §3.4.

use alloc::{format, vec::Vec};
use core::mem;

use crate::{
    class::Class,
    encoded::Encoded,
    parser::Parser,
    parts::{GopherPath, Parts, SchemeSpecific},
    rule::Rule,
    steps::{Steps, has_line_break, quoted, shown},
};

/// The encoded tab between the parts of a gopher path.
const TAB: &[u8] = b"%09";

impl<'a> Parser<'a, '_> {
    /// `gopherurl = "gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09"
    /// gopher+_string ] ] ] ] ]`
    ///
    /// A selector is `*xchar`, which matches the tabs, too. So the URL conforms whatever the search
    /// contains, and "within the gopher-path, no characters are reserved" (§3.4.1). The search is the text
    /// between the tabs.
    pub(crate) fn gopherurl(&mut self) {
        self.hostport(Rule::Gopherurl, b"/");
        let mut path = GopherPath::default();
        if self.take(b'/') && !self.rest().is_empty() {
            path.gtype = Some(self.gtype());
            path.selector = Some(self.up_to_tab(Rule::Selector));
            path.search = self.after_tab(|parser| parser.up_to_tab(Rule::Search));
            path.gopher_string =
                self.after_tab(|parser| parser.chars(Class::XCHAR, Rule::GopherString, b""));
        }
        self.parts.scheme_specific = SchemeSpecific::Gopher(path);
    }

    /// `gtype = xchar`
    fn gtype(&mut self) -> &'a [u8] {
        let start = self.at;
        if self.peek() == Some(b'%') {
            self.escape(Rule::Gtype);
        } else {
            self.within(start + 1, |parser| {
                parser.chars(Class::XCHAR, Rule::Gtype, b"")
            });
        }
        &self.text[start..self.at]
    }

    /// `selector = *xchar`, up to the first tab.
    fn up_to_tab(&mut self, rule: Rule) -> &'a [u8] {
        self.chars_until(Class::XCHAR, rule, |rest| rest.starts_with(TAB))
    }

    fn after_tab(&mut self, part: impl FnOnce(&mut Self) -> &'a [u8]) -> Option<&'a [u8]> {
        self.rest().starts_with(TAB).then(|| {
            self.at += TAB.len();
            part(self)
        })
    }
}

/// Explains a gopher URL (§3.4): the line to send to the server, and what it returns.
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !steps.connect(parts) {
        return;
    }
    request(steps, parts);
    let Some(gtype) = parts.gtype() else {
        return;
    };
    let gtype = gtype.decode();
    let gtype_name = match &*gtype {
        [gtype] => item_type(*gtype),
        _ => None,
    };
    match gtype_name {
        Some(name) => steps.say(format!("The item is {name}.")),
        None => steps.say("The item's type is not one of RFC 1436."),
    }
    if let Some(search) = parts.search().filter(|search| !search.is_empty()) {
        steps.say(format!("Search it for {}.", quoted(search)));
    }
    if let Some(gopher_string) = parts.gopher_string() {
        gopher_plus(steps, gopher_string);
    }
}

/// Adds the request: the selector, the search and the Gopher+ string, separated by tabs (§3.4.3).
fn request(steps: &mut Steps, parts: &Parts<'_>) {
    let decoded = |part: Option<Encoded<'_>>| part.map(|part| part.decode().into_owned());
    let mut request = decoded(parts.selector()).unwrap_or_default();
    let search = decoded(parts.search());
    let mut gopher_string = decoded(parts.gopher_string()).unwrap_or_default();
    let form = form(&gopher_string);
    // Before the answers to a form, no empty search is sent (§3.4.9).
    if let Some(search) = search.filter(|search| form.is_none() || !search.is_empty()) {
        request.push(b'\t');
        request.extend(search);
    }
    let has_breaks = has_line_break(&request) || form.is_none() && has_line_break(&gopher_string);
    if let Some(lines) = form {
        // The first line of the form continues the line of the selector.
        request.push(b'\t');
        for line in lines {
            request.extend(line);
            steps.send_raw(mem::take(&mut request));
        }
    } else {
        if gopher_string == FORM_TO_FILL {
            gopher_string = b"!+ASK".to_vec();
        }
        if parts.gopher_string().is_some() {
            request.push(b'\t');
            request.extend(gopher_string);
        }
        steps.send_raw(request);
    }
    if has_breaks {
        steps.say("There is a line break in this, which no selector has. It must not be sent (RFC 1738 §6).");
    }
}

/// The Gopher+ string of an item with a form to fill in. The form is fetched first, as the attribute +ASK
/// (§3.4.5).
const FORM_TO_FILL: &[u8] = b"?";

/// Returns the lines of a filled form (§3.4.9): `+`, tab, `1`; `+-1`; the answers; a dot. Returns `None` for
/// any other text, and if anything follows the dot.
fn form(gopher_string: &[u8]) -> Option<Vec<&[u8]>> {
    let lines: Vec<&[u8]> = gopher_string
        .strip_suffix(b"\r\n")?
        .split(|&byte| byte == b'\n')
        .collect();
    let (last, ended) = lines.split_last()?;
    let mut all = Vec::with_capacity(lines.len());
    for line in ended {
        all.push(line.strip_suffix(b"\r")?);
    }
    all.push(last);
    let is_form = matches!(all[..], [b"+\t1", b"+-1", .., b"."])
        && all.len() > 2
        && all[..all.len() - 1]
            .iter()
            .all(|line| *line != b"." && !has_line_break(line));
    is_form.then_some(all)
}

/// Returns the name of an item type (RFC 1436 §3.8).
fn item_type(gtype: u8) -> Option<&'static str> {
    Some(match gtype {
        b'0' => "a text file",
        b'1' => "a directory",
        b'2' => "a CSO phone-book server",
        b'3' => "an error",
        b'4' => "a BinHexed Macintosh file",
        b'5' => "a DOS binary archive",
        b'6' => "a uuencoded file",
        b'7' => "an index-search server",
        b'8' => "a telnet session",
        b'9' => "a binary file",
        b'+' => "a redundant server",
        b'T' => "a tn3270 session",
        b'g' => "a GIF image",
        b'I' => "an image",
        _ => return None,
    })
}

const UNKNOWN: &str = "RFC 1738 does not define this Gopher+ string.";

/// Explains a Gopher+ string (§3.4.4 to §3.4.9).
fn gopher_plus(steps: &mut Steps, gopher_string: Encoded<'_>) {
    let decoded = gopher_string.decode();
    let Some((tag, rest)) = decoded.split_first() else {
        return;
    };
    if let Some(lines) = form(&decoded) {
        // Two lines before the answers, and the dot.
        let answers = lines.len() - 3;
        return steps.say(format!(
            "Gopher+: this is a filled-in form. Answers: {answers}."
        ));
    }
    let rest_text = shown(rest);
    let names = || rest_text.replace(' ', "`, `");
    steps.say(match (tag, rest) {
        _ if decoded.iter().any(u8::is_ascii_control) => UNKNOWN.into(),
        (b'+', b"") => "Gopher+: the default view is wanted.".into(),
        (b'+', _) => match rest_text.split_once(' ') {
            Some((view, language)) => {
                format!("Gopher+: the view `{view}` in the language `{language}` is wanted.")
            }
            None => format!("Gopher+: the view `{rest_text}` is wanted."),
        },
        _ if *decoded == *FORM_TO_FILL => {
            "Gopher+: this fetches a form; send the user's answers to it with the selector.".into()
        }
        (b'!', b"") => "Gopher+: all attributes of the item are wanted.".into(),
        (b'!', _) => format!("Gopher+: wanted of the item's attributes: `{}`.", names()),
        (b'$', b"") => "Gopher+: all attributes of all items of the directory are wanted.".into(),
        (b'$', _) => {
            let names = names();
            format!("Gopher+: wanted of the attributes of all items of the directory: `{names}`.")
        }
        _ => UNKNOWN.into(),
    });
}
