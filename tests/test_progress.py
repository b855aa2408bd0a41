"""Progress is shown on a terminal, on long runs, and nowhere else; what is next, anywhere."""

import pytest

from treetop import progress as module
from treetop.progress import progress, tell


def test_silent_without_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with progress(10.0) as show:
        show(5.0, 0.1)
    assert capsys.readouterr() == ("", "")


def test_silent_while_short(capsys):
    with progress(10.0, enabled=True) as show:
        show(5.0, 0.1)
    assert capsys.readouterr() == ("", "")


def test_shows_time_step_and_what_remains(capsys, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with progress(10.0, enabled=True) as show:
        show(0.0, 0.1)
        show(2.5, 0.125)
    shown = capsys.readouterr().err
    assert "2.5 of 10 s" in shown
    assert "step 0.12 s" in shown
    assert "left" in shown


def test_lets_errors_through_and_closes(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with pytest.raises(KeyboardInterrupt), progress(1.0, enabled=True) as show:
        show(0.5, 0.1)
        raise KeyboardInterrupt


def test_tells_what_is_next_on_a_terminal_or_not(capsys):
    tell("the next run")
    assert capsys.readouterr() == ("", "treetop: the next run\n")
    tell("the next run", enabled=False)
    assert capsys.readouterr() == ("", "")
