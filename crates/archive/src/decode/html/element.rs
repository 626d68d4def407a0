//! The elements that affect the text, found by their names.

use super::{
    content::{ContentModel, ScriptState},
    tag::TagName,
};

/// What an element does to the text and to its attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) separation: Separation,
    /// The content model after its start tag.
    pub(super) content: ContentModel,
    pub(super) role: Role,
}

impl Element {
    const fn with_content(self, content: ContentModel) -> Self {
        Self { content, ..self }
    }

    const fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// Returns whether a tag of the element changes anything in the text before it or after it.
    #[inline]
    pub(super) fn affects_text(&self) -> bool {
        self.separation != Separation::None
            || self.content != ContentModel::Data
            || !matches!(
                self.role,
                Role::Other | Role::Link | Role::Meta | Role::Area | Role::DataIsland
            )
    }
}

/// How an element is separated from the text around it. Approximates the style sheet of §15.3, without CSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separation {
    None,
    /// By white space.
    Space,
    /// By a line break.
    Line,
    /// By an empty line.
    Paragraph,
}

/// What sets an element apart besides its separation and its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Other,
    /// `a`, whose text is the text of a link.
    Link,
    /// `br`, a line break.
    Break,
    /// `pre` and `listing`, in which white space is preserved.
    Preformatted,
    Textarea,
    /// `meta`, which can refresh the page.
    Meta,
    /// `area`, which has an alternative text.
    Area,
    /// `img`, which may be a single pixel.
    Image,
    /// `style`, whose content may have URLs.
    Style,
    /// `xml`, whose content Outlook does not show.
    DataIsland,
}

/// Any other element.
const OTHER: Element = Element {
    separation: Separation::None,
    content: ContentModel::Data,
    role: Role::Other,
};

const SPACE: Element = Element {
    separation: Separation::Space,
    ..OTHER
};

const LINE: Element = Element {
    separation: Separation::Line,
    ..OTHER
};

const PARAGRAPH: Element = Element {
    separation: Separation::Paragraph,
    ..OTHER
};

const fn hidden(end: &'static [u8]) -> Element {
    OTHER.with_content(ContentModel::Hidden(end))
}

/// All other elements than these are inline, have ordinary content, and no further role.
const ELEMENTS: [(&[u8], Element); 70] = [
    (b"a", OTHER.with_role(Role::Link)),
    (b"address", LINE),
    (b"area", OTHER.with_role(Role::Area)),
    (b"article", PARAGRAPH),
    (b"aside", PARAGRAPH),
    (b"blockquote", PARAGRAPH),
    (b"body", PARAGRAPH),
    (b"br", OTHER.with_role(Role::Break)),
    (b"button", SPACE),
    (b"caption", LINE),
    (b"center", LINE),
    (b"dd", LINE),
    (b"details", LINE),
    (b"dialog", PARAGRAPH),
    (b"dir", PARAGRAPH),
    (b"div", LINE),
    (b"dl", PARAGRAPH),
    (b"dt", LINE),
    (b"fieldset", PARAGRAPH),
    (b"figcaption", LINE),
    (b"figure", PARAGRAPH),
    (b"footer", PARAGRAPH),
    (b"form", PARAGRAPH),
    (b"h1", PARAGRAPH),
    (b"h2", PARAGRAPH),
    (b"h3", PARAGRAPH),
    (b"h4", PARAGRAPH),
    (b"h5", PARAGRAPH),
    (b"h6", PARAGRAPH),
    (b"header", PARAGRAPH),
    (b"hgroup", PARAGRAPH),
    (b"hr", PARAGRAPH),
    (b"iframe", hidden(b"/iframe")),
    (b"img", SPACE.with_role(Role::Image)),
    (b"input", SPACE),
    (b"label", SPACE),
    (b"legend", LINE),
    (b"li", LINE),
    (b"listing", PARAGRAPH.with_role(Role::Preformatted)),
    (b"main", PARAGRAPH),
    (b"menu", PARAGRAPH),
    (b"meta", OTHER.with_role(Role::Meta)),
    (b"meter", SPACE),
    (b"nav", PARAGRAPH),
    (b"noembed", hidden(b"/noembed")),
    (b"noframes", hidden(b"/noframes")),
    (b"ol", PARAGRAPH),
    (b"optgroup", LINE),
    (b"option", PARAGRAPH),
    (b"p", PARAGRAPH),
    (
        b"plaintext",
        PARAGRAPH.with_content(ContentModel::Plaintext),
    ),
    (b"pre", PARAGRAPH.with_role(Role::Preformatted)),
    (b"progress", SPACE),
    (b"rp", SPACE),
    (b"rt", SPACE),
    (
        b"script",
        OTHER.with_content(ContentModel::Script(ScriptState::NEW)),
    ),
    (b"search", PARAGRAPH),
    (b"section", PARAGRAPH),
    (b"select", PARAGRAPH),
    (b"style", hidden(b"/style").with_role(Role::Style)),
    (b"summary", LINE),
    (b"table", PARAGRAPH),
    (b"td", PARAGRAPH),
    (
        b"textarea",
        PARAGRAPH
            .with_content(ContentModel::Textarea)
            .with_role(Role::Textarea),
    ),
    (b"th", PARAGRAPH),
    (b"title", hidden(b"/title")),
    (b"tr", LINE),
    (b"ul", PARAGRAPH),
    (b"xml", OTHER.with_role(Role::DataIsland)),
    (b"xmp", PARAGRAPH.with_content(ContentModel::Xmp)),
];

/// The number of slots of the index: a power of two, several times the number of elements.
const SLOTS: usize = 256;

/// A hash table of the elements with open addressing: the key of a name, 0 where there is none, and its element.
static INDEX: [(u128, Element); SLOTS] = {
    let mut index = [(0, OTHER); SLOTS];
    let mut at = 0;
    while at < ELEMENTS.len() {
        let (name, element) = ELEMENTS[at];
        let key = TagName::of(name).key();
        let mut slot = slot(key);
        while index[slot].0 != 0 {
            assert!(index[slot].0 != key, "an element is there twice");
            slot = (slot + 1) % SLOTS;
        }
        index[slot] = (key, element);
        at += 1;
    }
    index
};

/// Returns the slot in which the search for a key begins.
const fn slot(key: u128) -> usize {
    let folded = key as u64 ^ (key >> 64) as u64;
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize % SLOTS
}

impl Element {
    /// Returns the element with this name.
    pub(super) fn named(name: &TagName) -> &'static Self {
        let key = name.key();
        let mut slot = slot(key);
        loop {
            let (known, element) = &INDEX[slot];
            if *known == key || *known == 0 {
                return element;
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ELEMENTS, Element, OTHER, TagName};

    #[test]
    fn each_element_is_found_by_its_name_alone() {
        for (name, element) in ELEMENTS {
            assert_eq!(*Element::named(&TagName::of(name)), element);
            let upper = TagName::of(&name.to_ascii_uppercase());
            assert_eq!(*Element::named(&upper), element);
            // No element's name is another one's with a NUL.
            for other in [[name, b"\0"].concat(), [b"\0", name].concat()] {
                assert_eq!(*Element::named(&TagName::of(&other)), OTHER);
            }
        }
        for name in ["b", "font", "span", "tablet", "blockquotes", "blockquote-a"] {
            let name = TagName::of(name.as_bytes());
            assert_eq!(*Element::named(&name), OTHER, "{name:?}");
        }
    }
}
