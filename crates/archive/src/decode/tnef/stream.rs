//! The framing of a TNEF stream: its attributes, and the properties in some of them (MS-OXTNEF §2.1).
//!
//! Lengths are only counted down, and a property never leaves its attribute. A wrong length of a property loses the
//! values after it in the same attribute; a wrong length of an attribute loses the rest of the stream.

use std::ops::Range;

use urlsift_outlook::value_type;

use super::super::output::Output;

/// The first bytes of a stream (§2.1.3.1), which a key of two bytes follows.
const SIGNATURE: u32 = 0x223E_9F78;
const START_LEN: usize = 6;

/// The identifiers of attributes (§2.1.3.3), with their types.
pub(super) mod attribute {
    pub(in super::super) const SUBJECT: u32 = 0x0001_8004;
    pub(in super::super) const BODY: u32 = 0x0002_800C;
    pub(in super::super) const MESSAGE_PROPERTIES: u32 = 0x0006_9003;
    pub(in super::super) const OEM_CODEPAGE: u32 = 0x0006_9007;
    pub(in super::super) const ATTACH_RENDERING: u32 = 0x0006_9002;
    pub(in super::super) const ATTACH_TITLE: u32 = 0x0001_8010;
    pub(in super::super) const ATTACH_DATA: u32 = 0x0006_800F;
    pub(in super::super) const ATTACH_TRANSPORT_NAME: u32 = 0x0006_9001;
    pub(in super::super) const ATTACHMENT: u32 = 0x0006_9005;
}

/// Properties with this identifier or a higher one are named: their names precede their values (§2.1.3.4).
const FIRST_NAMED: u16 = 0x8000;

/// The length of the interface identifier before the data of an object.
const INTERFACE_LEN: u32 = 16;

/// A flag of the types of properties with several values.
const MULTIPLE: u16 = 0x1000;

/// What a value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueOf {
    /// The attribute with this identifier.
    Attribute(u32),
    /// The property with this identifier and type, of the message or of an attachment.
    Property { id: u16, kind: u16 },
}

/// Receives the values of a stream. Offsets count the bytes of the stream.
pub(super) trait Values {
    /// Called for the start of the stream, which has this range.
    fn begin_stream(&mut self, start: Range<u64>, out: &mut Output);

    /// Called before a value, with the offset at which it begins.
    fn begin(&mut self, of: ValueOf, at: u64, out: &mut Output);

    /// Called with the next bytes of the value.
    fn push(&mut self, bytes: &[u8], at: u64, out: &mut Output);

    /// Called after a value, with the offset at which it ends. If the stream is damaged, the value may be incomplete.
    fn end(&mut self, at: u64, out: &mut Output);

    /// Called with the value of a property of type `PtypInteger32`.
    fn number(&mut self, id: u16, number: u32);
}

/// Divides a stream into values. Holds back the start of a structure of at most 20 bytes.
#[derive(Debug)]
pub(super) struct Framer {
    state: State,
    /// The number of bytes left of the data of the current attribute; `None` between attributes.
    left: Option<u64>,
    /// The bytes of the current structure.
    collected: Vec<u8>,
    /// The number of properties left of the current list.
    properties: u32,
    /// The identifier and the type of the current property, and the number of its values that are left.
    id: u16,
    kind: u16,
    values: u32,
}

/// What the next byte is.
#[derive(Clone, Copy, Debug)]
enum State {
    Collect(Structure),
    /// One of this number of bytes that are skipped.
    Skip(u64, Then),
    /// One of this number of bytes of a value, which is followed by padding.
    Value {
        left: u64,
        padding: u64,
    },
    /// In something else than a TNEF stream.
    Over,
}

/// A structure of fixed size.
#[derive(Clone, Copy, Debug)]
enum Structure {
    Start,
    /// Level, identifier and length of an attribute.
    Attribute,
    Checksum,
    PropertyCount,
    PropertyTag,
    /// The set of a named property, and the kind of its name.
    PropertyName,
    NameLength,
    /// The value of a property of type `PtypInteger32`.
    Number,
    /// The number of values of fixed size.
    ArrayCount,
    ValueCount,
    ValueLength,
}

impl Structure {
    fn len(self) -> usize {
        match self {
            Self::Start => START_LEN,
            Self::Attribute => 9,
            Self::Checksum => 2,
            Self::PropertyName => 20,
            Self::PropertyCount
            | Self::PropertyTag
            | Self::NameLength
            | Self::Number
            | Self::ArrayCount
            | Self::ValueCount
            | Self::ValueLength => 4,
        }
    }
}

/// What follows skipped bytes.
#[derive(Clone, Copy, Debug)]
enum Then {
    /// The value of the current property.
    Property,
    /// The next value of the current property.
    NextValue,
    NextProperty,
    /// The data of an object, of this length.
    Object(u32),
    /// The end of the attribute.
    End,
}

impl Default for Framer {
    fn default() -> Self {
        Self {
            state: State::Collect(Structure::Start),
            left: None,
            collected: Vec::new(),
            properties: 0,
            id: 0,
            kind: 0,
            values: 0,
        }
    }
}

impl Framer {
    /// Reads bytes at the offset `at`. Returns the number of bytes used; if that is 0, the state has changed.
    pub(super) fn read(
        &mut self,
        input: &[u8],
        at: u64,
        values: &mut impl Values,
        out: &mut Output,
    ) -> usize {
        let most = self.left.unwrap_or(u64::MAX);
        let is_over = matches!(self.state, State::Over);
        if most == 0 && !is_over {
            self.end_attribute(at, values, out);
            return 0;
        }
        let within = |wanted: u64| {
            let wanted = usize::try_from(wanted.min(most)).unwrap_or(usize::MAX);
            &input[..wanted.min(input.len())]
        };
        let used = match self.state {
            State::Collect(what) => {
                let bytes = within((what.len() - self.collected.len()) as u64);
                self.collected.extend_from_slice(bytes);
                bytes.len()
            }
            State::Skip(left, then) => {
                let used = within(left).len();
                self.state = State::Skip(left - used as u64, then);
                used
            }
            State::Value { left, padding } => {
                let bytes = within(left);
                values.push(bytes, at, out);
                let left = left - bytes.len() as u64;
                self.state = State::Value { left, padding };
                bytes.len()
            }
            State::Over => input.len(),
        };
        if let Some(left) = &mut self.left {
            *left -= used as u64;
        }
        self.leave(at + used as u64, values, out);
        used
    }

    /// Ends the stream at an offset.
    pub(super) fn finish(&mut self, at: u64, values: &mut impl Values, out: &mut Output) {
        if let State::Value { .. } = self.state {
            values.end(at, out);
        }
        self.state = State::Over;
    }

    /// Leaves a state of which no byte is left at an offset.
    fn leave(&mut self, at: u64, values: &mut impl Values, out: &mut Output) {
        match self.state {
            State::Collect(what) if self.collected.len() == what.len() => {
                let bytes = std::mem::take(&mut self.collected);
                self.state = self.after(what, &bytes, at, values, out);
                self.collected = bytes;
                self.collected.clear();
            }
            State::Value { left: 0, padding } => {
                values.end(at, out);
                self.state = State::Skip(padding, Then::NextValue);
            }
            _ => {}
        }
        if let State::Skip(0, then) = self.state {
            self.state = match then {
                Then::Property => self.value(),
                Then::NextValue => self.next_value(),
                Then::NextProperty => self.next_property(),
                Then::Object(len) => self.begin_value(len, at, values, out),
                Then::End => State::Skip(u64::MAX, Then::End),
            };
        }
    }

    /// Ends the current attribute at an offset, with whatever is open in it.
    fn end_attribute(&mut self, at: u64, values: &mut impl Values, out: &mut Output) {
        if let State::Value { .. } = self.state {
            values.end(at, out);
        }
        self.collected.clear();
        self.left = None;
        self.state = State::Collect(Structure::Checksum);
    }

    /// Returns what follows a structure that ends at an offset.
    fn after(
        &mut self,
        what: Structure,
        bytes: &[u8],
        at: u64,
        values: &mut impl Values,
        out: &mut Output,
    ) -> State {
        let number = |from: usize| {
            let four = bytes.get(from..from + 4);
            u32::from_le_bytes(
                four.and_then(|four| four.try_into().ok())
                    .unwrap_or_default(),
            )
        };
        let first = number(0);
        match what {
            Structure::Start if first == SIGNATURE => {
                values.begin_stream(0..at, out);
                State::Collect(Structure::Attribute)
            }
            Structure::Attribute if matches!(bytes[0], 1 | 2) => {
                let (id, len) = (number(1), number(5));
                self.left = Some(len.into());
                if matches!(id, attribute::MESSAGE_PROPERTIES | attribute::ATTACHMENT) {
                    return State::Collect(Structure::PropertyCount);
                }
                values.begin(ValueOf::Attribute(id), at, out);
                State::Value {
                    left: u64::MAX,
                    padding: 0,
                }
            }
            Structure::Start | Structure::Attribute => State::Over,
            Structure::Checksum => State::Collect(Structure::Attribute),
            Structure::PropertyCount => {
                self.properties = first;
                self.next_property()
            }
            Structure::PropertyTag => {
                (self.kind, self.id) = (first as u16, (first >> 16) as u16);
                if self.id < FIRST_NAMED {
                    self.value()
                } else {
                    State::Collect(Structure::PropertyName)
                }
            }
            Structure::PropertyName if number(16) == 0 => State::Skip(4, Then::Property),
            Structure::PropertyName => State::Collect(Structure::NameLength),
            Structure::NameLength => {
                let len = u64::from(first);
                State::Skip(len + padding(first), Then::Property)
            }
            Structure::Number => {
                values.number(self.id, first);
                self.next_property()
            }
            Structure::ArrayCount => {
                let len = fixed_len(self.kind).unwrap_or_default();
                State::Skip(u64::from(first) * len, Then::NextProperty)
            }
            Structure::ValueCount => {
                self.values = first;
                self.next_value()
            }
            Structure::ValueLength if self.kind == value_type::OBJECT && first >= INTERFACE_LEN => {
                State::Skip(INTERFACE_LEN.into(), Then::Object(first - INTERFACE_LEN))
            }
            Structure::ValueLength => self.begin_value(first, at, values, out),
        }
    }

    /// Begins a value of a property at an offset.
    fn begin_value(&self, len: u32, at: u64, values: &mut impl Values, out: &mut Output) -> State {
        let (id, kind) = (self.id, self.kind & !MULTIPLE);
        values.begin(ValueOf::Property { id, kind }, at, out);
        if len == 0 {
            values.end(at, out);
            return State::Skip(padding(len), Then::NextValue);
        }
        State::Value {
            left: len.into(),
            padding: padding(len),
        }
    }

    /// Returns the state before the value of the current property.
    fn value(&self) -> State {
        match (fixed_len(self.kind), self.kind & MULTIPLE) {
            (Some(_), MULTIPLE) => State::Collect(Structure::ArrayCount),
            (Some(_), _) if self.kind == value_type::INTEGER32 => State::Collect(Structure::Number),
            (Some(len), _) => State::Skip(len, Then::NextProperty),
            (None, _) if has_length(self.kind) => State::Collect(Structure::ValueCount),
            // The length of other types is not known.
            (None, _) => State::Skip(u64::MAX, Then::End),
        }
    }

    fn next_value(&mut self) -> State {
        match self.values.checked_sub(1) {
            Some(left) => {
                self.values = left;
                State::Collect(Structure::ValueLength)
            }
            None => self.next_property(),
        }
    }

    fn next_property(&mut self) -> State {
        match self.properties.checked_sub(1) {
            Some(left) => {
                self.properties = left;
                State::Collect(Structure::PropertyTag)
            }
            None => State::Skip(u64::MAX, Then::End),
        }
    }
}

/// Returns the number of bytes that fill a value up to a multiple of four.
fn padding(len: u32) -> u64 {
    u64::from(len.wrapping_neg() % 4)
}

/// Returns the length of values of a type, with padding, if it is fixed (MS-OXCDATA §2.11.1).
fn fixed_len(kind: u16) -> Option<u64> {
    Some(match kind & !MULTIPLE {
        // Null, 16-bit and 32-bit integers, single-precision numbers, errors and Booleans.
        0x0001..=0x0004 | 0x000A | 0x000B => 4,
        // Double-precision numbers, currencies, times and 64-bit integers.
        0x0005..=0x0007 | 0x0014 | 0x0040 => 8,
        // GUIDs.
        0x0048 => 16,
        _ => return None,
    })
}

/// Returns whether the length of a value of a type precedes it.
fn has_length(kind: u16) -> bool {
    matches!(
        kind & !MULTIPLE,
        value_type::STRING8 | value_type::STRING | value_type::BINARY | value_type::OBJECT
    )
}
