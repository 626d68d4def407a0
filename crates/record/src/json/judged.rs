//! A URL to check.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeMap};
use urlsift_rfc1738::{
    Base, Conformance, Encoded, Fields, PartValue, Parts, Step, UrlWarning, Verdict, explain,
};

use super::entry::{
    List, base64_all, bytes_entry, left_out_entry, lossy, optional_entry, problems_entry,
    resolved_entries,
};
use crate::link::lower_case;

/// A checked URL: the verdict on it, its parts, and what a client does with it.
///
/// Serializes as the object that `urlsift check --json` prints; see `docs/JSON.md`.
///
/// ```
/// use urlsift_record::{Judged, write_json_line};
/// use urlsift_rfc1738::Verdict;
///
/// let verdict = Verdict::of(b"telnet://a.example");
/// let mut out = Vec::new();
/// write_json_line(&mut out, &Judged::new(b"telnet://a.example", &verdict))?;
/// assert!(out.starts_with(br#"{"url":"telnet://a.example","conforms":"rfc1738","problems":[],"#));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judged<'j> {
    url: &'j [u8],
    verdict: &'j Verdict<'j>,
    base: Option<Base<'j>>,
}

impl<'j> Judged<'j> {
    /// Creates the result for a URL and the verdict on it.
    #[must_use]
    pub const fn new(url: &'j [u8], verdict: &'j Verdict<'j>) -> Self {
        Self {
            url,
            verdict,
            base: None,
        }
    }

    /// Sets the base against which the URL is resolved if it is a relative reference.
    #[must_use]
    pub const fn with_base(mut self, base: Option<Base<'j>>) -> Self {
        self.base = base;
        self
    }
}

impl Serialize for Judged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { url, verdict, base } = *self;
        let parts = verdict.parts();
        let steps = explain(parts);
        let lines = steps.iter().filter_map(line);
        let sent = steps.iter().filter_map(sent);
        let is_relative = verdict.conformance() == Conformance::Relative;
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "url", "url_base64", url)?;
        map.serialize_entry("conforms", verdict.conformance().name())?;
        problems_entry(&mut map, verdict)?;
        let warnings = verdict.warnings();
        map.serialize_entry("warnings", &List(|| warnings.iter().map(UrlWarning::code)))?;
        map.serialize_entry("parts", &WrittenParts(parts))?;
        optional_entry(&mut map, "decoded", DecodedParts::of(parts))?;
        map.serialize_entry("explain", &List(|| lines.clone().map(lossy)))?;
        optional_entry(&mut map, "explain_base64", base64_all(lines))?;
        let left_out = steps.iter().find_map(|step| match step {
            Step::LeftOut(count) => Some(*count),
            _ => None,
        });
        left_out_entry(&mut map, "explain_left_out", left_out.unwrap_or_default())?;
        if sent.clone().next().is_some() {
            map.serialize_entry("send", &List(|| sent.clone().map(lossy)))?;
        }
        optional_entry(&mut map, "send_base64", base64_all(sent))?;
        resolved_entries(&mut map, base.filter(|_| is_relative), url)?;
        map.end()
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

/// The parts as written.
struct WrittenParts<'j>(&'j Parts<'j>);

impl Serialize for WrittenParts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.0.iter() {
            match value {
                _ if name == "scheme" => {
                    map.serialize_entry(name, &self.0.scheme().map(lower_case))?;
                }
                PartValue::Port(port) => map.serialize_entry(name, &port)?,
                value => part_entry(&mut map, name, &value, &|part| {
                    Cow::Borrowed(part.as_bytes())
                })?,
            }
        }
        map.end()
    }
}

/// The parts whose meaning differs from their written form.
struct DecodedParts<'j>(&'j Parts<'j>);

impl<'j> DecodedParts<'j> {
    fn of(parts: &'j Parts<'j>) -> Option<Self> {
        let is_encoded = parts.iter().any(|(_, value)| is_encoded(&value));
        is_encoded.then_some(Self(parts))
    }
}

impl Serialize for DecodedParts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let encoded = self.0.iter().filter(|(_, value)| is_encoded(value));
        for (name, value) in encoded {
            part_entry(&mut map, name, &value, &|part| part.decode())?;
        }
        map.end()
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

/// Returns the bytes of a part, as written or decoded.
type Form<'f> = &'f dyn for<'p> Fn(Encoded<'p>) -> Cow<'p, [u8]>;

fn part_entry<M: SerializeMap>(
    map: &mut M,
    name: &str,
    value: &PartValue<'_>,
    form: Form<'_>,
) -> Result<(), M::Error> {
    match value {
        PartValue::Text(part) => {
            let bytes = form(*part);
            map.serialize_entry(name, &lossy(&bytes))?;
            if str::from_utf8(&bytes).is_err() {
                map.serialize_entry(&format!("{name}_base64"), &STANDARD.encode(&bytes))?;
            }
            Ok(())
        }
        PartValue::Cwds(cwds) => {
            let cwds = cwds.clone().map(form);
            let texts = List(|| cwds.clone().map(|cwd| lossy(&cwd).into_owned()));
            map.serialize_entry(name, &texts)?;
            match base64_all(cwds) {
                Some(cwds) => map.serialize_entry(&format!("{name}_base64"), &cwds),
                None => Ok(()),
            }
        }
        PartValue::Fields(fields) => {
            let fields = fields.clone();
            map.serialize_entry(name, &FieldList { fields, form })
        }
        _ => Ok(()),
    }
}

struct FieldList<'j, 'f> {
    fields: Fields<'j>,
    form: Form<'f>,
}

impl Serialize for FieldList<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.fields.clone();
        serializer.collect_seq(fields.map(|(name, value)| FieldObject {
            name,
            value,
            form: self.form,
        }))
    }
}

struct FieldObject<'j, 'f> {
    name: Encoded<'j>,
    value: Option<Encoded<'j>>,
    form: Form<'f>,
}

impl Serialize for FieldObject<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        part_entry(&mut map, "name", &PartValue::Text(self.name), self.form)?;
        if let Some(value) = self.value {
            part_entry(&mut map, "value", &PartValue::Text(value), self.form)?;
        }
        map.end()
    }
}
