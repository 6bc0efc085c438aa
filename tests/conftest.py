"""What all tests share: how hypothesis searches."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "kinarow",
    deadline=None,  # a busy machine makes an example slow, and a test wrong that is right
    suppress_health_check=[HealthCheck.too_slow],  # the same
)
settings.load_profile("kinarow")
