"""Campaigns: many runs of one model, with numbers that vary from run to run.

sampling      where each run lies in the unit cube of what varies
draws         the numbers that each run is given
one_run       one run, and the row that is kept of it
observed      numbers and histories that are kept of a run
store         the folder of rows: whole at any moment
pool          runs on all cores of a machine; a process that dies loses none
campaign      all of this together
results       what a store holds, and its statistics
statistics    percentiles, probabilities, sensitivities, convergence
"""
