// Shows a message in Thunderbird with the extension, and checks its links: `node test.js EXTENSION.xpi PICTURE.png`,
// with a display. `THUNDERBIRD` names the program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [extension, picture] = process.argv.slice(2);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** A profile with the extension and a folder with the message. */
function makeProfile(port) {
  const profile = mkdtempSync(join(tmpdir(), "thunderbird-"));
  const folders = join(profile, "Mail", "Local Folders");
  mkdirSync(folders, { recursive: true });
  cpSync(new URL("message.mbox", import.meta.url), join(folders, "Letters"));
  mkdirSync(join(profile, "extensions"));
  cpSync(extension, join(profile, "extensions", "urlsift@urlsift.example.xpi"));
  const settings = {
    "marionette.port": port,
    "extensions.autoDisableScopes": 0,
    // The background page is suspended before the message is shown.
    "extensions.background.idle.timeout": 500,
    "extensions.enabledScopes": 15,
    "app.donation.eoy.version.viewed": 999,
    "app.update.enabled": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "mail.provider.suppress_dialog_on_startup": true,
    "mail.rights.version": 1,
    "mail.shell.checkDefaultClient": false,
    "mail.spotlight.firstRunDone": true,
    "mail.winsearch.firstRunDone": true,
    "mailnews.start_page.enabled": false,
    "mail.accountmanager.accounts": "account1",
    "mail.accountmanager.localfoldersserver": "server1",
    "mail.account.account1.server": "server1",
    "mail.server.server1.type": "none",
    "mail.server.server1.hostname": "Local Folders",
    "mail.server.server1.name": "Local Folders",
    "mail.server.server1.userName": "nobody",
    "mail.server.server1.directory-rel": "[ProfD]Mail/Local Folders",
  };
  const lines = Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  return profile;
}

/** Marionette, which drives the program: messages are `LENGTH:JSON`, and a reply has the number of its command. */
class Marionette {
  #socket;
  #received = Buffer.alloc(0);
  #waiting = new Map();
  #id = 0;

  static async connect(port, deadline) {
    for (;;) {
      const socket = connect(port, "127.0.0.1");
      const opened = await new Promise((done) => {
        socket.once("connect", () => done(true));
        socket.once("error", () => done(false));
      });
      if (opened) return new Marionette(socket);
      assert.ok(Date.now() < deadline, "Thunderbird does not answer");
      await pause(200);
    }
  }

  constructor(socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#read();
    });
  }

  #read() {
    for (;;) {
      const colon = this.#received.indexOf(":");
      const end = colon + 1 + Number(this.#received.toString("latin1", 0, Math.max(colon, 0)));
      if (colon < 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString("utf8", colon + 1, end));
      this.#received = this.#received.subarray(end);
      // The first one is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const { resolve, reject } = this.#waiting.get(id);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(result);
    }
  }

  command(name, parameters = {}) {
    const id = ++this.#id;
    const message = JSON.stringify([0, id, name, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Runs a script in the main window, and returns its value. */
  async run(script) {
    return (await this.command("WebDriver:ExecuteScript", { script, args: [], sandbox: "system" })).value;
  }
}

/** Starts Thunderbird with a profile, shows the message, and returns its links once the extension has made one. */
async function linksOf(profile, port) {
  const options = ["--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile];
  const thunderbird = spawn(process.env.THUNDERBIRD ?? "thunderbird", options, { stdio: "ignore" });
  const ended = new Promise((done) => thunderbird.once("exit", done));
  const deadline = Date.now() + 60_000;
  try {
    const marionette = await Marionette.connect(port, deadline);
    await marionette.command("WebDriver:NewSession");
    await marionette.command("Marionette:SetContext", { value: "chrome" });
    const until = async (what, script) => {
      for (;;) {
        const value = await marionette.run(script);
        if (value) return value;
        assert.ok(Date.now() < deadline, what);
        await pause(200);
      }
    };
    await until("the extension is not active", `return WebExtensionPolicy.getByID("urlsift@urlsift.example")?.active`);
    await pause(500);
    await until("the page of the extension is not suspended", `
      const extension = WebExtensionPolicy.getByID("urlsift@urlsift.example").extension;
      return extension.backgroundState === "suspended" || extension.backgroundState === "stopped";
    `);
    await until("there is no folder", `
      const pane = window.document.getElementById("tabmail")?.currentAbout3Pane;
      const folder = MailServices.accounts.localFoldersServer.rootFolder.getChildNamed("Letters");
      if (!pane?.displayFolder || !folder) return false;
      pane.displayFolder(folder.URI);
      return true;
    `);
    await until("there is no message", `
      const pane = window.document.getElementById("tabmail").currentAbout3Pane;
      if (!pane.gDBView?.rowCount) return false;
      pane.threadTree.selectedIndex = 0;
      return true;
    `);
    const links = await until("the extension has made no link", `
      const message = window.document.getElementById("tabmail").currentAboutMessage;
      const body = message?.getMessagePaneBrowser().contentDocument?.body;
      // Those of the extension have titles.
      if (!body?.querySelector("a[title]")) return false;
      return [...body.querySelectorAll("a")].map((a) => [a.getAttribute("href"), a.textContent, a.title !== ""]);
    `);
    const { value } = await marionette.command("WebDriver:TakeScreenshot", { full: false });
    writeFileSync(picture, value, "base64");
    await marionette.command("Marionette:Quit", { flags: ["eAttemptQuit"] });
    return links;
  } finally {
    const timeout = setTimeout(() => thunderbird.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(timeout);
  }
}

// The links of the message: URL, text, and whether the extension has made it.
const expected = [
  ["ftp://ftp.physics.uni.example/pub/preprints/1995/lattice-notes.ps.gz", "ftp://ftp.physics.uni.example/pub/", true],
  ["ftp://ftp.physics.uni.example/pub/preprints/1995/lattice-notes.ps.gz", "preprints/1995/lattice-notes.ps.gz", true],
  ["http://www.library.example/~ruth/errata/1995.html", "http://www.library.example/~ruth/errata/", true],
  ["http://www.library.example/~ruth/errata/1995.html", "1995.html", true],
  ["http://www.library.example/mirrors/physics/archive.html", "http://www.library.example/mirrors/physics/", true],
  ["http://www.library.example/mirrors/physics/archive.html", "archive.html", true],
  ["http://www.library.example/", "http://www.library.example/", true],
  ["https://www.library.example/plain", "https://www.library.example/plain", false],
];

const port = await freePort();
const profile = makeProfile(port);
try {
  // Right after the extension was installed, and after a restart.
  for (const start of ["first", "second"]) {
    assert.deepEqual(await linksOf(profile, port), expected);
    process.stdout.write(`${start} start: ${expected.length} links\n`);
  }
} finally {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
