// The worker of the tutorial, but it awaits before it listens, as the package once did: its first message is lost.

await new Promise((resolve) => setTimeout(resolve, 50));
await import("./worker.js");
