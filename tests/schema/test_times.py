"""Times as the service writes them."""

import datetime
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.schema.values.versions import TIME, moment

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
MOST = 253_402_300_799_999
"""The last millisecond of the year 9999."""


@given(st.integers(0, MOST))
def test_a_moment_is_a_utc_time_with_its_text(milliseconds: int) -> None:
    made, wanted = moment(milliseconds), EPOCH + datetime.timedelta(milliseconds=milliseconds)
    assert made == wanted
    assert made.tzinfo is datetime.UTC
    assert made.shown() == f"{wanted.isoformat(timespec='milliseconds')[:23]}Z"
    assert re.fullmatch(TIME, made.shown())


@pytest.mark.parametrize("milliseconds", [MOST + 1, 10**18])
def test_a_time_after_the_year_9999_is_an_error(milliseconds: int) -> None:
    with pytest.raises(OverflowError):
        moment(milliseconds)
