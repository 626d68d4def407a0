// Finds the links in the texts of messages for display.js, which runs in them.

import { find } from "./urlsift/urlsift.js";

async function register() {
  const { messageDisplay } = messenger.scripting;
  const registered = await messageDisplay.getRegisteredScripts();
  if (registered.length === 0) await messageDisplay.registerScripts([{ id: "urlsift", js: ["linkify.js", "display.js"] }]);
}

messenger.runtime.onMessage.addListener(async ({ text }) => find(text, { kinds: "delimited" }));
messenger.runtime.onInstalled.addListener(register);
messenger.runtime.onStartup.addListener(register);
