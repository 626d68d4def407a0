// The packages of npm, on texts separated by NUL: one JSON object for each, or with `--urls` only the URLs; with `--names` also the names of
// hosts and the e-mail addresses. Offsets count UTF-16 code units.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const require = createRequire(process.env.NODE_MODULES_OF);

const names = process.argv.includes('--names');
const FINDERS = {
  'linkify-it'() {
    const { LinkifyIt } = require('linkify-it');
    // Host names and e-mail addresses without a scheme are no links here.
    const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false });
    return (text) => (linkify.match(text) ?? []).map((match) => [match.raw, match.index, match.lastIndex]);
  },
  'linkify-it (fuzzy)'() {
    const { LinkifyIt } = require('linkify-it');
    const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true });
    // It knows a few domains of the first level; its manual advises to load all.
    linkify.tlds(require('tlds'));
    return (text) => (linkify.match(text) ?? []).map((match) => [match.raw, match.index, match.lastIndex]);
  },
  linkifyjs() {
    const linkify = require('linkifyjs');
    const type = names ? undefined : 'url';
    return (text) => linkify.find(text, type).map((match) => [match.value, match.start, match.end]);
  },
  Autolinker() {
    const { Autolinker } = require('autolinker');
    return (text) =>
      Autolinker.parse(text, { urls: { schemeMatches: true, tldMatches: names, ipV4Matches: false }, email: names, phone: false }).map(
        (match) => [match.getMatchedText(), match.getOffset(), match.getOffset() + match.getMatchedText().length],
      );
  },
  'twitter-text'() {
    const twitter = require('twitter-text');
    return (text) =>
      twitter.extractUrlsWithIndices(text, { extractUrlsWithoutProtocol: names }).map((match) => [match.url, ...match.indices]);
  },
};

const find = FINDERS[process.argv[2]]();
readFileSync(0, 'utf8')
  .split('\0')
  .forEach((text, id) => {
    const found = find(text);
    const lines = process.argv.includes('--urls') ? found.map(([url]) => url) : [JSON.stringify({ id, found })];
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  });
