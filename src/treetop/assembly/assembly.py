"""From a model to tables: a valid model in, numbers and names out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.constraint_paths import constraint_paths
from treetop.assembly.constraint_table import constraint_tables
from treetop.assembly.constraints import added_rows
from treetop.assembly.environment import environment_tables
from treetop.assembly.flexible import FlexibleTables, flexible_tables
from treetop.assembly.force_outputs import ForceOutputs, force_outputs, forces_by_number
from treetop.assembly.forces import force_tables, of_kind
from treetop.assembly.frames import FrameBook
from treetop.assembly.functions_of_time import DriveBook
from treetop.assembly.internal_states import device_outputs, internal_states
from treetop.assembly.joint_axes import all_suited_axes, suited_axes, turned
from treetop.assembly.joint_constraints import Connection, joint_rows
from treetop.assembly.loops import loop_table
from treetop.assembly.numbering import Labels, Link, labels, links
from treetop.assembly.optional_forces import optional_tables
from treetop.assembly.poses import AT_REST, Pose, pose_of, stacked
from treetop.assembly.prescribed_joints import driven_speeds, with_driven_speeds
from treetop.assembly.site import Site
from treetop.assembly.tree import body_table, tree_table
from treetop.checks.constraints import constrained_coordinates
from treetop.core.compiler import BOX
from treetop.core.environment.tables import EnvironmentTables
from treetop.core.forces.optional import OptionalTables
from treetop.core.tables.tables import Added, Commands, OptionalForces, Tables, Tree
from treetop.model import UserForce
from treetop.model.body import GROUND
from treetop.model.part import Port, frames_of
from treetop.model.signals import Quantity
from treetop.topology.grounding import flies
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import JointNode
from treetop.topology.readings import Source, blocks_of, sources_of

FAR_OFF = 100.0  # times the longest arm


class Assembly(NamedTuple):
    """The tables of a model, and the names of their rows."""

    tables: Tables
    followed: Tables  # the same, speeds being driven where coordinates are prescribed
    links: list[Link]
    closing: list[str]  # joints that close loops
    closing_labels: Labels  # of their coordinates and speeds
    coordinates: list[str]
    speeds: list[str]
    laws: list[tuple[Callable[..., Any], int]]  # the user's force functions, how many parameters
    drives: DriveBook  # functions of time that constraints follow
    optional: OptionalTables
    environment: EnvironmentTables
    flexible: FlexibleTables
    states: dict[str, Port]  # internal states
    device_outputs: dict[str, str]  # with units
    anchor: np.ndarray  # m, in the ground: where the origin of a model that is tied to it stays
    roots: dict[int, Pose]  # inboard frames, in the ground, of the bodies that hang on it
    frames: FrameBook
    outputs: ForceOutputs  # what can be recorded of forces


def assemble(model: Mechanism) -> Assembly:
    tree_joints, closing = model.tree
    chain = links(tree_joints)
    numbers = {GROUND: 0} | {link.body: i for i, link in enumerate(chain, start=1)}
    axes = all_suited_axes(link.joint.kind for link in chain)
    outboard = stacked(pose_of(model.frame(link.joint.outboard)) for link in chain)
    frames = FrameBook(model, numbers, turned(outboard, axes.outboard))
    inboard = frames.all_seen_from_joint(link.joint.inboard for link in chain)
    placed = _placed(model, chain, turned(inboard, axes.inboard))
    in_tree, apart = labels([link.joint for link in chain]), labels(closing)
    forces = force_tables(model, frames, in_tree, apart)
    tree = tree_table(chain, placed.inboard, axes)
    joints = _joints(chain, placed.held_at, tree)
    drives, along = DriveBook(), forces_by_number(model)
    optional = optional_tables(Site(model, frames, (in_tree, apart), drives, tree, along))
    closers = list(_connections(closing, frames, model.opened))
    named = [*(link.joint.name for link in chain), *(joint.name for joint in closing)]
    every = dict(zip(named, joints + closers, strict=True))
    rows = added_rows(model, every, frames, drives)
    surroundings, around = environment_tables(model, frames)
    of_joints = joint_rows(joints, closers, placed.held_at, axes, drives.sliding)
    constraints, loop_at, added_at = constraint_tables(of_joints, rows)
    at = _constraint_frames(model, frames)
    no_commands = Commands(np.zeros(0))
    tables = Tables(
        tree=tree,
        constraints=constraints,
        loops=loop_table(closers, loop_at, acting_joints(model, closing)),
        added=Added(added_at, np.array(at, dtype=np.int64)),
        paths=constraint_paths(tree, constraints, loop_at, added_at),
        driven=driven_speeds([]),
        drives=drives.table(),
        bodies=body_table(model, chain, frames),
        frames=frames.table(),
        falling=np.array([placed.falling], dtype=np.int64),
        measure=None,  # compiled where the model is built
        optional=OptionalForces(*(BOX.copy(),) * 6, optional.sizes, no_commands),  # likewise
        environment=around,
        **forces,
    )
    laws = [(force.function, len(force.parameters)) for force in of_kind(model, UserForce)]
    return Assembly(
        tables,
        with_driven_speeds(tables, of_joints, rows),
        chain,
        [joint.name for joint in closing],
        apart,
        *in_tree,
        laws,
        drives,
        optional,
        surroundings,
        flexible_tables(chain, tree),
        internal_states(model),
        device_outputs(model),
        placed.anchor,
        placed.roots,
        frames,
        force_outputs(model, in_tree, apart, along),
    )


def _constraint_frames(model: Mechanism, frames: FrameBook) -> list[int]:
    """The frame that each constraint holds, -1 without any; behind those that outputs look at."""
    for reference in watched_frames(model):
        frames.add(reference)
    held = (constraint.held for constraint in model.constraints.values())
    return [frames.add(reference) if reference else -1 for reference in held]


def _joints(chain: list[Link], held_at: Pose, tree: Tree) -> list[Connection]:
    """The joints of the tree, with their places among coordinates and speeds."""
    starts = tree.q_at[1:].tolist(), tree.u_at[1:].tolist()
    places = zip(map(Pose, *held_at), *starts, strict=False)
    return [
        Connection(link.joint.kind, (link.parent, i), F, AT_REST, q, u, name=link.joint.name)
        for i, (link, (F, q, u)) in enumerate(zip(chain, places, strict=True), start=1)
    ]


class _Placed(NamedTuple):
    """Where the joints of the tree are."""

    inboard: Pose  # of their inboard frames, from the origin of positions
    held_at: Pose  # likewise, in the ground
    falling: bool  # whether that origin moves along
    anchor: np.ndarray  # where it stays, if not
    roots: dict[int, Pose]


def _placed(model: Mechanism, chain: list[Link], inboard: Pose) -> _Placed:
    """Choose the origin of positions; inboard frames are given in their bodies."""
    on_ground = [i for i, link in enumerate(chain) if link.parent == 0]
    roots = {i + 1: Pose(inboard.R[i], inboard.p[i].copy()) for i in on_ground}
    falling = bool(chain) and flies(model)
    anchor, held_at = np.zeros(3), inboard
    if falling:  # free bodies are placed from the moving origin, not from their inboard frame
        inboard.p[on_ground] = 0.0
    elif on_ground and far_off(inboard.p, on_ground):  # all are placed from where the first hangs
        anchor, held_at = inboard.p[on_ground[0]].copy(), Pose(inboard.R, inboard.p.copy())
        inboard.p[on_ground] -= anchor
    return _Placed(inboard, held_at, falling, anchor, roots)


def far_off(places: np.ndarray, on_ground: list[int]) -> bool:
    """Whether a mechanism hangs so far from the ground's origin that positions lose digits there;
    places are those of all inboard frames in their bodies."""
    others = np.delete(places, on_ground, axis=0)
    longest = np.linalg.norm(others, axis=1).max(initial=0.0)
    return bool(np.linalg.norm(places[on_ground[0]]) > FAR_OFF * longest)


def _connections(
    closing: list[JointNode], frames: FrameBook, opened: Mapping[str, frozenset[str]]
) -> Iterator[Connection]:
    """The joints that close loops, with numbers of their own for coordinates and speeds."""
    q = u = 0
    for l, joint in enumerate(closing):
        into, out = suited_axes(joint.kind)
        (a, F), (b, M) = (frames.seen_from_joint(end) for end in (joint.inboard, joint.outboard))
        open_directions = opened.get(joint.name, frozenset())
        F, M = turned(F, into), turned(M, out)
        yield Connection(joint.kind, (a, b), F, M, q, u, l, open_directions, joint.name)
        q += sum(coordinate.size for coordinate in joint.kind.coordinates)
        u += sum(speed.size for speed in joint.kind.speeds)


def acting_joints(model: Mechanism, closing: list[JointNode]) -> list[int]:
    """Numbers of the joints that close loops whose coordinates the motion depends on."""
    used = {joint for force in model.forces.values() for joint in force.joints}
    used |= {label.partition(".")[0] for label in constrained_coordinates(model)}
    used |= {label.partition(".")[0] for label in watched_quantities(model)}
    return [
        l for l, joint in enumerate(closing) if joint.name in used or joint.kind.held_by_turning
    ]


def _sources(model: Mechanism) -> Iterator[Source]:
    """What sensors and controllers read."""
    for block in blocks_of(model.model).values():
        yield from sources_of(model.model, block)


def watched_frames(model: Mechanism) -> Iterator[str]:
    """References to the frames that events and sensors look at."""
    for event in model.events.values():
        yield from frames_of(event.signal)
    yield from dict.fromkeys(source.frame for source in _sources(model) if source.frame)


def watched_quantities(model: Mechanism) -> Iterator[str]:
    """Names of the quantities that events, sensors and controllers look at, angles of which are to
    be counted beyond full turns."""
    yield from (source.label for source in _sources(model) if ".reaction_" not in source.label)
    for event in model.events.values():
        if isinstance(event.signal, Quantity) and ".reaction_" not in event.signal.name:
            yield event.signal.name
