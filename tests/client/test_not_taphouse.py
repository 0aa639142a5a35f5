"""Other servers than Taphouse, and texts that are no URL of a service."""

from __future__ import annotations

import httpx
import pytest

from taphouse.client import Client, Incompatible


@pytest.mark.parametrize(
    "answer",
    [
        *("[]", "null", '{"data": [1]}', '{"data": "text"}', '{"data": null}', '{"errors": "text"}', '{"errors": [1]}'),
        *(b'{"data": "\xff"}', "[" * 100_000, '{"data": {"result": {"code": 1}}}', '{"data": {}}'),
        '{"data": {"result": {"code": "X", "message": 1, "rules": 2}}}',
        f'{{"data": {{"result": {"[" * 400}{"]" * 400}}}}}',
    ],
)
def test_a_server_that_is_not_taphouse(answer: str | bytes) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, content=answer))
    client = Client("http://127.0.0.1", http=httpx.Client(transport=transport))
    with pytest.raises(Incompatible, match=r"not Taphouse|Update the older"):
        client.catalogue()


@pytest.mark.parametrize(
    "url",
    [
        *(
            "",
            "nowhere",
            "ftp://a",
            "http://",
            "http://a b",
            "http://[::1",
            "http://a:b",
            "http://a:99999",
            "http://a..b",
        ),
        *("http://" + "a" * 64, "http://\u00e4-.b", "http://xn--a.b", "http://256.256.256.256", "http://a/\0"),
    ],
)
def test_what_is_no_url_of_a_service(url: str) -> None:
    with pytest.raises(ValueError, match=r"is not the URL of a service\. Give one such as"):
        Client(url)
    assert Client(" http://127.0.0.1:8000/graphql\n").url == "http://127.0.0.1:8000"
