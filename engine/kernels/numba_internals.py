"""How kernels are compiled with less work than numba does by itself, beyond its public interface.

numba makes each function ready for everybody: wrapped for Python, optimised, and turned into
machine code of its own. A *helper*, which only other kernels call, needs none of that: its code
goes into its callers as it was written, and is optimised once, there. That takes half the time and
two thirds of the memory; the machine code that runs is as quick.

What each part is worth, as ratios of what it takes without the part to what it takes with all
(`python -m benchmarks.numba_parts`, numba 0.68, x86_64, one core; two runs with all differ by 4 %):

    without                          compiling  memory  wide boards  windows  gravity
    helpers without machine code         2.49    1.82         1.16     1.13     1.19
    one helper for all numbers           1.12    1.06         0.91     1.05     0.97
    indices that are not negative        0.97    1.03         1.19     1.19     1.18
    arrays that nobody counts            1.80    1.12         4.20     2.39     6.59

The rest says where compiled code is kept. A helper can go when numba compiles a function for
compiled callers alone and leaves its code to them (`no_compile` in public, with linking); the cache
when a locator can be given to `njit`; the indices when an array can be told that none is negative;
the counting when there is a public option for kernels that allocate nothing.

pyproject.toml bounds numba to the versions whose names these are.
tests/engine/kernels/test_numba_internals.py and test_jit.py beside it fail where one has others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from numba import njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from engine.kernels import cache

OPTIONS: Final = {"nogil": True, "_nrt": False}
"""The options of every kernel.

Without the interpreter's lock, and without numba's runtime, which counts who holds an array
whenever one is named: kernels allocate nothing and give nothing back. Wide boards take two thirds
of the time without it, proofs a half.
"""
_ALONE: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of a function that nobody calls but compiled functions."""

compiled: list[Callable[[], object]] = []
"""What is called after each compiled function, to report progress."""


class _Lower(Lower):
    """Writes the code of kernels, in which no index of an array counts from its end.

    numba asks of every signed index whether it is below 0, and so keeps the length of every array
    at hand. Without that wide boards take a sixth less time, and putting and lifting a stone a
    quarter less.
    """

    def lower_getitem(
        self, result: Any, expression: Any, array: Any, index: Any, signature: Any
    ) -> Any:
        """Write how an entry of an array is read."""
        signature = _with_unsigned_index(signature)
        return super().lower_getitem(result, expression, array, index, signature)

    def lower_setitem(self, array: Any, index: Any, value: Any, signature: Any) -> Any:
        """Write how an entry of an array is set."""
        return super().lower_setitem(array, index, value, _with_unsigned_index(signature))


def _with_unsigned_index(signature: Any) -> Any:
    """The signature of an access, of an array by a number that is not below 0."""
    of, index, *value = signature.args
    if not isinstance(of, types.Array) or not isinstance(index, types.Integer):
        return signature
    return signature.replace(args=(of, types.uintp, *value))


@register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(NativeLowering):
    """Writes the code of a kernel."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        """What writes it."""
        return _Lower


class KernelCompiler(Compiler):
    """Compiles a function that Python calls."""

    _lowering: Any = _KernelLowering

    def define_pipelines(self) -> list[Any]:
        """The steps of numba, with the one that writes the code replaced."""
        (pipeline,) = super().define_pipelines()
        pipeline.passes[:] = [
            (self._lowering if step is NativeLowering else step, told)
            for step, told in pipeline.passes
        ]
        pipeline._finalized = False
        pipeline.finalize()
        return [pipeline]

    def _compile_bytecode(self) -> Any:
        result = super()._compile_bytecode()
        for call in compiled:
            call()
        return result


@register_pass(mutates_CFG=True, analysis_only=False)
class _HelperLowering(_KernelLowering):
    """Writes the code of a helper, and tells its callers where it is."""

    _name = "helper_lowering"

    def run_pass(self, state: Any) -> bool:
        """Do so for the function that is being compiled."""
        context = state.targetctx
        state.library = _HelperLibrary(context.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered = state["cr"]
        key = object()  # what callers know it by; numba itself uses the machine code
        context.insert_user_function(key, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=key)
        return True


class _HelperCompiler(KernelCompiler):
    """Compiles a helper."""

    _lowering: Any = _HelperLowering

    def define_pipelines(self) -> list[Any]:
        """The steps of a kernel, without machine code at their end."""
        self.state.flags.no_compile = True
        return super().define_pipelines()


class _HelperLibrary(JITCodeLibrary):
    """The code of a helper and of those that it calls, never turned into machine code."""

    def finalize(self) -> None:
        """Link the code of the helpers that it calls, and leave it otherwise as it is."""
        for library in dict.fromkeys(self._linking_libraries):
            if hasattr(library, "_reload_init"):  # numba 0.63 and later
                self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._final_module.verify()
        self._finalize_dynamic_globals()
        self._finalized = True


class Helper(CPUDispatcher):
    """A function that kernels call.

    For Python, which means tests, it is compiled once more, and kept as kernels are.
    """

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        self._alone: Any = njit(**options)(function)
        if cache.folder() is not None:
            keep(self._alone, function)
        super().__init__(
            function,
            targetoptions={"nopython": True, "boundscheck": None, **options, **_ALONE},
            pipeline_class=_HelperCompiler,
        )

    def compile(self, signature: Any) -> Any:
        """Compile it for arguments of these types, once for all numbers that callers write out.

        numba would compile it for each such number anew. LLVM finds them again where it matters.
        """
        return super().compile(tuple(types.unliteral(one) for one in signature))

    def add_overload(self, result: Any) -> None:
        """Keep what was compiled, for compiled callers alone."""
        self.overloads[tuple(result.signature.args)] = result

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        return self._alone(*arguments)


class _Locator(_CacheLocator):
    """Says that compiled functions lie in the folder of engine/kernels/cache.py.

    Its name is a hash of all sources, so that nothing else has to be compared: no times of files
    and no paths. A copy of the folder serves another checkout of the same sources.
    """

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        folder = function.__module__.split(".")[-2]
        self._place = f"{folder}-{function.__code__.co_firstlineno}"

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """The locator of a function."""
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(cache.folder())

    def get_source_stamp(self) -> str:
        """What changes with the sources: nothing within a folder."""
        return "kinarow"

    def get_disambiguator(self) -> str:
        """What distinguishes functions of one name in modules of one name."""
        return self._place


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes: Any = (_Locator,)


class _KernelCache(FunctionCache):
    """numba's cache of compiled functions, in our folder."""

    _impl_class = _CacheImpl


def keep(made: Any, function: Any) -> None:
    """Keep in our folder what numba compiles of a function; `made` is what numba made of it."""
    made._cache = _KernelCache(function)
