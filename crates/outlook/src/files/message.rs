//! The texts of a message.

use std::ops::ControlFlow;

use encoding_rs::UTF_8;

use crate::{
    RtfContent, codepage, decode_rtf, decompress,
    files::{
        fault::{Fault, FaultKind, Result},
        header,
        limits::{MAX_NAME, MAX_NESTING},
        property::{Objects, Value, to_string},
        visitor::{Text, Visitor},
    },
    id, media_type_of,
};

/// The cost of passing on a component of a name, in bytes, in addition to its length.
const COMPONENT_COST: usize = 64;

/// The values of `PidTagAttachMethod` for an embedded message, and for a file that is stored in the message
/// (MS-OXCMSG §2.2.2.9).
const EMBEDDED_MESSAGE: u64 = 5;
const BY_VALUE: u64 = 1;

/// The maximum number of bytes of a media type: two names of 127 characters (RFC 6838 §4.2).
const MAX_MEDIA_TYPE: usize = 255;

/// Passes the texts of messages to a visitor.
pub(crate) struct MessageReader<'m, F> {
    pub(crate) file: &'m mut F,
    pub(crate) visitor: &'m mut dyn Visitor,
}

impl<F: Objects> MessageReader<'_, F> {
    /// Reports a message. The last component of `name` is the name of the message.
    pub(crate) fn message(
        &mut self,
        message: &F::Object,
        name: &mut Vec<String>,
    ) -> ControlFlow<()> {
        self.nested(message, name, 0)
    }

    fn nested(
        &mut self,
        message: &F::Object,
        name: &mut Vec<String>,
        depth: usize,
    ) -> ControlFlow<()> {
        self.spend(name, 0)?;
        self.visitor.message(name)?;
        // Without a code page, strings are decoded as Western European.
        let number = |value: Result<Option<u64>>| value.ok().flatten()?.try_into().ok();
        let html_codepage = number(self.file.integer(message, id::INTERNET_CODEPAGE));
        // Strings that are not Unicode are never UTF-8.
        let codepage = number(self.file.integer(message, id::MESSAGE_CODEPAGE))
            .or(html_codepage.filter(|&codepage| codepage != codepage::UTF_8));
        let section = match header::section(self.file, message, codepage) {
            Ok(section) => section,
            Err(fault) => {
                self.fault(name, "headers", fault)?;
                String::new()
            }
        };
        if !section.is_empty() {
            let bytes = [section.as_bytes(), b"\r\n"].concat();
            let text = Text {
                header: b"",
                bytes: &bytes,
                is_header: true,
            };
            self.text(name, "headers", &text)?;
        }
        let texts = Texts {
            message,
            fields: &header::message_fields(&section),
            codepage,
            html_codepage,
        };
        self.plain(name, &texts)?;
        self.html(name, &texts)?;
        self.rtf(name, &texts)?;
        self.attachments(name, &texts, depth)
    }

    /// Reports the plain text.
    fn plain(&mut self, name: &mut Vec<String>, texts: &Texts<'_, F>) -> ControlFlow<()> {
        let Some(value) = self.body(name, "text", texts, id::BODY)? else {
            return ControlFlow::Continue(());
        };
        match to_string(&value, texts.codepage) {
            Some(text) => self.body_text(name, "text", texts, UTF8_TEXT, text.as_bytes()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Reports the HTML page: a string, or bytes in a code page.
    fn html(&mut self, name: &mut Vec<String>, texts: &Texts<'_, F>) -> ControlFlow<()> {
        match self.body(name, "html", texts, id::HTML)? {
            Some(Value::Binary(bytes)) => {
                let encoding = texts.html_codepage.and_then(codepage::encoding);
                let content_type = match encoding {
                    Some(encoding) => format!("text/html; charset={}", encoding.name()),
                    None => "text/html".into(),
                };
                self.body_text(name, "html", texts, &content_type, &bytes)
            }
            Some(value) => match to_string(&value, texts.codepage) {
                Some(text) => self.body_text(name, "html", texts, UTF8_HTML, text.as_bytes()),
                None => ControlFlow::Continue(()),
            },
            None => ControlFlow::Continue(()),
        }
    }

    /// Reports the RTF body: the HTML or text that it wraps, or a page made of it.
    fn rtf(&mut self, name: &mut Vec<String>, texts: &Texts<'_, F>) -> ControlFlow<()> {
        let Some(Value::Binary(compressed)) = self.body(name, "rtf", texts, id::RTF_COMPRESSED)?
        else {
            return ControlFlow::Continue(());
        };
        let (rtf, fault) = decompress(&compressed, self.visitor.max_text());
        drop(compressed);
        let (content, text) = decode_rtf(&rtf);
        drop(rtf);
        if !text.is_empty() {
            let content_type = match content {
                RtfContent::Text => UTF8_TEXT,
                RtfContent::Html => UTF8_HTML,
            };
            self.body_text(name, "rtf", texts, content_type, text.as_bytes())?;
        }
        match fault {
            Some(fault) => self.fault(name, "rtf", fault.into()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns the value of a body, if the message has it.
    fn body(
        &mut self,
        name: &mut Vec<String>,
        text: &str,
        texts: &Texts<'_, F>,
        id: u16,
    ) -> ControlFlow<(), Option<Value>> {
        let value = self.file.value(texts.message, id);
        self.bounded(name, text, value)
    }

    /// Cuts a value that is too long, and reports that and any other fault.
    fn bounded(
        &mut self,
        name: &mut Vec<String>,
        text: &str,
        value: Result<Option<Value>>,
    ) -> ControlFlow<(), Option<Value>> {
        let mut value = match value {
            Ok(value) => value,
            Err(fault) => {
                self.fault(name, text, fault)?;
                None
            }
        };
        if let Some(Value::Unicode(bytes) | Value::String8(bytes) | Value::Binary(bytes)) =
            &mut value
            && bytes.len() > self.visitor.max_text()
        {
            bytes.truncate(self.visitor.max_text());
            self.fault(name, text, FaultKind::TooLong.into())?;
        }
        ControlFlow::Continue(value)
    }

    fn attachments(
        &mut self,
        name: &mut Vec<String>,
        texts: &Texts<'_, F>,
        depth: usize,
    ) -> ControlFlow<()> {
        let attachments = match self.file.attachments(texts.message) {
            Ok(attachments) => attachments,
            Err(fault) => return self.fault(name, "attachments", fault),
        };
        for (index, attachment) in attachments.iter().enumerate() {
            // The number makes the name unique.
            let number = (index + 1).to_string();
            match self.file.open_attachment(attachment) {
                Ok(attachment) => self.attachment(name, number, texts, &attachment, depth)?,
                Err(fault) => self.fault(name, &number, fault)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports an attachment, if it is a text or a message.
    fn attachment(
        &mut self,
        name: &mut Vec<String>,
        number: String,
        texts: &Texts<'_, F>,
        attachment: &F::Object,
        depth: usize,
    ) -> ControlFlow<()> {
        let mut string = |id| {
            let value = self.file.string(attachment, id, texts.codepage);
            value.ok().flatten()
        };
        let file_name = string(id::ATTACH_LONG_FILENAME)
            .or_else(|| string(id::ATTACH_FILENAME))
            .or_else(|| string(id::DISPLAY_NAME));
        let media_type = string(id::ATTACH_MIME_TAG)
            .or_else(|| media_type_of(file_name.as_deref()?).map(str::to_owned))
            .unwrap_or_default();
        let shown = match file_name {
            Some(mut file_name) => {
                file_name.truncate(file_name.floor_char_boundary(MAX_NAME));
                format!("{number}-{file_name}")
            }
            None => number,
        };
        match self.file.integer(attachment, id::ATTACH_METHOD) {
            Ok(Some(EMBEDDED_MESSAGE)) => {
                name.push(shown);
                let end = self.embedded(name, attachment, depth);
                name.pop();
                end
            }
            Ok(Some(BY_VALUE) | None) => {
                self.attached_file(name, &shown, texts, attachment, &media_type)
            }
            Ok(Some(_)) => ControlFlow::Continue(()),
            Err(fault) => self.fault(name, &shown, fault),
        }
    }

    /// Reports an attached message.
    fn embedded(
        &mut self,
        name: &mut Vec<String>,
        attachment: &F::Object,
        depth: usize,
    ) -> ControlFlow<()> {
        if depth + 1 >= MAX_NESTING {
            return self.fault_of_message(name, FaultKind::TooDeep.into());
        }
        match self.file.embedded(attachment) {
            Ok(Some(message)) => self.nested(&message, name, depth + 1),
            Ok(None) => ControlFlow::Continue(()),
            Err(fault) => self.fault_of_message(name, fault),
        }
    }

    /// Reports an attached file, if it is a text or a message.
    fn attached_file(
        &mut self,
        name: &mut Vec<String>,
        shown: &str,
        texts: &Texts<'_, F>,
        attachment: &F::Object,
        media_type: &str,
    ) -> ControlFlow<()> {
        let media_type = media_type.trim().to_ascii_lowercase();
        let is_message = media_type.starts_with("message/");
        if !is_message && !media_type.starts_with("text/") {
            return ControlFlow::Continue(());
        }
        let data = self.file.value(attachment, id::ATTACH_DATA);
        let data = self.bounded(name, shown, data)?;
        let Some(Value::Binary(bytes) | Value::String8(bytes) | Value::Unicode(bytes)) = data
        else {
            return ControlFlow::Continue(());
        };
        if is_message {
            let text = Text {
                header: b"",
                bytes: &bytes,
                is_header: false,
            };
            return self.text(name, shown, &text);
        }
        // UTF-16 has a byte order mark, and UTF-8 is detected; other texts are read like a part without a charset.
        let charset = match bytes.get(..3) {
            Some([0xff, 0xfe, _]) => "; charset=utf-16le",
            Some([0xfe, 0xff, _]) => "; charset=utf-16be",
            _ if !bytes.is_ascii()
                && UTF_8
                    .decode_without_bom_handling_and_without_replacement(&bytes)
                    .is_some() =>
            {
                "; charset=utf-8"
            }
            _ => "",
        };
        let media_type = match media_type.split(';').next() {
            Some(media_type) if media_type.len() <= MAX_MEDIA_TYPE => media_type,
            _ => "text/plain",
        };
        let content_type = format!("{media_type}{charset}");
        self.body_text(name, shown, texts, &content_type, &bytes)
    }

    /// Reports a text of this type.
    fn body_text(
        &mut self,
        name: &mut Vec<String>,
        text: &str,
        texts: &Texts<'_, F>,
        content_type: &str,
        bytes: &[u8],
    ) -> ControlFlow<()> {
        let header = header::before_text(texts.fields, content_type);
        let unit = Text {
            header: &header,
            bytes,
            is_header: false,
        };
        self.text(name, text, &unit)
    }

    fn text(&mut self, name: &mut Vec<String>, text: &str, unit: &Text<'_>) -> ControlFlow<()> {
        name.push(text.into());
        let mut end = self.spend(name, unit.header.len());
        if end.is_continue() {
            end = self.visitor.text(name, unit);
        }
        name.pop();
        end
    }

    /// Reports a fault in a text. Breaks if no more can be read.
    fn fault(&mut self, name: &mut Vec<String>, text: &str, fault: Fault) -> ControlFlow<()> {
        name.push(text.into());
        let end = self.fault_of_message(name, fault);
        name.pop();
        end
    }

    /// Reports a fault in a message. Breaks if no more can be read.
    pub(crate) fn fault_of_message(&mut self, name: &[String], fault: Fault) -> ControlFlow<()> {
        let is_final = fault.is_final();
        self.visitor.fault(name, fault)?;
        if is_final {
            return ControlFlow::Break(());
        }
        self.spend(name, 0)
    }

    /// Charges the cost of passing on a name, and `bytes`, to the budget. If it is exceeded, reports that and breaks.
    ///
    /// This is needed since the complete name, and the header section of the message, are passed on with each text.
    fn spend(&mut self, name: &[String], bytes: usize) -> ControlFlow<()> {
        let len: usize = name.iter().map(|part| part.len() + COMPONENT_COST).sum();
        match self.file.spend(len + bytes) {
            Ok(()) => ControlFlow::Continue(()),
            Err(fault) => {
                self.visitor.fault(name, fault)?;
                ControlFlow::Break(())
            }
        }
    }
}

const UTF8_TEXT: &str = "text/plain; charset=utf-8";
const UTF8_HTML: &str = "text/html; charset=utf-8";

/// The data that the texts of a message share.
struct Texts<'t, F: Objects> {
    message: &'t F::Object,
    /// The fields that precede each text.
    fields: &'t str,
    codepage: Option<u32>,
    html_codepage: Option<u32>,
}
