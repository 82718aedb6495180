import threading
from collections.abc import Sequence

import pytest

from dashboard.scoring.offline.entailment.gathering import Gathering


class Model:
    def __init__(self) -> None:
        self.asked: list[list[tuple[str, str]]] = []
        self.open = threading.Event()
        self.begun = threading.Event()
        self.open.set()
        self.fails = False

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        self.asked.append(list(pairs))
        self.begun.set()
        self.open.wait(10)
        if self.fails:
            raise ValueError("refused")
        return [[float(claim)] for _, claim in pairs]


def test_a_lone_thread_is_answered_at_once() -> None:
    model = Model()

    found = Gathering(model.judge).judge([("a", "1"), ("b", "2")])

    assert found == [[1.0], [2.0]]
    assert model.asked == [[("a", "1"), ("b", "2")]]


def test_what_waits_while_the_model_is_busy_goes_through_it_together() -> None:
    model = Model()
    model.open.clear()
    gathering = Gathering(model.judge)
    found: dict[int, list[list[float]]] = {}

    def ask(number: int) -> None:
        found[number] = gathering.judge([("p", str(number))] * number)

    first = threading.Thread(target=ask, args=(1,))
    first.start()
    model.begun.wait(10)
    others = [threading.Thread(target=ask, args=(number,)) for number in (2, 3)]
    for thread in others:
        thread.start()
    while gathering.waiting < 2:
        pass
    model.open.set()
    for thread in (first, *others):
        thread.join(10)

    assert found == {1: [[1.0]], 2: [[2.0]] * 2, 3: [[3.0]] * 3}
    assert [len(pairs) for pairs in model.asked] == [1, 5]


def test_who_was_taken_along_by_one_that_failed_asks_again() -> None:
    model = Model()
    model.open.clear()
    gathering = Gathering(model.judge)
    errors: list[str] = []

    def ask() -> None:
        try:
            gathering.judge([("p", "1")])
        except ValueError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    threads[0].start()
    model.begun.wait(10)
    for thread in threads[1:]:
        thread.start()
    while gathering.waiting < 2:
        pass
    model.fails = True
    model.open.set()
    for thread in threads:
        thread.join(10)

    assert errors == ["refused"] * 3
    assert [len(pairs) for pairs in model.asked] == [1, 2, 1]


def test_nothing_asked_is_nothing_found() -> None:
    assert Gathering(Model().judge).judge([]) == []


@pytest.mark.parametrize("times", [1, 2])
def test_a_failure_does_not_stick(times: int) -> None:
    model = Model()
    gathering = Gathering(model.judge)
    model.fails = True
    for _ in range(times):
        with pytest.raises(ValueError, match="refused"):
            gathering.judge([("p", "1")])

    model.fails = False

    assert gathering.judge([("p", "4")]) == [[4.0]]
