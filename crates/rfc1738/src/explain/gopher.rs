//! The line that is sent to a gopher server, §3.4, and what comes back.

use alloc::format;

use super::{Steps, quoted, shown};
use crate::{Encoded, Parts};

pub(super) fn explain(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    steps.connect(parts)?;
    request(steps, parts);
    let gtype = parts.gtype()?.decode();
    let gtype_name = match &*gtype {
        [gtype] => item_type(*gtype),
        _ => None,
    };
    match gtype_name {
        Some(name) => steps.say(format!("The item is {name}.")),
        None => steps.say("The item's type is not one of RFC 1436."),
    }
    if let Some(search) = parts.search().filter(|search| !search.is_empty()) {
        steps.say(format!("It is searched for {}.", quoted(search)));
    }
    if let Some(gopher_string) = parts.gopher_string() {
        gopher_plus(steps, gopher_string);
    }
    None
}

/// What is sent: the selector, and behind tabs what else there is (§3.4.3).
fn request(steps: &mut Steps, parts: &Parts<'_>) {
    let decoded = |part: Option<Encoded<'_>>| part.map(|part| part.decode().into_owned());
    let mut request = decoded(parts.selector()).unwrap_or_default();
    let search = decoded(parts.search());
    let mut gopher_string = decoded(parts.gopher_string());
    let is_form = gopher_string.as_deref().and_then(form).is_some();
    // In front of the answers to a form, §3.4.9 sends no empty search.
    let search = search.filter(|search| !(is_form && search.is_empty()));
    if gopher_string.as_deref() == Some(FORM_TO_FILL) {
        gopher_string = Some(b"!+ASK".to_vec());
    }
    for part in [search, gopher_string].into_iter().flatten() {
        request.push(b'\t');
        request.extend(part);
    }
    if is_form {
        let request = request.strip_suffix(b"\r\n").unwrap_or(&request);
        for line in request.split(|&byte| byte == b'\n') {
            steps.send_raw(line.strip_suffix(b"\r").unwrap_or(line).to_vec());
        }
        return;
    }
    let breaks = request.iter().any(|byte| matches!(byte, b'\r' | b'\n'));
    steps.send_raw(request);
    if breaks {
        steps.say("This holds a line break, which no selector has, and must not be sent (§6).");
    }
}

/// The Gopher+ string of an item with a form: the form is to be fetched first, which is its attribute
/// +ASK (§3.4.5).
const FORM_TO_FILL: &[u8] = b"?";

/// The answers in a filled form: what follows `+`, tab, `1` and the line `+-1`, up to the dot.
fn form(gopher_string: &[u8]) -> Option<usize> {
    let answers = gopher_string.strip_prefix(b"+\t1\r\n+-1\r\n")?;
    let lines = answers.split(|&byte| byte == b'\n');
    Some(
        lines
            .take_while(|line| line != b".\r" && !line.is_empty())
            .count(),
    )
}

/// RFC 1436 §3.8
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

/// §3.4.4 to §3.4.9
fn gopher_plus(steps: &mut Steps, gopher_string: Encoded<'_>) {
    let decoded = gopher_string.decode();
    let Some((tag, rest)) = decoded.split_first() else {
        return;
    };
    let rest_text = shown(rest);
    let names = || rest_text.replace(' ', "`, `");
    steps.say(match (tag, rest) {
        (b'+', b"") => "Gopher+: the default view is wanted.".into(),
        (b'+', _) if let Some(answers) = form(&decoded) => {
            format!("Gopher+: this is a form, filled in with {answers} answers.")
        }
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
        _ => "The Gopher+ string is none that RFC 1738 knows.".into(),
    });
}
