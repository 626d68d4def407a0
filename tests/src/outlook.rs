//! Files of Outlook made in memory.

pub mod msg;
pub mod pst;
pub mod shared;

use std::{io::Cursor, ops::ControlFlow};

use urlsift_outlook::{Fault, Text, Visitor, read_msg, read_pst};

use self::{
    msg::Msg,
    pst::{Pst, Version},
};

/// Identifiers of properties, by their names in MAPI.
pub mod id {
    /// The subject.
    pub const SUBJECT: u16 = 0x0037;
    /// When the message was sent.
    pub const CLIENT_SUBMIT_TIME: u16 = 0x0039;
    /// The header section as it was transported.
    pub const TRANSPORT_MESSAGE_HEADERS: u16 = 0x007D;
    /// The name of the sender.
    pub const SENDER_NAME: u16 = 0x0C1A;
    /// The plain text body.
    pub const BODY: u16 = 0x1000;
    /// The RTF body, compressed.
    pub const RTF_COMPRESSED: u16 = 0x1009;
    /// The HTML body.
    pub const HTML: u16 = 0x1013;
    /// The Message-ID.
    pub const INTERNET_MESSAGE_ID: u16 = 0x1035;
    /// The name of a folder.
    pub const DISPLAY_NAME: u16 = 0x3001;
    /// The data of an attachment.
    pub const ATTACH_DATA: u16 = 0x3701;
    /// How an attachment is stored.
    pub const ATTACH_METHOD: u16 = 0x3705;
    /// The name of an attachment.
    pub const ATTACH_LONG_FILENAME: u16 = 0x3707;
    /// The type of an attachment.
    pub const ATTACH_MIME_TAG: u16 = 0x370E;
    /// The code page of the HTML body.
    pub const INTERNET_CODEPAGE: u16 = 0x3FDE;
    /// The code page of strings.
    pub const MESSAGE_CODEPAGE: u16 = 0x3FFD;
    /// The address of the sender.
    pub const SENDER_SMTP_ADDRESS: u16 = 0x5D01;
}

/// The value of a property.
#[derive(Clone, Debug)]
pub enum Value {
    /// `PtypInteger32`.
    Integer(u32),
    /// `PtypTime`.
    Time(u64),
    /// `PtypString`.
    Unicode(String),
    /// `PtypString8`.
    String8(Vec<u8>),
    /// `PtypBinary`.
    Binary(Vec<u8>),
    /// `PtypObject`: the node of an attached message in a store.
    Object(u32),
}

impl Value {
    /// Returns the number of the type (MS-OXCDATA §2.11.1).
    #[must_use]
    pub fn kind(&self) -> u16 {
        match self {
            Self::Integer(_) => 0x0003,
            Self::Time(_) => 0x0040,
            Self::Unicode(_) => 0x001F,
            Self::String8(_) => 0x001E,
            Self::Binary(_) => 0x0102,
            Self::Object(_) => 0x000D,
        }
    }

    /// Returns the bytes of the value.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Integer(value) => value.to_le_bytes().into(),
            Self::Time(value) => value.to_le_bytes().into(),
            Self::Unicode(text) => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::String8(bytes) | Self::Binary(bytes) => bytes.clone(),
            Self::Object(node) => [node.to_le_bytes(), [0; 4]].concat(),
        }
    }
}

/// Returns a string.
#[must_use]
pub fn text(text: &str) -> Value {
    Value::Unicode(text.into())
}

/// Returns RTF as a message has it, without compression.
#[must_use]
pub fn rtf(rtf: &[u8]) -> Value {
    let mut bytes = Vec::new();
    bytes.extend((rtf.len() as u32 + 12).to_le_bytes());
    bytes.extend((rtf.len() as u32).to_le_bytes());
    bytes.extend(b"MELA\0\0\0\0");
    bytes.extend(rtf);
    Value::Binary(bytes)
}

/// Returns a small message with texts of each kind and attachments.
#[must_use]
pub fn small_msg() -> Vec<u8> {
    let message = Msg::new().with(id::BODY, text("<http://a/>"));
    Msg::new()
        .with(id::SUBJECT, text("a"))
        .with(
            id::RTF_COMPRESSED,
            rtf(br"{\rtf1\fromhtml1 {\*\htmltag <p>}b}"),
        )
        .message("m", message)
        .file("a.txt", "", b"c")
        .finish()
}

/// Returns a small store with a message.
#[must_use]
pub fn small_pst(version: Version) -> Vec<u8> {
    let mut pst = Pst::new(version);
    let body = (id::BODY, text(&"long ".repeat(5000)));
    let (data, subnodes) = pst.object(&[(id::SUBJECT, text("a")), body], &[]);
    pst.node(0x20_0004, data, subnodes, 0);
    pst.finish()
}

/// What a reader has reported: for each text its name, header section and bytes; for each fault its name and text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The names of the messages.
    pub messages: Vec<String>,
    /// The texts.
    pub texts: Vec<(String, String, String)>,
    /// The faults.
    pub faults: Vec<(String, String)>,
    /// The number of texts after which to break.
    pub most: Option<usize>,
}

impl Recorded {
    /// Returns the text with a name.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        let found = self.texts.iter().find(|(known, ..)| known == name);
        &found.unwrap_or_else(|| panic!("no {name}: {self:?}")).2
    }

    /// Returns the names of the texts.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.texts.iter().map(|(name, ..)| &**name).collect()
    }
}

impl Visitor for Recorded {
    fn message(&mut self, name: &[String]) -> ControlFlow<()> {
        self.messages.push(name.join("!"));
        ControlFlow::Continue(())
    }

    fn text(&mut self, name: &[String], text: &Text<'_>) -> ControlFlow<()> {
        let lossy = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let text = (name.join("!"), lossy(text.header()), lossy(text.bytes()));
        self.texts.push(text);
        match self.most {
            Some(most) if self.texts.len() >= most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn fault(&mut self, name: &[String], fault: Fault) -> ControlFlow<()> {
        self.faults.push((name.join("!"), fault.to_string()));
        ControlFlow::Continue(())
    }
}

/// Reads an Outlook file, and checks the properties that hold for every file: a visitor that breaks early sees the
/// first of the texts, a header section ends in its only empty line, and work and memory are in proportion to the file.
///
/// # Panics
///
/// If a property does not hold.
#[must_use]
pub fn check(file: &[u8]) -> Recorded {
    let read = |most| {
        let mut recorded = Recorded {
            most,
            ..Recorded::default()
        };
        let end = if file.starts_with(b"!BDN") {
            read_pst(Cursor::new(file), &mut recorded)
        } else {
            read_msg(Cursor::new(file), &mut recorded)
        };
        (recorded, end)
    };
    let (all, end) = read(None);
    assert!(end.is_continue(), "nothing breaks");
    let (mut bytes, mut passed) = (0, 0);
    for (name, header, text) in &all.texts {
        bytes += text.len();
        passed += name.len() + header.len();
        let is_section = header.is_empty() || header.ends_with("\r\n\r\n");
        assert!(is_section, "{name}: {header:?}");
        let empty = header.find("\r\n\r\n").map_or(0, |at| at + 4);
        assert_eq!(empty, header.len(), "{name}: {header:?}");
    }
    // A byte is read at most 8 times. RTF is at most 9 times as long as its compressed form, and a character of it at
    // most 6 as HTML; a character of UTF-16 or of a code page has at most 3 bytes.
    let most = 8 * 9 * 6 * file.len() as u64 + (32 << 20);
    assert!(bytes as u64 <= most, "{bytes} bytes of {}", file.len());
    // Names and header sections are repeated for each text, at the expense of what else may be read.
    let names = all
        .messages
        .iter()
        .chain(all.faults.iter().map(|(name, _)| name));
    passed += names.map(String::len).sum::<usize>();
    let most = 8 * file.len() + (2 << 20);
    assert!(passed <= most, "{passed} bytes of {}", file.len());
    let events = all.messages.len() + all.texts.len() + all.faults.len();
    assert!(
        events <= file.len() + 10_000,
        "{events} events of {}",
        file.len()
    );
    if !all.texts.is_empty() {
        let (first, end) = read(Some(1));
        assert!(end.is_break(), "it breaks");
        assert_eq!(first.texts[..], all.texts[..1]);
    }
    all
}
