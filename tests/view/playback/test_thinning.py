import numpy as np

from treetop.view.playback.thinning import LEAST, PageBudget, thinned_samples

BUDGET = PageBudget(most=3000, few=100, fine=0.1, coarse=0.2)


def test_all_are_kept_while_there_is_room():
    times = np.linspace(0, 1, 300)
    assert thinned_samples(times, 10, BUDGET).tolist() == list(range(300))


def test_too_many_are_thinned_evenly_from_first_to_last():
    times = np.linspace(0, 1, 10_001)
    chosen = thinned_samples(times, 10, BUDGET)
    assert len(chosen) == 300
    assert chosen[0] == 0 and chosen[-1] == 10_000
    assert set(np.diff(chosen)) <= {33, 34}


def test_both_samples_of_a_change_stay():
    change = 3333
    times = np.insert(np.linspace(0, 1, 10_001), change, np.linspace(0, 1, 10_001)[change])
    chosen = thinned_samples(times, 10, BUDGET)
    assert {change, change + 1} <= set(chosen)
    assert len(chosen) <= 300


def test_very_many_changes_do_not_crowd_out_the_rest():
    times = np.repeat(np.linspace(0, 1, 5000), 2)
    chosen = thinned_samples(times, 10, BUDGET)
    assert len(chosen) == 300
    assert np.diff(chosen).max() < 40


def test_many_bodies_still_move():
    assert len(thinned_samples(np.linspace(0, 1, 10_000), 10**6, BUDGET)) == LEAST


def test_many_numbers_are_told_less_finely():
    assert [BUDGET.part(100), BUDGET.part(101)] == [0.1, 0.2]
