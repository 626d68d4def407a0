// Drops a message on the page, and points at its link in the part.

const message = [
  "Subject: =?utf-8?q?=3Chttp=3A//s.example/=3E?=",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "=F0=9F=98=80 <http://a.exa=",
  "mple/",
  "b>",
  "",
].join("\r\n");
const dataTransfer = new DataTransfer();
dataTransfer.items.add(new File([message], "a.eml"));
document.dispatchEvent(new DragEvent("drop", { dataTransfer }));
// The file is read asynchronously.
while (!output.querySelector("h2")) await new Promise((done) => setTimeout(done, 10));
output.querySelector("pre:last-child a").dispatchEvent(new PointerEvent("pointerenter"));
document.title = "dropped";
