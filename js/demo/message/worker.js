import { findInMessage } from "urlsift/message";

self.addEventListener("message", ({ data: { id, message } }) => {
  try {
    self.postMessage({ id, texts: findInMessage(message) });
  } catch (error) {
    self.postMessage({ id, error });
  }
});
