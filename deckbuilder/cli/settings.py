"""`deckbuilder settings`: what is stated once for all commands, and where that is kept."""

from __future__ import annotations

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import settles
from deckbuilder.cli.prose import tell
from deckbuilder.words import say


class _Located(click.Command):
    """A command whose help says where the user's folder is."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from deckbuilder.sessions.own_settings import NAMES, settings_path

        with formatter.section(say("settings.names")):
            formatter.write_dl([(name, say(f"settings.about.{name}")) for name in NAMES])
        formatter.write_paragraph()
        formatter.write_text(say("settings.folder", path=settings_path()))
        super().format_epilog(ctx, formatter)


@click.command(
    cls=_Located, epilog="Example: deckbuilder settings name='Ann Smith' paper=letter language="
)
@click.argument("changes", metavar="[NAME=VALUE]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="The settings as data.")
@language_option
@settles("--json", "NAME=VALUE")
def command(changes: tuple[str, ...], as_json: bool) -> None:
    """Show the settings, or change them: NAME=VALUE states one, NAME= takes it back."""
    import msgspec

    from deckbuilder.sessions.own_settings import (
        NAMES,
        changed_settings,
        read_settings,
        settings_path,
        write_settings,
    )

    settings = read_settings()
    if changes:
        wanted = {}
        for change in changes:
            name, equals, value = change.partition("=")
            if not equals:
                raise misuse("usage.no-setting", text=change, known=NAMES)
            wanted[name.strip()] = value.strip()
        settings = changed_settings(settings, wanted)
        tell(say("settings.kept", path=write_settings(settings)), err=True)
    if as_json:
        stated = msgspec.to_builtins(settings)
        click.echo(msgspec.json.format(msgspec.json.encode(stated)).decode())
        return
    width = max(map(len, NAMES))
    for name in NAMES:
        tell(f"{name:<{width}}  {getattr(settings, name) or say('settings.unstated')}")
    if not changes:
        tell(say("settings.folder", path=settings_path()), err=True)
