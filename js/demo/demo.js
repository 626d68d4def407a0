// Shows a text, or the texts of a message, with their links; pointing at a link shows its URL, its verdict and its
// pieces.

import { check, findInMessage, linkify } from "urlsift/message";

const input = document.querySelector("textarea");
const isMessage = document.querySelector("input");
const output = document.querySelector("article");
const details = document.querySelector("section");
/** The bytes of the dropped file, until its text is edited. They need not be UTF-8, so the text does not suffice. */
let file = null;

function element(name, text) {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

const ranges = (pieces) => pieces.map(({ start, end }) => `${start} to ${end}`).join(", ");

function show(link, source, anchors) {
  for (const anchor of output.querySelectorAll("a")) anchor.classList.toggle("active", anchors.includes(anchor));
  const { conforms, problems } = check(link.url);
  const rows = {
    URL: link.url,
    Standard: conforms,
    Problems: problems.map(({ code, start, end }) => `${code} (${start} to ${end})`).join(", ") || "none",
    Warnings: link.warnings.join(", ") || "none",
    Pieces: ranges(link.pieces),
    ...(source && { Bytes: ranges(source.pieces) }),
  };
  const list = document.createElement("dl");
  for (const [name, value] of Object.entries(rows)) list.append(element("dt", name), element("dd", value));
  details.replaceChildren(list);
}

/** Shows a text; `links` are those that are known. */
function add(text, links) {
  const pre = element("pre", text);
  output.append(pre);
  for (const { link, anchors } of linkify(pre)) {
    const source = links.find(({ start }) => start === link.start)?.source;
    for (const anchor of anchors) {
      anchor.addEventListener("pointerenter", () => show(link, source, anchors));
      anchor.addEventListener("focus", () => show(link, source, anchors));
    }
  }
}

function update() {
  details.replaceChildren();
  output.replaceChildren();
  if (!isMessage.checked) {
    add(input.value, []);
    return;
  }
  const texts = findInMessage(file ?? new TextEncoder().encode(input.value));
  for (const { part, mediaType, header, text, links } of texts) {
    if (header !== undefined && links.length === 0) continue;
    output.append(element("h2", header ?? `Part ${part ?? "-"}, ${mediaType ?? "text"}`));
    add(text, links);
  }
  if (!texts.some(({ links }) => links.length > 0)) output.append(element("p", "The message has no links."));
}

async function openFile(blob, name) {
  file = new Uint8Array(await blob.arrayBuffer());
  input.value = new TextDecoder().decode(file);
  isMessage.checked = /\.eml$/i.test(name) || blob.type === "message/rfc822";
  update();
}

input.addEventListener("input", () => {
  file = null;
  update();
});
isMessage.addEventListener("change", update);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [dropped] = event.dataTransfer.files;
  if (dropped) {
    openFile(dropped, dropped.name);
    return;
  }
  file = null;
  input.value = event.dataTransfer.getData("text/plain");
  update();
});
update();
output.querySelector("a")?.dispatchEvent(new PointerEvent("pointerenter"));
