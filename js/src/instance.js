// The module of crates/wasm, whose docs say what is in its answers.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Instantiates the module. The functions that are returned call one of its functions, and return the numbers and the string of its answer. */
export async function instantiate(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes);
  const wasm = instance.exports;

  /** Memory for the input, until the next call. */
  const reserve = (len) => {
    const start = wasm.urlsift_reserve(len);
    // If the memory has grown, it has another buffer now.
    return new Uint8Array(wasm.memory.buffer, start, len);
  };

  const call = (name, len, ...rest) => {
    const places = wasm[name](len, ...rest);
    const [numbers, count, string, stringLen] = new Uint32Array(wasm.memory.buffer, places, 4);
    return [
      new Uint32Array(wasm.memory.buffer, numbers, count),
      decoder.decode(new Uint8Array(wasm.memory.buffer, string, stringLen)),
    ];
  };

  return {
    callWithText(name, text, ...rest) {
      const { written } = encoder.encodeInto(text, reserve(3 * text.length));
      return call(name, written, ...rest);
    },
    /** Calls a function with a string in ASCII and bytes after it. */
    callWithBytes(name, head, bytes, ...rest) {
      const input = reserve(head.length + bytes.length);
      encoder.encodeInto(head, input);
      input.set(bytes, head.length);
      return call(name, input.length, ...rest);
    },
  };
}
