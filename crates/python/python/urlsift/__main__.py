"""The command, which the wheels of a release bring: `python -m urlsift`."""

import os
import subprocess
import sys
import sysconfig


def main() -> int:
    """Runs the command that was installed with the package. Returns its status."""
    name = "urlsift.exe" if os.name == "nt" else "urlsift"
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        path = os.path.join(sysconfig.get_path("scripts", scheme), name)
        if os.path.isfile(path):
            return subprocess.run([path, *sys.argv[1:]], check=False).returncode
    print("urlsift: the command is not installed: only the wheels of a release bring it", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
