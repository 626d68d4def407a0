//! Asserts that the schema refuses objects with a wrong, a missing or an unknown field.

use std::{collections::BTreeSet, ptr};

use serde_json::{Map, Value, json};
use urlsift_tests::effort;

use super::{
    definition::Schema,
    samples::{samples, truncated_objects},
};
use crate::support::{RFC_EXAMPLE, run_with};

/// Walks an object alongside its schema. Calls `visit` with the subschema and the path of each field and of
/// each list element.
fn walk<'s>(
    schema: &'s Schema,
    part: &'s Value,
    value: &Value,
    pointer: &str,
    visit: &mut dyn FnMut(&'s Value, &str),
) {
    let part = schema.resolve(part);
    visit(part, pointer);
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let part = &part["properties"][name];
                walk(schema, part, value, &format!("{pointer}/{name}"), visit);
            }
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                let first = &part["prefixItems"][index];
                let part = if first.is_null() {
                    &part["items"]
                } else {
                    first
                };
                // An element of a list with alternatives has no own subschema.
                if part.is_object() {
                    walk(schema, part, value, &format!("{pointer}/{index}"), visit);
                }
            }
        }
        _ => {}
    }
}

/// Returns values that violate a subschema.
fn invalid_values(part: &Value) -> Vec<Value> {
    let mut values = vec![Value::Null];
    let is_enum = part.get("enum").is_some();
    match part["type"].as_str() {
        Some("string") => values.extend([json!(1), json!(["a"]), json!({})]),
        Some("integer") => values.extend([json!("1"), json!(-1), json!(1.5), json!([1])]),
        Some("number") => values.extend([json!("1"), json!(-1), json!([1])]),
        Some("boolean") => values.extend([json!("true"), json!(0)]),
        Some("array") => values.extend([json!("a"), json!({}), json!([null])]),
        Some("object") => values.extend([json!("a"), json!([]), json!({"nonsense": 1})]),
        None if is_enum => values.extend([json!("nonsense"), json!(1)]),
        None if part.get("const") == Some(&json!(true)) => values.extend([json!(false), json!(1)]),
        None if part.get("oneOf").is_some() => {
            values.extend([json!("at"), json!({}), json!(["x"])]);
        }
        _ => panic!("no type: {part}"),
    }
    if part.get("pattern").is_some() {
        // No pattern matches this.
        values.push(json!("A B\u{7}:="));
    }
    values
}

/// Returns a copy of an object with another value at `pointer`.
fn with(object: &Value, pointer: &str, value: Value) -> Value {
    let mut changed = object.clone();
    *changed.pointer_mut(pointer).expect("a valid pointer") = value;
    changed
}

/// Returns a copy of an object without the field at `pointer`.
fn without(object: &Value, pointer: &str) -> Value {
    let (parent, name) = pointer.rsplit_once('/').expect("a field");
    let mut changed = object.clone();
    let parent = changed.pointer_mut(parent).and_then(Value::as_object_mut);
    parent
        .and_then(|fields: &mut Map<_, _>| fields.remove(name))
        .expect("the field");
    changed
}

#[test]
#[cfg(unix)]
fn schema_rejects_invalid_values_in_any_field() {
    let schema = Schema::read();
    let mut visited: BTreeSet<*const Value> = BTreeSet::new();
    // The fields common to all objects of a kind.
    let mut always: Vec<(&Value, BTreeSet<&String>)> = Vec::new();
    let mut refused = 0;
    let samples = [samples(), truncated_objects()].concat();
    // A value that a field refuses in one object it refuses in others.
    let mut tried: BTreeSet<(*const Value, &str)> = BTreeSet::new();
    for sample in &samples {
        let name = schema.kind_of(sample);
        assert!(schema.accepts(sample), "not exactly one kind: {sample}");
        let mut pointers = Vec::new();
        let definition = schema.definition(name);
        walk(&schema, definition, sample, "", &mut |part, pointer| {
            pointers.push((part, pointer.to_owned()));
        });
        for (part, pointer) in pointers {
            let is_new = tried.insert((ptr::from_ref(part), name)) || effort::is_full();
            for value in invalid_values(part).into_iter().filter(|_| is_new) {
                let changed = with(sample, &pointer, value);
                assert!(!schema.accepts(&changed), "{name}{pointer}: {changed}");
                refused += 1;
            }
            let Some(fields) = sample.pointer(&pointer).and_then(Value::as_object) else {
                continue;
            };
            let names: BTreeSet<_> = fields.keys().collect();
            match always.iter_mut().find(|(known, _)| ptr::eq(*known, part)) {
                Some((_, common)) => common.retain(|name| names.contains(name)),
                None => always.push((part, names)),
            }
            let mut more = fields.clone();
            more.insert("nonsense".into(), json!(1));
            let changed = with(sample, &pointer, Value::Object(more));
            assert!(!schema.accepts(&changed), "{name}{pointer}: {changed}");
            for field in fields.keys() {
                visited.insert(&raw const part["properties"][field]);
                let is_required = part["required"]
                    .as_array()
                    .is_some_and(|required| required.contains(&json!(field)));
                if is_required {
                    let changed = without(sample, &format!("{pointer}/{field}"));
                    assert!(!schema.accepts(&changed), "{name}{pointer}: {changed}");
                }
            }
        }
    }
    for (part, always) in always {
        let required = part.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten();
        let required: BTreeSet<_> = required.filter_map(Value::as_str).collect();
        let mut always: BTreeSet<_> = always.into_iter().map(String::as_str).collect();
        if ptr::eq(part, schema.definition("file")) {
            // A failing disk may yield too little data to detect a kind.
            always.remove("kind");
        }
        assert_eq!(required, always, "{}", part["description"]);
    }
    let all = schema.fields();
    assert!(all.len() > 150, "{}", all.len());
    let unmet = all
        .iter()
        .filter(|(_, part)| !visited.contains(&&raw const **part));
    let unmet: Vec<_> = unmet.map(|(name, _)| name).collect();
    let nothing: [&String; 0] = [];
    assert_eq!(unmet, nothing);
    assert!(refused > 500, "{refused}");
}

#[test]
fn dependent_fields_occur_together() {
    let schema = Schema::read();
    let link = &run_with(&["list", "--json"], RFC_EXAMPLE.as_bytes()).json()[0];
    assert_eq!(schema.kind_of(link), "link");
    let range = json!({"path": "a", "start": 0});
    assert_eq!(schema.kind_of(&range), "range");
    let refuses = |changed: Value| assert!(!schema.accepts(&changed), "{changed}");
    let plus = |object: &Value, more: Value| {
        let mut object = object.as_object().expect("an object").clone();
        object.extend(more.as_object().expect("an object").clone());
        Value::Object(object)
    };
    assert!(schema.accepts(&plus(&range, json!({"end": 1, "path_base64": "/w=="}))));
    refuses(plus(&range, json!({"path_base64": "/w="})));
    refuses(without(link, "/line"));
    refuses(without(link, "/column"));
    refuses(plus(link, json!({"base": "http://a/"})));
    refuses(plus(link, json!({"best": 1})));
    refuses(plus(link, json!({"host_base64": "/w==", "host": null})));
    refuses(plus(link, json!({"readings": ["a"]})));
    refuses(plus(link, json!({"conforms": "rfc3986"})));
    refuses(plus(link, json!({"quote_depth": 65})));
    refuses(plus(link, json!({"line": 0})));
    refuses(plus(link, json!({"pieces": [[1]]})));
    refuses(plus(link, json!({"pieces": [[1, 2, 3]]})));
    refuses(plus(link, json!({"pieces": []})));
    refuses(plus(link, json!({"warnings": ["spaced", "spaced"]})));
    let message = json!({"offset": 0, "header": "A", "type": "text/plain"});
    refuses(plus(link, json!({"message": message})));
    assert!(schema.accepts(&plus(link, json!({"message": without(&message, "/type")}))));
    refuses(json!({}));
    refuses(json!([]));
    refuses(json!(null));
}
