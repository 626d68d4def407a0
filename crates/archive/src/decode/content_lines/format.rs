//! The formats of content lines.

/// A format of content lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContentLines {
    /// iCalendar (RFC 5545), and vCalendar before it. A property may be HTML.
    Calendar,
    /// vCard (RFC 6350, RFC 2426), and other profiles of `text/directory` (RFC 2425).
    Card,
    /// LDIF (RFC 2849). A value after `::` is base64.
    Ldif,
}

impl ContentLines {
    /// Returns the format of a media type, which is in lower case.
    pub(crate) fn of_type(media_type: &str) -> Option<Self> {
        Some(match media_type {
            "text/calendar" | "text/x-vcalendar" => Self::Calendar,
            "text/vcard" | "text/x-vcard" | "text/directory" => Self::Card,
            "text/ldif" | "text/x-ldif" => Self::Ldif,
            _ => return None,
        })
    }

    /// Returns the media type of a file.
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Calendar => "text/calendar",
            Self::Card => "text/vcard",
            Self::Ldif => "text/x-ldif",
        }
    }
}
