//! Code pages of DOS, which the Encoding Standard lacks.

use crate::{
    ascii::ascii_len,
    decode::{decoder::Decoder, output::Output},
};

/// A code page: each byte is a character, and those below 128 are ASCII.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CodePage {
    pub(crate) name: &'static str,
    /// The characters of the bytes from 128 on.
    upper: &'static str,
}

/// The code page of the first PCs.
pub(super) static CP437: CodePage = CodePage {
    name: "cp437",
    upper: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
};

/// The one of Western Europe.
pub(super) static CP850: CodePage = CodePage {
    name: "cp850",
    upper: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
            └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
};

/// The one of Central Europe.
pub(super) static CP852: CodePage = CodePage {
    name: "cp852",
    upper: "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
            └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
};

/// Each character is one byte.
impl Decoder for &'static CodePage {
    fn decode(&mut self, mut input: &[u8], mut at: u64, out: &mut Output) {
        loop {
            let (ascii, rest) = input.split_at(ascii_len(input));
            out.verbatim(ascii, at);
            at += ascii.len() as u64;
            let Some((&byte, rest)) = rest.split_first() else {
                return;
            };
            let character = self.upper.chars().nth(usize::from(byte & 0x7f));
            let mut text = [0; 4];
            let text = character.map(|character| character.encode_utf8(&mut text).as_bytes());
            out.replaced(text.unwrap_or(&[byte]), at..at + 1);
            (input, at) = (rest, at + 1);
        }
    }

    fn finish(&mut self, _: u64, _: &mut Output) {}

    fn passes(&mut self, input: &[u8]) -> bool {
        input.is_ascii()
    }
}
