// Finds the links in the texts of messages for display.js, which runs in them.

import { advice, find } from "./urlsift/urlsift.js";

async function register() {
  const { messageDisplay } = messenger.scripting;
  const registered = await messageDisplay.getRegisteredScripts();
  if (registered.length === 0) await messageDisplay.registerScripts([{ id: "urlsift", js: ["linkify.js", "display.js"] }]);
}

// What a click may open at once.
const opens = (link) => ["open", "show"].includes(advice(link).advice);
messenger.runtime.onMessage.addListener(async ({ text }) => find(text, { kinds: "delimited" }).filter(opens));
messenger.runtime.onInstalled.addListener(register);
messenger.runtime.onStartup.addListener(register);
