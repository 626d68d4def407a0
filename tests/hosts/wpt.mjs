// Compares hosts with those of the Web Platform Tests: `node tests/hosts/wpt.mjs URLSIFT FILE...`, where URLSIFT is the
// program, and each FILE a copy of `url/resources/urltestdata.json` or `toascii.json`. The package of the crate `url` has
// the former. Prints each URL whose host differs, and the numbers of URLs.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [program, ...files] = process.argv.slice(2);
const special = /^[\0- ]*(?:https?|wss?|ftp|file):/i;
const scheme = (url) => url?.match(/^[\0- ]*([a-z][a-z0-9+.-]*):/i)?.[1].toLowerCase();

/** Whether the base of a test is irrelevant, since its input is a URL on its own. */
function isAbsolute(input, base) {
  if (scheme(input) === undefined) return false;
  return scheme(input) !== scheme(base ?? undefined) || /^[\0- ]*[^:]*:[/\\]{2}/.test(input);
}

/** The tests of a file whose host is that of a client: the URL, and the host, which is empty if there is none. */
function testsOf(file) {
  const tests = JSON.parse(readFileSync(file, "utf8")).filter((test) => typeof test !== "string");
  if (tests.some((test) => "output" in test)) {
    // toascii.json: the host alone.
    return tests.map(({ input, output }) => ({ url: `https://${input}/x`, host: output ?? "", isRejected: output === null }));
  }
  return tests
    .filter(({ input, base }) => isAbsolute(input, base))
    .map(({ input, hostname = "", failure = false }) => ({ url: input, host: hostname, isRejected: failure }));
}

/** What the program says of URLs, in order. Arguments, not lines, since they may have line breaks. */
function verdictsOf(urls) {
  const verdicts = [];
  for (let at = 0; at < urls.length; at += 200) {
    const { stdout } = spawnSync(program, ["check", "--json", "--", ...urls.slice(at, at + 200)], { encoding: "utf8", maxBuffer: 1 << 26 });
    verdicts.push(...stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line)));
  }
  return verdicts;
}

for (const file of files) {
  // The program cannot get a NUL in an argument, and a lone surrogate is not UTF-8.
  const tests = testsOf(file).filter(({ url }) => !url.includes("\0") && url.isWellFormed());
  const verdicts = verdictsOf(tests.map(({ url }) => url));
  if (verdicts.length !== tests.length) throw new Error(`${file}: ${verdicts.length} verdicts, ${tests.length} tests`);
  let differences = 0;
  tests.forEach(({ url, host, isRejected }, index) => {
    const { host_ascii: found = "", warnings } = verdicts[index];
    // The standard does not convert the hosts of schemes that are not special.
    const isSame = special.test(url) ? found === host : Boolean(found) === Boolean(host);
    if (isSame && (!special.test(url) || warnings.includes("invalid-host") === isRejected)) return;
    differences++;
    console.log(JSON.stringify({ url, found, host, isRejected, warnings }));
  });
  const rejected = tests.filter((test) => test.isRejected).length;
  console.log(`${file}: ${tests.length} URLs, ${rejected} rejected, ${differences} differ`);
  if (differences > 0) process.exitCode = 1;
}
