"""The subcommands, a module each; none opens a window."""
