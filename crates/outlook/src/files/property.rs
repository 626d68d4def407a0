//! Properties of messages and attachments (MS-OXPROPS), and the interface to the objects that have them.

use std::borrow::Cow;

use crate::{codepage, files::fault::Result};

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

    /// Returns the attachments of a message, in order, at most
    /// [`MAX_ATTACHMENTS`](crate::files::limits::MAX_ATTACHMENTS).
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
