"""Tells people what there is, and lets them begin: help, menus, a form, and a greeting."""
