"""How answers to any puzzle are given: by buttons, in a box, or typed."""
