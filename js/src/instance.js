// The module of crates/wasm, whose docs say what is in its answers.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Instantiates the module. The functions that are returned call one of its functions, and return the numbers and the string
 * of its answer. They throw a `RangeError` if the module's memory has no room for the input or the answer.
 */
export async function instantiate(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const { module, instance } = await WebAssembly.instantiate(bytes);
  let wasm = instance.exports;

  /** Runs a function that calls the module. An instance in which a call has failed is not used again. */
  const run = (callModule) => {
    wasm ??= new WebAssembly.Instance(module).exports;
    try {
      return callModule();
    } catch (cause) {
      wasm = undefined;
      throw new RangeError("the input is too large", { cause });
    }
  };

  /** Memory for the input, until the next call. */
  const reserve = (len) =>
    run(() => {
      // Addresses are returned with a sign. If the memory has grown, it has another buffer now.
      const start = wasm.urlsift_reserve(len) >>> 0;
      return new Uint8Array(wasm.memory.buffer, start, len);
    });

  const call = (name, len, ...rest) =>
    run(() => {
      const slices = wasm[name](len, ...rest) >>> 0;
      const [numbers, count, string, stringLen] = new Uint32Array(wasm.memory.buffer, slices, 4);
      return [
        new Uint32Array(wasm.memory.buffer, numbers, count),
        decoder.decode(new Uint8Array(wasm.memory.buffer, string, stringLen)),
      ];
    });

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
