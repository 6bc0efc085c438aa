"""The kernels, compiled once on a machine: by one process, while all others wait.

    warm_up() ──▶ a process ──▶ the lock ──▶ the stages, Connect Four first ──▶ the cache
                      ▲  │
                      │  └─ its standard output: how far each stage is
                      └─ its standard input, which ends when whoever wants it has ended

Compiling takes more memory than thinking does: a process of its own gives it back. The lock is
one that the system takes from a holder who dies, and what was compiled until then is kept: whoever
comes next goes on from there.
"""
