// Each row: the HTML of an element, and its HTML with links. The title of the page is the result.

import { linkify } from "urlsift";

import { shapes } from "../shapes.js";

const link = (url, text) => `<a href="${url}" title="${url}" rel="noopener noreferrer">${text}</a>`;
const rows = [
  ["a &lt;http://a.example/&gt; b", `a &lt;${link("http://a.example/", "http://a.example/")}&gt; b`],
  ["&lt;http://a.example/<br>b&gt;", `&lt;${link("http://a.example/b", "http://a.example/")}<br>${link("http://a.example/b", "b")}&gt;`],
  ["&lt;http://a.ex<b>ample</b>/&gt;", `&lt;${link("http://a.example/", "http://a.ex")}<b>${link("http://a.example/", "ample")}</b>${link("http://a.example/", "/")}&gt;`],
  [
    "<div>&lt;http://a.example/1&gt; &lt;http://a.example/2&gt;</div><p>&lt;http://b.example/&gt;",
    `<div>&lt;${link("http://a.example/1", "http://a.example/1")}&gt; &lt;${link("http://a.example/2", "http://a.example/2")}&gt;</div>` +
      `<p>&lt;${link("http://b.example/", "http://b.example/")}&gt;</p>`,
  ],
  // Text in links is left alone, and no link goes on after one.
  ["<a>&lt;http://a.example/&gt;</a>", "<a>&lt;http://a.example/&gt;</a>"],
  ["&lt;http://a.example/<a>x</a>\n\n&gt;", `&lt;${link("http://a.example/", "http://a.example/")}<a>x</a>\n\n&gt;`],
  // A scheme that is not wanted, and text that looks like HTML.
  ["&lt;data:text/html,x&gt; &lt;javascript://a.example/%0aalert(1)&gt;", "&lt;data:text/html,x&gt; &lt;javascript://a.example/%0aalert(1)&gt;"],
  // A link that a program has made of the text; others stay, and so does text that is in no link.
  [
    '&lt;<a class="made" href="http://a.example/">http://a.example/</a>\nb&gt; <a class="made" href="http://c.example">c.example</a>',
    `&lt;${link("http://a.example/b", "http://a.example/")}\n${link("http://a.example/b", "b")}&gt; <a class="made" href="http://c.example">c.example</a>`,
  ],
  ["&lt;http://a.example/?\"onclick=\"x&gt;", null],
];

rows.push(["&lt;http://a.example/&gt; ".repeat(20_000), `&lt;${link("http://a.example/", "http://a.example/")}&gt; `.repeat(20_000)]);

const failures = [];
for (const [html, ...expected] of shapes) {
  const element = document.createElement("div");
  element.innerHTML = html;
  const text = element.textContent;
  linkify(element);
  const urls = Array.from(element.querySelectorAll("a[href]"), ({ href }) => href).filter((url, index, all) => url !== all[index - 1]);
  if (String(urls) !== String(expected) || element.textContent !== text) failures.push(`${html}: ${urls}`);
}
for (const [html, expected] of rows) {
  const element = document.createElement("div");
  element.innerHTML = html;
  const text = element.textContent;
  linkify(element, { generated: "a.made", kinds: "delimited" });
  const wrong = expected === null ? element.querySelector("[onclick]") : element.innerHTML !== expected;
  if (wrong || element.textContent !== text) failures.push(`${html}: ${element.innerHTML}`);
}

// Links of all kinds, where they are wanted.
const all = document.createElement("div");
all.textContent = 'See http://a.example/b. "http://c.example/"';
linkify(all);
const expectedOfAll = `See ${link("http://a.example/b", "http://a.example/b")}. "${link("http://c.example/", "http://c.example/")}"`;
if (all.innerHTML !== expectedOfAll) failures.push(`all kinds: ${all.innerHTML}`);

// Scripts can nest elements deeper than a parser does.
const deep = document.createElement("div");
let innermost = deep;
for (let depth = 0; depth < 50_000; depth++) innermost = innermost.appendChild(document.createElement("span"));
innermost.textContent = "<http://a.example/>";
linkify(deep);
if (innermost.innerHTML !== `&lt;${link("http://a.example/", "http://a.example/")}&gt;`) failures.push(`deep: ${innermost.innerHTML}`);

// Without the slashes, such a URL is relative on a page of its scheme: clients read other hosts, so that it is no link.
const base = document.createElement("base");
base.href = "https://mail.example/inbox/";
document.head.append(base);
const relative = document.createElement("div");
relative.textContent = "<https:/logout?now> <https:settings/delete>";
linkify(relative);
if (relative.querySelector("a")) failures.push(`relative: ${relative.innerHTML}`);
base.remove();

// A control hides the property of its form that has its name, and an image that of the document. These are all
// properties that a module reads, and many more.
const names = new Set(Array.from(document.querySelector("script").textContent.matchAll(/(?:\.|, ")(\w+)/g), ([, name]) => name));
if (!["lastChild", "previousSibling", "matches", "ownerDocument"].every((name) => names.has(name))) failures.push("names");
const form = (name, text) =>
  `<form id="f"><b>${text}</b><input name="${name}"><input id="${name}"></form><input form="f" name="${name}">`;
const attached = document.createElement("div");
document.body.append(attached);
for (const name of names) {
  attached.innerHTML = form(name, "&lt;http://a.example/&gt;");
  linkify(attached.firstChild);
  const linked = form(name, `&lt;${link("http://a.example/", "http://a.example/")}&gt;`);
  if (attached.innerHTML !== linked) failures.push(`form: ${name}: ${attached.innerHTML}`);
  const page = new DOMParser().parseFromString(`<img name="${name}"><form name="${name}"></form><b>&lt;http://a.example/&gt;`, "text/html");
  linkify(page);
  if (Document.prototype.querySelectorAll.call(page, "b a").length !== 1) failures.push(`document: ${name}`);
}
attached.remove();

// What a user edits stays, in it and below it.
const edited = document.createElement("div");
const url = "&lt;http://a.example/&gt;";
edited.innerHTML = `<p contenteditable>${url}</p><p contenteditable="TRUE">${url}<b>${url}</b></p><p contenteditable="plaintext-only">${url}</p><p contenteditable="false">${url}</p>`;
linkify(edited.querySelector("b"));
linkify(edited.querySelector("p").firstChild);
linkify(edited);
if (edited.querySelectorAll("a").length !== 1 || !edited.querySelector("[contenteditable=false] a")) failures.push(`edited: ${edited.innerHTML}`);

// The title is no place for a link.
const page = document.implementation.createHTMLDocument("Re: <http://a.example/>");
page.body.textContent = "<http://b.example/>";
linkify(page);
if (page.title !== "Re: <http://a.example/>" || page.links.length !== 1) failures.push(`title: ${page.documentElement.outerHTML}`);

// Another look, and another text.
const looks = document.createElement("div");
looks.innerHTML = "see &lt;http://a.example/<i>long</i>/path&gt; http://b.example/";
linkify(looks, { filter: ({ host }) => host === "a.example", format: ({ host }) => `<${host}>`, target: "_blank", className: "c", rel: "ugc", attributes: { "data-x": "1" } });
const look = '<a href="http://a.example/long/path" title="http://a.example/long/path" rel="ugc" target="_blank" class="c" data-x="1">&lt;a.example&gt;</a>';
if (looks.innerHTML !== `see &lt;${look}<i></i>&gt; http://b.example/`) failures.push(`look: ${looks.innerHTML}`);
looks.innerHTML = "http://a.example/long/path";
linkify(looks, { truncate: 20 });
if (looks.innerHTML !== link("http://a.example/long/path", "http://a.example/lo\u2026")) failures.push(`cut: ${looks.innerHTML}`);

document.title = failures.length === 0 ? `passed ${rows.length} and ${shapes.length}` : "failed";
document.body.textContent = failures.join("\n");
