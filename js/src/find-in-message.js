// Links in raw messages and in pages.

import { Cursor } from "./cursor.js";

/** The functions that only the larger module has. */
export function messageFunctionsOf(searcher) {
  return {
    findHtml(page, options) {
      const { instance, reader } = searcher;
      const { schemes, numbers, wants } = reader.search(options);
      return reader.links(instance.callWithText("urlsift_find_html", schemes + page, ...numbers), wants);
    },

    findInMessage(message, options) {
      if (!(message instanceof Uint8Array)) throw new TypeError("a message is a Uint8Array");
      const { instance, reader } = searcher;
      const { schemes, numbers, wants } = reader.search(options);
      const cursor = new Cursor(instance.callWithBytes("urlsift_find_in_message", schemes, message, ...numbers));
      const texts = [];
      while (!cursor.isAtEnd) {
        const lengths = Array.from({ length: 4 }, () => cursor.number());
        const isHtml = cursor.number() === 1;
        const count = cursor.number();
        const [part, mediaType, header, text] = lengths.map((length) => cursor.string(length));
        const links = [];
        for (let index = 0; index < count; index++) {
          const link = reader.link(cursor);
          link.source = { ...cursor.span(), pieces: cursor.spans(link.pieces.length) };
          if (wants(link)) links.push(link);
        }
        texts.push({ part: part || undefined, mediaType: mediaType || undefined, header: header || undefined, isHtml, text, links });
      }
      return texts;
    },
  };
}
