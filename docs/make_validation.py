"""Bring the record in docs/validation.md up to date.

Runs all cases; or takes the output of ``treetop validate --json`` from a file given as argument.
"""

import json
import platform
import re
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

PAGE = Path(__file__).with_name("validation.md")
HEAD = "| quantity | value | reference | difference | tolerance |\n| --- | --- | --- | --- | --- |"


def main() -> None:
    text = Path(sys.argv[1]).read_text(encoding="utf-8") if sys.argv[1:] else _measured()
    page = PAGE.read_text(encoding="utf-8")
    new = f"<!-- record -->\n{_record(json.loads(text))}\n<!-- /record -->"
    page = re.sub("<!-- record -->.*<!-- /record -->", lambda _: new, page, flags=re.DOTALL)
    PAGE.write_text(page, encoding="utf-8")


def _measured() -> str:
    run = [sys.executable, "-c", "from treetop.cli import main; main()", "validate", "--json"]
    return subprocess.run(run, stdout=subprocess.PIPE, text=True).stdout


def _record(answers: list[dict]) -> str:
    checks = sum(len(answer["checks"]) for answer in answers)
    passed = sum(answer["passed"] for answer in answers)
    made = f"Treetop {version('treetop')}, Python {platform.python_version()}"
    made += f", numba {version('numba')}, {platform.system()} {platform.machine()}"
    lines = [
        f"{datetime.now(UTC):%d %B %Y}, {made}: {passed} of {len(answers)} cases passed, "
        f"{checks} checks.",
        "",
        "| case | | checks | nearest to its tolerance |",
        "| --- | --- | --- | --- |",
        *(_summary(answer) for answer in answers),
    ]
    return "\n".join([*lines, *(_section(answer) for answer in answers)])


def _summary(answer: dict) -> str:
    shares = [_share(row) for row in answer["checks"]]
    worst = f"{max(shares):.2g}" if answer["passed"] else "failed"
    name = answer["case"]
    return f"| [{name}](#{name}) | {answer['title']} | {len(shares)} | {worst} |"


def _share(row: dict) -> float:
    """The part of its tolerance that a check has used up; a tolerance of 0 asks for equality."""
    return abs(row["difference"]) / row["tolerance"] if row["difference"] else 0.0


def _section(answer: dict) -> str:
    title = f"\n## {answer['case']}\n\n{answer['title']}. Reference: {answer['source']}.\n"
    failure = [f"\nFailed: {answer['failure']}"] if answer["failure"] else []
    return "\n".join([title, HEAD, *(_row(row) for row in answer["checks"]), *failure])


def _row(row: dict) -> str:
    quantity = f"{row['quantity']} [{row['unit']}]" if row["unit"] else row["quantity"]
    sort = " rel." if row["kind"] == "relative" else ""
    return (
        f"| {quantity} | {row['value']:.15g} | {row['reference']:.15g} "
        f"| {row['difference']:.1e}{sort} | {row['tolerance']:.0e}{sort} |"
    )


if __name__ == "__main__":
    main()
