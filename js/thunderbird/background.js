// Finds the links in the texts of messages for display.js, which runs in them.

// Listeners must be added before the module is instantiated: Thunderbird suspends this page, and loads it for a
// message.
const urlsift = import("./urlsift/urlsift.js");

async function register() {
  const { messageDisplay } = messenger.scripting;
  const registered = await messageDisplay.getRegisteredScripts();
  if (registered.length === 0) await messageDisplay.registerScripts([{ id: "urlsift", js: ["linkify.js", "display.js"] }]);
}

messenger.runtime.onMessage.addListener(async ({ text }) => (await urlsift).find(text, { kinds: "delimited" }));
messenger.runtime.onInstalled.addListener(register);
messenger.runtime.onStartup.addListener(register);
