// Shows a text with its links; pointing at a link shows its URL, its verdict and its pieces.

const input = document.querySelector("textarea");
const output = document.querySelector("pre");
const details = document.querySelector("section");

function row(name, value) {
  const [term, description] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  description.textContent = value;
  return [term, description];
}

function show({ link, anchors }) {
  for (const anchor of output.querySelectorAll("a")) anchor.classList.toggle("active", anchors.includes(anchor));
  const { conforms, problems } = check(link.url);
  const list = document.createElement("dl");
  list.append(
    ...row("URL", link.url),
    ...row("Standard", conforms),
    ...row("Problems", problems.map(({ code, start, end }) => `${code} (${start} to ${end})`).join(", ") || "none"),
    ...row("Warnings", link.warnings.join(", ") || "none"),
    ...row("Pieces", link.pieces.map(({ start, end }) => `${start} to ${end}`).join(", ")),
  );
  details.replaceChildren(list);
}

function update() {
  output.textContent = input.value;
  details.replaceChildren();
  for (const found of linkify(output)) {
    for (const anchor of found.anchors) {
      anchor.addEventListener("pointerenter", () => show(found));
      anchor.addEventListener("focus", () => show(found));
    }
  }
}

input.addEventListener("input", update);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  input.value = file ? await file.text() : event.dataTransfer.getData("text/plain");
  update();
});
update();
output.querySelector("a")?.dispatchEvent(new PointerEvent("pointerenter"));
