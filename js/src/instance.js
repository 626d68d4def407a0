// Instances of the module of crates/wasm, whose docs say what is in its answers.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A module, from a function that returns its bytes. It is compiled once, when it is first needed: in the call that needs
 * it, or before by `init`.
 */
export function moduleFrom(bytes) {
  let module;
  let compiling;
  return {
    get() {
      if (module) return module;
      try {
        module = new WebAssembly.Module(bytes());
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause;
        throw new Error("this thread compiles no module of this size in a call: await init() first", { cause });
      }
      return module;
    },
    async init() {
      compiling = compiling || WebAssembly.compile(bytes());
      try {
        const compiled = await compiling;
        return (module = module || compiled);
      } catch (error) {
        compiling = undefined;
        throw error;
      }
    },
  };
}

/**
 * An instance of a module. Its methods call one of the functions of the module, and return the numbers and the string
 * of the answer. They throw a `RangeError` if the module's memory has no room for the input or the answer, and an
 * `Error` if the module has a fault. The next call after that creates the instance again.
 */
export function instanceFrom(module) {
  let wasm;

  /** Returns the error of a call that has failed, and drops its instance, which must not be used again. */
  const failure = (isTooLarge, cause) => {
    wasm = undefined;
    return isTooLarge ? new RangeError("the input is too large", { cause }) : new Error("internal error", { cause });
  };

  const current = () => {
    if (!wasm) wasm = new WebAssembly.Instance(module.get()).exports;
    return wasm;
  };

  /** Calls a function of the module that returns an address or a number. */
  const numberFrom = (name, ...numbers) => {
    const exports = current();
    try {
      // Addresses are returned as signed numbers.
      return exports[name](...numbers) >>> 0;
    } catch (cause) {
      // A list of 2 GiB ends in a trap, too: it doubles from 1 GiB.
      const isLarge = exports.memory.buffer.byteLength >= 2 ** 30;
      throw failure(isLarge || exports.urlsift_is_out_of_memory() !== 0, cause);
    }
  };

  /** Memory for the input, until the next call. */
  const reserve = (length) => {
    // The module has no longer slices.
    if (length >= 2 ** 31) throw failure(true);
    const start = numberFrom("urlsift_reserve", length);
    // Created after the call: when the memory grows, its buffer is replaced.
    return new Uint8Array(wasm.memory.buffer, start, length);
  };

  /** Writes a text to the input, and returns its length in bytes. */
  const write = (text) => encoder.encodeInto(text, reserve(3 * text.length)).written;

  const decode = (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch (cause) {
      // A string has a maximum length, which depends on the host.
      throw failure(true, cause);
    }
  };

  const call = (name, ...rest) => {
    const slices = numberFrom(name, ...rest);
    const [numbers, count, string, stringLength] = new Uint32Array(wasm.memory.buffer, slices, 4);
    const text = decode(new Uint8Array(wasm.memory.buffer, string, stringLength));
    return [new Uint32Array(wasm.memory.buffer, numbers, count), text];
  };

  return {
    /** Compiles the module and creates the instance, without blocking the thread. */
    async init() {
      const { exports } = await WebAssembly.instantiate(await module.init());
      wasm = wasm || exports;
    },

    callWithText: (name, text, ...rest) => call(name, write(text), ...rest),

    /** Calls a function with a string in ASCII and bytes after it. */
    callWithBytes(name, head, bytes, ...rest) {
      const input = reserve(head.length + bytes.length);
      encoder.encodeInto(head, input);
      input.set(bytes, head.length);
      return call(name, input.length, ...rest);
    },

    /**
     * Opens a search of a text in slices. A slice must not end between two surrogates. Other searches in this instance
     * may be open at the same time.
     */
    openSearch(schemes, ...rest) {
      const search = numberFrom("urlsift_open_search", write(schemes), ...rest);
      const exports = wasm;
      let isOpen = true;
      const check = () => {
        // Another search has failed, and its instance, which was that of this one, is lost.
        if (!isOpen || wasm !== exports) throw new Error("internal error");
      };
      const finish = () => {
        check();
        // Another search may get the number.
        isOpen = false;
        return call("urlsift_close_search", search);
      };
      return {
        push(slice) {
          check();
          return call("urlsift_search_slice", write(slice), search);
        },
        finish,
        close() {
          if (isOpen && wasm === exports) finish();
        },
      };
    },
  };
}
