//! What all decoders have in common.

use super::output::Output;

/// Turns bytes that come in pieces of any size into others.
///
/// What comes out does not depend on how the input is cut. The input's offsets count from the start
/// of what the decoder is given, whatever that was made from.
pub(crate) trait Decoder: Send {
    /// Decodes `input`, whose first byte has the offset `at`, and appends what it gives. What
    /// cannot be told before more has come is held back; the most that can be is documented with
    /// each decoder.
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output);

    /// The input is over, at the offset `at`: appends what is held back.
    fn finish(&mut self, at: u64, out: &mut Output);

    /// The input goes on after the offset `at`, but is lost: appends what is held back and does not
    /// depend on how it goes on.
    fn cut(&mut self, at: u64, out: &mut Output) {
        self.finish(at, out);
    }

    /// Whether `input`, as the next bytes, comes out as it is. If so, the caller passes it on by
    /// itself, and goes on with what follows.
    fn passes(&mut self, _input: &[u8]) -> bool {
        false
    }

    /// Begins anew, as it was made, if it can.
    fn restart(&mut self) -> bool {
        false
    }

    /// Says whether the places of all that comes next will be asked for, as where a text is going
    /// on that began with a `<`, or where a later stage makes a `<` of something else. If not, only
    /// what comes from the next byte `<` of the input on has to have its exact places.
    fn need_places(&mut self, _needed: bool) {}

    /// Tells, in their order, the offset of each byte of input that is held back and may yet be
    /// the first to give a `<` of the output, or an `&`, of which HTML makes one.
    fn held(&self, tell: &mut dyn FnMut(u64));
}
