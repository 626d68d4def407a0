// The module of crates/wasm, whose docs say what is in its answers.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Instantiates the module. The functions that are returned call one of its functions, and return the numbers and the
 * string of its answer. They throw a `RangeError` if the module's memory has no room for the input or the answer, and
 * an `Error` if the module has a fault.
 */
export async function instantiate(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const { module, instance } = await WebAssembly.instantiate(bytes);
  let wasm = instance.exports;

  /** Returns the error of a call that has failed, and drops its instance, which must not be used again. */
  const failure = (isTooLarge, cause) => {
    wasm = undefined;
    return isTooLarge ? new RangeError("the input is too large", { cause }) : new Error("internal error", { cause });
  };

  /** Calls a function of the module that returns an address. */
  const addressFrom = (name, ...numbers) => {
    wasm ??= new WebAssembly.Instance(module).exports;
    try {
      // Addresses are returned as signed numbers.
      return wasm[name](...numbers) >>> 0;
    } catch (cause) {
      throw failure(wasm.urlsift_is_out_of_memory() !== 0, cause);
    }
  };

  /** Memory for the input, until the next call. */
  const reserve = (len) => {
    // WebAssembly would take the length modulo 2^32.
    if (len >= 2 ** 32) throw failure(true);
    const start = addressFrom("urlsift_reserve", len);
    // Created after the call: when the memory grows, its buffer is replaced.
    return new Uint8Array(wasm.memory.buffer, start, len);
  };

  const decode = (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch (cause) {
      // A string has a maximum length, which depends on the host.
      throw failure(true, cause);
    }
  };

  const call = (name, ...rest) => {
    const slices = addressFrom(name, ...rest);
    const [numbers, count, string, stringLen] = new Uint32Array(wasm.memory.buffer, slices, 4);
    const text = decode(new Uint8Array(wasm.memory.buffer, string, stringLen));
    return [new Uint32Array(wasm.memory.buffer, numbers, count), text];
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
