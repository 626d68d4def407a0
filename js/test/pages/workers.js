// The first messages to workers: the title of the page is how many of 100 were answered, for each kind of worker. The
// folder `out` has the worker of the tutorial as a module and as a script, and one that awaits before it listens.

const kinds = {
  module: () => new Worker("out/worker.js", { type: "module" }),
  classic: () => new Worker("out/worker-classic.js"),
  late: () => new Worker("out/late-worker.js", { type: "module" }),
};
const message = new TextEncoder().encode("\n<http://a.example/>\n");

/** Whether a worker answers its first message. */
function isAnswered(create, patience) {
  const worker = create();
  worker.postMessage({ id: 1, message });
  return new Promise((resolve) => {
    const end = (isAnswer) => {
      worker.terminate();
      resolve(isAnswer);
    };
    worker.addEventListener("message", ({ data }) => end(data.texts[0].links[0].url === "http://a.example/"));
    setTimeout(end, patience, false);
  });
}

const results = [];
for (const [name, create] of Object.entries(kinds)) {
  let answered = 0;
  // Those that do not answer are waited for.
  const [count, patience] = name === "late" ? [5, 2000] : [100, 60_000];
  for (let index = 0; index < count; index += 5) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => isAnswered(create, patience)));
    answered += answers.filter(Boolean).length;
  }
  results.push(`${name} ${answered} of ${count}`);
}
document.title = results.join(", ");
