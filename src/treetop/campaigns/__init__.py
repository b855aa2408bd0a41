"""Campaigns: many runs of one model, with numbers that vary from run to run.

sampling      where each run lies in the unit cube of what varies
draws         the numbers that each run is given
one_run       one run, and the row that is kept of it
identity      what runs depend on: a store is gone on with by the same alone
observed      numbers and histories that are kept of a run
store         the folder of rows: whole at any moment
engine        what computes runs: one of the two that follow
pool          runs on all cores of a machine; a process that dies loses none
cluster       runs on a cluster, by dask.distributed
campaign      all of this together
results       what a store holds, and its statistics
statistics    percentiles, probabilities, sensitivities, convergence
"""
