"""`deckbuilder completion`: lets a shell complete commands, options and their values."""

from __future__ import annotations

import click

from deckbuilder.cli.language import language_option

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_DECKBUILDER_COMPLETE"


@click.command(epilog='Example: eval "$(deckbuilder completion bash)"')
@click.argument("shell", type=click.Choice(SHELLS))
@language_option
def command(shell: str) -> None:
    """Print the lines that let a SHELL complete what you type, values too.

    \b
    bash: eval "$(deckbuilder completion bash)"         in ~/.bashrc
    zsh:  eval "$(deckbuilder completion zsh)"          in ~/.zshrc, after compinit
    fish: deckbuilder completion fish | source          in ~/.config/fish/config.fish
    """
    from click.shell_completion import get_completion_class

    from deckbuilder.cli.main import group

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(group, {}, "deckbuilder", VARIABLE).source())
