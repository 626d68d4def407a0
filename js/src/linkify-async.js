// Links in a large document: a page must react to its user while they are made.

import { addingAnchors, collectTexts } from "./linkify.js";

/** The time in milliseconds after which a task ends. The steps in it take a few more. */
const taskLength = 10;
/** The units of a text that are searched in a step. */
const sliceLength = 1 << 15;

/** Resolves in another task. Timers would be slower: browsers delay those that timers set. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

function throwIfAborted(signal) {
  if (signal && signal.aborted) throw signal.reason ?? new DOMException("The operation was aborted", "AbortError");
}

/** Runs a generator in tasks that end soon, and returns its value. What it yields is the progress. */
async function inTasks(steps, { signal, onProgress }) {
  try {
    for (;;) {
      throwIfAborted(signal);
      const end = performance.now() + taskLength;
      let step;
      do step = steps.next();
      while (!step.done && performance.now() < end);
      if (onProgress) onProgress(step.done ? 1 : step.value);
      if (step.done) return step.value;
      await nextTask();
    }
  } finally {
    steps.return();
  }
}

/** Passes on the slices of texts, none of which ends between two surrogates. */
function* slicesOf(texts) {
  let rest = "";
  for (const text of texts) {
    for (let at = 0; at < text.length; at += sliceLength) {
      const slice = rest + text.slice(at, at + sliceLength);
      const last = slice.charCodeAt(slice.length - 1);
      const end = last >= 0xd800 && last < 0xdc00 ? slice.length - 1 : slice.length;
      rest = slice.slice(end);
      yield slice.slice(0, end);
    }
  }
  yield rest;
}

/** Makes links clickable. Yields the progress, from 0 to 1: half of it is the search. */
function* linkifying(root, openSearch, options) {
  const collecting = collectTexts(root, options.generated);
  let step;
  while (!(step = collecting.next()).done) yield 0;
  const { texts, places, length } = step.value;
  const links = [];
  const search = openSearch();
  try {
    let searched = 0;
    for (const slice of slicesOf(texts)) {
      for (const link of search.push(slice)) links.push(link);
      searched += slice.length;
      yield searched / length / 2;
    }
    for (const link of search.finish()) links.push(link);
  } finally {
    search.close();
  }
  const adding = addingAnchors(places, links, { ...options, root });
  while (!(step = adding.next()).done) yield (1 + step.value / length) / 2;
  return step.value;
}

/** Makes links clickable in tasks. `openSearch` works once `init` has resolved. */
export async function linkifyInTasks(root, init, openSearch, options, { signal, onProgress }) {
  throwIfAborted(signal);
  await init();
  return inTasks(linkifying(root, openSearch, options), { signal, onProgress });
}
