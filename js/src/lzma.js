// A decoder of LZMA, in which the module is compressed. After gzip, a script with it is two fifths smaller than one with
// the module itself, which base64 makes hard to compress, and a quarter smaller than one with a module in gzip, which
// hosts decode. It takes some 50 milliseconds for 400 kB.
//
// The parameters are lc=3, lp=0 and pb=0. The names are those of the LZMA specification.

// Where the probabilities of each kind begin.
const [isMatch, isRep, isRepG0, isRepG1, isRepG2, isRep0Long] = [0, 12, 24, 36, 48, 60];
const [posSlots, posSpecial, align, matchLength, repLength, literals] = [72, 328, 443, 459, 733, 1007];

/** Decompresses a raw stream to an array of bytes. */
function decompress(source, length) {
  const out = new Uint8Array(length);
  const probs = new Uint16Array(literals + 8 * 0x300).fill(1024);
  // The range and the code: in variables, they would be objects.
  const coder = new Uint32Array([2 ** 32 - 1, 0]);
  let at = 1;
  while (at < 5) coder[1] = coder[1] * 256 + source[at++];

  const normalize = () => {
    if (coder[0] >= 2 ** 24) return;
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | source[at++];
  };
  const bit = (index) => {
    const prob = probs[index];
    const bound = (coder[0] >>> 11) * prob;
    const isSet = coder[1] >= bound;
    if (isSet) {
      coder[0] -= bound;
      coder[1] -= bound;
      probs[index] = prob - (prob >> 5);
    } else {
      coder[0] = bound;
      probs[index] = prob + ((2048 - prob) >> 5);
    }
    normalize();
    return isSet ? 1 : 0;
  };
  const tree = (base, bits) => {
    let symbol = 1;
    while (symbol < 1 << bits) symbol = 2 * symbol + bit(base + symbol);
    return symbol - (1 << bits);
  };
  const reverseTree = (base, bits) => {
    let [symbol, value] = [1, 0];
    for (let index = 0; index < bits; index++) {
      const next = bit(base + symbol);
      symbol = 2 * symbol + next;
      value += next << index;
    }
    return value;
  };
  const directBits = (bits) => {
    let value = 0;
    for (; bits > 0; bits--) {
      coder[0] >>>= 1;
      const isSet = coder[1] >= coder[0];
      if (isSet) coder[1] -= coder[0];
      value = 2 * value + (isSet ? 1 : 0);
      normalize();
    }
    return value;
  };
  const lengthFrom = (base) => {
    if (!bit(base)) return 2 + tree(base + 2, 3);
    return bit(base + 1) ? 18 + tree(base + 18, 8) : 10 + tree(base + 10, 3);
  };
  const distanceFrom = (length) => {
    const slot = tree(posSlots + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const distance = (2 + (slot & 1)) << bits;
    if (slot < 14) return distance + reverseTree(posSpecial + distance - slot, bits);
    return distance + 16 * directBits(bits - 4) + reverseTree(align, 4);
  };

  let state = 0;
  let reps = [0, 0, 0, 0];
  let position = 0;
  const literal = () => {
    const base = literals + 0x300 * (position > 0 ? out[position - 1] >> 5 : 0);
    let symbol = 1;
    // After a match, the byte that it would have had next is a hint, as far as the bits agree.
    for (let hint = state >= 7 ? out[position - reps[0] - 1] : -1; hint >= 0 && symbol < 256; hint = (2 * hint) & 255) {
      const expected = hint >> 7;
      const next = bit(base + 256 * (1 + expected) + symbol);
      symbol = 2 * symbol + next;
      if (next !== expected) break;
    }
    while (symbol < 256) symbol = 2 * symbol + bit(base + symbol);
    out[position++] = symbol;
    state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
  };
  while (position < length) {
    if (!bit(isMatch + state)) {
      literal();
      continue;
    }
    let count = 1;
    if (!bit(isRep + state)) {
      count = lengthFrom(matchLength);
      reps = [distanceFrom(count), reps[0], reps[1], reps[2]];
      state = state < 7 ? 7 : 10;
    } else {
      const which = !bit(isRepG0 + state) ? 0 : !bit(isRepG1 + state) ? 1 : 2 + bit(isRepG2 + state);
      if (which === 0 && !bit(isRep0Long + state)) {
        state = state < 7 ? 9 : 11;
      } else {
        reps.unshift(...reps.splice(which, 1));
        count = lengthFrom(repLength);
        state = state < 7 ? 8 : 11;
      }
    }
    for (; count > 0; count--, position++) out[position] = out[position - reps[0] - 1];
  }
  return out;
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const chars = atob(base64);
  const bytes = new Uint8Array(chars.length);
  for (let index = 0; index < chars.length; index++) bytes[index] = chars.charCodeAt(index);
  return bytes;
}

/** The bytes of a module that `js/build` has compressed. */
export const unpack = ({ lzma, length }) => decompress(bytesOf(lzma), length);
