"""Gradient descent with PyTorch: on a GPU where there is one, on the processor otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.int64]
Batch = TypeVar("Batch")


def on_device(array: NDArray[Any]) -> torch.Tensor:
    """Numbers on the device that computes."""
    return torch.from_numpy(np.ascontiguousarray(array)).to(device())


def device() -> torch.device:
    """The GPU, if there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def parameter_of(array: NDArray[Any]) -> torch.Tensor:
    """Numbers to be fitted, with their first values."""
    return on_device(array.astype(np.float32)).requires_grad_()


def array_of(tensor: torch.Tensor) -> NDArray[np.float32]:
    """Numbers brought back from the device."""
    return np.asarray(tensor.detach().cpu().numpy(), np.float32)


def shuffled(counts: Sequence[int], size: int, passes: int) -> list[tuple[int, Rows]]:
    """The table of each batch, and its rows there, in any order.

    `counts` has the number of rows of each table; `size` rows fill a batch; a remainder is left
    out.
    """
    rng = np.random.default_rng(1)
    found: list[tuple[int, Rows]] = []
    for _ in range(passes):
        once = []
        for table, count in enumerate(counts):
            order, full = rng.permutation(count), max(1, min(size, count))
            for start in range(0, count - full + 1, full):
                once.append((table, np.sort(order[start : start + full])))
        found.extend(once[i] for i in rng.permutation(len(once)))
    return found


def in_turn(count: int, size: int) -> Iterator[Rows]:
    """The rows of a table one after another, at most `size` of them at a time."""
    for start in range(0, count, size):
        yield np.arange(start, min(start + size, count))


def descend(
    groups: Sequence[dict[str, Any]],
    batches: Sequence[Batch],
    loss: Callable[[Batch], torch.Tensor],
    pace: Callable[[float], float],
) -> None:
    """Take a step down the slope of the loss for each batch (Adam, arXiv 1412.6980).

    `groups` are those of `torch.optim`: numbers to fit and how fast. `pace` gives the factor for
    that once a part of all steps is done.
    """
    steps = len(batches)
    adam = torch.optim.Adam(groups)
    paces = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: pace((step + 1) / (steps + 1)))
    for batch in batches:
        adam.zero_grad()
        loss(batch).backward()
        adam.step()
        paces.step()
