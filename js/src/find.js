// Links in texts, and verdicts on URLs.

import { Cursor } from "./cursor.js";

/** The functions that search texts and validate URLs, for an instance of the module. */
export function finderOf(instance, reader) {
  return {
    find(text, options) {
      const { schemes, numbers, wants } = reader.search(options);
      return reader.links(instance.callWithText("urlsift_find", schemes + text, ...numbers), wants);
    },

    check(url) {
      const answer = instance.callWithText("urlsift_check", url);
      return reader.verdict(url, new Cursor(answer), answer[1]);
    },
  };
}
