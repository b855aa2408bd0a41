"""Structure of a model: spanning tree, loops, flexible bodies, stages."""
