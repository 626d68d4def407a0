// Links in texts, and verdicts on URLs.

import { Cursor } from "./cursor.js";

/** The functions that search texts and validate URLs, for an instance of the module. */
export function finderOf(instance, reader) {
  return {
    find(text, options) {
      const { schemes, numbers, wants } = reader.search(options);
      const cursor = new Cursor(instance.callWithText("urlsift_find", schemes + text, ...numbers));
      const links = [];
      while (!cursor.isAtEnd) {
        const link = reader.link(cursor);
        if (wants(link)) links.push(link);
      }
      return links;
    },

    check(url) {
      const answer = instance.callWithText("urlsift_check", url);
      return reader.verdict(url, new Cursor(answer), answer[1]);
    },
  };
}
