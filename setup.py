"""What pyproject.toml cannot say: a package is built with its catalogues compiled."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))  # a build does not find the sources by itself

from bot.run.packaging import BuildWithCatalogues

setup(cmdclass={"build_py": BuildWithCatalogues})
