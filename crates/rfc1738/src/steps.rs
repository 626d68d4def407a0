//! The steps of a client that uses a URL.

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::fmt::Write;

use crate::{encoded::Encoded, parts::Parts};

/// A step of a client that uses a URL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// An instruction or a note, as a sentence. Control characters in quoted parts of the URL are escaped.
    Say(Cow<'static, str>),
    /// A line to send, decoded, without its line break. It may contain any byte. If it must not be sent (RFC 1738
    /// §6), the next step is a [`Say`](Self::Say) that warns against it.
    Send(Vec<u8>),
    /// The number of omitted steps. This is the last step, after a thousand others.
    LeftOut(usize),
}

/// The maximum number of steps that are kept. The rest are counted.
const MAX_KEPT: usize = 1000;

/// The steps so far.
#[derive(Default)]
pub(crate) struct Steps {
    kept: Vec<Step>,
    left_out: usize,
}

impl Steps {
    /// Returns the steps, and the number of those left out.
    pub(crate) fn finish(mut self) -> Vec<Step> {
        if self.left_out > 0 {
            self.kept.push(Step::LeftOut(self.left_out));
        }
        self.kept
    }

    fn add(&mut self, step: Step) {
        if self.kept.len() < MAX_KEPT {
            self.kept.push(step);
        } else {
            self.left_out += 1;
        }
    }

    pub(crate) fn say(&mut self, sentence: impl Into<Cow<'static, str>>) {
        self.add(Step::Say(sentence.into()));
    }

    /// Adds a line that is sent unchanged.
    pub(crate) fn send_raw(&mut self, line: Vec<u8>) {
        self.add(Step::Send(line));
    }

    /// Adds a command and its argument, which is decoded and may contain a line break.
    pub(crate) fn send(&mut self, command: &str, argument: Encoded<'_>) {
        self.send_around(command, argument, "");
    }

    pub(crate) fn send_around(&mut self, before: &str, argument: Encoded<'_>, after: &str) {
        let argument = argument.decode();
        self.send_raw([before.as_bytes(), &argument, after.as_bytes()].concat());
        self.warn_of_line_break(&argument);
    }

    /// Adds a warning that a text must not be sent, if it contains a CR or LF.
    pub(crate) fn warn_of_line_break(&mut self, text: &[u8]) {
        if has_line_break(text) {
            self.say("There is a line break in this. It must not be sent (RFC 1738 §6).");
        }
    }

    /// Adds the step that connects to the host, as written. Returns whether there is a host.
    pub(crate) fn connect(&mut self, parts: &Parts<'_>) -> bool {
        let host = parts.host().filter(|host| !host.is_empty());
        if let Some(host) = host {
            self.connect_to(&shown(host.as_bytes()), parts);
        }
        host.is_some()
    }

    /// Adds the step that connects to a host, at the port of the URL.
    pub(crate) fn connect_to(&mut self, host: &str, parts: &Parts<'_>) {
        let written = parts.port().filter(|port| !port.is_empty());
        let port = match (parts.effective_port(), written) {
            (Some(port), Some(_)) => format!(", port {port}"),
            (Some(port), None) => format!(", port {port}, the default"),
            (None, Some(port)) => format!(", but there is no port {}", quoted(port)),
            (None, None) => String::new(),
        };
        self.say(format!("Connect to {host}{port}."));
    }
}

/// Returns a part, decoded, in backticks.
pub(crate) fn quoted(part: Encoded<'_>) -> String {
    format!("`{}`", shown(&part.decode()))
}

/// Returns a text for use in a sentence: control characters and invalid UTF-8 are escaped.
pub(crate) fn shown(text: &[u8]) -> String {
    let mut shown = String::with_capacity(text.len());
    let escape = |shown: &mut String, byte: u8| {
        // Writing to a string never fails.
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

/// Returns whether a text contains a CR or LF, which ends a line of a protocol.
pub(crate) fn has_line_break(text: &[u8]) -> bool {
    text.iter().any(|byte| matches!(byte, b'\r' | b'\n'))
}
