// Chooses a file in the page of the tutorial, and makes the links of a large node. The title of the page is the result.

import { find } from "urlsift";
import { linkifyLarge } from "./large.js";
import { urlAt } from "./view.js";

const letter = await (await fetch("letter.eml")).blob();
const files = new DataTransfer();
files.items.add(new File([letter], "letter.eml"));
const input = document.querySelector("input");
input.files = files.files;
input.dispatchEvent(new Event("change"));
const main = document.querySelector("main");
while (main.querySelectorAll("h2").length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
const shown = Array.from(main.querySelectorAll("a"), (anchor) => `${anchor.href}=${anchor.textContent}`).join(" ");

const large = document.createElement("pre");
large.textContent = "http://a.example/ ".repeat(20_000);
const progress = document.createElement("progress");
await linkifyLarge(large, progress, document.createElement("button"));
const stopped = document.createElement("pre");
stopped.textContent = large.textContent;
const button = document.createElement("button");
const stopping = linkifyLarge(stopped, progress, button);
button.click();
await stopping;

const url = urlAt(find("<http://b.example/>"), 3);
const counts = [large, stopped].map((element) => element.querySelectorAll("a").length);
document.title = [shown, ...counts, progress.value, url].join(" ");
