// Links in strings, without a document: what is clickable, and that nothing else of the text becomes HTML.

import assert from "node:assert/strict";
import test from "node:test";

import { find, has, linkify, linkifyAsync, linkifyText, spans } from "urlsift";
import * as message from "urlsift/message";

const { findHtml, findInMessage, linkifyHtml } = message;

const anchor = (href, html, more = "") => `<a href="${href}" title="${href}" rel="noopener noreferrer"${more}>${html}</a>`;

test("a text as HTML", () => {
  const rows = [
    ["", ""],
    ["1 < 2 & \"3\" > '0'", "1 &lt; 2 &amp; &quot;3&quot; &gt; &#39;0&#39;"],
    ["See http://a.example/b. <x>", `See ${anchor("http://a.example/b", "http://a.example/b")}. &lt;x&gt;`],
    ["> <http://a.example/\n> b>", `&gt; &lt;${anchor("http://a.example/b", "http://a.example/")}\n&gt; ${anchor("http://a.example/b", "b")}&gt;`],
    ["http://a.example/?b=1&c='2", anchor("http://a.example/?b=1&amp;c=%272", "http://a.example/?b=1&amp;c=&#39;2")],
    ["<http://a.example/\"onclick=\"alert(1)>", `&lt;${anchor("http://a.example/", "http://a.example/")}&quot;onclick=&quot;alert(1)&gt;`],
  ];
  for (const [text, html] of rows) assert.equal(linkifyText(text), html);
});

test("no hostile link can be clicked, whatever the options", () => {
  const schemes = ["javascript", "data", "vbscript", "file", "blob", "about", "view-source"];
  const texts = [
    ...schemes.flatMap((scheme) => [`<${scheme}:alert(1)>`, `<${scheme}://a.example/%0aalert(1)>`, `${scheme.toUpperCase()}:x`, `<URL:${scheme}:x>`]),
    "<http://bank.example@a.example/>",
    "<http://256.1.1.1/>",
  ];
  const options = { conforms: "none", schemes, openSchemes: [...schemes, "http"], filter: () => true };
  for (const text of texts) {
    assert.ok(!linkifyText(text, options).includes("<a"), text);
    assert.ok(Array.from(spans(text, options)).every(({ link, href }) => !link && !href), text);
    assert.ok(!linkifyHtml(text.replaceAll("<", "&lt;"), options).includes("<a"), text);
  }
  // Another program may open what the caller asks for.
  assert.equal(linkifyText("<tel:+1>"), "&lt;tel:+1&gt;");
  assert.equal(linkifyText("<tel:+1>", { openSchemes: ["tel"] }), `&lt;${anchor("tel:+1", "tel:+1")}&gt;`);
});

test("what a link looks like", () => {
  const text = "see http://a.example/long/path\nor <http://b.example/\n> c>";
  const [a, b] = ["http://a.example/long/path", "http://b.example/c"];
  assert.equal(linkifyText(text, { filter: ({ host }) => host === "a.example", target: "_blank", className: "x", rel: "ugc", attributes: { title: "<T>", "data-n": "1" } }),
    `see <a href="${a}" title="&lt;T&gt;" rel="ugc" target="_blank" class="x" data-n="1">${a}</a>\nor &lt;http://b.example/\n&gt; c&gt;`);
  const upper = { Title: "t", REL: "ugc", Class: "x" };
  assert.equal(linkifyText("http://a.example/", { openSchemes: ["HTTP"], attributes: upper }),
    '<a href="http://a.example/" title="t" rel="ugc" class="x">http://a.example/</a>');
  assert.equal(linkifyText(text, { format: ({ host }) => `<${host}>` }), `see ${anchor(a, "&lt;a.example&gt;")}\nor &lt;${anchor(b, "&lt;b.example&gt;")}\n&gt; &gt;`);
  const shown = (truncate, link = a) => linkifyText(link, { truncate }).match(/>(.*)</)[1];
  // Never before the end of the host.
  assert.deepEqual([1, 17, 18, 20, 25, 26].map((length) => shown(length)), [
    "http://a.example…", "http://a.example…", "http://a.example/…", "http://a.example/lo…", "http://a.example/long/pa…", a,
  ]);
  assert.equal(shown(5, "http://http/abcdef"), "http://http…");
  assert.equal(shown(14, "http://b.at/x\u{1f600}yyyyyy"), "http://b.at/x…");
});

test("parts of a text", () => {
  const text = "a http://a.example/ <http://b.example/\n> c>";
  const found = Array.from(spans(text));
  assert.equal(found.map((span) => span.text).join(""), text);
  assert.deepEqual(found.map(({ link, href }) => href === undefined ? link : [link.url, href]), [
    undefined, ["http://a.example/", "http://a.example/"], undefined, ["http://b.example/c", "http://b.example/c"], undefined, ["http://b.example/c", "http://b.example/c"], undefined,
  ]);
  for (const { start, end, text: part } of found) assert.equal(text.slice(start, end), part);
  assert.deepEqual(Array.from(spans("")), []);
  assert.deepEqual([has(text), has("no link"), has("www.a.example"), has("www.a.example", { www: true })], [true, false, false, true]);
});

test("a page as HTML", () => {
  const [a, b] = ["http://a.example/", "http://b.example/"];
  const rows = [
    [`<p title="${a}">see ${a}</p>`, `<p title="${a}">see ${anchor(a, a)}</p>`],
    [`&lt;http://a.example/?b&amp;c&gt;`, `&lt;${anchor("http://a.example/?b&amp;c", "http://a.example/?b&amp;c")}&gt;`],
    [`http://a.ex<b title=">">ample</b>/`, `${anchor(a, "http://a.ex")}<b title=">">${anchor(a, "ample")}</b>${anchor(a, "/")}`],
    [`http://a.ex<b a"=">">ample</b>/`, `${anchor(a, "http://a.ex")}<b a"=">">${anchor(a, "ample")}</b>${anchor(a, "/")}`],
    [`<a href=x>${a}</a> ${b}`, `<a href=x>${a}</a> ${anchor(b, b)}`],
    [`<p ContentEditable=TRUE>${a}</P x="y"> ${b}`, `<p ContentEditable=TRUE>${a}</P x="y"> ${anchor(b, b)}`],
    [`<button>${a}</button> ${b}`, `<button>${a}</button> ${anchor(b, b)}`],
    [`<title>${a}</title><textarea>${a}</textarea><script>"${a}"</script><!-- ${a} --><style>${a}</style> ${b}`,
      `<title>${a}</title><textarea>${a}</textarea><script>"${a}"</script><!-- ${a} --><style>${a}</style> ${anchor(b, b)}`],
    [`<center>${a}x</center>Unsubscribe`, `<center>${anchor(`${a}x`, `${a}x`)}</center>Unsubscribe`],
    ["&lt;javascript:alert(1)&gt; <a href='javascript:x'>y</a>", "&lt;javascript:alert(1)&gt; <a href='javascript:x'>y</a>"],
  ];
  for (const [page, html] of rows) assert.equal(linkifyHtml(page), html);
  assert.equal(linkifyHtml(`${a}<b>b</b>`, { format: () => "<x>" }), `${anchor(`${a}b`, "&lt;x&gt;")}<b></b>`);
});

test("a page in which parsers may disagree gets no link that is not in its text", () => {
  const url = "http://a.example/onmouseover=alert(1)//";
  const pages = [
    `<p title="${url}">`, `<p title='${url}'>`, `<p title=${url}>`, `<p a"="${url}">`, `<p a='="${url}'>`, `<p a/"=">${url}">`, `<p ="${url}">`,
    `<p a = "x>${url}">`, `<p a=b"c>x</p><p title="${url}">`, `<!--${url}-->`, `<!--> --><p title="-->${url}">`, `<!-- --!><p title="${url}">`,
    `<!x ${url}>`, `<?x ${url}>`, `</ ${url}>`, `<script>"${url}"</script>`, `<script><!--<script></script>${url}--></script>`,
    `<noscript><p title="</noscript>${url}">`, `<noscript><!--</noscript><b title="-->${url}">`, `<svg><style><a title="</style></svg>${url}">`,
    `<math><mtext><title><a title="</title></math>${url}">`, `<select><style><a title="</style></select>${url}">`,
    `<svg><![CDATA[</svg><p title="]]>${url}">`, `<p contenteditable><b></b>${url}</b>`, `<template><p title="</template>${url}">`, `<p title="${url}`, `<a>${url}`,
  ];
  // Elements that are displayed in another way have other names in the search.
  const shown = pages.map((page) => page.replace(/<([pb]) /g, (_, name) => `<${name} style=display:${name === "p" ? "inline" : "block"} `));
  for (const page of [...pages, ...shown]) assert.equal(linkifyHtml(page), page);
});

test("a page of any size", () => {
  const url = "http://a.example/";
  const long = "x".repeat(20_000_000);
  for (const tag of [
    `<p ${"a ".repeat(2_000_000)}>`, `<p ${"a='>' ".repeat(1_000_000)}>`, `<img src="data:,${long}">`, `<img src=${long}>`, `<p ${long}>`,
    `<p${" ".repeat(20_000_000)}>`, `<p a${" ".repeat(20_000_000)}=>`, `<${long}>`, `<!--${long}-->`, `<!${long}>`, `<style>${long}</style>`,
  ]) {
    const html = linkifyHtml(`${tag}${url}`);
    assert.ok(html.endsWith(`>${anchor(url, url)}`), `${tag.slice(0, 20)} ${html.slice(-200)}`);
  }
});

test("a page takes linear time", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `<x${index} contenteditable>`).join("");
  for (const part of ["<a ", '<a "', "<!--", "<b style=display:block>", "<p contenteditable>", "</p>", names, "<a>http://a.example/ ", "http://a.example/ <b>", "<title>"]) {
    const [small, large] = [100_000, 1_600_000].map((length) => {
      const page = part.repeat(length / part.length);
      const start = performance.now();
      linkifyHtml(page);
      return performance.now() - start;
    });
    assert.ok(large < 1000 + 64 * small, `${part}: ${small} ms, ${large} ms`);
  }
});

test("the attributes of a message: what they show, and hosts that differ", () => {
  const body = '<p>Hi <a href="http://evil.example/">http://bank.example/</a> <img src="http://i.example/" alt="x">';
  const raw = new TextEncoder().encode(`Content-Type: text/html\n\n${body}`);
  const { text, links } = findInMessage(raw).find(({ isHtml }) => isHtml);
  const link = links.find(({ kind, url }) => kind === "attribute" && url === "http://evil.example/");
  assert.deepEqual([link.element, link.attribute, link.text, link.textHost, link.linkHost], ["a", "href", "http://bank.example/", "bank.example", "evil.example"]);
  assert.equal(text.slice(link.shown.start, link.shown.end), "http://bank.example/");
  const image = links.find(({ url }) => url === "http://i.example/");
  assert.deepEqual([image.element, image.attribute, image.shown], ["img", "src", undefined]);
  const [first] = findHtml(body);
  assert.deepEqual([first.element, first.attribute, first.text], ["a", "href", "http://bank.example/"]);
});

test("targets, defanged links and guesses", () => {
  const wrapped = "https://eur01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.example%2Fb&data=1";
  const page = `<a href="${wrapped}">x</a>`;
  assert.equal(findHtml(page)[0].target, undefined);
  assert.equal(findHtml(page, { unwrap: true })[0].target, "http://a.example/b");
  // A click leads to the target.
  const isClickable = (url, options) => message.linkifyText(url, { unwrap: true, ...options }).startsWith("<a");
  const to = (target) => wrapped.replace("http%3A%2F%2F", target);
  assert.ok(isClickable(to("http%3A%2F%2F")) && !isClickable(to("http%3A%2F%2F"), { openSchemes: ["https"] }));
  assert.ok(!isClickable(to("javascript%3A%2F%2F"), { openSchemes: ["https", "javascript"] }));
  assert.ok(!isClickable(to("tel%3A")) && isClickable(to("tel%3A"), { openSchemes: ["https", "tel"] }));
  assert.ok(!isClickable(to("http%3A%2F%2Fbank.example%40")));
  assert.throws(() => find("", { unwrap: true }), TypeError);
  const text = "see hxxp://a[.]example/b";
  assert.deepEqual(message.find(text), []);
  const [defanged] = message.find(text, { refang: true });
  assert.deepEqual([defanged.url, defanged.warnings, text.slice(defanged.start, defanged.end)], ["http://a.example/b", ["refanged"], text.slice(4)]);
  // It was made unclickable on purpose.
  assert.equal(message.linkifyText(text, { refang: true }), text);
  const [damaged] = findHtml("(&lt;http://a.example/b.html%29.&gt;)");
  assert.deepEqual(damaged.also, ["http://a.example/b.html"]);
});

test("unknown options and wrong types name what is allowed", async () => {
  const faults = [
    [() => find("", { kind: "bare" }), TypeError, /kind.*addresses.*kinds/],
    [() => find("", { target: "_blank" }), TypeError, /target/],
    [() => find("", { kinds: ["bear"] }), RangeError, /bear.*bare/],
    [() => find("", { kinds: "bare " }), RangeError, /delimited|bare/],
    [() => find("", { kinds: 3 }), TypeError, /kinds/],
    [() => find("", { conforms: "rfc2396" }), RangeError, /rfc1738.*whatwg/],
    [() => find("", { conforms: 1 }), TypeError, /conforms.*string/],
    [() => find("", { www: 1 }), TypeError, /www.*true or false/],
    [() => find("", { www: "yes" }), TypeError, /www.*true or false/],
    [() => find("", { maxLen: 1.5 }), RangeError, /maxLen.*positive integer/],
    [() => find("", { width: 2 ** 23 }), RangeError, /width/],
    [() => find("", null), TypeError, /options/],
    [() => find(5), TypeError, /text.*string/],
    [() => has(), TypeError, /text.*string/],
    [() => linkifyText("", { attributes: { onclick: "x" } }), TypeError, /attributes/],
    [() => linkifyText("", { attributes: { HREF: "x" } }), TypeError, /attributes/],
    [() => linkifyText("", { attributes: { "x y": "x" } }), TypeError, /attributes/],
    [() => linkifyText("", { truncate: 0 }), RangeError, /truncate/],
    [() => linkifyText("", { format: "x" }), TypeError, /format.*function/],
    [() => linkifyText("", { openSchemes: "http" }), TypeError, /openSchemes.*list/],
    [() => linkifyText("", { openSchemes: ["http:"] }), RangeError, /http: is no scheme/],
    [() => linkifyText("", { openSchemes: [""] }), RangeError, /is no scheme/],
    [() => find("", { schemes: ["a b"] }), RangeError, /a b is no scheme/],
    [() => linkify("x"), TypeError, /node/],
    [() => findHtml(new Uint8Array()), TypeError, /page.*string/],
    [() => findInMessage(new Uint8Array(), { bare: true }), TypeError, /bare.*kinds/],
  ];
  for (const [call, type, message] of faults) {
    assert.throws(() => Array.from([call()]), (error) => error instanceof type && message.test(error.message), `${call}`);
  }
  assert.throws(() => spans("", { x: 1 }), TypeError);
  await assert.rejects(linkifyAsync({ nodeType: 1 }, { bare: true }), TypeError);
  assert.deepEqual(find("http://a.example/", { kinds: undefined, www: undefined }).length, 1);
  assert.deepEqual(find("http://a.example/", { kinds: new Set(["bare"]) }).length, 1);
});
