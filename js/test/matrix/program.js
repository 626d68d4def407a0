// Finds a link in a text and one in a message. `js/matrix` builds and runs this with each tool.
import { find } from "urlsift/inline";
import { linkAt } from "urlsift";
import { findInMessage } from "urlsift/message";

const text = "See http://a.example/b.";
const message = new TextEncoder().encode("Subject: x\n\n<http://c.exam\nple/d>\n");
const result = [linkAt(find(text), 5), findInMessage(message)[1].links[0]].map(({ url }) => url).join(" ");
if (typeof document === "object") document.title = result;
else console.log(result);
