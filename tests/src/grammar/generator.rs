//! Texts inside and just outside the grammar, generated from a stream of choices: a production is written as its
//! expression says. A text never contains LF or CR, so it can be a line of a file.

mod mutation;

use std::{collections::HashMap, sync::LazyLock};

use regex_syntax::hir::{Class, Hir, HirKind};
use urlsift_tables::lines;

pub use mutation::mutate;

use super::{
    choices::{Choices, Seeded},
    recogniser,
    rules::{RFC1738, RFC1808, SCHEMES, parse},
};

/// The number of bytes that determine one text of a [`sample`]; few texts need as many.
const CHOICES_PER_TEXT: usize = 512;

/// The numbers of repetitions of a `*`.
const REPEATS: [u32; 12] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 5, 10];

/// Octets that some rule distinguishes.
const NOTABLE_OCTETS: &[u8] = b"\0\t\n\r /%:;?#@&=<>~\"\x7f\x80\xff";

/// Schemes without their own production: those that section 4 of RFC 1738 reserves, experimental schemes, and
/// other valid forms.
static OTHER_SCHEMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| lines!("generator.toml", "other_schemes"));

/// Returns each production of a grammar, parsed.
static PARSED: LazyLock<[HashMap<&str, Hir>; 2]> = LazyLock::new(|| {
    [RFC1738, RFC1808].map(|rules| {
        let rules = rules.iter().map(|&(name, _)| (name, parse(rules, name)));
        rules.collect()
    })
});

/// Generates a URL by RFC 1738, with or without a fragment.
pub fn url(choices: &mut Choices<'_>) -> Vec<u8> {
    let [rules, _] = &*PARSED;
    let mut text = Vec::new();
    if let Some(scheme) = SCHEMES.get(choices.below(SCHEMES.len() + 1)) {
        write(&rules[&*format!("{scheme}url")], choices, &mut text);
    } else {
        if choices.flip() {
            text.extend_from_slice(choices.pick(&OTHER_SCHEMES).as_bytes());
        } else {
            write(&rules["scheme"], choices, &mut text);
        }
        if recogniser::own_scheme(&text).is_some() {
            text.splice(..0, *b"x-");
        }
        text.push(b':');
        write(&rules["schemepart"], choices, &mut text);
    }
    if choices.below(4) == 3 {
        text.push(b'#');
        write(&rules["fragment"], choices, &mut text);
    }
    text
}

/// Generates a relative reference by RFC 1808, with or without a fragment.
pub fn reference(choices: &mut Choices<'_>) -> Vec<u8> {
    let [_, rules] = &*PARSED;
    let mut text = Vec::new();
    write(&rules["relativeURL"], choices, &mut text);
    if recogniser::scheme(&text).is_some() {
        // As section 5.3 of RFC 1808 requires.
        text.splice(..0, *b"./");
    }
    if choices.flip() {
        text.push(b'#');
        write(&rules["fragment"], choices, &mut text);
    }
    text
}

/// Appends a text that an expression matches.
fn write(expression: &Hir, choices: &mut Choices<'_>, text: &mut Vec<u8>) {
    match expression.kind() {
        HirKind::Literal(literal) => text.extend_from_slice(&literal.0),
        HirKind::Class(Class::Bytes(class)) => {
            let range = choices.pick(class.ranges());
            text.push(choices.pick(&(range.start()..=range.end()).collect::<Vec<_>>()));
        }
        HirKind::Concat(parts) if is_escape(parts) && choices.flip() => {
            let octet = choices.pick(NOTABLE_OCTETS);
            text.extend_from_slice(format!("%{octet:02x}").as_bytes());
        }
        HirKind::Concat(parts) => parts.iter().for_each(|part| write(part, choices, text)),
        // The first part is the most common one: a letter before an escape, a name before a number.
        HirKind::Alternation(parts) => {
            let chosen = parts.get(choices.below(parts.len() + 2));
            write(chosen.unwrap_or(&parts[0]), choices, text);
        }
        HirKind::Repetition(repeated) => {
            let count = repeated.min + choices.pick(&REPEATS);
            for _ in 0..count.min(repeated.max.unwrap_or(count)) {
                write(&repeated.sub, choices, text);
            }
        }
        HirKind::Capture(group) => write(&group.sub, choices, text),
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(Class::Unicode(_)) => {}
    }
}

/// Returns whether these are the parts of an escape.
fn is_escape(parts: &[Hir]) -> bool {
    matches!(parts[0].kind(), HirKind::Literal(literal) if *literal.0 == *b"%")
}

/// Generates a text: out of 32, sixteen are URLs, fourteen mutated URLs, one is a relative reference and one a mutated
/// relative reference.
pub fn text(choices: &mut Choices<'_>) -> Vec<u8> {
    let kind = choices.below(32);
    let original = if kind < 30 {
        url(choices)
    } else {
        reference(choices)
    };
    if kind < 16 || kind == 30 {
        original
    } else {
        mutate(&original, choices)
    }
}

/// Returns texts of all kinds, the same for each seed.
#[must_use]
pub fn sample(seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut seeded = Seeded::new(seed);
    let next = |_| text(&mut Choices::new(&seeded.bytes(CHOICES_PER_TEXT)));
    (0..count).map(next).collect()
}
