"""A server with a self-signed certificate, and a proxy, both on this machine."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""The certificate of `localhost` with its key, valid until 2126."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Prints nothing."""


class _MemoryHandler(_Handler):
    def do_GET(self) -> None:
        row = {"id": "mem_1", "content": "a", "source": "api", "tags": [], "createdAt": _TIME, "updatedAt": _TIME}
        body = json.dumps(row).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


_TIME = "2026-11-22T08:30:00Z"


@contextmanager
def _serving(server: ThreadingHTTPServer) -> Iterator[int]:
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def memory_server() -> Iterator[str]:
    """Serves one memory over HTTPS."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _MemoryHandler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    # The threads do the handshakes: a client that refuses the certificate must not stop the server.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    with _serving(server) as port:
        yield f"https://localhost:{port}"


@contextmanager
def proxy() -> Iterator[tuple[str, list[str]]]:
    """Runs a proxy, which forwards HTTPS and responds to HTTP itself. Yields its address and a list of its requests."""
    requests: list[str] = []

    class Handler(_Handler):
        def do_CONNECT(self) -> None:
            requests.append(f"CONNECT {self.path}")
            host, _, port = self.path.rpartition(":")
            with socket.create_connection((host, int(port))) as upstream:
                self.send_response(200)
                self.end_headers()
                back = threading.Thread(target=_pipe, args=(upstream, self.connection), daemon=True)
                back.start()
                _pipe(self.connection, upstream)
                back.join()
            self.close_connection = True

        def do_GET(self) -> None:
            requests.append(f"GET {self.path}")
            _MemoryHandler.do_GET(self)  # type: ignore[arg-type]

    with _serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        yield f"http://127.0.0.1:{port}", requests


def _pipe(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass
