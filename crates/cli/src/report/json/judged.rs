//! What is printed of a URL given by hand.

use std::{borrow::Cow, io};

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};
use urlsift_search::{
    Conformance, Verdict,
    rfc1738::{Base, Encoded, PartValue, Parts, Step, Warning, explain},
};

use super::{Problem, Resolved, exact, exact_all, lossy, problems, scheme, write_line};

/// Prints a URL and all that is to be said of it.
pub(crate) fn judged(
    out: &mut Vec<u8>,
    url: &[u8],
    verdict: &Verdict<'_>,
    base: Option<Base<'_>>,
) -> io::Result<()> {
    let steps = explain(verdict.parts());
    let is_relative = verdict.conformance() == Conformance::Relative;
    let judged = Judged {
        url: lossy(url),
        url_base64: exact(url),
        conforms: verdict.conformance().name(),
        problems: problems(verdict),
        warnings: verdict.warnings().iter().map(Warning::code).collect(),
        parts: Written(verdict.parts()),
        decoded: Decoded::of(verdict.parts()),
        explain: Lines::new(&steps, line),
        explain_base64: exact_all(steps.iter().filter_map(line)),
        send: Lines::new(&steps, sent),
        send_base64: exact_all(steps.iter().filter_map(sent)),
        resolved: Resolved::new(base.filter(|_| is_relative), url),
    };
    write_line(out, &judged)
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

#[derive(Serialize)]
struct Judged<'j> {
    url: Cow<'j, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_base64: Option<String>,
    conforms: &'static str,
    problems: Vec<Problem>,
    warnings: Vec<&'static str>,
    parts: Written<'j>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decoded: Option<Decoded<'j>>,
    explain: Lines<'j>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explain_base64: Vec<String>,
    #[serde(skip_serializing_if = "Lines::is_empty")]
    send: Lines<'j>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    send_base64: Vec<String>,
    #[serde(flatten)]
    resolved: Resolved<'j>,
}

/// A line of some of the steps, each written as it is come to.
struct Lines<'j> {
    steps: &'j [Step],
    line: fn(&Step) -> Option<&[u8]>,
}

impl<'j> Lines<'j> {
    fn new(steps: &'j [Step], line: fn(&Step) -> Option<&[u8]>) -> Self {
        Self { steps, line }
    }

    fn is_empty(&self) -> bool {
        self.steps.iter().all(|step| (self.line)(step).is_none())
    }
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.steps.iter().filter_map(self.line).map(lossy))
    }
}

/// The parts as they are written.
struct Written<'j>(&'j Parts<'j>);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.0.iter() {
            match value {
                _ if name == "scheme" => map.serialize_entry(name, &scheme(self.0))?,
                PartValue::Port(port) => map.serialize_entry(name, &port)?,
                value => entry(&mut map, name, &value, &|part| {
                    Cow::Borrowed(part.as_bytes())
                })?,
            }
        }
        map.end()
    }
}

/// The parts that mean something else than they are written.
struct Decoded<'j>(&'j Parts<'j>);

impl<'j> Decoded<'j> {
    fn of(parts: &'j Parts<'j>) -> Option<Self> {
        let is_encoded = parts.iter().any(|(_, value)| is_encoded(&value));
        is_encoded.then_some(Self(parts))
    }
}

impl Serialize for Decoded<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let encoded = self.0.iter().filter(|(_, value)| is_encoded(value));
        for (name, value) in encoded {
            entry(&mut map, name, &value, &|part| part.decode())?;
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

/// How the bytes of a part are to be shown.
type Form<'f> = &'f dyn for<'p> Fn(Encoded<'p>) -> Cow<'p, [u8]>;

fn entry<M: SerializeMap>(
    map: &mut M,
    name: &str,
    value: &PartValue<'_>,
    form: Form<'_>,
) -> Result<(), M::Error> {
    match value {
        PartValue::Text(part) => {
            let bytes = form(*part);
            map.serialize_entry(name, &lossy(&bytes))?;
            if let Some(exact) = exact(&bytes) {
                map.serialize_entry(&format!("{name}_base64"), &exact)?;
            }
            Ok(())
        }
        PartValue::Cwds(cwds) => {
            let cwds: Vec<_> = cwds.clone().map(form).collect();
            let texts: Vec<_> = cwds.iter().map(|cwd| lossy(cwd)).collect();
            map.serialize_entry(name, &texts)?;
            match &exact_all(cwds.iter().map(AsRef::as_ref))[..] {
                [] => Ok(()),
                exact => map.serialize_entry(&format!("{name}_base64"), exact),
            }
        }
        PartValue::Fields(fields) => {
            let fields = fields.clone();
            map.serialize_entry(name, &Fields { fields, form })
        }
        _ => Ok(()),
    }
}

struct Fields<'j, 'f> {
    fields: urlsift_search::rfc1738::Fields<'j>,
    form: Form<'f>,
}

impl Serialize for Fields<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for (name, value) in self.fields.clone() {
            list.serialize_element(&Field {
                name,
                value,
                form: self.form,
            })?;
        }
        list.end()
    }
}

struct Field<'j, 'f> {
    name: Encoded<'j>,
    value: Option<Encoded<'j>>,
    form: Form<'f>,
}

impl Serialize for Field<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entry(&mut map, "name", &PartValue::Text(self.name), self.form)?;
        if let Some(value) = self.value {
            entry(&mut map, "value", &PartValue::Text(value), self.form)?;
        }
        map.end()
    }
}
