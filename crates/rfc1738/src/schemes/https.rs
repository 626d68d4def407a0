//! https (RFC 9110 §4.2.2), which has no production in RFC 1738: it is parsed by the generic one.

use alloc::{format, string::String};

use crate::{
    parts::Parts,
    steps::{Steps, quoted, shown},
};

/// Explains what a client does.
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !steps.connect(parts) {
        return;
    }
    if let Some(host) = parts.host() {
        let host = shown(host.as_bytes());
        steps.say(format!(
            "Negotiate TLS, and verify that the certificate of the server is for {host}."
        ));
    }
    if let Some(user) = parts.user() {
        steps.say(format!(
            "If the server asks who you are, answer {}.",
            quoted(user)
        ));
    }
    let path = parts
        .urlpath()
        .map_or(String::new(), |path| shown(path.as_bytes()));
    steps.say(format!("Ask for `/{path}`."));
}
