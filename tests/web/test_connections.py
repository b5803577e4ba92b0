"""Clients that take connections and leave them: half-sent requests, many at once, and answers that nobody reads."""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import httpx
import pytest

from battlewright.web.connections import RESERVED_FILES, Connections, open_files
from battlewright.web.limits import Limits
from battlewright.web.security import network_of
from tests.web.server import Server

PATIENCE = 10.0
HALF = b"GET /healthz HTTP/1.1\r\nHost: here\r\nX-More:"
HALF_BODY = (
    b"POST /api/matches HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little patience."""
    limits = {"request": 0.5, "answer": 0.5, "sockets_each": 6}
    options = [option for name, value in limits.items() for option in ("--limit", f"{name}={value}")]
    server = Server(tmp_path_factory.mktemp("strict"), None, *options).start()
    yield server
    server.stop()


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def everything(connection: socket.socket) -> bytes:
    """Return what comes until the server ends the connection."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("sent", [b"", HALF])
def test_a_request_that_does_not_arrive_is_ended_with_a_sentence(strict: Server, sent: bytes) -> None:
    with closing(connect(strict)) as connection:
        connection.sendall(sent)
        head, _, body = everything(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["error"] == "The request did not arrive within 0.5 s."


def test_a_body_that_does_not_arrive_ends_its_connection(strict: Server) -> None:
    with closing(connect(strict)) as connection:
        connection.sendall(HALF_BODY)
        with suppress(ConnectionResetError):
            assert b" 201 " not in everything(connection)


def test_a_second_request_on_a_connection_has_its_own_time(strict: Server) -> None:
    with closing(connect(strict)) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n" + HALF)
        answers = everything(connection)
    assert answers.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in answers


def test_one_address_has_a_number_of_connections(strict: Server) -> None:
    strict.client.close()
    with ExitStack() as opened:
        taken = [opened.enter_context(closing(connect(strict))) for _ in range(6)]
        for each in taken:  # each is there: the server has answered it
            each.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
            assert each.recv(65536).startswith(b"HTTP/1.1 200 ")
        with closing(connect(strict)) as connection:
            answer = everything(connection)
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"At most 6 connections are allowed from one address." in answer
    for _ in range(100):  # until the server has seen that they have ended
        with closing(connect(strict)) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            if everything(connection).startswith(b"HTTP/1.1 200 "):
                break
    else:
        pytest.fail("the connections are still counted")


def test_a_client_that_does_not_read_is_let_go(strict: Server) -> None:
    with closing(socket.socket()) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", strict.port))
        connection.sendall(b"GET /api/systems HTTP/1.1\r\nHost: here\r\n\r\n" * 400)
        watched = select.poll()
        watched.register(connection, select.POLLERR | select.POLLHUP)
        assert watched.poll(1000 * PATIENCE), "it is still connected"
    assert httpx.get(f"{strict.url}/healthz").status_code == 200


def test_all_connections_together_leave_room_for_others() -> None:
    kept = Connections(Limits(sockets=8, sockets_each=100))
    assert (kept.most, kept.most_each) == (8, 2)
    for network in ("a", "a", "b", "b", "c", "c", "d"):
        assert kept.refusal(network) is None
        kept.enter(network)
    assert kept.refusal("a") == ("429 Too Many Requests", "At most 2 connections are allowed from one address.")
    kept.enter("e")
    assert kept.refusal("f") == ("503 Service Unavailable", "The server is full: it has 8 connections.")
    kept.leave("a")
    assert kept.refusal("a") is None
    assert Connections(Limits(sockets=8, sockets_each=100), by_address=False).most_each == 8


def test_connections_leave_files_for_the_server_itself() -> None:
    allowed = open_files(1)
    kept = Connections(Limits(sockets=allowed, sockets_each=allowed))
    assert kept.most <= open_files(allowed) - RESERVED_FILES


def test_an_address_is_a_network_of_ipv6() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::9") != network_of("2001:db8:1:2::9")
    assert network_of("testclient") == "testclient"
