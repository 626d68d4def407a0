//! The header sections of messages: as they were transported, or built from properties.
//!
//! A header section is made for each text, although most of its fields are the same for all texts of a message.
//! Everything that reads mail then works on Outlook files as well: dates, filters and output need no second way. The
//! price is a copy of up to 64 KiB of fields for each text, which the budget is charged for.

use crate::{
    files::{
        fault::Result,
        filetime,
        property::{Objects, Value},
    },
    id,
};

/// The maximum number of bytes of the fields of a message that precede each of its texts.
const MAX_FIELDS: usize = 64 << 10;

/// Prefixes of the names of fields that describe a body rather than the message, and the exceptions, which are kept.
const OF_BODY: &[&str] = &["content-", "mime-version"];
const OF_MESSAGE: &[&str] = &["content-base", "content-location"];

/// Returns the header section of a message, with CRLF after each field and without an empty line: the transported one,
/// or one built from properties.
pub(crate) fn section<F: Objects>(
    file: &mut F,
    message: &F::Object,
    codepage: Option<u32>,
) -> Result<String> {
    if let Some(transported) = file.string(message, id::TRANSPORT_MESSAGE_HEADERS, codepage)? {
        let section = without_version(&transported);
        if !section.trim().is_empty() {
            let end = end_of_section(section);
            return Ok(section[..end].into());
        }
    }
    build(file, message, codepage)
}

/// Skips the line that Exchange writes before the fields of a header section.
fn without_version(section: &str) -> &str {
    let section = section.trim_start_matches(['\r', '\n']);
    match section.split_once('\n') {
        Some((first, rest)) if first.starts_with("Microsoft Mail Internet Headers") => rest,
        _ => section,
    }
}

/// Returns the offset of the first empty line, or the length if there is none.
fn end_of_section(section: &str) -> usize {
    let mut end = 0;
    for line in section.split_inclusive('\n') {
        if matches!(line, "\n" | "\r\n") {
            break;
        }
        end += line.len();
    }
    end
}

/// Builds a header section from properties.
fn build<F: Objects>(file: &mut F, message: &F::Object, codepage: Option<u32>) -> Result<String> {
    let mut section = String::new();
    let mut string = |id| file.string(message, id, codepage);
    let name = first(&mut string, &[id::SENDER_NAME, id::SENT_REPRESENTING_NAME])?;
    let address = first(
        &mut string,
        &[
            id::SENDER_SMTP_ADDRESS,
            id::SENT_REPRESENTING_SMTP_ADDRESS,
            id::SENDER_EMAIL_ADDRESS,
            id::SENT_REPRESENTING_EMAIL_ADDRESS,
        ],
    )?;
    field(&mut section, "From", &mailbox(name, address));
    for (name, id) in [
        ("To", id::DISPLAY_TO),
        ("Cc", id::DISPLAY_CC),
        ("Subject", id::SUBJECT),
        ("Message-ID", id::INTERNET_MESSAGE_ID),
        ("In-Reply-To", id::IN_REPLY_TO_ID),
        ("References", id::INTERNET_REFERENCES),
        ("List-Help", id::LIST_HELP),
        ("List-Subscribe", id::LIST_SUBSCRIBE),
        ("List-Unsubscribe", id::LIST_UNSUBSCRIBE),
    ] {
        if let Some(value) = string(id)? {
            field(&mut section, name, subject(&value));
        }
    }
    for id in [id::CLIENT_SUBMIT_TIME, id::MESSAGE_DELIVERY_TIME] {
        if let Some(Value::Integer(time)) = file.value(message, id)?
            && let Some(date) = filetime::to_date(time)
        {
            field(&mut section, "Date", &date);
            break;
        }
    }
    Ok(section)
}

/// Returns the first of these properties that is not empty.
fn first(
    string: &mut impl FnMut(u16) -> Result<Option<String>>,
    ids: &[u16],
) -> Result<Option<String>> {
    for &id in ids {
        if let Some(value) = string(id)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// Skips the two characters by which a store marks the length of a prefix such as `Re: ` (MS-PST §2.5.3.1.1.1).
fn subject(value: &str) -> &str {
    let mut rest = value.chars();
    match rest.next() {
        Some('\u{1}') => {
            rest.next();
            rest.as_str()
        }
        _ => value,
    }
}

/// Returns a `mailbox` (RFC 5322 §3.4). A sender within an organisation may have only an address of another form, such
/// as `/O=X/CN=A`, which is left out.
fn mailbox(name: Option<String>, address: Option<String>) -> String {
    let address = address.filter(|address| address.contains('@'));
    // `specials` (§3.2.3) need quotation marks.
    let quoted = |name: String| {
        if name.contains(|char| "()<>[]:;@\\,.\"".contains(char)) {
            let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{escaped}\"")
        } else {
            name
        }
    };
    match (name, address) {
        (Some(name), Some(address)) if name != address => format!("{} <{address}>", quoted(name)),
        (_, Some(address)) => address,
        (Some(name), None) => quoted(name),
        (None, None) => String::new(),
    }
}

/// Adds a field, unless its value is empty.
fn field(section: &mut String, name: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    section.push_str(name);
    section.push_str(": ");
    section.extend(
        value
            .chars()
            .map(|char| if char.is_control() { ' ' } else { char }),
    );
    section.push_str("\r\n");
}

/// Returns the fields of a header section that describe the message, with CRLF after each line. Lines that are not
/// fields are left out, and so are lines after 64 KiB.
pub(crate) fn message_fields(section: &str) -> String {
    let mut fields = String::new();
    let mut is_kept = false;
    for line in section.lines() {
        if !line.starts_with([' ', '\t']) {
            is_kept = field_name(line).is_some_and(describes_message);
        }
        if fields.len() + line.len() > MAX_FIELDS {
            break;
        }
        if is_kept {
            // A NUL or a bare CR would be reported as a defect of the text, and an empty line would begin the text.
            fields.extend(line.chars().map(|char| match char {
                '\t' => '\t',
                char if char.is_control() => ' ',
                char => char,
            }));
            fields.push_str("\r\n");
        }
    }
    fields
}

/// Returns the header section before a text, with an empty line: the type of the text, then the
/// [fields](message_fields) of its message.
pub(crate) fn before_text(fields: &str, content_type: &str) -> Vec<u8> {
    let mut header = String::from("MIME-Version: 1.0\r\n");
    field(&mut header, "Content-Type", content_type);
    header.push_str(fields);
    header.push_str("\r\n");
    header.into_bytes()
}

/// Returns the name of a field: `field-name = 1*ftext` (RFC 5322 §3.6.8). Names that begin with `<`, like a URL, or
/// with `-`, like a boundary, are not accepted.
fn field_name(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(':')?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_graphic());
    (!name.is_empty() && is_name && !name.starts_with(['<', '-'])).then_some(name)
}

fn describes_message(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    OF_MESSAGE.contains(&&*name) || !OF_BODY.iter().any(|body| name.starts_with(body))
}

#[cfg(test)]
mod tests {
    use super::{before_text, end_of_section, mailbox, message_fields, subject, without_version};

    #[test]
    fn the_fields_of_the_message_precede_a_text() {
        let section = "Received: by a\r\n\tfor b\r\nContent-Type: multipart/mixed;\r\n boundary=x\r\n\
                       Subject: a\0b\nno field\n--x: y\n<http://a/>: b\nContent-Base: http://a/\nTo: c";
        let header = before_text(&message_fields(section), "text/html; charset=utf-8");
        let expected = "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\
                        Received: by a\r\n\tfor b\r\nSubject: a b\r\nContent-Base: http://a/\r\nTo: c\r\n\r\n";
        assert_eq!(String::from_utf8(header).expect("UTF-8"), expected);
    }

    #[test]
    fn long_fields_are_left_out() {
        let section = format!("A: b\n{}", "X-Filler: abcdefghij\n".repeat(10_000));
        let header = before_text(&message_fields(&section), "text/plain");
        assert!((60_000..66_000).contains(&header.len()));
        assert!(header.ends_with(b"abcdefghij\r\n\r\n"));
        assert!(
            !header[..header.len() - 2]
                .windows(4)
                .any(|four| four == b"\r\n\r\n")
        );
    }

    #[test]
    fn a_transported_section_is_kept_up_to_its_empty_line() {
        let section = "Microsoft Mail Internet Headers Version 2.0\r\nA: b\r\n\r\nbody";
        let section = without_version(section);
        assert_eq!(&section[..end_of_section(section)], "A: b\r\n");
        assert_eq!(without_version("\r\nA: b"), "A: b");
    }

    #[test]
    fn senders_and_subjects_are_as_mail_has_them() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            mailbox(some("A \"B\""), some("a@b.c")),
            "\"A \\\"B\\\"\" <a@b.c>"
        );
        assert_eq!(mailbox(some("a@b.c"), some("a@b.c")), "a@b.c");
        assert_eq!(mailbox(some("A"), some("/O=X/CN=A")), "A");
        assert_eq!(mailbox(None, None), "");
        assert_eq!(subject("\u{1}\u{5}Re: a"), "Re: a");
        assert_eq!(subject("a"), "a");
    }
}
