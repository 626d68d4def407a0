import { findInMessage } from "urlsift/message";

self.addEventListener("message", ({ data: { id, message } }) => {
  try {
    self.postMessage({ id, texts: findInMessage(message, { unwrap: true }) });
  } catch (error) {
    self.postMessage({ id, error });
  }
});
