"""The reasons why a store cannot be used, in sentences that anybody may read."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Callable

from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.servers.pipelined_connection import CLOSED, IS_REPLICA, ErrorReply

_OWN = (CLOSED, IS_REPLICA)
WRONG_LOGIN = "The store refuses the user or the password."
NO_DATABASE = "The store has no database of the number in its URL; a cluster has only 0."
NO_RIGHT = "the server does not let the store's user run INFO or CLUSTER: give the user the rights that are documented"


def reason_of(error: BaseException, of_library: Callable[[BaseException], str | None] = lambda _: None) -> str:
    """The reason why the store cannot be used, without a library's text, which may quote an address, a name or a password.

    Args:
        error: The error.
        of_library: The reason for an error of a library's own, None for others.
    """
    if (why := of_library(error)) is not None:
        return why
    match error:
        case StoreUnavailable() | ErrorReply():
            return str(error)
        case TimeoutError():
            return "The store did not answer in time."
        case ssl.SSLError():
            return f"TLS with the store fails: {getattr(error, 'reason', None) or type(error).__name__}."
        case socket.gaierror():
            return "The name of the store's host is not known."
        case OSError() if str(error) in _OWN:
            return str(error)
        case OSError() if error.errno:
            return f"The store cannot be reached: {os.strerror(error.errno)}."
    cause = error.__cause__ or error.__context__
    if cause is not None:
        return reason_of(cause, of_library)
    return f"The store cannot be used ({type(error).__name__})."
