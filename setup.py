"""What pyproject.toml cannot say: compiled catalogues, and a page that knows its repository."""

import os
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))  # a build does not find the sources by itself

from bot.run.packaging import EPOCH, BuildWithCatalogues, Wheel, links, page, readme, repository

os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
os.umask(0o022)  # of what is written anew; the modes of other files are set
setup(
    cmdclass={"build_py": BuildWithCatalogues, "bdist_wheel": Wheel},
    long_description=page(readme(), repository()),
    long_description_content_type="text/markdown",
    project_urls=links(repository()),
)
