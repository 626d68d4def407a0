// `linkifyAsync` makes the links of `linkify`, in short tasks. The title of the page is the result.

import { linkify, linkifyAsync } from "urlsift";

const failures = [];
const expect = (name, isTrue) => {
  if (!isTrue) failures.push(name);
};
const copyOf = (html) => {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
};

/** Makes the links of a page both ways. Returns the links and the progress. */
async function compare(name, html, options) {
  const [atOnce, inTasks] = [copyOf(html), copyOf(html)];
  const expected = linkify(atOnce, options);
  const progress = [];
  const found = await linkifyAsync(inTasks, { ...options, onProgress: (done) => progress.push(done) });
  expect(`${name}: document`, inTasks.innerHTML === atOnce.innerHTML && expected.length > 0);
  expect(`${name}: links`, JSON.stringify(found.map(({ link }) => link)) === JSON.stringify(expected.map(({ link }) => link)));
  expect(`${name}: anchors`, found.every(({ anchors }) => anchors.length > 0 && anchors.every((anchor) => inTasks.contains(anchor))));
  expect(`${name}: progress`, progress[progress.length - 1] === 1 && progress.every((done, index) => done >= (progress[index - 1] ?? 0)));
  return progress.length;
}

// Links at each border of a slice, and across text nodes and elements.
const slice = 1 << 15;
for (let before = slice - 40; before <= slice + 2; before++) {
  await compare(`slice ${before}`, `${"x".repeat(before - 1)} http://a.example/<b>\u{1f517}b</b>c &lt;http://d.exam<br>ple/<i>e</i>&gt;`);
}
const made = '&lt;<a class="made" href="http://a.example/">http://a.example/</a>\nb&gt; http://c.example/';
await compare("generated", made.repeat(3), { generated: "a.made" });
await compare("one node with many links", "http://a.example/ http://b.example/.".repeat(3000));

// 10 MB in many nodes, and in one.
const line = (index) =>
  `Somebody wrote about http://a${index % 97}.example/path/${index}?q=1 in a line of a mail that is not that long.\n` +
  "The quick brown fox jumps over the lazy dog, and so on, until the line ends here.\n".repeat(4);
const lines = Array.from({ length: 24_000 }, (_, index) => line(index));
const large = { many: lines.map((text) => `<pre>${text}</pre>`).join(""), one: `<pre>${lines.join("")}</pre>` };
const longest = {};
for (const [name, html] of Object.entries(large)) {
  const element = copyOf(html);
  // Not before the parser's garbage is collected.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  let before = performance.now();
  const tasks = [];
  const beat = () => {
    const now = performance.now();
    tasks.push(now - before);
    before = now;
  };
  const found = await linkifyAsync(element, { onProgress: beat });
  tasks.sort((a, b) => a - b);
  // Not the longest one: other programs may have interrupted it.
  const usual = tasks[Math.floor(tasks.length / 2)];
  longest[name] = tasks[tasks.length - 1];
  expect(`large ${name}: tasks of ${Math.round(usual)} ms`, usual < 100);
  expect(`large ${name}: ${found.length}`, found.length === lines.length);
}
expect("many tasks", (await compare("large one", large.one)) > 8);

// What the page changes while it is searched is left alone.
const changed = copyOf(lines.slice(0, 3000).map((text) => `<p>${text}</p>`).join(""));
const count = changed.childElementCount;
let change = () => {
  const [first, second, third, fourth] = changed.children;
  first.firstChild.data = "http://changed.example/";
  second.remove();
  third.contentEditable = "true";
  fourth.firstChild.appendData(" more");
  change = () => {};
};
const kept = await linkifyAsync(changed, { onProgress: (done) => done > 0 && change() });
expect(`changed: ${kept.length}`, kept.length === count - 4 && changed.querySelectorAll("a").length === count - 4);
expect("changed: anchors", kept.every(({ anchors }) => anchors.every((anchor) => changed.contains(anchor))));

// The text stays, whenever the work is aborted.
for (const part of [0, 0.1, 0.6, 0.9]) {
  const aborted = copyOf(large.one);
  const text = aborted.textContent;
  const controller = new AbortController();
  const reason = new Error("enough");
  if (part === 0) controller.abort(reason);
  let error;
  await linkifyAsync(aborted, {
    signal: controller.signal,
    onProgress: (done) => done >= part && controller.abort(reason),
  }).catch((thrown) => (error = thrown));
  const anchors = aborted.querySelectorAll("a").length;
  expect(`aborted at ${part}: ${error}`, error === reason);
  expect(`aborted at ${part}: ${anchors}`, aborted.textContent === text && anchors < lines.length && anchors > 0 === part > 0.5);
}

// Several at the same time.
const several = Array.from({ length: 8 }, (_, index) => copyOf(lines.slice(index * 500, index * 500 + 2000).join("")));
const counts = await Promise.all(several.map((element) => linkifyAsync(element)));
expect("several", counts.every(({ length }) => length === 2000));

const tasks = Object.entries(longest).map(([name, ms]) => `${name} ${Math.round(ms)} ms`);
document.title = failures.length === 0 ? `passed, longest task: ${tasks.join(", ")}` : "failed";
document.body.textContent = failures.join("\n");
