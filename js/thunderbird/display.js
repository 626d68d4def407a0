// Rejoins the links in the message that is displayed. The functions of ../src/linkify.js precede it.

(async () => {
  // The links that Thunderbird generates from text. It cuts them at a line break.
  const generated = "a.moz-txt-link-abbreviated, a.moz-txt-link-freetext, a.moz-txt-link-rfc2396E";
  // `document.body` may be an image of that name.
  const { text, places } = textOf(document, generated);
  addAnchors(places, await messenger.runtime.sendMessage({ text }), { generated });
})();
