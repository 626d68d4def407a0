//! The attributes whose values are read.

use super::element::Role;

/// The attributes that contain URLs, and those that decide about them, which only count in some elements.
const NAMES: [&str; 24] = [
    "href",
    "xlink:href",
    "src",
    "cite",
    "action",
    "formaction",
    "background",
    "longdesc",
    "poster",
    "data",
    "usemap",
    "profile",
    "codebase",
    "icon",
    "manifest",
    "ping",
    "srcset",
    "imagesrcset",
    "style",
    "content",
    "http-equiv",
    "alt",
    "width",
    "height",
];

/// The number of names that count in all elements, or in few that are rare.
const COMMON: usize = 22;

/// An attribute whose value is read, by its index in the table of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownAttribute(u8);

/// The first letters of the common names of each length, as bits. Nearly all other names are ruled out by them.
const FIRST_LETTERS: [u32; KnownAttribute::MAX_NAME + 1] = {
    let mut letters = [0; KnownAttribute::MAX_NAME + 1];
    let mut at = 0;
    while at < COMMON {
        let name = NAMES[at].as_bytes();
        letters[name.len()] |= 1 << (name[0] - b'a');
        at += 1;
    }
    letters
};

impl KnownAttribute {
    /// The maximum length of a name.
    pub(super) const MAX_NAME: usize = 11;

    /// The attribute with a style sheet.
    pub(super) const STYLE: Self = Self(18);
    /// The attribute of a `meta` that contains a URL if its [pragma](Self::PRAGMA) is `refresh`.
    pub(super) const CONTENT: Self = Self(19);
    /// The attribute `http-equiv` of a `meta`.
    pub(super) const PRAGMA: Self = Self(20);
    /// The attribute of an `area` that is its text.
    pub(super) const ALTERNATIVE_TEXT: Self = Self(21);

    /// The sides of an `img`.
    const SIDES: [Self; 2] = [Self(22), Self(23)];

    /// Returns the attribute with this name in an element with this role, if its value is needed.
    #[inline]
    pub(super) fn named(name: &[u8], role: Role) -> Option<Self> {
        if role == Role::Image {
            let is_side = |side: &Self| side.name().as_bytes().eq_ignore_ascii_case(name);
            if let Some(side) = Self::SIDES.into_iter().find(is_side) {
                return Some(side);
            }
        }
        let letter = (name.first()? | 0x20).wrapping_sub(b'a');
        let letters = *FIRST_LETTERS.get(name.len())?;
        if letter >= 26 || letters >> letter & 1 == 0 {
            return None;
        }
        Self::search(name, role)
    }

    fn search(name: &[u8], role: Role) -> Option<Self> {
        let is_name = |known: &&str| known.as_bytes().eq_ignore_ascii_case(name);
        let known = Self(NAMES.iter().position(is_name)? as u8);
        let counts = match known {
            Self::CONTENT | Self::PRAGMA => role == Role::Meta,
            Self::ALTERNATIVE_TEXT => role == Role::Area,
            _ => true,
        };
        counts.then_some(known)
    }

    /// Returns whether its value is a URL or several, in any element.
    pub(super) fn is_url(self) -> bool {
        self.0 < Self::CONTENT.0
    }

    /// Returns whether it is a side of an image.
    pub(super) fn is_side(self) -> bool {
        Self::SIDES.contains(&self)
    }

    /// Returns a bit that no other attribute has.
    pub(super) fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns the name.
    pub(super) fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMON, KnownAttribute, NAMES, Role};

    #[test]
    fn each_name_is_found_where_it_counts() {
        for name in NAMES {
            assert!(name.len() <= KnownAttribute::MAX_NAME);
            for spelling in [name.to_owned(), name.to_ascii_uppercase()] {
                let found = |role| KnownAttribute::named(spelling.as_bytes(), role);
                let names = [Role::Other, Role::Meta, Role::Area, Role::Image]
                    .map(|role| found(role).map(KnownAttribute::name));
                let expected = match name {
                    "content" | "http-equiv" => [None, Some(name), None, None],
                    "alt" => [None, None, Some(name), None],
                    "width" | "height" => [None, None, None, Some(name)],
                    _ => [Some(name); 4],
                };
                assert_eq!(names, expected, "{spelling}");
            }
            for other in [&name[1..], &format!("{name}x"), &name.replace('c', "k")] {
                let found = KnownAttribute::named(other.as_bytes(), Role::Meta);
                let is_known = NAMES[..COMMON].contains(&other) && other != "alt";
                assert_eq!(found.is_some(), is_known, "{other}");
            }
        }
        for other in ["", "=", "\u{1}", "@ref", "class", "\0href"] {
            assert_eq!(KnownAttribute::named(other.as_bytes(), Role::Meta), None);
        }
    }

    #[test]
    fn names_of_attributes_with_rules_of_their_own() {
        let names = [
            KnownAttribute::CONTENT,
            KnownAttribute::PRAGMA,
            KnownAttribute::ALTERNATIVE_TEXT,
            KnownAttribute::SIDES[0],
            KnownAttribute::SIDES[1],
        ];
        let names = names.map(KnownAttribute::name);
        assert_eq!(names, ["content", "http-equiv", "alt", "width", "height"]);
        assert_eq!(KnownAttribute::STYLE.name(), "style");
        for (at, name) in (0..).zip(NAMES) {
            assert_eq!(KnownAttribute(at).is_url(), !names.contains(&name));
        }
    }
}
