//! Identifiers of properties (MS-OXPROPS). The names come from MAPI.

/// `PidTagSubject`.
pub const SUBJECT: u16 = 0x0037;
/// `PidTagClientSubmitTime`.
pub const CLIENT_SUBMIT_TIME: u16 = 0x0039;
/// `PidTagSentRepresentingName`.
pub const SENT_REPRESENTING_NAME: u16 = 0x0042;
/// `PidTagSentRepresentingEmailAddress`.
pub const SENT_REPRESENTING_EMAIL_ADDRESS: u16 = 0x0065;
/// `PidTagTransportMessageHeaders`.
pub const TRANSPORT_MESSAGE_HEADERS: u16 = 0x007D;
/// `PidTagSenderName`.
pub const SENDER_NAME: u16 = 0x0C1A;
/// `PidTagSenderEmailAddress`.
pub const SENDER_EMAIL_ADDRESS: u16 = 0x0C1F;
/// `PidTagDisplayCc`.
pub const DISPLAY_CC: u16 = 0x0E03;
/// `PidTagDisplayTo`.
pub const DISPLAY_TO: u16 = 0x0E04;
/// `PidTagMessageDeliveryTime`.
pub const MESSAGE_DELIVERY_TIME: u16 = 0x0E06;
/// `PidTagBody`.
pub const BODY: u16 = 0x1000;
/// `PidTagRtfCompressed`.
pub const RTF_COMPRESSED: u16 = 0x1009;
/// `PidTagHtml`.
pub const HTML: u16 = 0x1013;
/// `PidTagInternetMessageId`.
pub const INTERNET_MESSAGE_ID: u16 = 0x1035;
/// `PidTagInternetReferences`.
pub const INTERNET_REFERENCES: u16 = 0x1039;
/// `PidTagInReplyToId`.
pub const IN_REPLY_TO_ID: u16 = 0x1042;
/// `PidTagListHelp`.
pub const LIST_HELP: u16 = 0x1043;
/// `PidTagListSubscribe`.
pub const LIST_SUBSCRIBE: u16 = 0x1044;
/// `PidTagListUnsubscribe`.
pub const LIST_UNSUBSCRIBE: u16 = 0x1045;
/// `PidTagDisplayName`.
pub const DISPLAY_NAME: u16 = 0x3001;
/// `PidTagAttachDataBinary`, `PidTagAttachDataObject`.
pub const ATTACH_DATA: u16 = 0x3701;
/// `PidTagAttachFilename`.
pub const ATTACH_FILENAME: u16 = 0x3704;
/// `PidTagAttachMethod`.
pub const ATTACH_METHOD: u16 = 0x3705;
/// `PidTagAttachLongFilename`.
pub const ATTACH_LONG_FILENAME: u16 = 0x3707;
/// `PidTagAttachMimeTag`.
pub const ATTACH_MIME_TAG: u16 = 0x370E;
/// `PidTagInternetCodepage`.
pub const INTERNET_CODEPAGE: u16 = 0x3FDE;
/// `PidTagMessageCodepage`.
pub const MESSAGE_CODEPAGE: u16 = 0x3FFD;
/// `PidTagSenderSmtpAddress`.
pub const SENDER_SMTP_ADDRESS: u16 = 0x5D01;
/// `PidTagSentRepresentingSmtpAddress`.
pub const SENT_REPRESENTING_SMTP_ADDRESS: u16 = 0x5D02;
