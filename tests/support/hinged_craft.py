"""Two bodies on a hinge in free flight, with a frame askew in the outer one."""

import treetop as tt


def hinged_craft():
    """The model, and the frame."""
    model = tt.Model("craft")
    hub = model.add_body("hub", 50, [20, 25, 30])
    arm = model.add_body("arm", 10, [5, 4, 6], [1, 0, 0])
    frame = arm.frame("seat", at=[0.5, 0.2, -0.1], attitude=[0.8, 0.2, -0.4, 0.4])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), hub.frame("edge", at=[1, 0, 0]), arm)
    return model, frame
