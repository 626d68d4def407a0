//! Random pages, compared with `html5gum`.

use html5gum::{State as GumState, Token, Tokenizer};
use std::sync::LazyLock;
use urlsift_tables::lines;

use super::decode_checked;
use crate::decode::decode_references;

/// Returns the text of a page without white space, according to `html5gum`.
fn oracle(page: &[u8]) -> Vec<u8> {
    let mut shown = Vec::new();
    let mut is_shown = true;
    let mut tokens = Tokenizer::new(page);
    while let Some(Ok(token)) = tokens.next() {
        match token {
            Token::String(string) if is_shown => shown.extend_from_slice(&string),
            Token::StartTag(tag) => {
                let state = match &tag.name[..] {
                    b"title" | b"textarea" => GumState::RcData,
                    b"script" => GumState::ScriptData,
                    b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" => GumState::RawText,
                    b"plaintext" => GumState::PlainText,
                    _ => continue,
                };
                let raw = [&b"textarea"[..], b"xmp", b"plaintext"];
                is_shown = raw.contains(&&tag.name[..]);
                tokens.set_state(state);
            }
            Token::EndTag(_) => is_shown = true,
            _ => {}
        }
    }
    shown.retain(|byte| !byte.is_ascii_whitespace());
    shown
}

#[test]
fn numbers_stand_for_the_characters_of_the_standard() {
    let codes = (0..0x300).chain([0xd7ff, 0xd800, 0xdfff, 0xe000, 0xfdd0, 0xfffe, 0xffff]);
    for code in codes.chain([0x1_0000, 0x1_fffe, 0x10_ffff, 0x11_0000, u32::MAX]) {
        let reference = format!("&#{code};");
        let mut shown = decode_references(reference.as_bytes());
        shown.retain(|byte| !byte.is_ascii_whitespace());
        assert_eq!(shown, oracle(reference.as_bytes()), "{code}");
    }
}

/// The parts of pages that reach every state of the tokenizer.
static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("oracle.toml", "parts"));

#[test]
fn the_states_are_those_of_the_standard() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % below
    };
    let mut showing = 0;
    for _ in 0..1500 {
        let parts = (0..=next(24)).map(|_| PARTS[next(PARTS.len())]);
        let mut page: String = parts.collect();
        if next(50) == 0 {
            page.insert_str(0, "<plaintext>");
        }
        let mut shown: Vec<_> = decode_checked(page.as_bytes())
            .iter()
            .map(|p| p.0)
            .collect();
        shown.retain(|byte| !byte.is_ascii_whitespace());
        assert!(shown == oracle(page.as_bytes()), "{page:?}");
        showing += usize::from(!shown.is_empty());
    }
    assert!(showing > 500, "{showing}");
}
