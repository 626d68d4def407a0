"""Installs the measured tools into a cache directory, in the versions that `drivers/` pins."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DRIVERS = ROOT / "benches/links/drivers"

# Programs of the system, and the Debian package of each.
PACKAGES = {
    "rg": "ripgrep", "groff": "groff", "pandoc": "pandoc", "lynx": "lynx", "w3m": "w3m", "node": "nodejs", "npm": "npm",
    "perl": "perl", "go": "golang-go", "g++": "g++",
}
# Libraries: a file of each, and its package.
LIBRARIES = {
    "/usr/share/perl5/URI/Find.pm": "liburi-find-perl", "/usr/share/perl5/Mail/SpamAssassin.pm": "spamassassin",
    "/usr/share/gocode/src/mvdan.cc/xurls/xurls.go": "golang-mvdan-xurls-dev", "/usr/include/KF5/KCoreAddons/KTextToHTML": "libkf5coreaddons-dev",
}


def attempt(what, command, **options):
    """Runs a step; one that fails leaves its tools out."""
    print(f"installing: {what}", file=sys.stderr)
    try:
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **options)
    except OSError as error:
        print(f"  failed: {error}", file=sys.stderr)
        return False
    if done.returncode:
        print("  failed: " + done.stdout.decode(errors="replace")[-400:], file=sys.stderr)
    return not done.returncode


def debian():
    """Installs missing programs if this is Debian and the user may do so. Returns the packages that are still missing."""
    missing = absent()
    if missing and shutil.which("apt-get") and os.geteuid() == 0:
        environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        if attempt("the lists of Debian packages", ["apt-get", "update"]):
            attempt(", ".join(missing), ["apt-get", "install", "-y", "--no-install-recommends", *missing], env=environment)
    return absent()


def absent():
    return [package for program, package in PACKAGES.items() if not shutil.which(program)] + [
        package for path, package in LIBRARIES.items() if not os.path.exists(path)]


def debian_version(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, check=False).stdout.decode() or "unknown"


def is_older(made, source):
    """Returns whether a file is missing, or older than what it is made from."""
    return not made.exists() or made.stat().st_mtime < source.stat().st_mtime


def built(cache):
    """Builds the drivers for libraries of Debian: xurls and KDE's."""
    qt = "/usr/include/x86_64-linux-gnu/qt5"
    if shutil.which("go") and is_older(cache / "xurls", DRIVERS / "xurls.go"):
        attempt("xurls", ["go", "build", "-o", cache / "xurls", DRIVERS / "xurls.go"], env=dict(os.environ, GO111MODULE="off", GOPATH="/usr/share/gocode"))
    if shutil.which("g++") and is_older(cache / "kde", DRIVERS / "kde.cpp"):
        attempt("KDE's KTextToHTML", ["g++", "-O2", "-fPIC", "-I/usr/include/KF5/KCoreAddons", f"-I{qt}", f"-I{qt}/QtCore", DRIVERS / "kde.cpp",
                                      "-o", cache / "kde", "-lKF5CoreAddons", "-lQt5Core"])


def urlsift(cache):
    """Builds the command as it is installed, in the target directory of the workspace."""
    command = ["cargo", "build", "--profile", "dist", "--locked", "-p", "urlsift-cli", "--manifest-path", ROOT / "Cargo.toml"]
    print("building urlsift", file=sys.stderr)
    subprocess.run([str(word) for word in command], check=True)
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    return str(ROOT / target / "dist/urlsift")


def python(cache):
    """Returns the versions of the Python packages that are installed."""
    venv = cache / "venv"
    if not (venv / "bin/python").exists() and not attempt("a virtual environment", [sys.executable, "-m", "venv", venv]):
        return {}
    pip, wanted = [venv / "bin/python", "-m", "pip"], DRIVERS / "requirements.txt"
    if is_older(venv / "installed", wanted) and attempt("the Python packages", [*pip, "install", "--quiet", "--disable-pip-version-check", "-r", wanted]):
        (venv / "installed").touch()
    out = subprocess.run([str(word) for word in pip] + ["list", "--format=json"], capture_output=True, check=False).stdout
    return {package["name"].lower(): package["version"] for package in json.loads(out or "[]")}


def node(cache):
    """Returns the versions of the npm packages that are installed, by the name of their row."""
    folder = cache / "node"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(DRIVERS / "node" / name, folder / name)
    # npm writes this file last.
    if is_older(folder / "node_modules/.package-lock.json", DRIVERS / "node/package-lock.json") and not (
            shutil.which("npm") and attempt("the npm packages", ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder)):
        return {}
    names = {"linkify-it": "linkify-it", "linkifyjs": "linkifyjs", "Autolinker": "autolinker", "twitter-text": "twitter-text"}
    manifests = {row: folder / "node_modules" / name / "package.json" for row, name in names.items()}
    return {row: json.loads(path.read_text())["version"] for row, path in manifests.items() if path.exists()}


def rust(cache):
    environment = dict(os.environ, CARGO_TARGET_DIR=str(cache / "rust"))
    attempt("the crates", ["cargo", "build", "--release", "--locked", "--manifest-path", DRIVERS / "rust/Cargo.toml"], env=environment)


def fetched(cache):
    """Fetches the packages whose documents or test data are used. Returns the folders by name."""
    folders = {}
    for line in (DRIVERS / "sources.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        registry, name, version, digest = line.split()
        folder = cache / "sources" / f"{name.replace('/', '-')}-{version}"
        if not folder.exists() and not fetch(registry, name, version, digest, folder):
            continue
        folders[name] = folder
    return folders


def fetch(registry, name, version, digest, folder):
    """Downloads an archive of a registry with its client, compares its digest, and unpacks it."""
    download = folder.with_suffix(".download")
    shutil.rmtree(download, ignore_errors=True)
    download.mkdir(parents=True)
    command = {
        "npm": ["npm", "pack", "--silent", f"{name}@{version}"],
        "pypi": [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", name, f"{name}=={version}"],
    }[registry]
    if not attempt(f"{name} {version}", command, cwd=download):
        return False
    archive = next(download.iterdir())
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != digest:
        print(f"  failed: {archive.name} has the digest {found}", file=sys.stderr)
        return False
    with tarfile.open(archive) as tar:
        unpacked = download / "unpacked"
        if hasattr(tarfile, "data_filter"):
            tar.extractall(unpacked, filter="data")
        else:
            tar.extractall(unpacked)
    (next(unpacked.iterdir())).rename(folder)
    shutil.rmtree(download)
    return True


def system_versions():
    """Returns the versions of the programs that set the texts."""
    out = {}
    for program, flag in [("groff", "--version"), ("pandoc", "--version"), ("lynx", "-version"), ("w3m", "-version"), ("grep", "--version")]:
        if shutil.which(program):
            text = subprocess.run([program, flag], capture_output=True, check=False).stdout.decode(errors="replace")
            match = re.search(r"\d+\.[\w.+-]+", text)
            out[program] = match[0] if match else "unknown"
    return out
