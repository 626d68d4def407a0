"""The command: `python -m urlsift`, and the script `urlsift`."""

import os
import signal
import sys
from typing import NoReturn

from ._urlsift import _run_command


def main() -> NoReturn:
    """Runs the command as this process."""
    # As for any program: Python's handler would only note the signal.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    status = _run_command(["urlsift", *sys.argv[1:]], has_no_stdout=sys.stdout is None)
    # In its sandbox, Python may not be able to end as usual; and the command has nothing more to write.
    os._exit(status)


if __name__ == "__main__":
    main()
