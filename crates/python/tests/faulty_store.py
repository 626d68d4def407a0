"""A store of objects on this machine, in front of which a proxy lets requests fail."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from moto.server import ThreadedMotoServer

KEYS = {"key": "a", "secret": "b"}


@dataclass
class Faults:
    """Which requests fail.

    Attributes:
        rate: The share of requests that fail: with 503, or because the connection is cut.
        failed: The number of requests that have failed.
        requests: The methods and paths of all requests.
    """

    rate: float = 0.0
    failed: int = 0
    requests: list[tuple[str, str, str | None]] = field(default_factory=list)
    random: random.Random = field(default_factory=lambda: random.Random(1994))


def handler(port: int, faults: Faults) -> type[BaseHTTPRequestHandler]:
    """Returns the handler of the proxy of a server."""

    class Proxy(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def forward(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length)
            faults.requests.append((self.command, self.path, self.headers.get("Range")))
            fails = faults.random.random() < faults.rate
            faults.failed += fails
            if fails and faults.random.random() < 0.4:
                self.reply(503, {}, b"<Error><Code>SlowDown</Code></Error>")
                return
            if fails and faults.random.random() < 0.5:
                # Before the server has seen the request.
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            server = HTTPConnection("127.0.0.1", port)
            server.request(self.command, self.path, body, dict(self.headers))
            response = server.getresponse()
            headers, data = dict(response.getheaders()), response.read()
            server.close()
            if fails:
                # The server has done it, and the answer is cut.
                self.reply(response.status, headers, data, len(data) // 2)
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            self.reply(response.status, headers, data)

        def reply(self, status: int, headers: dict[str, str], data: bytes, sent: int | None = None) -> None:
            self.send_response_only(status)
            for name, value in headers.items():
                if name.lower() not in ("content-length", "connection", "transfer-encoding"):
                    self.send_header(name, value)
            is_head = self.command == "HEAD"
            length = headers.get("Content-Length", "0") if is_head else str(len(data))
            self.send_header("Content-Length", length)
            self.end_headers()
            if not is_head:
                self.wfile.write(data[:sent])

        do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = forward  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Logs nothing."""

        def handle(self) -> None:
            try:
                super().handle()
            except (ConnectionError, BrokenPipeError, TimeoutError):
                self.close_connection = True

    return Proxy


@contextmanager
def faulty_store() -> Iterator[tuple[dict[str, Any], Faults]]:
    """Yields the options of the store for fsspec, and its faults."""
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    faults = Faults()
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), handler(port, faults))
    proxy.daemon_threads = True
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{proxy.server_address[1]}"
    try:
        # Listings are not cached, because other processes write.
        options = {**KEYS, "endpoint_url": address, "use_listings_cache": False}
        yield options, faults
    finally:
        proxy.shutdown()
        proxy.server_close()
        server.stop()
