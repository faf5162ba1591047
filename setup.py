"""Adds the handout for students to the built package; setup.cfg has everything else."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HANDOUT = Path("docs", "STUDENTS.md")


class BuildWithHandout(build_py):
    """Puts the handout beside the modules, where `loa handout` looks for it."""

    def run(self):
        """Build the modules, then copy the handout unless the installation is editable."""
        super().run()
        if not self.editable_mode:
            self.copy_file(str(HANDOUT), str(Path(self.build_lib, "loa_tk", HANDOUT.name)))


setup(cmdclass={"build_py": BuildWithHandout})
