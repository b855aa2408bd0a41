"""By which passes the compiler makes code of a kernel."""

from inspect import iscode

from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import AnnotateTypes, DumpParforDiagnostics, InlineOverloads
from numba.core.untyped_passes import (
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    WithLifting,
)

from treetop.core.compiler.linked import Code, Linked, LinkedAsIs, part_of

# Optimising each function with all that it calls, at every level, makes evaluations a twentieth
# faster, but takes a third of the time to compile what is called once a step or less.
ONCE_A_STEP = "treetop.core.integrators.", "treetop.core.outputs.", "treetop.core.control."

# Passes over what kernels do not contain: with blocks, functions that are inlined before their
# types are known, and loops over tuples of several types; and a text for whoever looks.
NEEDLESS = {
    AnnotateTypes,
    DumpParforDiagnostics,
    FindLiterallyCalls,
    InlineInlinables,
    InlineOverloads,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    WithLifting,
}
FOR_CLOSURES = {InlineClosureLikes, MakeFunctionToJitFunction}


class _KernelCompiler(Compiler):  # type: ignore[misc]
    """Makes code of kernels, by the passes that they need."""

    def define_pipelines(self):
        (usual,) = super().define_pipelines()
        constants = self.state.func_id.code.co_consts
        left_out = NEEDLESS | (set() if any(map(iscode, constants)) else FOR_CLOSURES)
        manager = PassManager(usual.pipeline_name)
        manager.passes = [each for each in usual.passes if each[0] not in left_out]
        manager.finalize()
        return [manager]


class EntryCompiler(_KernelCompiler):
    """Makes code that Python calls."""

    def compile_extra(self, formula):
        library = Code(self.state.targetctx.codegen(), formula.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        return super().compile_extra(formula)


class LinkedCompiler(_KernelCompiler):
    """Makes code that is only linked, or takes what was made before."""

    def compile_extra(self, formula):
        state, module = self.state, formula.__module__ or ""
        library = LinkedAsIs if module.startswith(ONCE_A_STEP) else Linked
        state.library = library(state.targetctx.codegen(), formula.__qualname__)
        self.part = part_of(formula, state)
        found = self.part and self.part.load(state)
        if found:
            return found
        made = super().compile_extra(formula)
        if self.part:
            self.part.save(made)
        return made

    def _compile_bytecode(self):
        if self.part:  # the same name in every process
            self.state.func_id.unique_id = self.part.name
        return super()._compile_bytecode()
