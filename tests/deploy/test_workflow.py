"""The hosted workflow: valid, allowed to read only, and true to `.ci/run` and the Makefile."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.deploy.test_compose import wrong

ROOT = Path(__file__).parents[2]
WORKFLOW: dict[str, Any] = YAML(typ="safe").load(ROOT / ".github" / "workflows" / "checks.yml")


def test_the_workflow_is_valid() -> None:
    assert wrong(WORKFLOW, "github-workflows") == []
    assert wrong({**WORKFLOW, "jobs": {"checks": {"steps": []}}}, "github-workflows")


def test_each_push_is_checked_and_each_week_the_newest_dependencies_are_tried() -> None:
    triggers = WORKFLOW["on"]
    assert triggers["push"] is None, "on every branch"
    assert len(triggers["schedule"]) == 1
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", triggers["schedule"][0]["cron"])
    (job,) = WORKFLOW["jobs"].values()
    assert job["steps"][-1]["run"] == ".ci/run ${{ github.event_name == 'schedule' && 'newest' || '' }}"


def test_the_workflow_may_only_read_and_names_actions_by_their_major_version() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    (job,) = WORKFLOW["jobs"].values()
    assert "permissions" not in job
    used = [step["uses"] for step in job["steps"] if "uses" in step]
    assert used
    assert [one for one in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", one)] == []


def test_ci_makes_what_is_named_and_otherwise_all_checks() -> None:
    _, *end = (ROOT / ".ci" / "run").read_text().partition("\n(($#))")
    for given, made in ((["newest"], ["newest"]), ([], ["test", "ecosystem", "rehearsal"])):
        said = subprocess.run(
            ["bash", "-c", "make() { echo $1; }" + "".join(end), "run", *given],
            capture_output=True,
            text=True,
            check=True,
        )
        assert said.stdout.split() == made
        assert set(made) <= set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("form", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").iterdir()), ids=lambda form: form.name)
def test_a_form_for_issues_is_valid(form: Path) -> None:
    assert wrong(YAML(typ="safe").load(form), "github-issue-forms") == []
