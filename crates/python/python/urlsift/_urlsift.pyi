from collections.abc import Iterable
from datetime import date
from email.message import Message
from typing import Any, Literal, Self, Unpack, final

from ._message import Links
from ._types import (
    Advice,
    ArrowArrayLike,
    Binary,
    BinaryFile,
    Buffer,
    Conformance,
    ErrorMode,
    Guess,
    Join,
    Kinds,
    LinkKind,
    MessageFields,
    Path,
    Problem,
    ScanOptions,
    Warn,
    Words,
)

__all__ = [
    "ArrowArray",
    "ArrowScan",
    "ArrowTable",
    "DecodedText",
    "Link",
    "Scan",
    "ScanError",
    "ScanWarning",
    "Split",
    "Verdict",
    "__version__",
    "_diff_harvest",
    "_end_calls",
    "_finish_harvest",
    "_forget_calls",
    "_plan_harvest",
    "_prune_harvest",
    "_restore_error",
    "_restore_link",
    "_restore_split",
    "_restore_text",
    "_restore_verdict",
    "_run_command",
    "_run_harvest",
    "check",
    "find",
    "find_arrow",
    "find_html",
    "find_message",
    "plan_splits",
    "scan",
    "scan_arrow",
    "texts",
]

__version__: str

@final
class ArrowArray:
    def __len__(self) -> int: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class ArrowScan:
    @property
    def errors(self) -> list[ScanError]: ...
    @property
    def error_table(self) -> ArrowTable: ...
    @property
    def binary_files(self) -> dict[str, int]: ...
    @property
    def schema(self) -> Any: ...
    def to_pandas(self, **arguments: Any) -> Any: ...
    def to_polars(self) -> Any: ...
    def to_duckdb(self, connection: Any = None) -> Any: ...
    def close(self) -> None: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class ArrowTable:
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class DecodedText:
    @property
    def text(self) -> str: ...
    @property
    def header(self) -> str | None: ...
    @property
    def part(self) -> str | None: ...
    @property
    def type(self) -> str | None: ...
    @property
    def is_html(self) -> bool: ...
    @property
    def links(self) -> list[Link]: ...
    @property
    def pieces(self) -> list[tuple[int, int, Link]]: ...
    def link_at(self, offset: int, /) -> Link | None: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Link:
    @property
    def url(self) -> str: ...
    @property
    def url_bytes(self) -> bytes: ...
    @property
    def raw(self) -> str: ...
    @property
    def raw_bytes(self) -> bytes: ...
    @property
    def offset(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def conforms(self) -> Conformance: ...
    @property
    def readings(self) -> list[str]: ...
    @property
    def path_bytes(self) -> bytes: ...
    @property
    def host_bytes(self) -> bytes | None: ...
    @property
    def pieces(self) -> list[tuple[int, int]]: ...
    @property
    def also(self) -> list[Guess]: ...
    @property
    def joins(self) -> list[Join]: ...
    @property
    def problems(self) -> list[Problem]: ...
    @property
    def problems_left_out(self) -> int: ...
    @property
    def warnings(self) -> list[Warn]: ...
    @property
    def kind(self) -> LinkKind: ...
    @property
    def element(self) -> str | None: ...
    @property
    def attribute(self) -> str | None: ...
    @property
    def text(self) -> str | None: ...
    @property
    def shown(self) -> list[int] | None: ...
    @property
    def shown_by(self) -> int | None: ...
    @property
    def condition(self) -> str | None: ...
    @property
    def breaks(self) -> int: ...
    @property
    def spaced(self) -> bool: ...
    @property
    def quote_depth(self) -> int: ...
    @property
    def best(self) -> int | None: ...
    @property
    def scheme(self) -> str | None: ...
    @property
    def host(self) -> str | None: ...
    @property
    def host_ascii(self) -> str | None: ...
    @property
    def domain(self) -> str | None: ...
    @property
    def port(self) -> int | None: ...
    @property
    def path(self) -> str: ...
    @property
    def line(self) -> int | None: ...
    @property
    def column(self) -> int | None: ...
    @property
    def virtual(self) -> bool: ...
    @property
    def base(self) -> str | None: ...
    @property
    def resolved(self) -> str | None: ...
    @property
    def target(self) -> str | None: ...
    @property
    def target_scheme(self) -> str | None: ...
    @property
    def target_host(self) -> str | None: ...
    @property
    def target_host_ascii(self) -> str | None: ...
    @property
    def target_domain(self) -> str | None: ...
    @property
    def rewriter(self) -> str | None: ...
    @property
    def url_key(self) -> str: ...
    @property
    def absolute(self) -> str | None: ...
    @property
    def advice(self) -> Advice: ...
    @property
    def advice_reason(self) -> str: ...
    @property
    def message(self) -> MessageFields | None: ...
    def _repr_html_(self) -> str: ...
    def _html_row(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]: ...

@final
class Verdict:
    @property
    def url(self) -> str: ...
    @property
    def conforms(self) -> Conformance: ...
    @property
    def problems(self) -> list[Problem]: ...
    @property
    def problems_left_out(self) -> int: ...
    @property
    def warnings(self) -> list[Warn]: ...
    @property
    def parts(self) -> dict[str, Any]: ...
    @property
    def decoded(self) -> dict[str, Any] | None: ...
    @property
    def host_ascii(self) -> str | None: ...
    @property
    def explain(self) -> list[str]: ...
    @property
    def explain_left_out(self) -> int: ...
    @property
    def send(self) -> list[str]: ...
    @property
    def base(self) -> str | None: ...
    @property
    def resolved(self) -> str | None: ...
    @property
    def advice(self) -> Advice: ...
    @property
    def advice_reason(self) -> str: ...
    def reaches(self, level: Conformance, /) -> bool: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]: ...

@final
class Scan:
    @property
    def errors(self) -> list[ScanError]: ...
    @property
    def binary_files(self) -> dict[str, int]: ...
    def close(self) -> None: ...
    def _repr_html_(self) -> str: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Link: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class ScanError:
    @property
    def path(self) -> str: ...
    @property
    def path_bytes(self) -> bytes: ...
    @property
    def offset(self) -> int | None: ...
    @property
    def code(self) -> str: ...
    @property
    def text(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes, int | None, str, str]]: ...

class ScanWarning(UserWarning): ...

@final
class Split:
    @property
    def paths(self) -> list[str]: ...
    @property
    def range(self) -> tuple[int, int] | None: ...
    @property
    def bytes(self) -> int | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

def find(
    text: str | Buffer,
    /,
    *,
    conforms: Conformance | None = "whatwg",
    kinds: Kinds = "all",
    www: bool | None = False,
    names: bool | None = False,
    addresses: bool | None = False,
    refang: bool | None = False,
    rejoin: bool | None = True,
    width: int | None = None,
    unwrap: bool | None = False,
    base: str | None = None,
    max_len: int | None = 8192,
    schemes: Words = (),
) -> list[Link]: ...
def find_html(
    page: str | Buffer,
    /,
    *,
    conforms: Conformance | None = "whatwg",
    kinds: Kinds = "all",
    www: bool | None = False,
    names: bool | None = False,
    addresses: bool | None = False,
    refang: bool | None = False,
    rejoin: bool | None = True,
    width: int | None = None,
    unwrap: bool | None = False,
    base: str | None = None,
    max_len: int | None = 8192,
    schemes: Words = (),
) -> list[Link]: ...
def find_message(
    message: str | Buffer | Message,
    /,
    *,
    conforms: Conformance | None = "whatwg",
    kinds: Kinds = "all",
    www: bool | None = False,
    names: bool | None = False,
    addresses: bool | None = False,
    refang: bool | None = False,
    rejoin: bool | None = True,
    width: int | None = None,
    unwrap: bool | None = False,
    base: str | None = None,
    max_len: int | None = 8192,
    schemes: Words = (),
    headers: bool | None = True,
    bodies: bool | None = True,
    html: bool | None = True,
) -> Links: ...
def texts(
    source: str | Buffer | Message,
    /,
    *,
    kind: Literal["message", "text", "html"] | None = "message",
    conforms: Conformance | None = "whatwg",
    kinds: Kinds = "all",
    www: bool | None = False,
    names: bool | None = False,
    addresses: bool | None = False,
    refang: bool | None = False,
    rejoin: bool | None = True,
    width: int | None = None,
    unwrap: bool | None = False,
    base: str | None = None,
    max_len: int | None = 8192,
    schemes: Words = (),
    headers: bool | None = True,
    bodies: bool | None = True,
    html: bool | None = True,
) -> list[DecodedText]: ...
def find_arrow(
    array: ArrowArrayLike,
    /,
    *,
    columns: str | Iterable[str] | None = None,
    conforms: Conformance | None = "whatwg",
    kinds: Kinds = "all",
    www: bool | None = False,
    names: bool | None = False,
    addresses: bool | None = False,
    refang: bool | None = False,
    rejoin: bool | None = True,
    width: int | None = None,
    unwrap: bool | None = False,
    base: str | None = None,
    max_len: int | None = 8192,
    schemes: Words = (),
) -> ArrowArray: ...
def scan(
    paths: Path | BinaryFile | Iterable[Path | BinaryFile] | Split,
    /,
    *,
    conforms: Conformance | None = "whatwg",
    kinds: Kinds = "all",
    www: bool | None = False,
    names: bool | None = False,
    addresses: bool | None = False,
    refang: bool | None = False,
    rejoin: bool | None = True,
    width: int | None = None,
    unwrap: bool | None = False,
    base: str | None = None,
    max_len: int | None = 8192,
    schemes: Words = (),
    headers: bool | None = True,
    bodies: bool | None = True,
    html: bool | None = True,
    read_as: str | None = None,
    encoding: str | None = None,
    binary: Binary | None = "skip",
    unpack: bool | None = True,
    max_window: int | None = 134217728,
    max_temp: int | None = 4294967296,
    follow: bool | None = False,
    include: Words = (),
    exclude: Words = (),
    threads: int | None = None,
    range: tuple[int | None, int | None] | None = None,
    scheme: Words = (),
    host: Words = (),
    domain: Words = (),
    exclude_scheme: Words = (),
    exclude_host: Words = (),
    no_mailto: bool | None = False,
    host_file: Words = (),
    exclude_host_file: Words = (),
    newsgroup: Words = (),
    from_: Words = (),
    subject: Words = (),
    header: Words = (),
    message_id: Words = (),
    thread: Words = (),
    since: str | date | None = None,
    until: str | date | None = None,
    local: bool | None = False,
    type: Words = (),
    quoted: bool | None = None,
    joined: bool | None = False,
    warn: Words = (),
    errors: ErrorMode | None = None,
) -> Scan: ...
def scan_arrow(
    paths: Path | BinaryFile | Iterable[Path | BinaryFile] | Split,
    /,
    *,
    columns: str | Iterable[str] | None = None,
    batch_size: int | None = 65536,
    dictionary: bool | str | Iterable[str] | None = False,
    conforms: Conformance | None = "whatwg",
    kinds: Kinds = "all",
    www: bool | None = False,
    names: bool | None = False,
    addresses: bool | None = False,
    refang: bool | None = False,
    rejoin: bool | None = True,
    width: int | None = None,
    unwrap: bool | None = False,
    base: str | None = None,
    max_len: int | None = 8192,
    schemes: Words = (),
    headers: bool | None = True,
    bodies: bool | None = True,
    html: bool | None = True,
    read_as: str | None = None,
    encoding: str | None = None,
    binary: Binary | None = "skip",
    unpack: bool | None = True,
    max_window: int | None = 134217728,
    max_temp: int | None = 4294967296,
    follow: bool | None = False,
    include: Words = (),
    exclude: Words = (),
    threads: int | None = None,
    range: tuple[int | None, int | None] | None = None,
    scheme: Words = (),
    host: Words = (),
    domain: Words = (),
    exclude_scheme: Words = (),
    exclude_host: Words = (),
    no_mailto: bool | None = False,
    host_file: Words = (),
    exclude_host_file: Words = (),
    newsgroup: Words = (),
    from_: Words = (),
    subject: Words = (),
    header: Words = (),
    message_id: Words = (),
    thread: Words = (),
    since: str | date | None = None,
    until: str | date | None = None,
    local: bool | None = False,
    type: Words = (),
    quoted: bool | None = None,
    joined: bool | None = False,
    warn: Words = (),
    errors: ErrorMode | None = None,
) -> ArrowScan: ...
def plan_splits(
    paths: Path | BinaryFile | Iterable[Path | BinaryFile],
    /,
    *,
    size: int | None = 536870912,
    errors: Literal["raise", "keep"] | None = "raise",
    **options: Unpack[ScanOptions],
) -> list[Split]: ...
def check(url: str | Buffer, /, *, base: str | None = None) -> Verdict: ...
def _plan_harvest(
    root: Path, paths: Path | Iterable[Path], store: object | None, options: dict[str, Any]
) -> tuple[str, list[int], list[ScanError], str | None]: ...
def _run_harvest(
    root: Path, digest: str, shards: tuple[int, int], threads: int | None, store: object | None
) -> tuple[int, int, list[ScanError], int, bool]: ...
def _finish_harvest(root: Path, digest: str, partial: bool) -> None: ...
def _prune_harvest(root: Path) -> tuple[int, int]: ...
def _diff_harvest(old: Path, new: Path) -> list[tuple[str, str, int, int, str]]: ...
def _run_command(arguments: list[str], /, *, has_no_stdout: bool) -> int: ...
def _end_calls() -> None: ...
def _forget_calls() -> None: ...
def _restore_error(path: bytes, offset: int | None, code: str, text: str) -> ScanError: ...
def _restore_link(state: dict[str, Any]) -> Link: ...
def _restore_split(
    paths: tuple[bytes, ...], range: tuple[int, int] | None, bytes: int | None, is_of_object: bool, is_unreadable: bool
) -> Split: ...
def _restore_text(
    text: str,
    section: tuple[str | None, str | None, str | None, bool],
    links: list[Link],
    pieces: list[tuple[int, int, int]],
) -> DecodedText: ...
def _restore_verdict(state: dict[str, Any]) -> Verdict: ...
