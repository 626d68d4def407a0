//! Properties of messages and attachments (MS-OXPROPS), and the interface to the objects that have them.

use std::borrow::Cow;

use crate::{codepage, fault::Result};

/// Identifiers of properties. The names are those of MAPI.
pub(crate) mod id {
    pub(crate) const SUBJECT: u16 = 0x0037;
    pub(crate) const CLIENT_SUBMIT_TIME: u16 = 0x0039;
    pub(crate) const SENT_REPRESENTING_NAME: u16 = 0x0042;
    pub(crate) const SENT_REPRESENTING_EMAIL_ADDRESS: u16 = 0x0065;
    pub(crate) const TRANSPORT_MESSAGE_HEADERS: u16 = 0x007D;
    pub(crate) const SENDER_NAME: u16 = 0x0C1A;
    pub(crate) const SENDER_EMAIL_ADDRESS: u16 = 0x0C1F;
    pub(crate) const DISPLAY_CC: u16 = 0x0E03;
    pub(crate) const DISPLAY_TO: u16 = 0x0E04;
    pub(crate) const MESSAGE_DELIVERY_TIME: u16 = 0x0E06;
    pub(crate) const BODY: u16 = 0x1000;
    pub(crate) const RTF_COMPRESSED: u16 = 0x1009;
    pub(crate) const HTML: u16 = 0x1013;
    pub(crate) const INTERNET_MESSAGE_ID: u16 = 0x1035;
    pub(crate) const INTERNET_REFERENCES: u16 = 0x1039;
    pub(crate) const IN_REPLY_TO_ID: u16 = 0x1042;
    pub(crate) const LIST_HELP: u16 = 0x1043;
    pub(crate) const LIST_SUBSCRIBE: u16 = 0x1044;
    pub(crate) const LIST_UNSUBSCRIBE: u16 = 0x1045;
    pub(crate) const DISPLAY_NAME: u16 = 0x3001;
    pub(crate) const ATTACH_DATA: u16 = 0x3701;
    pub(crate) const ATTACH_FILENAME: u16 = 0x3704;
    pub(crate) const ATTACH_METHOD: u16 = 0x3705;
    pub(crate) const ATTACH_LONG_FILENAME: u16 = 0x3707;
    pub(crate) const ATTACH_MIME_TAG: u16 = 0x370E;
    pub(crate) const INTERNET_CODEPAGE: u16 = 0x3FDE;
    pub(crate) const MESSAGE_CODEPAGE: u16 = 0x3FFD;
    pub(crate) const SENDER_SMTP_ADDRESS: u16 = 0x5D01;
    pub(crate) const SENT_REPRESENTING_SMTP_ADDRESS: u16 = 0x5D02;
}

/// Types of values (MS-OXCDATA §2.11.1).
pub(crate) mod value_type {
    pub(crate) const INTEGER16: u16 = 0x0002;
    pub(crate) const INTEGER32: u16 = 0x0003;
    pub(crate) const BOOLEAN: u16 = 0x000B;
    pub(crate) const OBJECT: u16 = 0x000D;
    pub(crate) const INTEGER64: u16 = 0x0014;
    pub(crate) const STRING8: u16 = 0x001E;
    pub(crate) const STRING: u16 = 0x001F;
    pub(crate) const TIME: u16 = 0x0040;
    pub(crate) const BINARY: u16 = 0x0102;
}

/// The value of a property, of the types that matter here (MS-OXCDATA §2.11.1).
#[derive(Debug)]
pub(crate) enum Value {
    /// An integer, or a time.
    Integer(u64),
    /// `PtypString`: UTF-16.
    Unicode(Vec<u8>),
    /// `PtypString8`: in the code page of the message.
    String8(Vec<u8>),
    Binary(Vec<u8>),
}

/// Returns a value as a string without the NULs at its end; `None` if the value is not a string or is empty.
pub(crate) fn to_string(value: &Value, codepage: Option<u32>) -> Option<String> {
    let text = match value {
        Value::Integer(_) => return None,
        Value::Unicode(bytes) => codepage::decode_utf16(bytes),
        Value::String8(bytes) | Value::Binary(bytes) => codepage::decode(bytes, codepage),
    };
    let len = text.trim_end_matches('\0').len();
    (len > 0).then(|| match text {
        Cow::Borrowed(text) => text[..len].to_owned(),
        Cow::Owned(mut text) => {
            text.truncate(len);
            text
        }
    })
}

/// A file with messages.
pub(crate) trait Objects {
    /// A message or an attachment.
    type Object;

    /// Identifies an attachment of a message.
    type Attachment;

    /// Charges work other than reading to the budget, as a number of bytes.
    fn spend(&mut self, bytes: usize) -> Result<()>;

    /// Returns the value of a property: at most [`MAX_PROPERTY`](crate::MAX_PROPERTY) bytes, and one more if there are
    /// more.
    fn value(&mut self, object: &Self::Object, id: u16) -> Result<Option<Value>>;

    /// Returns the attachments of a message, in order, at most [`MAX_ATTACHMENTS`](crate::limits::MAX_ATTACHMENTS).
    fn attachments(&mut self, message: &Self::Object) -> Result<Vec<Self::Attachment>>;

    /// Opens an attachment.
    fn open_attachment(&mut self, attachment: &Self::Attachment) -> Result<Self::Object>;

    /// Returns the embedded message, if an attachment is one.
    fn embedded(&mut self, attachment: &Self::Object) -> Result<Option<Self::Object>>;

    /// Returns the value of an integer property.
    fn integer(&mut self, object: &Self::Object, id: u16) -> Result<Option<u64>> {
        Ok(match self.value(object, id)? {
            Some(Value::Integer(value)) => Some(value),
            _ => None,
        })
    }

    /// Returns the value of a string property without the NULs at its end; `None` if it is missing or empty.
    fn string(
        &mut self,
        object: &Self::Object,
        id: u16,
        codepage: Option<u32>,
    ) -> Result<Option<String>> {
        let value = self.value(object, id)?;
        Ok(value.and_then(|value| to_string(&value, codepage)))
    }
}
