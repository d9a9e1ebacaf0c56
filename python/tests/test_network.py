"""Proxies and certificates, with a real proxy and a server with a self-signed certificate."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commonplace_memory import CommonplaceError, ConnectionFailed

from .support.either import Either, Kind
from .support.proxy import CERTIFICATE, memory_server, proxy


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with memory_server() as address:
        yield address


def read(kind: Kind, url: str, **options: Any) -> str:
    with Either(kind, base_url=url, token="cpk_a", max_retries=0, **options) as either:
        content: str = either.do(lambda client: client.memories.read("mem_1")).content
    return content


@pytest.mark.parametrize(
    "verify",
    [str(CERTIFICATE), False, ssl.create_default_context(cafile=CERTIFICATE)],
    ids=["a file", "off", "a context"],
)
def test_verify_makes_a_self_signed_certificate_accepted(kind: Kind, url: str, verify: Any) -> None:
    assert read(kind, url, verify=verify) == "a"


def test_trusts_the_certificates_that_the_environment_names(
    kind: Kind, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    assert read(kind, url) == "a"


def test_refuses_a_self_signed_certificate(kind: Kind, url: str) -> None:
    with pytest.raises(ConnectionFailed, match="self-signed") as raised:
        read(kind, url)
    assert not raised.value.may_have_arrived


@pytest.mark.parametrize("name", ["missing.pem", "empty.pem", ""])
@pytest.mark.parametrize("source", ["verify", "SSL_CERT_FILE"])
def test_says_which_certificates_it_cannot_read(
    kind: Kind, source: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.pem").write_text("no certificate", encoding="utf-8")
    path = str(tmp_path / name)
    options = {"verify": path} if source == "verify" else {}
    if source == "SSL_CERT_FILE":
        monkeypatch.setenv(source, path)
    with pytest.raises(CommonplaceError) as raised:
        read(kind, "https://kit.test", **options)
    assert str(raised.value).startswith(f"{source}={path!r} ")


def test_sends_through_a_proxy(kind: Kind, url: str) -> None:
    with proxy() as (address, requests):
        assert read(kind, url, proxy=address, verify=str(CERTIFICATE)) == "a"
        assert requests == [f"CONNECT {url.removeprefix('https://')}"]


def test_sends_through_the_proxy_that_the_environment_names(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    with proxy() as (address, requests):
        monkeypatch.setenv("HTTP_PROXY", address)
        assert read(kind, "http://kit.test") == "a"
        assert requests == ["GET http://kit.test/v1/memories/mem_1"]


def test_a_proxy_that_does_not_run_raises_connection_failed(kind: Kind, url: str) -> None:
    with proxy() as (address, _):
        pass
    with pytest.raises(ConnectionFailed) as raised:
        read(kind, url, proxy=address)
    assert not raised.value.may_have_arrived


@pytest.mark.parametrize(("address", "reason"), [("localhost:8080", "http://"), ("socks5://localhost:1080", "socksio")])
def test_says_why_it_cannot_use_a_proxy(kind: Kind, url: str, address: str, reason: str) -> None:
    with pytest.raises((CommonplaceError, ValueError), match=reason) as raised:
        read(kind, url, proxy=address)
    assert "httpx" not in str(raised.value)
