//! Every case of `corpus/rfc1738` and every example of `docs/PROBLEMS.md`.

use std::{collections::BTreeSet, fs};

use urlsift::{
    Verdict,
    rfc1738::{
        self, Base, Code, Encoded, PartValue, Parts, Step, Url, UrlWarning, Validation, explain,
    },
};
use urlsift_tests::{cases, properties::Escaped, verdicts};

#[test]
fn every_url_has_the_expected_verdict() {
    for case in verdicts::url_cases() {
        let about = format!("{}: {}\n  {:?}", case.name, case.why, Escaped(&case.url));
        let verdict = Verdict::of(&case.url);
        let problems: Vec<_> = verdict
            .problems()
            .iter()
            .map(|problem| {
                let (code, rule) = (problem.code().name(), problem.rule().name());
                (code.to_string(), rule.to_string(), problem.span())
            })
            .collect();
        assert_eq!(problems, case.problems, "{about}");
        assert_eq!(verdict.conformance().name(), case.conforms, "{about}");
        let warnings: Vec<_> = verdict.warnings().iter().map(UrlWarning::code).collect();
        assert_eq!(warnings, case.warnings, "{about}");
        if let Some(expected) = &case.parts {
            assert_eq!(table(verdict.parts()), *expected, "{about}");
        }
        assert_eq!(
            rfc1738::conforms(&case.url),
            case.conforms == "rfc1738",
            "{about}"
        );
        match Url::parse(&case.url) {
            Ok(url) => {
                assert_eq!(case.conforms, "rfc1738", "{about}");
                assert!(case.parts.is_some(), "{about}");
                assert_eq!(url.as_str().as_bytes(), case.url, "{about}");
            }
            Err(problem) => assert_eq!(Some(&problem), verdict.problems().first(), "{about}"),
        }
    }
}

/// Returns the parts in the form of the cases.
fn table(parts: &Parts<'_>) -> toml::Table {
    let text = |part: Encoded<'_>| toml::Value::String(part.to_string());
    parts
        .iter()
        .map(|(name, value)| {
            let value = match value {
                PartValue::Text(part) if name == "scheme" => {
                    toml::Value::String(part.to_string().to_ascii_lowercase())
                }
                PartValue::Text(part) => text(part),
                PartValue::Port(port) => toml::Value::Integer(port.into()),
                PartValue::Cwds(cwds) => toml::Value::Array(cwds.map(text).collect()),
                PartValue::Fields(fields) => {
                    let field = |(name, value): (_, Option<_>)| {
                        let value = value.map(|value| ("value".to_string(), text(value)));
                        let name = [("name".to_string(), text(name))];
                        toml::Value::Table(name.into_iter().chain(value).collect())
                    };
                    toml::Value::Array(fields.map(field).collect())
                }
                other => panic!("{name}: an unknown kind of part: {other:?}"),
            };
            (name.to_string(), value)
        })
        .collect()
}

#[test]
fn every_reference_resolves_as_expected() {
    for case in verdicts::resolve_cases() {
        let resolved = match Base::new(case.base.as_bytes()) {
            Ok(base) => base.resolve(case.reference.as_bytes()),
            Err(_) if case.base.is_empty() => case.reference.clone().into_bytes(),
            Err(error) => panic!("{}: {error}", case.name),
        };
        let resolved = String::from_utf8_lossy(&resolved);
        assert_eq!(resolved, case.resolved, "{}: {}", case.name, case.why);
    }
}

#[test]
fn clients_send_the_expected_lines() {
    for case in verdicts::command_cases() {
        let validation = Validation::of(case.url.as_bytes());
        let sent: Vec<_> = explain(validation.parts())
            .into_iter()
            .filter_map(|step| match step {
                Step::Send(line) => Some(String::from_utf8_lossy(&line).into_owned()),
                _ => None,
            })
            .collect();
        assert_eq!(sent, case.send, "{}: {}", case.name, case.why);
    }
}

#[test]
fn urls_have_the_expected_explanation() {
    for case in verdicts::explain_cases() {
        let validation = Validation::of(case.url.as_bytes());
        let steps: Vec<_> = explain(validation.parts())
            .into_iter()
            .map(|step| match step {
                Step::Say(sentence) => sentence.into_owned(),
                Step::Send(line) => format!("> {}", String::from_utf8_lossy(&line)),
                other => panic!("{}: an unknown kind of step: {other:?}", case.name),
            })
            .collect();
        assert_eq!(steps, case.steps, "{}: {}", case.name, case.why);
    }
}

#[test]
fn the_documented_examples_have_the_documented_problems() {
    let mut documented = BTreeSet::new();
    for (code, example) in examples() {
        if !Code::ALL.iter().any(|known| known.name() == code) {
            continue;
        }
        let (marked, rule) = example.rsplit_once(' ').expect("an example and its rule");
        let marked = marked.trim_end().replace('␉', "\t");
        let (url, spans) = verdicts::unmark(&marked).expect("marks that pair");
        let validation = Validation::of(&url);
        let found: Vec<_> = validation
            .problems()
            .iter()
            .map(|problem| (problem.code().name(), problem.rule().name(), problem.span()))
            .collect();
        let expected = spans.into_iter().map(|span| (code.as_str(), rule, span));
        assert_eq!(found, expected.collect::<Vec<_>>(), "{example}");
        documented.insert(code);
    }
    let all: BTreeSet<_> = Code::ALL
        .iter()
        .map(|code| code.name().to_string())
        .collect();
    assert_eq!(documented, all);
}

#[test]
fn the_documented_examples_have_the_documented_warnings() {
    let mut documented = BTreeSet::new();
    for (code, example) in examples() {
        if !UrlWarning::ALL.iter().any(|known| known.code() == code) {
            continue;
        }
        // If two warnings are about one fault, each has an example.
        let warnings = Validation::of(example.as_bytes()).warnings();
        assert!(
            warnings.iter().any(|warning| warning.code() == code),
            "{example}"
        );
        documented.insert(code);
    }
    assert_eq!(documented.len(), UrlWarning::ALL.len());
}

/// Returns the examples of `docs/PROBLEMS.md`, each with the code of its section.
fn examples() -> Vec<(String, String)> {
    let path = cases::corpus().join("../docs/PROBLEMS.md");
    let text = fs::read_to_string(path).expect("a readable file");
    let mut code = String::new();
    let mut examples = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            code = heading.trim_matches('`').to_string();
        } else if let Some(example) = line.strip_prefix("    ") {
            examples.push((code.clone(), example.to_string()));
        }
    }
    assert!(examples.len() > 40, "too few examples");
    examples
}
