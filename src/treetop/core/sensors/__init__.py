"""What sensors make of what they measure: one file for each kind, and noise.

z readings of the motion      x what is remembered      u what the sensor says
p parameters: the first two are the seed of the run and the number of the sensor's stream
"""
