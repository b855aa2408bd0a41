"""The linearised equations of an implicit step of a tree, solved in time of order n.

Derivation: docs/theory/implicit-chains.md.
"""
