// As program.js, for CommonJS.
const { find } = require("urlsift/inline");
const { linkAt } = require("urlsift");
const { findInMessage } = require("urlsift/message");

const text = "See http://a.example/b.";
const message = new TextEncoder().encode("Subject: x\n\n<http://c.exam\nple/d>\n");
console.log([linkAt(find(text), 5), findInMessage(message)[1].links[0]].map(({ url }) => url).join(" "));
