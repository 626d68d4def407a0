import { showMessage } from "./view.js";

document.querySelector("input").addEventListener("change", async ({ target: { files } }) => {
  document.querySelector("main").replaceChildren();
  await showMessage(new Uint8Array(await files[0].arrayBuffer()), document.querySelector("main"));
});
