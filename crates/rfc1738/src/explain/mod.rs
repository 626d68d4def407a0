//! What a client is asked to do with a URL.

mod ftp;
mod gopher;
mod other;

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::fmt::Write;

use crate::{Encoded, Parts, Scheme};

/// One step of what a client does with a URL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// Something to do or to know, in a sentence. What it quotes of the URL has its control
    /// characters escaped.
    Say(Cow<'static, str>),
    /// A line of the protocol, decoded, without its line break. It may hold any byte, also such as
    /// must not be sent: that is said, too (RFC 1738 §6).
    Send(Vec<u8>),
}

/// Says what RFC 1738 §3 has a client do with a URL of one of its schemes, step by step. Of other
/// schemes, and of texts that cannot be read so far, nothing is known.
///
/// ```
/// use urlsift_rfc1738::{Step, Url, explain};
///
/// let url = Url::parse(b"ftp://myname@host.dom/%2Fetc/motd;type=a")?;
/// let sent: Vec<_> = explain(url.parts())
///     .into_iter()
///     .filter_map(|step| match step {
///         Step::Send(line) => Some(line),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(sent, [&b"USER myname"[..], b"CWD /etc", b"TYPE a", b"RETR motd"]);
/// # Ok::<(), urlsift_rfc1738::Problem>(())
/// ```
#[must_use]
pub fn explain(parts: &Parts<'_>) -> Vec<Step> {
    let mut steps = Steps(Vec::new());
    match parts.kind() {
        Scheme::Ftp => ftp::explain(&mut steps, parts),
        Scheme::Http => other::http(&mut steps, parts),
        Scheme::Gopher => gopher::explain(&mut steps, parts),
        Scheme::Mailto => other::mailto(&mut steps, parts),
        Scheme::News => other::news(&mut steps, parts),
        Scheme::Nntp => other::nntp(&mut steps, parts),
        Scheme::Telnet => other::telnet(&mut steps, parts),
        Scheme::Wais => other::wais(&mut steps, parts),
        Scheme::File => other::file(&mut steps, parts),
        Scheme::Prospero => other::prospero(&mut steps, parts),
        Scheme::Other => None,
    };
    steps.0
}

struct Steps(Vec<Step>);

impl Steps {
    fn say(&mut self, sentence: impl Into<Cow<'static, str>>) {
        self.0.push(Step::Say(sentence.into()));
    }

    /// A line that is to be sent as it is.
    fn send_raw(&mut self, line: Vec<u8>) {
        self.0.push(Step::Send(line));
    }

    /// A command and its argument, which is decoded. What it holds could end the line.
    fn send(&mut self, command: &str, argument: Encoded<'_>) {
        self.send_around(command, argument, "");
    }

    fn send_around(&mut self, before: &str, argument: Encoded<'_>, behind: &str) {
        let argument = argument.decode();
        self.send_raw([before.as_bytes(), &argument, behind.as_bytes()].concat());
        self.say_of_break(&argument);
    }

    /// Says that a text must not be sent, if there is something in it that ends a line.
    fn say_of_break(&mut self, text: &[u8]) {
        if has_break(text) {
            self.say("There is a line break in this. It must not be sent (RFC 1738 §6).");
        }
    }

    /// The first thing that is done with a host. None if there is no host.
    fn connect(&mut self, parts: &Parts<'_>) -> Option<()> {
        let host = parts.host().filter(|host| !host.is_empty())?;
        let written = parts.port().filter(|port| !port.is_empty());
        let port = match (parts.effective_port(), written) {
            (Some(port), Some(_)) => format!(", port {port}"),
            (Some(port), None) => format!(", port {port}, the default"),
            (None, Some(port)) => format!(", but there is no port {}", quoted(port)),
            (None, None) => String::new(),
        };
        self.say(format!("Connect to {}{port}.", shown(host.as_bytes())));
        Some(())
    }
}

/// A decoded part between back quotes.
fn quoted(part: Encoded<'_>) -> String {
    format!("`{}`", shown(&part.decode()))
}

/// A text in a sentence, with `\xNN` for each control character and each byte that is no UTF-8.
fn shown(text: &[u8]) -> String {
    let mut shown = String::with_capacity(text.len());
    let escape = |shown: &mut String, byte: u8| {
        // A string takes everything.
        let _ = write!(shown, "\\x{byte:02x}");
    };
    for chunk in text.utf8_chunks() {
        for char in chunk.valid().chars() {
            match u8::try_from(char) {
                Ok(byte) if byte.is_ascii_control() => escape(&mut shown, byte),
                _ if char.is_control() => shown.extend(char.escape_unicode()),
                _ => shown.push(char),
            }
        }
        for &byte in chunk.invalid() {
            escape(&mut shown, byte);
        }
    }
    shown
}

/// Whether there is something in a text that ends a line of a protocol.
fn has_break(text: &[u8]) -> bool {
    text.iter().any(|byte| matches!(byte, b'\r' | b'\n'))
}
