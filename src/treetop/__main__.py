"""`python -m treetop`, as `treetop`."""

from treetop.cli import main

main(prog_name="treetop")
