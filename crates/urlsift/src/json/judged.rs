//! A URL to check.

use std::borrow::Cow;

use urlsift_rfc1738::{
    Base, Conformance, Encoded, PartValue, Parts, Step, UrlWarning, Verdict, explain,
};

use super::{
    entry::{
        end_object, key, write_bytes, write_list, write_number_entry, write_problems, write_texts,
    },
    string::{write_base64, write_name, write_number, write_string},
};
use crate::{Field, parts::lower_case};

/// Writes a checked URL as one line of JSON, the object that `urlsift check --json` prints (see `docs/JSON.md`): the
/// verdict on it, its parts, and what a client does with it. A relative reference is resolved against the base.
///
/// ```
/// use urlsift::write_judged_line;
/// use urlsift_rfc1738::Verdict;
///
/// let url = b"telnet://a.example";
/// let mut out = Vec::new();
/// write_judged_line(&mut out, url, &Verdict::of(url), None);
/// assert!(out.starts_with(br#"{"url":"telnet://a.example","conforms":"rfc1738","problems":[],"#));
/// ```
pub fn write_judged_line(
    out: &mut Vec<u8>,
    url: &[u8],
    verdict: &Verdict<'_>,
    base: Option<Base<'_>>,
) {
    let parts = verdict.parts();
    let start = out.len();
    write_bytes(out, Field::Url.key(), url);
    out.extend_from_slice(key!("conforms"));
    write_name(out, verdict.conformance().name());
    out.extend_from_slice(key!("problems"));
    write_problems(out, verdict.problems(), verdict.problems_left_out());
    out.extend_from_slice(key!("warnings"));
    write_list(
        out,
        verdict.warnings().iter().map(UrlWarning::code),
        write_name,
    );
    out.extend_from_slice(key!("parts"));
    write_parts(out, parts, |_| true, written);
    if parts.iter().any(|(_, value)| is_encoded(&value)) {
        out.extend_from_slice(key!("decoded"));
        write_parts(out, parts, is_encoded, decoded);
    }
    if let Some(host) = parts.host_ascii() {
        write_bytes(out, Field::HostAscii.key(), host.as_bytes());
    }
    write_steps(out, &explain(parts));
    let is_relative = verdict.conformance() == Conformance::Relative;
    if let Some(base) = base.filter(|_| is_relative) {
        write_bytes(out, Field::Base.key(), base.text());
        write_bytes(out, Field::Resolved.key(), &base.resolve(url));
    }
    end_object(out, start);
    out.push(b'\n');
}

/// Writes the entries of what a client does with the URL.
fn write_steps(out: &mut Vec<u8>, steps: &[Step]) {
    let lines = || steps.iter().filter_map(line);
    let sent = || steps.iter().filter_map(sent);
    write_texts(out, ",\"explain\":", ",\"explain_base64\":", lines);
    for step in steps {
        if let Step::LeftOut(count @ 1..) = step {
            write_number_entry(out, key!("explain_left_out"), *count as u64);
            break;
        }
    }
    if sent().next().is_some() {
        write_texts(out, ",\"send\":", ",\"send_base64\":", sent);
    }
}

fn line(step: &Step) -> Option<&[u8]> {
    match step {
        Step::Say(sentence) => Some(sentence.as_bytes()),
        step => sent(step),
    }
}

fn sent(step: &Step) -> Option<&[u8]> {
    match step {
        Step::Send(line) => Some(line),
        _ => None,
    }
}

/// Returns the bytes of a part, as written or decoded.
type Form = for<'p> fn(Encoded<'p>) -> Cow<'p, [u8]>;

fn written(part: Encoded<'_>) -> Cow<'_, [u8]> {
    part.as_bytes().into()
}

fn decoded(part: Encoded<'_>) -> Cow<'_, [u8]> {
    part.decode()
}

/// Writes the object of the parts that are wanted.
fn write_parts(
    out: &mut Vec<u8>,
    parts: &Parts<'_>,
    is_wanted: fn(&PartValue<'_>) -> bool,
    form: Form,
) {
    let start = out.len();
    for (name, value) in parts.iter().filter(|(_, value)| is_wanted(value)) {
        match value {
            PartValue::Text(scheme) if name == "scheme" => {
                // The scheme is ASCII.
                let scheme = String::from_utf8_lossy(scheme.as_bytes());
                write_part(out, name, lower_case(&scheme).as_bytes());
            }
            PartValue::Text(part) => write_part(out, name, &form(part)),
            PartValue::Port(port) => {
                write_part_key(out, name, "");
                write_number(out, port.into());
            }
            PartValue::Cwds(cwds) => {
                let [key, base64_key] =
                    ["", "_base64"].map(|suffix| format!(",\"{name}{suffix}\":"));
                write_texts(out, &key, &base64_key, || cwds.clone().map(form));
            }
            PartValue::Fields(fields) => {
                write_part_key(out, name, "");
                write_list(out, fields, |out, (name, value)| {
                    let start = out.len();
                    write_part(out, "name", &form(name));
                    if let Some(value) = value {
                        write_part(out, "value", &form(value));
                    }
                    end_object(out, start);
                });
            }
            // A later version of `urlsift-rfc1738` may have other parts.
            _ => {}
        }
    }
    end_object(out, start);
}

/// Writes a part, and if it is not UTF-8, also its exact bytes in base64.
fn write_part(out: &mut Vec<u8>, name: &str, part: &[u8]) {
    write_part_key(out, name, "");
    if !write_string(out, part) {
        write_part_key(out, name, "_base64");
        write_base64(out, part);
    }
}

fn write_part_key(out: &mut Vec<u8>, name: &str, suffix: &str) {
    for text in [",\"", name, suffix, "\":"] {
        out.extend_from_slice(text.as_bytes());
    }
}

fn is_encoded(value: &PartValue<'_>) -> bool {
    let differs = |part: Encoded<'_>| *part.decode() != *part.as_bytes();
    match value {
        PartValue::Text(part) => differs(*part),
        PartValue::Cwds(cwds) => cwds.clone().any(differs),
        PartValue::Fields(fields) => fields
            .clone()
            .any(|(name, value)| differs(name) || value.is_some_and(differs)),
        _ => false,
    }
}
