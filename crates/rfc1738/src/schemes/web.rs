//! http, https, ws and wss, as browsers read them (the WHATWG URL standard), whatever RFC 1738 §3.3 says; and the URLs
//! that a browser opens without a server, `javascript:` and `data:`.

use alloc::{format, string::String};

use url::{Host, ParseError, Url};

use crate::{
    encoded::Encoded,
    parts::Parts,
    steps::{Steps, quoted},
};

/// The starts of the URLs that are explained, as WHATWG's parser sees them.
const STARTS: [&[u8]; 6] = [
    b"http:",
    b"https:",
    b"ws:",
    b"wss:",
    b"javascript:",
    b"data:",
];

/// Explains a URL of one of these schemes: what a browser connects to and asks for, or what it does without a server.
/// There are no steps for other texts.
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !is_web(parts.text) {
        return;
    }
    match Url::parse(&String::from_utf8_lossy(parts.text)) {
        Ok(url) if url.scheme() == "javascript" => steps.say(
            "Run what follows the colon as a script of the page that has the link. There is nothing to retrieve.",
        ),
        Ok(url) if url.scheme() == "data" => explain_data(steps, url.path()),
        Ok(url) => explain_url(steps, &url),
        Err(error) => refuse(steps, error),
    }
}

/// `dataurl := "data:" [ mediatype ] [ ";base64" ] "," data` (RFC 2397 §3)
fn explain_data(steps: &mut Steps, path: &str) {
    let Some((head, _)) = path.split_once(',') else {
        steps.say("A browser refuses this URL: no comma before the data.");
        return;
    };
    let encoding = head.rsplit_once(';').filter(|(_, last)| {
        let last = last.trim_matches(' ');
        last.eq_ignore_ascii_case("base64")
    });
    let (media_type, decoded) = match encoding {
        Some((media_type, _)) => (media_type, ", decoded from base64"),
        None => (head, ""),
    };
    let is_default = media_type.is_empty() || media_type.starts_with(';');
    let default = if is_default { "text/plain" } else { "" };
    let media_type = format!("{default}{media_type}");
    steps.say(format!(
        "Show what follows the comma{decoded}, as {}. There is nothing to retrieve.",
        quoted(Encoded::from(&*media_type))
    ));
}

fn explain_url(steps: &mut Steps, url: &Url) {
    // A URL of a special scheme always has them.
    let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else {
        return;
    };
    let default = if url.port().is_none() {
        ", the default"
    } else {
        ""
    };
    steps.say(format!("Connect to {host}, port {port}{default}."));
    if BAD_PORTS.contains(&port) {
        steps.say("A browser refuses to connect to this port, which belongs to another protocol.");
    }
    if matches!(url.scheme(), "https" | "wss") {
        steps.say(format!(
            "Negotiate TLS, and verify that the certificate of the server is for {host}."
        ));
    }
    if !url.username().is_empty() {
        steps.say(format!(
            "If the server asks who you are, answer {}.",
            quoted(Encoded::from(url.username()))
        ));
    }
    let after_path = url
        .query()
        .map_or(String::new(), |query| format!("?{query}"));
    let target = format!("`{}{after_path}`", url.path());
    steps.say(match url.scheme() {
        "ws" | "wss" => format!("Ask for {target} and for an upgrade to the WebSocket protocol."),
        _ => format!("Ask for {target}."),
    });
}

/// Connects to the host of an ftp URL, in the form in which a browser looks it up. Returns whether there is a host that
/// a browser accepts.
pub(crate) fn connect(steps: &mut Steps, parts: &Parts<'_>) -> bool {
    let Some(host) = parts.host().filter(|host| !host.is_empty()) else {
        return false;
    };
    let host = lookup_form(host);
    match &host {
        Ok(host) => steps.connect_to(host, parts),
        Err(error) => refuse(steps, *error),
    }
    host.is_ok()
}

/// Adds that a browser refuses the URL.
fn refuse(steps: &mut Steps, error: ParseError) {
    steps.say(match error {
        // The parser gives the same reason for ASCII.
        ParseError::IdnaError => "A browser refuses this URL: invalid domain name.".into(),
        _ => format!("A browser refuses this URL: {error}."),
    });
}

/// Returns the host of a URL of a special scheme in the form in which it is looked up: a name in ASCII and lower case,
/// or an address.
///
/// # Errors
///
/// Returns the reason why a browser refuses the host.
fn lookup_form(host: Encoded<'_>) -> Result<String, ParseError> {
    let host: String = String::from_utf8_lossy(host.as_bytes())
        .chars()
        .filter(|&char| !is_dropped(char))
        .collect();
    Host::parse(&host).map(|host| format!("{host}"))
}

/// Returns whether a text begins with one of the [`STARTS`], in any case, for WHATWG's parser: after control characters
/// and spaces, and perhaps with tabs and line breaks in it.
fn is_web(text: &[u8]) -> bool {
    let start = text.iter().skip_while(|&&byte| byte <= b' ');
    let start = start.filter(|&&byte| !is_dropped(char::from(byte)));
    STARTS.iter().any(|expected| {
        let letters = start.clone().map(u8::to_ascii_lowercase);
        letters.take(expected.len()).eq(expected.iter().copied())
    })
}

/// Returns whether WHATWG's parser drops a character.
const fn is_dropped(char: char) -> bool {
    matches!(char, '\t' | '\n' | '\r')
}

/// The ports to which browsers do not connect (WHATWG Fetch, "port blocking").
const BAD_PORTS: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080,
];
