"""Adds the web table to wheels; everything else is in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

BUILD = Path(__file__).resolve().parent / "clients" / "build.py"


class WithWebTable(build_py):
    """Builds the page before the files of the package are collected. A wheel without it says so when it is served."""

    def run(self) -> None:
        """See `build_py`."""
        if BUILD.exists() and not self.editable_mode:
            subprocess.run([sys.executable, BUILD], check=False)
        super().run()


setup(cmdclass={"build_py": WithWebTable})
