"""What people call by name: the command group, the menus, their upload, and typed commands."""
