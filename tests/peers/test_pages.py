"""The models of the pages for users of other codes run in both, and the pages compare numbers."""

import re

import pytest

from folders import DOCS

pytestmark = [pytest.mark.peers, pytest.mark.compiled]

BLOCK = re.compile(r"^```(?:python|py)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
PAGES = {"from-basilisk": "Basilisk", "from-mujoco": "mujoco", "from-exudyn": "exudyn"}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("page", PAGES)
def test_both_models_of_a_page_agree(page, tmp_path, monkeypatch):
    pytest.importorskip(PAGES[page], reason=f"{PAGES[page]} is absent: pip install .[peers]")
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((DOCS / "guide" / f"{page}.md").read_text(encoding="utf-8"))
    assert any(PAGES[page] in block and "assert" in block for block in blocks)
    names: dict = {"__name__": "__main__"}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
