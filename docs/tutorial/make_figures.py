"""Figures of the tutorial: its own blocks are run, and what they draw is kept."""

import os
import re
import shutil
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
BLOCK = re.compile(r"^```python\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)


def main() -> None:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "treetop"
    for page in sorted(HERE.glob("*.md")):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            names: dict = {"__name__": "__main__"}
            for block in BLOCK.findall(page.read_text(encoding="utf-8")):
                exec(compile(block, str(page), "exec"), names)
            drawn = Path(f"{page.stem}.svg")
            if drawn.exists():
                shutil.copy(drawn, HERE / "figures" / drawn)
            os.chdir(HERE)


if __name__ == "__main__":
    main()
