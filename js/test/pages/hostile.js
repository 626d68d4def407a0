// The view of a message shows the hostile texts: which links can be clicked, and that a click asks first. The title is
// the result.

import { showMessage } from "./view.js";

const { texts, pages } = await (await fetch("hostile.json")).json();
const opened = /^(?:https?|ftp|mailto|news):/;
const failures = [];
// A click that is not refused would open a window.
window.addEventListener("click", (event) => {
  if (!event.defaultPrevented) failures.push(`opened: ${event.target.href}`);
  event.preventDefault();
});
let question;
window.confirm = (text) => void (question = text);

for (const [type, group] of [["plain", texts], ["html", pages]]) {
  for (const { name, text, links } of group) {
    const main = document.body.appendChild(document.createElement("main"));
    await showMessage(new TextEncoder().encode(`Content-Type: text/${type}; charset=utf-8\n\n${text}`), main);
    const shown = links.filter(([url, advice]) => advice !== "text" && opened.test(url));
    const anchors = Array.from(main.querySelectorAll("a"));
    // In a page, links stand in the text of others, and a base is not shown.
    const isAnchor = ([url]) => type === "html" || anchors.some(({ href }) => href === new URL(url).href);
    const isKnown = ({ href }) => shown.some(([url]) => new URL(url).href === href);
    if (!shown.every(isAnchor) || !anchors.every(isKnown)) failures.push(`${name}: ${anchors.map(({ href }) => href)}`);
    for (const anchor of anchors) {
      const [, advice] = shown.find(([url]) => new URL(url).href === anchor.href) ?? [];
      if (advice !== "ask") continue;
      question = "";
      anchor.click();
      if (!/^This link leads to (?:evil\.example|xn--pypal-4ve\.example): ./.test(question)) failures.push(`${name}: ${question}`);
    }
  }
}
const count = document.querySelectorAll("a").length;
document.title = failures.length === 0 ? `passed ${count}` : `failed: ${failures.join("; ")}`;
