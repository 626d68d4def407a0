// Links in texts, and verdicts on URLs.

import { Cursor } from "./cursor.js";
import { instanceFrom, moduleFrom } from "./instance.js";
import { slicedLinkifierOf } from "./linkify-async.js";
import { linkifierOf } from "./linkify.js";
import { readerOf } from "./links.js";

/** An instance, and the reader of its answers, which is created when it is first needed. */
function searcherFrom(module) {
  const instance = instanceFrom(module);
  let reader;
  return {
    instance,
    get reader() {
      return (reader = reader ?? readerOf(instance));
    },
  };
}

/** The functions of an entry, which are more with the larger module. */
export function functionsOf(base64, moreOf = () => ({})) {
  const module = moduleFrom(base64);
  const searcher = searcherFrom(module);
  // A failing call replaces its instance. Searches in slices have one of their own, since they last longer than a call.
  const sliced = searcherFrom(module);

  const find = (text, options) => {
    const { instance, reader } = searcher;
    const { schemes, numbers, wants } = reader.search(options);
    return reader.links(instance.callWithText("urlsift_find", schemes + text, ...numbers), wants);
  };

  const openSearch = (options) => {
    const { instance, reader } = sliced;
    const { schemes, numbers, wants } = reader.search(options);
    const search = instance.openSearch(schemes, ...numbers);
    return {
      push: (slice) => reader.links(search.push(slice), wants),
      finish: () => reader.links(search.finish(), wants),
      close: search.close,
    };
  };

  const adviceFrom = ({ instance }, { scheme = "", warnings }) => {
    const [advice, reason] = instance.callWithText("urlsift_advice", [scheme, ...warnings].join(" "))[1].split("\n");
    return { advice, reason };
  };

  // Whether a click may open a link at once. Most have no warnings, and are of a scheme that is checked elsewhere.
  const opensFrom = (from) => (link) =>
    link.warnings.length === 0 || ["open", "show"].includes(adviceFrom(from, link).advice);

  return {
    ...moreOf(searcher),
    init: () => searcher.instance.init(),
    find,
    check(url) {
      const { instance, reader } = searcher;
      const answer = instance.callWithText("urlsift_check", url);
      return reader.verdict(url, new Cursor(answer), answer[1]);
    },
    advice: (link) => adviceFrom(searcher, link),
    linkify: linkifierOf(find, opensFrom(searcher)),
    linkifyAsync: slicedLinkifierOf(() => sliced.instance.init(), openSearch, opensFrom(sliced)),
  };
}
