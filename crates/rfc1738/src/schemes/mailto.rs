//! mailto, §3.5.

use alloc::{format, vec::Vec};
use core::mem;

use crate::{
    class::Class,
    encoded::Encoded,
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Code,
    relative::split_at_first,
    rule::Rule,
    steps::{Steps, quoted, shown},
};

impl Parser<'_, '_> {
    /// `mailtourl = "mailto:" encoded822addr`
    pub(crate) fn mailtourl(&mut self) {
        // `encoded822addr = 1*xchar`
        if self.rest().is_empty() {
            self.missing(Code::MissingAddress, Rule::Encoded822addr);
        }
        let addr_spec = self.chars(Class::XCHAR, Rule::Encoded822addr, b"");
        self.parts.scheme_specific = SchemeSpecific::Mailto(addr_spec);
    }
}

/// Explains a mailto URL (§3.5). Later standards (RFC 2368, RFC 6068) have several addresses, and header fields after a
/// `?`: `mailtoURI = "mailto:" [ to ] [ "?" hfield *( "&" hfield ) ]`, `hfield = hfname "=" hfvalue`.
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    let Some(url) = parts.addr_spec().filter(|part| !part.is_empty()) else {
        return;
    };
    let (to, fields) = split_at_first(url.as_bytes(), b'?');
    let fields = fields.unwrap_or_default().split(|&byte| byte == b'&');
    let fields = fields.map(|field| split_at_first(field, b'='));
    let is_to = |name: &[u8]| Encoded::new(name).decode().eq_ignore_ascii_case(b"to");
    let more_to = fields.clone().filter(|(name, _)| is_to(name));
    let lists = [Some(to)]
        .into_iter()
        .chain(more_to.map(|(_, value)| value));
    write_to(steps, lists.flatten().map(Encoded::new));
    for (name, value) in fields.filter(|(name, _)| !is_to(name)) {
        field(steps, Encoded::new(name), value.map(Encoded::new));
    }
}

/// Adds the step that addresses the message. The addresses in each list are separated by commas.
fn write_to<'a>(steps: &mut Steps, lists: impl Iterator<Item = Encoded<'a>>) {
    let lists: Vec<_> = lists.map(Encoded::decode).collect();
    let addresses = lists.iter().flat_map(|list| addresses(list));
    let addresses: Vec<_> = addresses
        .map(|address| format!("`{}`", shown(address)))
        .collect();
    if addresses.is_empty() {
        steps.say("Write a message. The URL names no address, and there is nothing to retrieve.");
    } else {
        let addresses = addresses.join(", ");
        steps.say(format!(
            "Write a message to {addresses}. There is nothing to retrieve."
        ));
    }
    steps.warn_of_line_break(&lists.concat());
}

/// Splits a decoded list at its commas, encoded (RFC 2368 §2) or not (RFC 6068 §2), except in quoted strings.
fn addresses(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let is_separator = move |&byte: &u8| {
        let was_escaped = mem::replace(&mut is_escaped, false);
        match byte {
            _ if was_escaped => {}
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b',' => return !is_quoted,
            _ => {}
        }
        false
    };
    let addresses = list.split(is_separator).map(<[u8]>::trim_ascii);
    addresses.filter(|address| !address.is_empty())
}

/// Adds the step that sets a header field, or the text of the message.
fn field(steps: &mut Steps, name: Encoded<'_>, value: Option<Encoded<'_>>) {
    if name.is_empty() {
        return;
    }
    let quoted_name = quoted(name);
    let Some(value) = value else {
        steps.say(format!("The header field {quoted_name} has no value."));
        return;
    };
    let quoted_value = quoted(value);
    if name.decode().eq_ignore_ascii_case(b"body") {
        steps.say(format!("Begin its text with {quoted_value}."));
        return;
    }
    steps.say(format!(
        "Set the header field {quoted_name} to {quoted_value}."
    ));
    steps.warn_of_line_break(&[name.decode(), value.decode()].concat());
}
