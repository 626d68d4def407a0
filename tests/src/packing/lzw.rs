//! compress, the `.Z` files.

use std::collections::HashMap;

/// The number of codes in a group, which takes a whole number of bytes.
const GROUP: u32 = 8;

/// A compress stream.
#[derive(Clone, Copy, Debug)]
pub struct Lzw {
    /// The maximum width of a code in bits, from 10 to 16.
    pub max_width: u32,
    /// The number of codes after which the table is cleared again and again. Without it, the stream is not in block
    /// mode.
    pub clear_after: Option<usize>,
}

impl Lzw {
    /// The format of compress without options.
    pub const DEFAULT: Self = Self {
        max_width: 16,
        clear_after: Some(usize::MAX),
    };

    /// Packs the bytes.
    ///
    /// # Panics
    ///
    /// If the maximum width exceeds 255.
    #[must_use]
    pub fn pack(self, bytes: &[u8]) -> Vec<u8> {
        let is_block_mode = self.clear_after.is_some();
        let flags = u8::try_from(self.max_width).expect("a width") | u8::from(is_block_mode) << 7;
        let mut codes = CodeWriter::new(vec![0x1f, 0x9d, flags]);
        let mut table = Table::new(is_block_mode);
        let mut written = 0;
        let mut bytes = bytes.iter().copied();
        let Some(mut current) = bytes.next().map(u32::from) else {
            return codes.out;
        };
        for byte in bytes {
            if let Some(&longer) = table.codes.get(&(current, byte)) {
                current = longer;
                continue;
            }
            codes.write(current);
            written += 1;
            if self.clear_after.is_some_and(|after| written == after) {
                codes.write(256);
                codes.set_width(9);
                table = Table::new(true);
                written = 0;
            } else if table.next < 1 << self.max_width {
                // The reader adds the entry one code later.
                if table.next == 1 << codes.width {
                    codes.set_width(codes.width + 1);
                }
                table.codes.insert((current, byte), table.next);
                table.next += 1;
            }
            current = u32::from(byte);
        }
        codes.write(current);
        codes.finish()
    }
}

/// The codes of strings of at least two bytes.
struct Table {
    /// By the code of a string without its last byte, and that byte.
    codes: HashMap<(u32, u8), u32>,
    next: u32,
}

impl Table {
    fn new(is_block_mode: bool) -> Self {
        Self {
            codes: HashMap::new(),
            next: 256 + u32::from(is_block_mode),
        }
    }
}

struct CodeWriter {
    out: Vec<u8>,
    buffer: u32,
    count: u32,
    width: u32,
    in_group: u32,
}

impl CodeWriter {
    fn new(out: Vec<u8>) -> Self {
        Self {
            out,
            buffer: 0,
            count: 0,
            width: 9,
            in_group: 0,
        }
    }

    fn write(&mut self, code: u32) {
        self.buffer |= code << self.count;
        self.count += self.width;
        self.in_group = (self.in_group + 1) % GROUP;
        while self.count >= 8 {
            self.out.push(self.buffer as u8);
            self.buffer >>= 8;
            self.count -= 8;
        }
    }

    fn set_width(&mut self, width: u32) {
        while self.in_group > 0 {
            self.write(0);
        }
        self.width = width;
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.out.push(self.buffer as u8);
        }
        self.out
    }
}
