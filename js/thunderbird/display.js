// Rejoins the links in the message that is displayed. The functions of ../src/linkify.js precede it.

(async () => {
  // The links that Thunderbird generates from text. It cuts them at a line break.
  const generated = "a.moz-txt-link-abbreviated, a.moz-txt-link-freetext, a.moz-txt-link-rfc2396E";
  const { text, places } = textOf(document.body, generated);
  addAnchors(places, await messenger.runtime.sendMessage({ text }), { generated });
})();
