"""What a generator makes: a file, and the links that are in it."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Truth:
    """A link of a document; its pieces are ranges of the file, if they are known."""

    url: str
    pieces: list = None
    # A part of its class that is also counted apart.
    part: str = ""


@dataclass
class Document:
    group: str
    name: str
    data: bytes
    truths: list = field(default_factory=list)
    # Strings of which no part counts, for or against a tool.
    doubtful: list = field(default_factory=list)
    # Its weight where all widths and rules count alike, and its weight by how often these were seen in real mail.
    plain: float = 1.0
    real: float = 1.0

    def write(self, folder):
        path = Path(folder) / self.group / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data)
        return path
