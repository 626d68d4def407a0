//! The schemes whose clients have little to do, §3.3 and §3.5 to §3.11.

use alloc::{format, string::String, vec::Vec};

use super::{Steps, quoted, shown};
use crate::{Encoded, Parts};

/// §3.3: the protocol is specified elsewhere, and takes path and search as they are written.
pub(super) fn http(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    steps.connect(parts)?;
    let path = parts
        .path()
        .map_or(String::new(), |path| shown(path.as_bytes()));
    let search = parts.search().map_or(String::new(), |search| {
        format!("?{}", shown(search.as_bytes()))
    });
    steps.say(format!("Ask for `/{path}{search}`."));
    None
}

/// §3.5
pub(super) fn mailto(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    let address = parts.addr_spec().filter(is_named)?;
    steps.say(format!(
        "Write a message to {}. There is nothing to retrieve.",
        quoted(address)
    ));
    None
}

fn is_named(part: &Encoded<'_>) -> bool {
    !part.is_empty()
}

/// §3.6: "by themselves, they do not contain sufficient information to locate a single resource".
pub(super) fn news(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    let article = parts.article().filter(is_named);
    let group = parts.group().filter(is_named);
    if article.is_none() && group.is_none() {
        return None;
    }
    steps.say("Ask a news server of your choice: the URL names none.");
    match (article, group) {
        (Some(article), _) => steps.send_around("ARTICLE <", article, ">"),
        (_, Some(group)) if group.as_bytes() == b"*" => {
            steps.send_raw(b"LIST".to_vec());
            steps.say("It is about all newsgroups that there are.");
        }
        (_, Some(group)) => steps.send("GROUP ", group),
        (None, None) => {}
    }
    None
}

/// §3.7
pub(super) fn nntp(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    steps.connect(parts)?;
    steps.send("GROUP ", parts.group().filter(is_named)?);
    match parts.digits() {
        Some(digits) => steps.send("ARTICLE ", digits),
        None => steps.say("No article is named: it is about the whole group."),
    }
    None
}

/// §3.8: user and password "are advisory only".
pub(super) fn telnet(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    steps.connect(parts)?;
    steps.say("Let the user talk to it.");
    match (parts.user(), parts.password()) {
        (Some(user), Some(password)) => steps.say(format!(
            "Tell the user to log in as {} with the password {}.",
            quoted(user),
            quoted(password)
        )),
        (Some(user), None) => steps.say(format!("Tell the user to log in as {}.", quoted(user))),
        (None, _) => {}
    }
    let advised = [parts.user(), parts.password()].into_iter().flatten();
    let advised: Vec<_> = advised.map(Encoded::decode).collect();
    steps.say_of_break(&advised.concat());
    None
}

/// §3.9
pub(super) fn wais(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    steps.connect(parts)?;
    let database = quoted(parts.database()?);
    steps.say(match (parts.search(), parts.wtype(), parts.wpath()) {
        (Some(search), ..) => format!("Search the database {database} for {}.", quoted(search)),
        (_, Some(wtype), Some(wpath)) => format!(
            "Retrieve the document {} of the type {} from the database {database}.",
            quoted(wpath),
            quoted(wtype)
        ),
        _ => format!("Offer the database {database} for searching."),
    });
    None
}

/// §3.10
pub(super) fn file(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    let path = shown(&parts.path()?.decode());
    let host = parts.host()?;
    let is_here = host.is_empty() || host.as_bytes().eq_ignore_ascii_case(b"localhost");
    if is_here {
        steps.say(format!("Open the file `/{path}` of this machine."));
    } else {
        steps.say(format!(
            "The file `/{path}` lies on {}; the URL does not say how to get it.",
            shown(host.as_bytes())
        ));
    }
    None
}

/// §3.11
pub(super) fn prospero(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    steps.connect(parts)?;
    let hsoname = quoted(parts.hsoname()?);
    steps.say(format!(
        "Ask its Prospero directory server how to get the object {hsoname}."
    ));
    for (name, value) in parts.fields() {
        let name = quoted(name);
        steps.say(match value {
            Some(value) => format!("The field {name} identifies it: {}.", quoted(value)),
            None => format!("The field {name} has no value."),
        });
    }
    None
}
