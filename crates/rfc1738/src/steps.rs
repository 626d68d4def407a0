//! What a client is asked to do with a URL.

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::fmt::Write;

use crate::{encoded::Encoded, parts::Parts};

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

/// The steps so far.
pub(crate) struct Steps(pub(crate) Vec<Step>);

impl Steps {
    pub(crate) fn say(&mut self, sentence: impl Into<Cow<'static, str>>) {
        self.0.push(Step::Say(sentence.into()));
    }

    /// A line that is to be sent as it is.
    pub(crate) fn send_raw(&mut self, line: Vec<u8>) {
        self.0.push(Step::Send(line));
    }

    /// A command and its argument, which is decoded. What it holds could end the line.
    pub(crate) fn send(&mut self, command: &str, argument: Encoded<'_>) {
        self.send_around(command, argument, "");
    }

    pub(crate) fn send_around(&mut self, before: &str, argument: Encoded<'_>, behind: &str) {
        let argument = argument.decode();
        self.send_raw([before.as_bytes(), &argument, behind.as_bytes()].concat());
        self.say_of_break(&argument);
    }

    /// Says that a text must not be sent, if there is something in it that ends a line.
    pub(crate) fn say_of_break(&mut self, text: &[u8]) {
        if has_break(text) {
            self.say("There is a line break in this. It must not be sent (RFC 1738 §6).");
        }
    }

    /// The first thing that is done with a host. None if there is no host.
    pub(crate) fn connect(&mut self, parts: &Parts<'_>) -> Option<()> {
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
pub(crate) fn quoted(part: Encoded<'_>) -> String {
    format!("`{}`", shown(&part.decode()))
}

/// A text in a sentence, with `\xNN` for each control character and each byte that is no UTF-8.
pub(crate) fn shown(text: &[u8]) -> String {
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
pub(crate) fn has_break(text: &[u8]) -> bool {
    text.iter().any(|byte| matches!(byte, b'\r' | b'\n'))
}
