//! Types of values (MS-OXCDATA §2.11.1).

/// `PtypInteger16`.
pub const INTEGER16: u16 = 0x0002;
/// `PtypInteger32`.
pub const INTEGER32: u16 = 0x0003;
/// `PtypBoolean`.
pub const BOOLEAN: u16 = 0x000B;
/// `PtypObject`.
pub const OBJECT: u16 = 0x000D;
/// `PtypInteger64`.
pub const INTEGER64: u16 = 0x0014;
/// `PtypString8`: in a code page.
pub const STRING8: u16 = 0x001E;
/// `PtypString`: UTF-16.
pub const STRING: u16 = 0x001F;
/// `PtypTime`.
pub const TIME: u16 = 0x0040;
/// `PtypBinary`.
pub const BINARY: u16 = 0x0102;
