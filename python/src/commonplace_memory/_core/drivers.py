"""Two drivers of a flow (see `sending.py`): `Caller` blocks, `AsyncCaller` awaits."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from .errors import Aborted, ConnectionFailed
from .sending import Wait

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .core import Core
    from .errors import CommonplaceError
    from .operation import Arguments, Operation, Write
    from .sending import Flow
    from .wire import AsyncTransport, Transport

T = TypeVar("T")


class Caller:
    def __init__(self, core: Core, transport: Transport) -> None:
        self._core = core
        self._transport = transport

    def __call__(self, operation: Operation[T], arguments: Arguments) -> T:
        return self._run(self._core.call(operation, arguments))

    def batch(self, writes: Sequence[Write[T]]) -> list[T | CommonplaceError]:
        return self._run(self._core.batch(writes))

    def _run(self, flow: Flow[T]) -> T:
        try:
            step = next(flow)
            while True:
                if self._transport.closed:
                    raise Aborted("The client is closed.")
                if isinstance(step, Wait):
                    self._transport.wait(step.seconds)
                    step = next(flow)
                    continue
                try:
                    response = self._transport.send(step)
                except ConnectionFailed as failure:
                    step = flow.throw(failure)
                else:
                    step = flow.send(response)
        except StopIteration as done:
            result: T = done.value
            return result


class AsyncCaller:
    def __init__(self, core: Core, transport: AsyncTransport) -> None:
        self._core = core
        self._transport = transport

    async def __call__(self, operation: Operation[T], arguments: Arguments) -> T:
        return await self._run(self._core.call(operation, arguments))

    async def batch(self, writes: Sequence[Write[T]]) -> list[T | CommonplaceError]:
        return await self._run(self._core.batch(writes))

    async def _run(self, flow: Flow[T]) -> T:
        try:
            step = next(flow)
            while True:
                if self._transport.closed:
                    raise Aborted("The client is closed.")
                if isinstance(step, Wait):
                    await self._transport.wait(step.seconds)
                    step = next(flow)
                    continue
                try:
                    response = await self._transport.send(step)
                except ConnectionFailed as failure:
                    step = flow.throw(failure)
                else:
                    step = flow.send(response)
        except StopIteration as done:
            result: T = done.value
            return result
