// Links in texts, and verdicts on URLs.

import { Cursor } from "./cursor.js";
import { instanceFrom, moduleFrom } from "./instance.js";
import { linkifyInTasks } from "./linkify-async.js";
import { defaultSchemes, linkifyNode } from "./linkify.js";
import { unpack } from "./lzma.js";
import { readerOf } from "./links.js";
import { anchorOptions, checkString, documentOptions, filterOptions, searchOptions, splitOptions, taskOptions } from "./options.js";
import { linkedText, spansOf } from "./spans.js";

/** An instance, and the reader of its answers, which is created when it is first needed. */
function searcherFrom(module, options) {
  const instance = instanceFrom(module);
  let reader;
  return {
    instance,
    options,
    get reader() {
      return (reader = reader ?? readerOf(instance));
    },
  };
}

/** The functions of an entry, which are more with the larger module, and have further options. */
export function functionsOf(compressed, moreOf = () => ({}), moreOptions = {}) {
  const module = moduleFrom(() => unpack(compressed));
  const known = { ...searchOptions, ...moreOptions };
  const searcher = searcherFrom(module, known);
  // A failing call replaces its instance. Searches in slices have one of their own, since they last longer than a call.
  const sliced = searcherFrom(module, known);

  const findWith = (text, options) => {
    const { instance, reader } = searcher;
    const { schemes, numbers, wants } = reader.search(options);
    return reader.links(instance.callWithText("urlsift_find", schemes + text, ...numbers), wants);
  };

  const find = (text, options = {}) => {
    checkString(text, "text");
    return findWith(text, ...splitOptions(options, known));
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

  const checkWith = ({ instance, reader }, url) => {
    const answer = instance.callWithText("urlsift_check", url);
    return reader.verdict(url, new Cursor(answer), answer[1]);
  };

  /** The scheme and the warnings of a link, with those of the URL to which it leads. */
  const judged = (from, { scheme, warnings, target, resolved }) => {
    const leadsTo = target ?? resolved;
    if (leadsTo === undefined) return { scheme, warnings };
    const verdict = checkWith(from, leadsTo);
    return { scheme: verdict.scheme, warnings: [...warnings, ...verdict.warnings] };
  };

  const adviceFrom = ({ instance }, { scheme = "", warnings }) => {
    const [advice, reason] = instance.callWithText("urlsift_advice", [scheme, ...warnings].join(" "))[1].split("\n");
    return { advice, reason };
  };

  // Whether a click may open a link at once, if its scheme is one of those that are wanted. Most have no warnings, and a
  // scheme that is always opened. For others, the caller has said that another program may open them.
  const opensFrom = (from) => (link, wanted) => {
    const { scheme, warnings } = judged(from, link);
    if (!wanted.has(scheme)) return false;
    const isOpened = defaultSchemes.includes(scheme);
    if (isOpened && warnings.length === 0) return true;
    const isNever = !isOpened && adviceFrom(from, { scheme, warnings: [] }).advice === "text";
    return !isNever && ["open", "show"].includes(adviceFrom(from, { scheme: "http", warnings }).advice);
  };
  const opens = opensFrom(searcher);

  const spans = (text, options = {}) => {
    checkString(text, "text");
    const [search, filter] = splitOptions(options, known, filterOptions);
    return spansOf(text, findWith(text, search), { ...filter, opens });
  };

  const checkNode = (node) => {
    if (typeof node !== "object" || node === null || typeof node.nodeType === "undefined") {
      throw new TypeError("the node must be a node of a document");
    }
  };

  return {
    ...moreOf(searcher, opens),
    init: () => searcher.instance.init(),
    find,
    has: (text, options) => find(text, options).length > 0,
    check(url) {
      checkString(url, "URL");
      return checkWith(searcher, url);
    },
    advice: (link) => adviceFrom(searcher, judged(searcher, link)),
    spans,
    linkifyText(text, options = {}) {
      checkString(text, "text");
      const [search, filter, anchor] = splitOptions(options, known, filterOptions, anchorOptions);
      const textOfLink = ({ pieces }) => pieces.map(({ start, end }) => text.slice(start, end)).join("");
      return linkedText(spansOf(text, findWith(text, search), { ...filter, opens }), anchor, textOfLink);
    },
    linkify(node, options = {}) {
      checkNode(node);
      const [search, ...others] = splitOptions(options, known, filterOptions, anchorOptions, documentOptions);
      return linkifyNode(node, (text) => findWith(text, search), Object.assign({ opens }, ...others));
    },
    async linkifyAsync(node, options = {}) {
      checkNode(node);
      const [search, tasks, ...others] = splitOptions(options, known, taskOptions, filterOptions, anchorOptions, documentOptions);
      const all = Object.assign({ opens: opensFrom(sliced) }, ...others);
      return linkifyInTasks(node, () => sliced.instance.init(), () => openSearch(search), all, tasks);
    },
  };
}
