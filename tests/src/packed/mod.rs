//! One table of packed files and of what unpacking reports. The library and the command read each of them.

mod layers;
mod streams;
mod tar;
mod warc;
mod zip;

use urlsift_unpack::FaultKind;

use crate::unpacking::events::Bytes;

/// A packed file, and what is reported of it.
#[derive(Debug)]
pub struct Case {
    /// A short description.
    pub about: String,
    /// The packed file.
    pub file: Vec<u8>,
    /// What is reported, in order.
    pub events: Vec<Event>,
}

/// An event. Paths have what follows the name of the packed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A file, and the fault at its end, if it has one.
    File(String, Bytes, Option<Fault>),
    /// A fault outside of a file.
    Fault(String, Fault),
}

/// A fault: its offset and its kind.
pub type Fault = (u64, FaultKind);

/// Returns all cases.
#[must_use]
pub fn cases() -> Vec<Case> {
    [
        tar::cases(),
        zip::cases(),
        streams::cases(),
        warc::cases(),
        layers::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn case(about: &str, file: impl Into<Vec<u8>>, events: impl Into<Vec<Event>>) -> Case {
    Case {
        about: about.to_owned(),
        file: file.into(),
        events: events.into(),
    }
}

/// Returns a text with a link.
fn link(name: &str) -> Vec<u8> {
    format!("<http://{name}.example/>\n").into_bytes()
}

/// A member with this name and text.
fn member(name: &str, text: impl AsRef<[u8]>) -> Event {
    Event::File(format!("!{name}"), Bytes(text.as_ref().to_vec()), None)
}

/// A member whose text ends with a fault.
fn cut(name: &str, text: impl AsRef<[u8]>, at: usize, kind: FaultKind) -> Event {
    let fault = Some((at as u64, kind));
    Event::File(format!("!{name}"), Bytes(text.as_ref().to_vec()), fault)
}

/// The text of a stream.
fn text(text: impl AsRef<[u8]>) -> Event {
    Event::File(String::new(), Bytes(text.as_ref().to_vec()), None)
}

/// The text of a stream, which ends with a fault.
fn cut_text(text: impl AsRef<[u8]>, at: usize, kind: FaultKind) -> Event {
    let fault = Some((at as u64, kind));
    Event::File(String::new(), Bytes(text.as_ref().to_vec()), fault)
}

/// A fault of the packed file itself.
fn fault(at: usize, kind: FaultKind) -> Event {
    Event::Fault(String::new(), (at as u64, kind))
}

/// A fault instead of the text of a member.
fn unread(name: &str, at: usize, kind: FaultKind) -> Event {
    Event::Fault(format!("!{name}"), (at as u64, kind))
}

fn corrupt(at: usize, reason: &'static str) -> Event {
    fault(at, FaultKind::Corrupt(reason))
}
