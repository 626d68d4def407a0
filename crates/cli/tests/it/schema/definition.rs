//! The schema: the kinds of object that it defines, and its parts.

use std::{collections::BTreeSet, fs};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;
use urlsift_tests::cases;

/// The kinds of object, each with a field that no other kind has.
const OBJECTS: [(&str, &str); 12] = [
    ("link", "raw"),
    ("reject", "rejected"),
    ("error", "error"),
    ("summary", "summary"),
    ("progress", "progress"),
    ("harvest", "harvest"),
    ("tally", "count"),
    ("file", "doubtful"),
    ("container", "members"),
    ("range", "start"),
    ("job", "ranges"),
    ("judgement", "explain"),
];

pub(super) struct Schema {
    pub(super) text: Value,
    schemas: Schemas,
    any: SchemaIndex,
    each: [SchemaIndex; 12],
}

impl Schema {
    pub(super) fn read() -> Self {
        let path = cases::corpus().join("../docs/json.schema.json");
        let text = fs::read_to_string(path).expect("a readable file");
        let text: Value = serde_json::from_str(&text).expect("JSON");
        let name = "http://schema.example/json.schema.json";
        let mut compiler = Compiler::new();
        compiler
            .add_resource(name, text.clone())
            .expect("a JSON Schema");
        let mut schemas = Schemas::new();
        let mut compile = |pointer: &str| {
            let pointer = format!("{name}{pointer}");
            compiler
                .compile(&pointer, &mut schemas)
                .expect("a valid schema")
        };
        let any = compile("");
        let each = OBJECTS.map(|(name, _)| compile(&format!("#/$defs/{name}")));
        Self {
            text,
            schemas,
            any,
            each,
        }
    }

    pub(super) fn accepts(&self, object: &Value) -> bool {
        self.schemas.validate(object, self.any).is_ok()
    }

    /// Returns the kind of an object, as its unique field shows, after validating it.
    #[track_caller]
    pub(super) fn kind_of(&self, object: &Value) -> &'static str {
        let found = OBJECTS.iter().zip(&self.each);
        let mut found = found.filter(|((_, field), _)| object.get(field).is_some());
        let (&(name, _), &index) = found.next().expect("a field unique to a kind");
        if let Err(error) = self.schemas.validate(object, index) {
            panic!("{error}\n{object}");
        }
        name
    }

    /// Asserts that every object is of one of these kinds and that each kind occurs.
    #[track_caller]
    pub(super) fn assert_kinds(&self, objects: &[Value], names: &[&str]) {
        let found: BTreeSet<_> = objects.iter().map(|object| self.kind_of(object)).collect();
        assert_eq!(found, names.iter().copied().collect());
    }

    pub(super) fn definition(&self, name: &str) -> &Value {
        let definition = &self.text["$defs"][name];
        assert!(definition.is_object(), "{name}");
        definition
    }

    pub(super) fn definitions(&self) -> impl Iterator<Item = (&String, &Value)> {
        let definitions = self.text["$defs"].as_object().expect("definitions");
        definitions.iter()
    }

    /// Returns the schema of each field, with its path.
    pub(super) fn fields(&self) -> Vec<(String, &Value)> {
        let mut all = Vec::new();
        for (name, definition) in self.definitions() {
            add_fields(definition, name, &mut all);
        }
        all
    }

    /// Returns a subschema, with its reference resolved.
    pub(super) fn resolve<'s>(&'s self, part: &'s Value) -> &'s Value {
        match part.get("$ref").and_then(Value::as_str) {
            Some(pointer) => {
                let name = pointer.strip_prefix("#/$defs/").expect("a definition");
                self.definition(name)
            }
            None => part,
        }
    }
}

/// Adds every field of a subschema, with its path.
fn add_fields<'s>(part: &'s Value, pointer: &str, all: &mut Vec<(String, &'s Value)>) {
    // Definitions are visited separately.
    if part.get("$ref").is_some() {
        return;
    }
    for (name, part) in part["properties"].as_object().into_iter().flatten() {
        let pointer = format!("{pointer}.{name}");
        add_fields(part, &pointer, all);
        all.push((pointer, part));
    }
    if part["items"].is_object() {
        add_fields(&part["items"], pointer, all);
    }
}
